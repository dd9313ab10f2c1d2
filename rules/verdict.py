"""What a ruling says: verdicts, their findings, and where each rule stands."""

from dataclasses import dataclass, field
from typing import TypeAlias

from meshes.templates import Template
from spatial.contact import Contact
from spatial.outcome import Outcome
from spatial.scene import Body
from spatial.sight import Sight


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
    margin : float or None
        How far the answer is from the other one, mm; its sign that of the
        answer. None where it isn't known.
    """

    question: str
    outcome: Outcome
    evidence: Evidence
    citation: Citation
    margin: float | None = None


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
    """

    trooper: str
    outcome: Outcome
    findings: tuple[Finding, ...]
    slack: float = 0.5

    @property
    def deciding(self) -> Finding:
        """The finding that decided."""
        return self.findings[-1]

    @property
    def margin(self) -> float | None:
        """How far this verdict is from the other one, mm, where that is known."""
        return self.deciding.margin

    @property
    def close_call(self) -> bool:
        """Whether a move within the slack may flip the verdict, as far as is known.

        A YES stands on every finding, a NO only on the one that decided.
        """
        asked = self.findings if self.outcome is Outcome.YES else self.findings[-1:]
        return self.outcome is Outcome.UNDECIDED or any(
            finding.margin is not None and abs(finding.margin) <= self.slack for finding in asked
        )


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
    notes : tuple of str
        What the ruling stands on: unverified sizes, lifted pieces.
    """

    scene: str
    rules: str
    readings: dict[str, str]
    attacks: tuple[AttackRuling, ...]
    notes: tuple[str, ...] = field(default=())
