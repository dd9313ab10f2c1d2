"""What one trooper sees of another, as a rule system reads it."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.finding import Citation, Margin
from rules.verdict import Stance
from spatial.evidence import LineOfFire
from spatial.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Cover:
    """Whether a target has partial cover from its viewer.

    Parameters
    ----------
    outcome : Outcome
    pieces : tuple of (piece, share)
        On a YES, who gives it, and the share of the target each hides, 0 to 1.
    touches : tuple of str
        Every piece in contact with the target.
    """

    outcome: Outcome
    pieces: tuple[tuple[str, float], ...]
    touches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sighting:
    """Whether one trooper sees another.

    Parameters
    ----------
    viewer, target : str
    fire : LineOfFire
        The outcome and its evidence.
    citation : Citation
    needed : float
        The side of the square that must be visible, mm.
    cover : Cover or None
        On a YES, where it was asked.
    margin : Margin or None
        The smallest sideways move of the target that was found to flip it; None where
        it wasn't asked.
    slack : float
        A margin no wider than this is a close call, mm.
    is_returned : bool
        Whether it sees the target only because the target sees it.
    """

    viewer: str
    target: str
    fire: LineOfFire
    citation: Citation
    needed: float = 0.0
    cover: Cover | None = None
    margin: Margin | None = None
    slack: float = 0.5
    is_returned: bool = False

    @property
    def outcome(self) -> Outcome:
        """YES where the viewer sees the target."""
        return self.fire.outcome

    @property
    def close_call(self) -> bool:
        """Whether a hair decides: a move within the slack, a visible part no larger than it
        must be by more than the slack, a part too small, or nothing at all."""
        part, margin = self.fire.part, self.margin
        near = part is not None and part - self.needed <= self.slack
        near |= margin is not None and abs(margin.mm) <= self.slack
        return near or self.fire.too_small or self.outcome is Outcome.UNDECIDED


@dataclass(frozen=True, slots=True, eq=False)
class Sightings:
    """Who sees whom on a table.

    Parameters
    ----------
    scene : str
        The scene's name.
    rules : str
    readings : dict of str to str
        Those that bear on it, as chosen.
    troopers : tuple of str
        In scene order.
    sightings : tuple of Sighting
        By viewer, then by target, in scene order.
    notes : tuple of str
    illegal : tuple of Stance
        Stances that can't be on a real table; the notes name them too.
    """

    scene: str
    rules: str
    readings: Mapping[str, str]
    troopers: tuple[str, ...]
    sightings: tuple[Sighting, ...]
    notes: tuple[str, ...] = ()
    illegal: tuple[Stance, ...] = ()

    def between(self, viewer: str, target: str) -> Sighting | None:
        """Return what one trooper sees of another; None where it wasn't asked."""
        for one in self.sightings:
            if (one.viewer, one.target) == (viewer, target):
                return one
        return None
