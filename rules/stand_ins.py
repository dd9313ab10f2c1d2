"""Which pieces of a scene are placeholders, and a line that hangs on one."""

from collections.abc import Callable
from dataclasses import replace

from spatial.evidence import LineOfFire
from spatial.outcome import Outcome
from spatial.scene import Scene


def among(scene: Scene) -> tuple[str, ...]:
    """Return the names of the placeholders that are total cover, in scene order.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> tree = scenery_body("tree", box((50, 50, 90)).mesh, Pose((0, 0, 0)))
    >>> among(Scene((tree,))), among(Scene((replace(tree, placeholder=True),)))
    ((), ('tree',))
    """
    return tuple(body.name for body in scene.bodies if body.placeholder and body.blocks)


def cleared(scene: Scene) -> Scene:
    """Return a scene without its placeholders: they stop no line and fill no space."""
    return Scene(
        tuple(body for body in scene.bodies if not (body.placeholder and body.blocks)), scene.size
    )


def weighed_line(scene: Scene, ask: Callable[[Scene], LineOfFire]) -> LineOfFire:
    """Return a line of fire, undecided where placeholders change it.

    Parameters
    ----------
    scene : Scene
    ask : callable
        What is seen in a scene. It is asked with the placeholders as total cover, and
        where there are some without them; the evidence is that of the first: it names
        them.
    """
    seen = ask(scene)
    if not among(scene):
        return seen
    bare = ask(cleared(scene))
    # How much is hidden may decide on cover.
    same = seen.outcome is bare.outcome
    if same and (seen.outcome is not Outcome.YES or seen.hidden == bare.hidden):
        return seen
    return replace(seen, outcome=Outcome.UNDECIDED, witness=None)
