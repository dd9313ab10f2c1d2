"""Line of sight between two models of a battle, at its start."""

from collections.abc import Mapping

from rules.area_templates.battle import Battle
from rules.area_templates.citations import GENERAL
from rules.area_templates.state import Model
from rules.sighting import Sighting
from rules.stand_ins import weighed_line
from spatial.evidence import LineOfFire
from spatial.fire import line_of_fire
from spatial.scene import Scene


def sighting(
    battle: Battle,
    viewer: Model,
    target: Model,
    readings: Mapping[str, str],
    evidence: bool = True,
) -> Sighting:
    """Return whether one model sees another.

    The text asks for Line of Sight and doesn't describe it: any straight line will do,
    from any point of one silhouette to any point of the other, all round.

    Parameters
    ----------
    battle : Battle
    viewer, target : Model
    readings : mapping of str to str
        Every reading with its choice.
    evidence : bool
        Whether to say how much is seen.
    """
    bodies, blocks = (viewer.body, target.body), readings["models_block"] == "yes"

    def ask(scene: Scene) -> LineOfFire:
        return line_of_fire(scene, *bodies, part=0.0, models=blocks, evidence=evidence)

    seen = weighed_line(battle.start.scene, ask)
    return Sighting(viewer.name, target.name, seen, GENERAL, slack=battle.slack)
