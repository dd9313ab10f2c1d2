"""Line of sight between two models of a battle, at its start."""

from collections.abc import Mapping

from rules.area_templates.battle import Battle
from rules.area_templates.citations import GENERAL
from rules.area_templates.state import Model
from rules.sighting import Sighting
from spatial.fire import line_of_fire


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
    seen = line_of_fire(
        battle.start.scene,
        viewer.body,
        target.body,
        part=0.0,
        models=readings["models_block"] == "yes",
        evidence=evidence,
    )
    return Sighting(viewer.name, target.name, seen, GENERAL, slack=battle.slack)
