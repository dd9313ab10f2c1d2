"""Keys that fit together: troopers on their pieces, attacks by somebody there."""

import difflib
import unicodedata
from pathlib import Path

import numpy as np

from rules.dispute import Dispute
from rules.infinity.weapons import weapons
from rules.readings import readings_of
from rules.scenefile import attacks, pieces, problems, standing
from rules.scenefile.draft import Draft
from rules.scenefile.places import Steps, quoted
from rules.scenefile.scenery import MeshKeys
from spatial.rays import TABLE
from spatial.scene import Body, Scene


def dispute(draft: Draft, source: str, folder: Path | None, outside: bool, sha256: str) -> Dispute:
    """Put a scene's keys together, or raise a SceneError with all that is wrong."""
    keys = draft.keys
    _check_names(draft)
    _check_readings(draft)
    _check_active(draft)
    bodies, files = pieces.bodies(draft, folder, outside)
    troopers = standing.troopers(draft, bodies)
    sizes = attacks.template_set(draft)
    made = attacks.attacks(draft, sizes)
    problems.refuse(source, draft.found)
    return Dispute(
        name=keys.name,
        rules=keys.rules,
        slack=0.5 if keys.slack is None else keys.slack,
        active=keys.active or "",
        readings=keys.readings,
        scene=Scene(
            (*bodies, *(trooper.body for trooper in troopers)),
            keys.table.size if keys.table else (float("inf"), float("inf")),
        ),
        troopers=tuple(troopers),
        attacks=tuple(made),
        templates=sizes,
        notes=(
            *(
                f"the weapon {quoted(row.name)} is as the scene describes it"
                for row in keys.weapon
                if row.name in weapons()
            ),
            *_mesh_sizes(draft, bodies),
        ),
        sha256=sha256,
        files=tuple(files),
    )


def _mesh_sizes(draft: Draft, bodies: list[Body]) -> list[str]:
    """How large each mesh file's piece turned out: a wrong unit is seen at once."""
    placed = {body.name: body for body in bodies}
    said = []
    for one in draft.keys.scenery:
        if isinstance(one, MeshKeys) and one.name in placed:
            body = placed[one.name]
            x, y, z = np.ptp(body.pose.to_local(body.mesh.vertices), axis=0)
            said.append(f"{one.name}, from {one.mesh}, is {x:.1f} x {y:.1f} mm and {z:.1f} mm high")
    return said


def _check_names(draft: Draft) -> None:
    keys = draft.keys
    groups: list[list[tuple[Steps, str]]] = [
        [
            *((("scenery", i, "name"), one.name) for i, one in enumerate(keys.scenery)),
            *((("trooper", i, "name"), one.name) for i, one in enumerate(keys.trooper)),
        ],
        [(("weapon", i, "name"), one.name) for i, one in enumerate(keys.weapon)],
    ]
    for k, attack in enumerate(keys.attack):
        groups.append(
            [(("attack", k, "template", i, "name"), t.name) for i, t in enumerate(attack.template)]
        )
    for group in groups:
        taken: dict[str, str] = {}
        for steps, name in group:
            # Two names that look alike on paper are one name.
            alike = "".join(unicodedata.normalize("NFC", name).split())
            if taken.get(alike) == name:
                draft.note(steps, f"{quoted(name)} is taken; give each a name of its own")
            elif alike in taken:
                problem = f"{quoted(name)} looks like {quoted(taken[alike])}; rename one of them"
                draft.note(steps, problem)
            taken.setdefault(alike, name)
    for steps, name in groups[0]:
        if name == TABLE:
            draft.note(steps, f"{quoted(name)} is what reports call the table; choose another")


def _check_readings(draft: Draft) -> None:
    known = {reading.name: reading for reading in readings_of(draft.keys.rules)}
    for name, choice in draft.keys.readings.items():
        if name not in known:
            problem = f"there is no reading of that name; {problems.nearest(name, known)}"
            draft.note(("readings", name), problem)
        elif choice not in known[name].choices:
            choices = list(known[name].choices)
            allowed = " or ".join(quoted(one) for one in choices)
            near = difflib.get_close_matches(choice.lower(), choices, n=1)
            hint = f"; did you mean {quoted(near[0])}?" if near else ""
            draft.note(("readings", name), f"expected {allowed}, got {quoted(choice)}{hint}")


def _check_active(draft: Draft) -> None:
    sides = draft.stated("trooper", "side")
    active = draft.keys.active
    if active is not None and sides and active not in sides:
        problem = f"no trooper is on side {quoted(active)}; {problems.nearest(active, sides)}"
        draft.note(("active",), problem)
