"""Who sees whom: which rule system answers, and for which pairs."""

from collections.abc import Sequence

from rules.area_templates import seeing
from rules.area_templates.battle import Battle
from rules.dispute import Dispute
from rules.infinity import fire
from rules.infinity.fire_readings import FIRE_READINGS
from rules.readings import chosen
from rules.sighting import Sightings
from rules.verdict import RulingError

_OF_AREAS = ("models_block",)


def between(scene: Dispute | Battle, viewer: str, target: str, margin: bool = True) -> Sightings:
    """Return what one trooper sees of another, with all evidence.

    Parameters
    ----------
    scene : Dispute or Battle
        Of a battle, as it starts.
    viewer, target : str
        Names of troopers.
    margin : bool
        Whether to ask how far the answer is from the other one, where the rule system
        does; it takes most of the time.

    Raises
    ------
    RulingError
        If there is no trooper of one of the names, or both are the same.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> seen = between(read(starter(), "starter.toml"), "Beta", "1", margin=False)
    >>> seen.sightings[0].outcome.value
    'YES'
    """
    names = _names(scene)
    for name in (viewer, target):
        if name not in names:
            raise RulingError(f'no trooper is called "{name}"; use one of {", ".join(names)}')
    if viewer == target:
        raise RulingError(f'"{viewer}" is asked for twice; name two troopers')
    return _asked(scene, [(viewer, target)], margin, True)


def everybody(scene: Dispute | Battle, evidence: bool = True) -> Sightings:
    """Return what every trooper sees of every other, without margins.

    Parameters
    ----------
    scene : Dispute or Battle
    evidence : bool
        Whether to say how much each sees, and the cover.
    """
    names = _names(scene)
    return _asked(scene, [(a, b) for a in names for b in names if a != b], False, evidence)


def _names(scene: Dispute | Battle) -> tuple[str, ...]:
    if isinstance(scene, Battle):
        return tuple(one.name for one in scene.start.models)
    return tuple(one.name for one in scene.troopers)


def _asked(
    scene: Dispute | Battle, pairs: Sequence[tuple[str, str]], margins: bool, evidence: bool
) -> Sightings:
    readings = chosen(scene.rules, scene.readings)
    if isinstance(scene, Battle):
        models = {one.name: one for one in scene.start.models}
        bearing: Sequence[str] = _OF_AREAS
        found = [seeing.sighting(scene, models[a], models[b], readings, evidence) for a, b in pairs]
    else:
        bearing = [one.name for one in FIRE_READINGS]
        found = [
            fire.sighting(scene, scene.trooper(a), scene.trooper(b), readings, margins, evidence)
            for a, b in pairs
        ]
    return Sightings(
        scene.name,
        scene.rules,
        {name: readings[name] for name in bearing},
        _names(scene),
        tuple(found),
        scene.notes,
    )
