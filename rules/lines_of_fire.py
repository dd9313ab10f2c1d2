"""Who sees whom: which rule system answers, and for which pairs."""

from collections.abc import Callable, Sequence

from rules import placeholders
from rules.area_templates import seeing, standing
from rules.area_templates.battle import Battle
from rules.dispute import Dispute
from rules.infinity import fire
from rules.infinity.fire_readings import FIRE_READINGS
from rules.leaking import leak_notes
from rules.readings import chosen
from rules.sighting import Sighting, Sightings
from rules.stances import no_real_table, stances
from rules.verdict import RulingError, Stance

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


def everybody(
    scene: Dispute | Battle,
    evidence: bool = True,
    progress: Callable[[float], None] | None = None,
) -> Sightings:
    """Return what every trooper sees of every other, without margins.

    Parameters
    ----------
    scene : Dispute or Battle
    evidence : bool
        Whether to say how much each sees, and the cover.
    progress : callable or None
        Told how much is done, from 0 to 1.
    """
    names = _names(scene)
    pairs = [(a, b) for a in names for b in names if a != b]
    return _asked(scene, pairs, False, evidence, progress)


def illegal(scene: Dispute | Battle) -> tuple[Stance, ...]:
    """Return the stances that can't be on a real table; of a battle, as it starts.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> illegal(read(starter(), "starter.toml"))
    ()
    """
    if isinstance(scene, Battle):
        return standing.illegal(scene.start)
    return tuple(one for one in stances(scene) if one.faults)


def _names(scene: Dispute | Battle) -> tuple[str, ...]:
    if isinstance(scene, Battle):
        return tuple(one.name for one in scene.start.models)
    return tuple(one.name for one in scene.troopers)


def _asked(
    scene: Dispute | Battle,
    pairs: Sequence[tuple[str, str]],
    margins: bool,
    evidence: bool,
    progress: Callable[[float], None] | None = None,
) -> Sightings:
    readings = chosen(scene.rules, scene.readings)
    bearing = _OF_AREAS if isinstance(scene, Battle) else [one.name for one in FIRE_READINGS]
    faulty = illegal(scene)
    found, notes = [], [*no_real_table(faulty), *scene.notes]
    table = None if isinstance(scene, Battle) else placeholders.unknown(scene)
    for viewer, target in pairs:
        if isinstance(scene, Battle):
            model, other = scene.start.model(viewer), scene.start.model(target)
            found.append(seeing.sighting(scene, model, other, readings, evidence))
        else:
            one, two = scene.trooper(viewer), scene.trooper(target)
            seen = fire.sighting(scene, one, two, readings, margins, evidence)
            if table is not None:
                clear = fire.sighting(table.bare, one, two, readings, evidence=False)
                seen, hanging = placeholders.weighed_sighting(table, seen, clear)
                notes += hanging
            found.append(seen)
        if progress is not None:
            progress(len(found) / len(pairs))
    return Sightings(
        scene.name,
        scene.rules,
        {name: readings[name] for name in bearing},
        _names(scene),
        tuple(found),
        (*notes, *_leaks(scene, found)),
        faulty,
    )


def _leaks(scene: Dispute | Battle, found: Sequence[Sighting]) -> list[str]:
    """A note on each clear line that passes through a crack in a mesh."""
    solids = scene.start.scene if isinstance(scene, Battle) else scene.scene
    return [
        f"{one.viewer} sees {one.target}, but {note}"
        for one in found
        if one.fire.witness is not None
        for note in leak_notes(solids, one.fire.witness.line)
    ]
