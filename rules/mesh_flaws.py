"""What is wrong with a piece's mesh: holes, edges, faces, winding, thin walls."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from meshes.health import Health, health
from meshes.solids import point_of
from rules.flaw import Flaw, counted, length
from spatial.facing import facing
from spatial.holes import MOST_RIMS, holes
from spatial.leaks import WIDEST
from spatial.scene import Body, Scene
from spatial.thin import thin

LISTED: Final = 10
"""So many holes of a piece are listed one by one, the widest cracks first."""


def mesh_flaws(
    scene: Scene, body: Body, thinner: float, within: float | None = None
) -> Iterator[Flaw]:
    """Say what is wrong with a piece's mesh.

    Parameters
    ----------
    scene : Scene
    body : Body
        Scenery in it.
    thinner : float
        Walls thinner than this are a flaw, mm.
    within : float or None
        As of `thin`.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from meshes.mesh import Mesh
    >>> from spatial.scene import Pose, scenery_body
    >>> crate = box((40, 30, 20)).mesh
    >>> body = scenery_body("crate", Mesh(crate.vertices, crate.faces[:, ::-1]), Pose((0, 0, 0)))
    >>> [flaw] = mesh_flaws(Scene((body,)), body, 0.5)
    >>> flaw.kind, flaw.severity
    ('inside out', 'warning')
    """
    if body.placeholder:
        # Its shape is unknown.
        return
    found = health(body.mesh)
    yield from _holes(scene, body, found)
    yield from _edges(body, found)
    yield from _faces(body, found)
    yield from _winding(body, found)
    if not facing(body, body, max(thinner, within or 0.0)).complete:
        yield Flaw(
            "not looked at",
            "warning",
            (body.name,),
            None,
            None,
            "has too many faces next to each other to look at all of them for slits and thin walls",
            "check its size, or simplify it",
        )
    walls = thin(body, thinner, found, within)
    if walls:
        worst = min(walls, key=lambda wall: wall.thickness)
        if worst.thickness > 0:
            text = f"has a wall only {length(worst.thickness)} thick"
        else:
            text = "has a flat sheet without thickness"
        more = f", and {counted(len(walls) - 1, 'more thin place')}" if len(walls) > 1 else ""
        yield Flaw(
            "thin wall",
            "warning",
            (body.name,),
            worst.at,
            worst.thickness,
            text + more,
            f"make it {length(thinner)} or more to print it, or ask for less with --thin",
            len(walls),
        )


def _holes(scene: Scene, body: Body, found: Health) -> Iterator[Flaw]:
    if len(found.rims) > MOST_RIMS:
        yield Flaw(
            "not looked at",
            "warning",
            (body.name,),
            None,
            None,
            f"has {counted(len(found.rims), 'open rim')}, of which the {MOST_RIMS} longest were "
            "looked at",
            "merge its vertices where it was made, and export it again",
        )
    gaps = holes(scene, body, found)
    cracks = sorted((hole for hole in gaps if hole.width < WIDEST), key=lambda hole: -hole.width)
    wide = sorted((hole for hole in gaps if hole.width >= WIDEST), key=lambda hole: -hole.width)
    for severity, some in (("error", cracks), ("warning", wide)):
        for i, hole in enumerate(some[:LISTED]):
            rest = len(some) - LISTED if i == LISTED - 1 else 0
            more = f"; {counted(rest, 'more such hole')} not listed" if rest > 0 else ""
            if severity == "error":
                yield Flaw(
                    "hole",
                    "error" if body.blocks else "note",
                    (body.name,),
                    hole.at,
                    hole.width,
                    f"has a crack, at its widest {length(hole.width)}, through which a line would "
                    f"leak{more}",
                    "close it where the piece was made, or with --repair",
                    1 + max(rest, 0),
                )
            else:
                yield Flaw(
                    "hole",
                    "warning" if body.blocks else "note",
                    (body.name,),
                    hole.at,
                    hole.width,
                    f"has a hole {length(hole.width)} wide: a face is missing, or its walls have "
                    f"no thickness and this is a window{more}",
                    "close it where the piece was made if it isn't meant",
                    1 + max(rest, 0),
                )


def _edges(body: Body, found: Health) -> Iterator[Flaw]:
    shared = found.topology.shared
    if len(shared) == 0:
        return
    ends = body.mesh.vertices[shared]
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    most = int(lengths.argmax())
    yield Flaw(
        "shared edge",
        "warning",
        (body.name,),
        point_of(ends[most].mean(axis=0)),
        float(lengths[most]),
        f"has {counted(len(shared), 'edge')} shared by more than two faces, the longest "
        f"{length(float(lengths[most]))}: what is inside there can't be told",
        "join the solids that meet there into one",
        len(shared),
    )


def _faces(body: Body, found: Health) -> Iterator[Flaw]:
    corners = body.mesh.triangles
    loose = found.flat[~np.isin(found.flat, found.needed)]
    for severity, flat in (("warning", loose), ("note", found.needed)):
        if len(flat):
            yield Flaw(
                "zero area",
                "warning" if severity == "warning" else "note",
                (body.name,),
                point_of(corners[flat[0]].mean(axis=0)),
                None,
                f"has {counted(len(flat), 'face')} without a surface",
                "remove them, as --repair does"
                if severity == "warning"
                else "leave them: they hold a closed surface together and stop no line",
                len(flat),
            )
    twins = found.topology.twins
    if len(twins):
        yield Flaw(
            "duplicate face",
            "warning",
            (body.name,),
            point_of(corners[twins[0]].mean(axis=0)),
            None,
            f"has {counted(len(twins), 'face')} that are there already"
            if len(twins) > 1
            else "has a face that is there already",
            "remove it, as --repair does" if len(twins) == 1 else "remove them, as --repair does",
            len(twins),
        )


def _winding(body: Body, found: Health) -> Iterator[Flaw]:
    if found.inside_out:
        faces = found.faces_of(found.inside_out[0])
        yield Flaw(
            "inside out",
            "warning",
            (body.name,),
            point_of(body.mesh.triangles[faces[0]].mean(axis=0)),
            None,
            f"has {counted(len(found.inside_out), 'shell')} turned inside out",
            "turn the faces round, as --repair does",
            len(found.inside_out),
        )
    turned = found.topology.turned
    if len(turned):
        yield Flaw(
            "mixed winding",
            "warning",
            (body.name,),
            point_of(body.mesh.vertices[turned[0]].mean(axis=0)),
            None,
            f"has {counted(len(turned), 'edge')} whose two faces are wound against one another: "
            "what is inside can't be told",
            "make the faces look the same way, as --repair does",
            len(turned),
        )
