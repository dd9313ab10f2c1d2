"""What a ruling says: verdicts, their findings, and where each rule stands."""

from dataclasses import dataclass
from typing import TypeAlias

from meshes.templates import Template
from spatial.contact import Contact
from spatial.evidence import Sight
from spatial.outcome import Outcome
from spatial.scene import Body


class RulingError(ValueError):
    """A question that can't be ruled on; the message names the place and the remedy."""


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a rule stands: a document and a heading in it, never its text."""

    document: str
    heading: str

    def __str__(self) -> str:
        return f"{self.document}, {self.heading}"


@dataclass(frozen=True, slots=True)
class Exemption:
    """Evidence that a rule leaves a trooper out whatever the geometry.

    Parameters
    ----------
    reason : str
        In words, without a full stop.
    """

    reason: str


Evidence: TypeAlias = Contact | Sight | Exemption


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
    evidence : Contact, Sight or Exemption
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
class Verdict:
    """Whether one trooper is affected by one template.

    Parameters
    ----------
    trooper : str
    outcome : Outcome
    findings : tuple of Finding
        In the order the rule asks; the last one decides.
    slack : float
        A margin no wider than this is a close call, mm.
    margin : Margin or None
        None where it wasn't asked, or has none.
    turn : float or None
        The smallest turn of the template that was found to flip it, degrees
        counter-clockwise; None where none does.
    rise : float or None
        The smallest raise of the template that was found to flip it, mm, lowering
        negative; None where none does.
    """

    trooper: str
    outcome: Outcome
    findings: tuple[Finding, ...]
    slack: float = 0.5
    margin: Margin | None = None
    turn: float | None = None
    rise: float | None = None

    @property
    def deciding(self) -> Finding:
        """The finding that decided."""
        return self.findings[-1]

    @property
    def close_call(self) -> bool:
        """Whether a hair decides: a move or a raise within the slack, an opening no
        wider, a contact without depth, or nothing at all."""
        moves = [self.rise, None if self.margin is None else self.margin.mm]
        near = any(move is not None and abs(move) <= self.slack for move in moves)
        return near or self.outcome is Outcome.UNDECIDED or self.is_bare or self.is_narrow

    @property
    def is_narrow(self) -> bool:
        """Whether it stands on a line through an opening no wider than the slack."""
        evidence = self.deciding.evidence
        witness = evidence.witness if isinstance(evidence, Sight) else None
        width = None if witness is None else witness.width
        return width is not None and width <= self.slack

    @property
    def is_bare(self) -> bool:
        """Whether it stands on a contact without depth: always a close call."""
        evidence = self.deciding.evidence
        return isinstance(evidence, Sight) and evidence.method == "bare contact"


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """One template of an attack in its place, and whom it affects.

    Parameters
    ----------
    name : str
    template : Template
    body : Body
        Its Blast Focus is at ``body.pose.at``.
    status : {"placed", "illegal"}
    reasons : tuple of str
        Why it is illegal.
    citation : Citation or None
        The rule it breaks.
    verdicts : tuple of Verdict
        In scene order; none where the placement is illegal.
    notes : tuple of str
    """

    name: str
    template: Template
    body: Body
    status: str
    reasons: tuple[str, ...] = ()
    citation: Citation | None = None
    verdicts: tuple[Verdict, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class AttackRuling:
    """One attack: its placements, each judged by itself."""

    by: str
    weapon: str
    burst: int
    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Stance:
    """How one trooper stands.

    Parameters
    ----------
    trooper, side : str
    silhouette : str
        Its name, SX where it is prone.
    at : tuple of 3 floats
        The centre of its underside, mm.
    on : tuple of str
        What carries it; empty where it hangs in the air.
    faults : tuple of str
        What can't be so on a real table, in words.
    """

    trooper: str
    side: str
    silhouette: str
    at: tuple[float, float, float]
    on: tuple[str, ...]
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Ruling:
    """Everything a scene's ruling says.

    Parameters
    ----------
    scene : str
        The scene's name.
    rules : str
    readings : dict of str to str
        Every reading of the rule system as chosen.
    attacks : tuple of AttackRuling
    stances : tuple of Stance
        How every trooper stands.
    notes : tuple of str
        What the ruling stands on: unverified sizes, lifted pieces.
    """

    scene: str
    rules: str
    readings: dict[str, str]
    attacks: tuple[AttackRuling, ...]
    stances: tuple[Stance, ...] = ()
    notes: tuple[str, ...] = ()
