"""Who sees whom: which rule system answers, and for which pairs."""

from rules.dispute import Dispute, Trooper
from rules.infinity import fire
from rules.infinity.fire_readings import FIRE_READINGS
from rules.readings import chosen
from rules.sighting import Sighting, Sightings
from rules.verdict import RulingError


def between(dispute: Dispute, viewer: str, target: str, margin: bool = True) -> Sightings:
    """Return what one trooper sees of another, with all evidence.

    Parameters
    ----------
    dispute : Dispute
    viewer, target : str
        Names of troopers.
    margin : bool
        Whether to ask how far the answer is from the other one; it takes most of the
        time.

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
    known = {one.name: one for one in dispute.troopers}
    for name in (viewer, target):
        if name not in known:
            raise RulingError(f'no trooper is called "{name}"; use one of {", ".join(known)}')
    if viewer == target:
        raise RulingError(f'"{viewer}" is asked for twice; name two troopers')
    return _asked(dispute, [(known[viewer], known[target])], margin, True)


def everybody(dispute: Dispute, evidence: bool = True) -> Sightings:
    """Return what every trooper sees of every other, without margins.

    Parameters
    ----------
    dispute : Dispute
    evidence : bool
        Whether to say how much each sees, and the cover.
    """
    pairs = [(a, b) for a in dispute.troopers for b in dispute.troopers if a is not b]
    return _asked(dispute, pairs, False, evidence)


def _asked(
    dispute: Dispute, pairs: list[tuple[Trooper, Trooper]], margins: bool, evidence: bool
) -> Sightings:
    readings = chosen(dispute.rules, dispute.readings)
    found: list[Sighting] = [
        fire.sighting(dispute, viewer, target, readings, margins, evidence)
        for viewer, target in pairs
    ]
    return Sightings(
        dispute.name,
        dispute.rules,
        {one.name: readings[one.name] for one in FIRE_READINGS},
        tuple(one.name for one in dispute.troopers),
        tuple(found),
        dispute.notes,
    )
