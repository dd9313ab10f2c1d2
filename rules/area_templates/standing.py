"""Who can't stand as a battle says: at its start, and after each move."""

from rules.area_templates.state import State
from rules.area_templates.verdicts import Log
from rules.stances import complaints, stance
from rules.verdict import RulingError, Stance


def illegal(state: State) -> tuple[Stance, ...]:
    """Return the illegal stances of a state, in scene order.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from rules.area_templates.state import Model
    >>> from spatial.scene import trooper_body
    >>> s2 = silhouette("S2")
    >>> hangs = Model("Beta", "blue", s2, trooper_body("Beta", s2.solid, (60, 0, 9)))
    >>> illegal(State((hangs,)))[0].faults
    ('stands on nothing, 9.0 mm in the air',)
    """
    found = [stance(state.scene, model) for model in state.models]
    return tuple(one for one in found if one.faults)


def newly_illegal(before: State, after: State) -> tuple[Stance, ...]:
    """Return the illegal stances of a state that weren't so in the one before it."""
    known = {(one.trooper, one.at, one.faults) for one in illegal(before)}
    found = illegal(after)
    return tuple(one for one in found if (one.trooper, one.at, one.faults) not in known)


def refuse(log: Log) -> None:
    """Raise one error that names every illegal stance of a log, and the event.

    Parameters
    ----------
    log : Log

    Raises
    ------
    RulingError
        If a stance is illegal at the start, or a move ends in one.
    """
    said = list(complaints(log.illegal))
    for step in log.steps:
        said += [f"event[{step.number}]: {one}" for one in complaints(step.illegal)]
    if said:
        raise RulingError("\n".join(said))
