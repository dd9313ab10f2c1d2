"""Lines of sight to and from the centre of an Area Template.

The text asks for Line of Sight and doesn't describe it: it is the real one, from any
point of a silhouette, all round.
"""

from functools import lru_cache

from meshes.solids import Point
from rules.stand_ins import weighed_line
from spatial.evidence import LineOfFire
from spatial.fire import fire_from_point, fire_to_point
from spatial.scene import Body, Scene


# Most readings change nothing that is seen: a log under another one asks the same again.
@lru_cache(maxsize=512)
def to_centre(scene: Scene, viewer: Body, centre: Point, models: bool) -> LineOfFire:
    """Return whether a model sees a centre.

    Parameters
    ----------
    scene : Scene
    viewer : Body
        A model's silhouette.
    centre : tuple of 3 floats
        mm.
    models : bool
        Whether other models stop lines.
    """
    return weighed_line(scene, lambda one: fire_to_point(one, viewer, centre, models=models))


@lru_cache(maxsize=512)
def from_centre(scene: Scene, centre: Point, target: Body, models: bool) -> LineOfFire:
    """Return whether a centre sees a model, and how much of it is hidden.

    Parameters
    ----------
    scene : Scene
    centre : tuple of 3 floats
        mm.
    target : Body
        A model's silhouette.
    models : bool
        Whether other models stop lines.
    """
    return weighed_line(scene, lambda one: fire_from_point(one, centre, target, models=models))
