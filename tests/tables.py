"""Random tables as scene files, and the same tables moved, turned, mirrored, in inches, shuffled.

A table is the dictionary that a scene file holds. Everything comes from a seed, so a seed names
a table for good.
"""

import copy
import dataclasses
import json
import math
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from meshes.mesh import Mesh
from rules.dispute import Dispute
from rules.scenefile import read
from spatial.scene import Pose, Scene, scenery_body

Table: TypeAlias = dict[str, Any]

SILHOUETTES = ("S0", "S1", "S2", "S2", "S3", "S4", "S5", "S6", "S7", "S8")
HEIGHTS = {"S0": 3, "S1": 25, "S2": 40, "S3": 32, "S4": 32, "S5": 45, "S6": 55, "S7": 67, "S8": 70}
WEAPONS = ("small_teardrop", "large_teardrop", "circular")
LENGTHS = {"size", "width", "sill", "height", "storey", "wall", "slab", "parapet", "diameter"}


def scene_of(table: Table) -> Dispute:
    """Read a table as if it were a file."""
    return read(json.dumps(table).encode(), "table.json")


def random_table(seed: int) -> Table:
    """Return a table with obstacles, troopers at several heights and three attacks.

    Half of the tables have whole millimetres and eighths of a turn, so that faces, edges and
    the Blast Focus often line up exactly.
    """
    rng = np.random.default_rng(seed)
    tidy = bool(rng.random() < 0.5)
    number = _Numbers(rng, tidy)
    heading = number.angle(0, 360)
    table: Table = {
        "format": 1,
        "name": f"Table {seed}",
        "rules": "infinity-codeone",
        # Each verdict by itself: nobody is whose friend, and nobody shares a close combat.
        "engaged": [],
        "slack": 0.1,
        "readings": {
            "template_body": number.choice(("above", "both_sides")),
            "template_profile": number.choice(("of_revolution", "of_revolution", "straight_sided")),
            "direct_circle_height": number.choice(
                ("underside_of_base", "middle_of_silhouette", "top_of_silhouette")
            ),
        },
        "weapon": [{"name": name, "template": name, "burst": 6} for name in WEAPONS],
    }
    table["scenery"] = _scenery(number, heading)
    table["trooper"] = _troopers(number, heading, table["scenery"])
    table["scenery"] += _cover(number, table["trooper"])
    for i, piece in enumerate(table["scenery"]):
        piece["name"] = f"{piece['kit']} {i}"
    table["attack"] = _attacks(number, table["trooper"])
    return table


def level_table(seed: int) -> Table:
    """Return a random table whose troopers' tops lie in the planes of the templates, where the
    table is low enough: a contact without depth, flat and as wide as a base."""
    table = random_table(seed)
    table["readings"].update(template_body="above", direct_circle_height="underside_of_base")
    user, *others = scene_of(table).troopers
    base = user.body.pose.at[2]
    # From the table the focus must be raised to be as high as anyone.
    raised = min(20.0, user.silhouette.height) if base < 3 else 0.0
    for attack in table["attack"]:
        for aim in attack["template"]:
            aim.pop("tilt", None)
            if attack["weapon"] != "circular":
                aim["height"] = raised
    for keys, one in zip(table["trooper"][1:], others, strict=True):
        keys.pop("on", None)
        keys.pop("level", None)
        z = base + raised - one.silhouette.height
        keys["at"] = [*keys["at"][:2], z] if z >= 0 else keys["at"][:2]
    return table


class _Numbers:
    """Random numbers, whole ones on a tidy table."""

    def __init__(self, rng: np.random.Generator, tidy: bool) -> None:
        self.rng, self.tidy = rng, tidy

    def length(self, low: float, high: float) -> float:
        drawn = float(self.rng.uniform(low, high))
        return float(round(drawn)) if self.tidy else round(drawn, 3)

    def angle(self, low: float, high: float) -> float:
        drawn = float(self.rng.uniform(low, high))
        return 45.0 * round(drawn / 45) if self.tidy else round(drawn, 2)

    def choice(self, options: tuple[str, ...]) -> str:
        return options[int(self.rng.integers(len(options)))]

    def chance(self, share: float) -> bool:
        return bool(self.rng.random() < share)

    def around(self, heading: float, spread: float, near: float, far: float) -> list[float]:
        """A place in a sector before the user, who stands near (300, 300)."""
        angle = math.radians(heading + float(self.rng.uniform(-spread, spread)))
        reach = float(self.rng.uniform(near, far))
        place = (300 + reach * math.cos(angle), 300 + reach * math.sin(angle))
        return [float(round(x)) if self.tidy else round(x, 3) for x in place]


