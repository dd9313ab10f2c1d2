"""What a ruling says: verdicts, their findings, and where each rule stands."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meshes.templates import Template
from rules.declaration import Dodge, Modifier
from rules.finding import (
    Citation,
    Engagement,
    Evidence,
    Exemption,
    Finding,
    Margin,
    Remark,
    Search,
    Unasked,
)
from spatial.evidence import Sight
from spatial.footing import Footing
from spatial.outcome import Outcome
from spatial.scene import Body

__all__ = [
    "AttackRuling",
    "Citation",
    "Dodge",
    "Engagement",
    "Evidence",
    "Exemption",
    "Finding",
    "Margin",
    "Modifier",
    "Placement",
    "PlacementStatus",
    "Remark",
    "Ruling",
    "RulingError",
    "Search",
    "Stance",
    "Unasked",
    "Verdict",
]

PlacementStatus: TypeAlias = Literal["placed", "illegal", "cancelled", "undecided"]


class RulingError(ValueError):
    """A question that can't be ruled on; the message names the place and the remedy."""


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
    remarks : tuple of Remark
        What else a rule says of a trooper with this verdict.
    """

    trooper: str
    outcome: Outcome
    findings: tuple[Finding, ...]
    slack: float = 0.5
    margin: Margin | None = None
    turn: float | None = None
    rise: float | None = None
    remarks: tuple[Remark, ...] = ()

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
        # Where a shape isn't known, no hair decides.
        unsure = self.outcome is Outcome.UNDECIDED and self.deciding.question != "placeholder"
        return near or unsure or self.is_bare or self.is_narrow or self.is_at_end

    @property
    def is_narrow(self) -> bool:
        """Whether it stands on a line through an opening no wider than the slack."""
        # Of a YES every line counts, also one that isn't asked for last.
        asked = self.findings if self.outcome is Outcome.YES else (self.deciding,)
        seen = [one.evidence.witness for one in asked if isinstance(one.evidence, Sight)]
        widths = [one.width for one in seen if one is not None and one.width is not None]
        return any(width <= self.slack for width in widths)

    @property
    def is_at_end(self) -> bool:
        """Whether it stands where a deployable's reach ends, within the slack."""
        asked = self.findings if self.outcome is Outcome.YES else (self.deciding,)
        ends = [one.margin for one in asked if one.question == "reach"]
        return any(margin is not None and abs(margin.mm) <= self.slack for margin in ends)

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
    status : {"placed", "illegal", "cancelled", "undecided"}
        A cancelled one affects nobody; an undecided one may be cancelled.
    reasons : tuple of str
        Why it isn't simply placed.
    citation : Citation or None
        The rule it breaks, or that cancels it.
    verdicts : tuple of Verdict
        In scene order; none where the placement is illegal.
    notes : tuple of str
    by : str
        Whose template it is.
    set_off_by : str
        Of a deployable whose trigger area is asked for, who sets it off so; else empty.
    """

    name: str
    template: Template
    body: Body
    status: PlacementStatus
    reasons: tuple[str, ...] = ()
    citation: Citation | None = None
    verdicts: tuple[Verdict, ...] = ()
    notes: tuple[str, ...] = ()
    by: str = ""
    set_off_by: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class AttackRuling:
    """One attack: its placements, each judged by itself, and what may be declared.

    Parameters
    ----------
    by, weapon : str
    burst : int
    placements : tuple of Placement
        Of a deployable whose trigger area is asked for: one for each trooper that
        sets it off.
    placed : {"direct", "impact", ""}
        How the weapon's template is placed; empty for a weapon without one.
    against : tuple of str
        Whom it is declared at.
    remarks : tuple of Remark
        What holds for the attack as a whole.
    dodges : tuple of Dodge
        In scene order.
    modifiers : tuple of Modifier
        To the BS rolls, one for each main target.
    triggers : tuple of Verdict
        Who sets a deployable off, where the scene asks that.
    deployed : bool
        Whether it is a Deployable Weapon's.
    """

    by: str
    weapon: str
    burst: int
    placements: tuple[Placement, ...]
    placed: str = "direct"
    against: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    dodges: tuple[Dodge, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    triggers: tuple[Verdict, ...] = ()
    deployed: bool = False


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
        What can't be so on a real table, in words: the stance is illegal.
    notes : tuple of str
        What is unusual about it and may be so, in words.
    remedy : str
        What would make it legal, in words; empty where it is, or nothing was found.
    footing : Footing or None
        What carries it and how, in numbers.
    """

    trooper: str
    side: str
    silhouette: str
    at: tuple[float, float, float]
    on: tuple[str, ...]
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    remedy: str = ""
    footing: Footing | None = None


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
