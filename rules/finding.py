"""What a finding is made of: a question, its answer, the evidence, and where the rule stands."""

from dataclasses import dataclass
from typing import TypeAlias

from spatial.contact import Contact
from spatial.evidence import Blocker, LineOfFire, Sight
from spatial.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a rule stands: a document and a heading in it, never its text."""

    document: str
    heading: str

    def __str__(self) -> str:
        return f"{self.document}, {self.heading}"


@dataclass(frozen=True, slots=True)
class Exemption:
    """Evidence that a rule decides whatever the geometry.

    Parameters
    ----------
    reason : str
        In words, without a full stop.
    """

    reason: str


@dataclass(frozen=True, slots=True)
class Engagement:
    """Evidence that a trooper shares a close combat with others.

    Parameters
    ----------
    through : tuple of str
        Those of them by whom the answer stands.
    group : tuple of str
        Everybody in that close combat, in scene order.
    is_declared : bool
        Whether the scene says so; otherwise they are in contact.
    """

    through: tuple[str, ...]
    group: tuple[str, ...]
    is_declared: bool


@dataclass(frozen=True, slots=True)
class Search:
    """Evidence of a search over the places that a template may start from.

    Parameters
    ----------
    tried : int
        How many placements that touch the trooper were judged one by one.
    spacing : float
        mm between neighbouring places of level placements; 0 where there is but one.
    turn : float
        Degrees between neighbouring directions of level placements, at most; 0 of a circle,
        which points nowhere.
    stopped_by : tuple of str
        Who keeps it from going off: one of them or another would be affected by every
        placement that reaches the trooper.
    hidden : int
        From how many places nothing of the trooper can be seen, however a template from
        there points.
    blockers : tuple of Blocker
        What hides the trooper from all of these and in all placements that were judged,
        the largest share first.
    in_area : bool
        Whether to be within the Trigger Area is enough for those who stop it.
    """

    tried: int
    spacing: float
    turn: float
    stopped_by: tuple[str, ...] = ()
    hidden: int = 0
    blockers: tuple[Blocker, ...] = ()
    in_area: bool = False


@dataclass(frozen=True, slots=True)
class Unasked:
    """In place of evidence: an outcome whose evidence wasn't asked for."""


Evidence: TypeAlias = Contact | Sight | LineOfFire | Exemption | Engagement | Search | Unasked


@dataclass(frozen=True, slots=True)
class Margin:
    """How far an answer is from the other one.

    Parameters
    ----------
    mm : float
        The smallest sideways move of the trooper that was found to flip it, so
        "at most"; its sign that of the answer, positive on a YES.
    toward : float or None
        The direction of that move, degrees counter-clockwise from +x; None where
        no move that was tried flips it, and `mm` is where the search ended.
    """

    mm: float
    toward: float | None


@dataclass(frozen=True, slots=True)
class Finding:
    """One question of a rule, answered.

    Parameters
    ----------
    question : str
        A short name, such as ``"contact"`` or ``"focus line"``.
    outcome : Outcome
        YES where the trooper is affected as far as this question goes.
    evidence : Evidence
    citation : Citation
    margin : Margin or None
        How far the answer is from the other one; None where it wasn't asked, or
        has none.
    """

    question: str
    outcome: Outcome
    evidence: Evidence
    citation: Citation
    margin: Margin | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """What a rule adds to an answer.

    Parameters
    ----------
    text : str
        A clause without a full stop.
    citation : Citation
    """

    text: str
    citation: Citation