def _scenery(number: _Numbers, heading: float) -> list[Table]:
    pieces: list[Table] = []
    if number.chance(0.4):
        size = [number.length(60, 120), number.length(60, 120), number.length(5, 60)]
        at = [number.length(280, 320), number.length(280, 320)]
        pieces.append({"kit": "box", "size": size, "at": at, "turn": number.angle(0, 90)})
    kits = ("box", "box", "wall", "wall", "wall", "ramp", "stairs", "cylinder", "building")
    for _ in range(int(number.rng.integers(2, 7))):
        piece = _piece(number, number.choice(kits))
        far = piece["kit"] == "building"
        piece["at"] = number.around(heading, 30, 90 if far else 40, 200 if far else 150)
        piece["turn"] = number.angle(0, 360)
        if number.chance(0.15) and not far:
            piece["at"].append(number.length(1, 40))
        if number.chance(0.1):
            piece["cover"] = "none"
        pieces.append(piece)
    for i, piece in enumerate(pieces):
        piece["name"] = f"{piece['kit']} {i}"
    return pieces


def _cover(number: _Numbers, troopers: list[Table]) -> list[Table]:
    """Walls and boxes set up across the way from the user to a trooper, just before it."""
    pieces = []
    x, y = troopers[0]["at"]
    for one in troopers[1:]:
        dx, dy = one["at"][0] - x, one["at"][1] - y
        reach = math.hypot(dx, dy)
        if number.chance(0.4) or reach < 60:
            continue
        piece = _piece(number, number.choice(("wall", "wall", "box")))
        share = 1 - (number.length(2, 20) + 28) / reach
        at = [x + share * dx, y + share * dy]
        piece["at"] = [float(round(v)) if number.tidy else round(v, 3) for v in at]
        across = math.degrees(math.atan2(dy, dx)) + 90
        piece["turn"] = 45.0 * round(across / 45) if number.tidy else round(across, 2)
        pieces.append(piece)
    return pieces


def _piece(number: _Numbers, kit: str) -> Table:
    length = number.length
    if kit == "box":
        return {"kit": kit, "size": [length(8, 60), length(8, 60), length(4, 70)]}
    if kit == "wall":
        size = [length(60, 160), length(2, 6), length(20, 70)]
        window = {
            "at": length(-20, 20),
            "width": length(2, 15),
            "sill": length(0, 8),
            "height": length(3, size[2] - 9),
        }
        return {"kit": kit, "size": size, "openings": [window] if number.chance(0.7) else []}
    if kit == "ramp":
        return {"kit": kit, "size": [length(30, 80), length(20, 60), length(8, 50)]}
    if kit == "stairs":
        size = [length(30, 80), length(20, 60), length(8, 50)]
        return {"kit": kit, "size": size, "steps": int(number.rng.integers(2, 6))}
    if kit == "cylinder":
        facets = int(number.rng.integers(5, 13))
        return {"kit": kit, "diameter": length(10, 50), "height": length(5, 70), "facets": facets}
    size = [length(70, 120), length(70, 120)]
    openings = [
        {
            "side": side,
            "level": int(number.rng.integers(2)),
            "at": length(-15, 15),
            "width": length(6, 25),
            "sill": length(0, 10),
            "height": length(8, 30),
        }
        for side in ("north", "south", "east", "west")
        if number.chance(0.7)
    ]
    hole = {"level": 1, "at": [length(-8, 8), length(-8, 8)], "size": [length(6, 20), 14.0]}
    return {
        "kit": kit,
        "size": size,
        "storeys": 2,
        "storey": 48.0,
        "parapet": number.rng.choice([0.0, 8.0]).item(),
        "openings": openings,
        "holes": [hole] if number.chance(0.5) else [],
    }


def _troopers(number: _Numbers, heading: float, scenery: list[Table]) -> list[Table]:
    user = {"name": "user", "side": "blue", "silhouette": number.choice(SILHOUETTES)}
    user["at"] = [number.length(290, 310), number.length(290, 310)]
    troopers: list[Table] = [user]
    for i in range(int(number.rng.integers(3, 6))):
        one: Table = {"name": f"{i + 1}", "side": number.choice(("red", "red", "red", "green"))}
        one["silhouette"] = number.choice(SILHOUETTES)
        one["at"] = number.around(heading, 25, 40, 190)
        one["prone"] = number.chance(0.25)
        one["facing"] = number.angle(0, 360)
        if number.chance(0.1):
            one["at"].append(number.length(0, 30))
        troopers.append(one)
    for piece in scenery:
        if piece["kit"] == "building" and number.chance(0.7):
            one = troopers[int(number.rng.integers(1, len(troopers)))]
            one["at"] = piece["at"][:2]
            one.update(on=piece["name"], level=int(number.rng.choice([0, 2])))
    return troopers


def _attacks(number: _Numbers, troopers: list[Table]) -> list[Table]:
    top = HEIGHTS[troopers[0]["silhouette"]]
    attacks = []
    for weapon in WEAPONS[:2]:
        aims = []
        for i, one in enumerate(troopers[1:3]):
            aim: Table = {"name": f"{weapon} {i}", "aim": one["name"]}
            if number.chance(0.2):
                aim["aim"] = number.angle(0, 360)
            if number.chance(0.2) and isinstance(aim["aim"], float):
                aim["tip"] = aim["aim"] + number.rng.choice([0.0, 10.0, -25.0]).item()
            if number.chance(0.5):
                aim["tilt"] = number.length(-25, 25)
            if number.chance(0.6):
                aim["height"] = min(number.length(0, top), float(top))
            aims.append(aim)
        attacks.append({"by": "user", "weapon": weapon, "template": aims})
    attacks.append({"by": "user", "weapon": "circular", "template": [{"name": "circle"}]})
    return attacks


