"""`Reading`: one choice that a rules text leaves open, how it is made, and what it flips."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.verdict import RulingError


@dataclass(frozen=True, slots=True)
class Reading:
    """One disputed choice.

    Parameters
    ----------
    name : str
        The key in a scene file's ``[readings]``.
    rules : str
        The rule system it belongs to.
    choices : dict of str to str
        Each choice in words; the first is the default.
    source : str
        Where the question comes from and who reads it how.
    """

    name: str
    rules: str
    choices: Mapping[str, str]
    source: str

    @property
    def default(self) -> str:
        """The choice that holds unless a scene makes another."""
        return next(iter(self.choices))


@dataclass(frozen=True, slots=True)
class Flip:
    """A change of one reading that changes an answer.

    Parameters
    ----------
    reading, choice : str
    answer : str
        The other one.
    """

    reading: str
    choice: str
    answer: str


def choose(readings: tuple[Reading, ...], choices: Mapping[str, str]) -> dict[str, str]:
    """Return every reading with its choice, defaults filled in.

    Parameters
    ----------
    readings : tuple of Reading
        All of one rule system.
    choices : dict of str to str
        Those that aren't left at their default.

    Raises
    ------
    RulingError
        If a reading or a choice isn't known.

    Examples
    --------
    >>> stop = Reading("stop", "a game", {"edge": "at the edge", "wall": "at a wall"}, "")
    >>> choose((stop,), {}), choose((stop,), {"stop": "wall"})
    ({'stop': 'edge'}, {'stop': 'wall'})
    """
    known = {reading.name: reading for reading in readings}
    for name, choice in choices.items():
        if name not in known:
            raise RulingError(f'readings: no reading is called "{name}"; use {", ".join(known)}')
        if choice not in known[name].choices:
            allowed = " or ".join(f'"{one}"' for one in known[name].choices)
            raise RulingError(f'readings.{name}: expected {allowed}, got "{choice}"')
    return {name: choices.get(name, reading.default) for name, reading in known.items()}
