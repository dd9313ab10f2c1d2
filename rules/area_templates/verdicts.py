"""What the log says of an event: findings, a verdict for each model, dice, changes."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meshes.solids import Point
from rules.area_templates.events import Event
from rules.area_templates.rolls import Roll, Way
from rules.area_templates.state import State
from rules.finding import Citation, Exemption
from rules.verdict import Stance
from spatial.depths import Depth
from spatial.evidence import LineOfFire
from spatial.outcome import Outcome

Status: TypeAlias = Literal["resolved", "illegal", "undecided"]


@dataclass(frozen=True, slots=True)
class Within:
    """Evidence of how a model lies in an area.

    Parameters
    ----------
    area : str
    part : {"overlap", "centre", "whole"}
        Which part of its base was asked for.
    depth : Depth
    """

    area: str
    part: str
    depth: Depth


@dataclass(frozen=True, slots=True)
class Measured:
    """Evidence of a length that was measured.

    Parameters
    ----------
    mm : float
    limit : float
        The greatest that is allowed, mm; touching counts.
    start : str
        Where it was measured from, in words.
    """

    mm: float
    limit: float
    start: str


@dataclass(frozen=True, slots=True)
class Scatter:
    """Evidence of how a template moved after its roll.

    Parameters
    ----------
    roll : Roll
        The recorded one.
    way : {"stays", "away", "toward"}
    start, end : tuple of 3 floats
        The centre before and after, mm.
    rolled : float
        The distance it should have moved, mm.
    moved : float
        The distance it moved on the plan, mm.
    stopped_by : {"", "edge", "attacker"}
    past : float
        How far beyond the centre of the attacker's base it ends, where it passed it, mm.
    """

    roll: Roll
    way: Way
    start: Point
    end: Point
    rolled: float = 0.0
    moved: float = 0.0
    stopped_by: str = ""
    past: float = 0.0


Evidence: TypeAlias = Within | Measured | Scatter | LineOfFire | Exemption


@dataclass(frozen=True, slots=True)
class Finding:
    """One question of a rule, answered.

    Parameters
    ----------
    question : str
    outcome : Outcome
    evidence : Within, Measured, Scatter, LineOfFire or Exemption
    citation : Citation
    """

    question: str
    outcome: Outcome
    evidence: Evidence
    citation: Citation

    @property
    def margin(self) -> float | None:
        """How far a measured answer is from the other one, mm, positive on a YES."""
        match self.evidence:
            case Within(depth=depth):
                return depth.mm
            case Measured(mm=mm, limit=limit):
                return limit - mm
        return None

    def is_close(self, slack: float) -> bool:
        """Whether it is undecided, or its margin is no wider than the slack, mm."""
        near = self.margin is not None and abs(self.margin) <= slack
        return near or self.outcome is Outcome.UNDECIDED


@dataclass(frozen=True, slots=True)
class ModelVerdict:
    """What an event means for one model.

    Parameters
    ----------
    model : str
    outcome : Outcome
    findings : tuple of Finding
        In the order the rule asks; the last one decides.
    further : tuple of Finding
        What else follows for it: Cover, being the direct target, areas that give dice.
    attack_dice, defense_dice : tuple of str
        The areas that add one to the roll against it, and to its Defense roll.
    criticals : int
        How many of the attacker's Criticals are applied to it.
    slack : float
        A margin no wider than this is a close call, mm.
    """

    model: str
    outcome: Outcome
    findings: tuple[Finding, ...]
    further: tuple[Finding, ...] = ()
    attack_dice: tuple[str, ...] = ()
    defense_dice: tuple[str, ...] = ()
    criticals: int = 0
    slack: float = 0.5

    @property
    def deciding(self) -> Finding:
        """The finding that decided."""
        return self.findings[-1]

    @property
    def close_call(self) -> bool:
        """Whether a margin of a finding is no wider than the slack, or one is undecided."""
        return any(one.is_close(self.slack) for one in (*self.findings, *self.further))

    def finding(self, question: str) -> Finding | None:
        """Return the first finding on a question, if it was asked."""
        every = (*self.findings, *self.further)
        return next((one for one in every if one.question == question), None)


@dataclass(frozen=True, slots=True)
class Change:
    """What an event changed, and the rule.

    Parameters
    ----------
    what : str
        In words without a full stop.
    citation : Citation
    at : tuple of 3 floats or None
        The place that the words end with, mm.
    """

    what: str
    citation: Citation
    at: Point | None = None

    @property
    def text(self) -> str:
        """The words with the place in mm."""
        if self.at is None:
            return self.what
        place = ", ".join(f"{round(value, 1) + 0.0:.1f}" for value in self.at)
        return f"{self.what} at ({place}) mm"


@dataclass(frozen=True, slots=True)
class Centre:
    """Where an attack's centre was put.

    Parameters
    ----------
    at : tuple of 3 floats
        mm.
    on : tuple of str
        Where its height wasn't stated, what it lies on: pieces of scenery in scene order,
        or the table.
    """

    at: Point
    on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One event of a log.

    Parameters
    ----------
    number : int
        From 1.
    event : Event
    status : {"resolved", "illegal", "undecided"}
        Only a resolved event changes anything.
    state : State
        After it.
    findings : tuple of Finding
        On the event itself, in the order the rule asks.
    verdicts : tuple of ModelVerdict
        In scene order; none where the event isn't about whom an area affects.
    changes : tuple of Change
    notes : tuple of str
    centre : Centre or None
        Where an attack's centre was put.
    illegal : tuple of Stance
        Stances that are illegal after it and weren't so before; the notes name them too.
    """

    number: int
    event: Event
    status: Status
    state: State
    findings: tuple[Finding, ...] = ()
    verdicts: tuple[ModelVerdict, ...] = ()
    changes: tuple[Change, ...] = ()
    notes: tuple[str, ...] = ()
    centre: Centre | None = None
    illegal: tuple[Stance, ...] = ()

    def is_close(self, slack: float) -> bool:
        """Whether anything in it is a close call, with a slack in mm."""
        own = any(one.is_close(slack) for one in self.findings)
        return own or any(one.close_call for one in self.verdicts)


@dataclass(frozen=True, slots=True)
class Resolved:
    """What an event does: a step without its number; see `Step`."""

    state: State
    status: Status = "resolved"
    findings: tuple[Finding, ...] = ()
    verdicts: tuple[ModelVerdict, ...] = ()
    changes: tuple[Change, ...] = ()
    notes: tuple[str, ...] = ()
    centre: Centre | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Log:
    """Everything a scene's events came to.

    Parameters
    ----------
    scene : str
        The scene's name.
    rules : str
    readings : dict of str to str
        Every reading with its choice.
    start : State
    steps : tuple of Step
    slack : float
        mm.
    notes : tuple of str
        What it stands on.
    units : str
        In which the scene is written.
    illegal : tuple of Stance
        Illegal stances at the start; the notes name them too.
    """

    scene: str
    rules: str
    readings: dict[str, str]
    start: State
    steps: tuple[Step, ...]
    slack: float = 0.5
    notes: tuple[str, ...] = ()
    units: str = "mm"
    illegal: tuple[Stance, ...] = ()
