"""What is said of a line that a ruling stands on, where it passes through a crack."""

from rules.flaw import length
from spatial.evidence import Line
from spatial.leaks import leaks
from spatial.scene import Scene


def leak_notes(scene: Scene, line: Line) -> tuple[str, ...]:
    """Return a note on each crack in a mesh that a clear line passes through.

    Parameters
    ----------
    scene : Scene
    line : Line
        Of a witness.

    Returns
    -------
    tuple of str
        In the order in which the line passes them, without a full stop; mostly none.

    Examples
    --------
    >>> import numpy as np
    >>> from meshes.kit import box
    >>> from meshes.mesh import Mesh
    >>> from spatial.scene import Pose, scenery_body
    >>> corners = box((40, 30, 20)).mesh.triangles.copy()
    >>> corners[corners[:, :, 2].min(axis=1) == 20, :, 2] = 20.4
    >>> soup = Mesh(corners.reshape(-1, 3), np.arange(36).reshape(-1, 3))
    >>> scene = Scene((scenery_body("hut", soup, Pose((0, 0, 0))),))
    >>> leak_notes(scene, Line((-50, 0, 20.2), (0, 0, 20.2)))
    ('its line passes through a crack in hut, 0.4 mm wide, at (-20.0, 0.0, 20.2) mm: repair the \
mesh and rule again',)
    """
    notes = []
    for leak in leaks(scene, line):
        at = ", ".join(f"{round(value, 1) + 0.0:.1f}" for value in leak.at)
        notes.append(
            f"its line passes through a crack in {leak.piece}, {length(leak.width)} wide, at "
            f"({at}) mm: repair the mesh and rule again"
        )
    return tuple(dict.fromkeys(notes))