def _changed(table: Table, place: Callable[[list[float]], list[float]], angle: Any) -> Table:
    """The table with every place and every angle about z put through a function."""
    out = copy.deepcopy(table)
    for piece in out["scenery"]:
        piece["at"] = place(piece["at"])
        piece["turn"] = angle(piece.get("turn", 0.0))
    for one in out["trooper"]:
        one["at"] = place(one["at"])
        one["facing"] = angle(one.get("facing", 0.0))
    for attack in out["attack"]:
        for aim in attack["template"]:
            for key in ("aim", "tip"):
                if isinstance(aim.get(key), float):
                    aim[key] = angle(aim[key])
    return out


def moved(table: Table, x: float, y: float) -> Table:
    """The whole table moved by so many mm."""
    return _changed(table, lambda at: [at[0] + x, at[1] + y, *at[2:]], lambda angle: angle)


def turned(table: Table, degrees: float) -> Table:
    """The whole table turned about z through the origin."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return _changed(
        table,
        lambda at: [c * at[0] - s * at[1], s * at[0] + c * at[1], *at[2:]],
        lambda angle: angle + degrees,
    )


def mirrored(table: Table) -> Table:
    """The whole table mirrored, +y to -y, with its contents."""
    out = _changed(table, lambda at: [at[0], -at[1], *at[2:]], lambda angle: -angle)
    other = {"north": "south", "south": "north", "east": "east", "west": "west"}
    for piece in out["scenery"]:
        for opening in piece.get("openings", []):
            if "side" in opening:
                # Along the east and the west side a place is counted toward +y.
                if opening["side"] in ("east", "west"):
                    opening["at"] = -opening["at"]
                opening["side"] = other[opening["side"]]
        for hole in piece.get("holes", []):
            hole["at"] = [hole["at"][0], -hole["at"][1]]
    return out


def in_inches(table: Table) -> Table:
    """The same table with every length written in inches."""

    def inches(value: Any) -> Any:
        return [inches(one) for one in value] if isinstance(value, list) else value / 25.4

    out = copy.deepcopy(table)
    out["units"] = "in"
    out["slack"] = inches(out["slack"])
    for piece in out["scenery"]:
        for one in (piece, *piece.get("openings", []), *piece.get("holes", [])):
            for key in LENGTHS | {"at"}:
                if key in one:
                    one[key] = inches(one[key])
    for one in out["trooper"]:
        one["at"] = inches(one["at"])
    for attack in out["attack"]:
        for aim in attack["template"]:
            if "height" in aim:
                aim["height"] = inches(aim["height"])
    return out


def reordered(table: Table, seed: int) -> Table:
    """The same table with scenery, troopers, attacks and templates in another order."""
    rng = np.random.default_rng(seed)
    out = copy.deepcopy(table)
    for group in (out["scenery"], out["trooper"], out["attack"]):
        rng.shuffle(group)
    for attack in out["attack"]:
        rng.shuffle(attack["template"])
    return out


def subdivided(dispute: Dispute, seed: int) -> Dispute:
    """The same dispute with every face of the scenery cut into smaller ones."""
    rng = np.random.default_rng(seed)
    bodies = []
    for body in dispute.scene.bodies:
        if body.role != "scenery":
            bodies.append(body)
            continue
        mesh = Mesh(*_split(body.mesh, rng))
        floors = body.levels
        bodies.append(scenery_body(body.name, mesh, Pose((0.0, 0.0, 0.0)), body.blocks, floors))
    return dataclasses.replace(dispute, scene=Scene(tuple(bodies), dispute.scene.size))


def _split(mesh: Mesh, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Cut every face into four at its edges' middles, or into three at a point within."""
    if rng.random() < 0.5:
        faces = mesh.faces
        edges = np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]], axis=2).reshape(-1, 2)
        unique, place = np.unique(edges, axis=0, return_inverse=True)
        middles = mesh.vertices[unique].mean(axis=1)
        ab, bc, ca = (len(mesh.vertices) + place.reshape(-1, 3)).T
        a, b, c = faces.T
        four = [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
        cut = np.concatenate([np.stack(one, axis=1) for one in four])
        return np.concatenate([mesh.vertices, middles]), cut
    weights = rng.dirichlet((2.0, 2.0, 2.0), len(mesh.faces))
    within = np.einsum("ij,ijk->ik", weights, mesh.triangles)
    new = len(mesh.vertices) + np.arange(len(mesh.faces))
    a, b, c = mesh.faces.T
    cut = np.concatenate([np.stack(one, axis=1) for one in ((a, b, new), (b, c, new), (c, a, new))])
    return np.concatenate([mesh.vertices, within]), cut
