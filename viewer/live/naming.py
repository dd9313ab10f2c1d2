"""What a change is called, for the one who takes it back."""

from rules.area_templates.battle import Battle
from rules.dispute import Dispute
from rules.scenefile.changes import AimAt, Carry, Change, Lie, Raise, Read, Tilt, Tip, Turn
from viewer.drawing.labels import short


def word_of(change: Change, before: Dispute | Battle) -> str:
    """Return what a change is called.

    Parameters
    ----------
    change : Change
    before : Dispute or Battle
        What it was made to.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> word_of(Carry("trooper:Beta", 10, 10), read(starter(), "starter.toml"))
    'moving Beta'
    """
    if isinstance(change, Read):
        return f"reading {change.reading} = {change.choice}"
    name = short(_name(change.key, before))
    match change:
        case Carry():
            return f"moving {name}"
        case Turn():
            return f"turning {name}"
        case Lie(prone=prone):
            return f"{name} {'lying down' if prone else 'getting up'}"
        case Tip():
            return f"the tip of {name}"
        case Tilt():
            return f"the tilt of {name}"
        case Raise():
            return f"the height of {name}"
        case AimAt(name=target):
            return f"{name} at {short(target)}"
    raise TypeError(change)


def _name(key: str, before: Dispute | Battle) -> str:
    kind, _, rest = key.partition(":")
    if kind == "template":
        return rest.partition(":")[2]
    if kind == "event" and isinstance(before, Battle):
        return f"event {rest}"
    return rest
