"""Which of several outcomes counts, and how it is said in a word."""

from collections.abc import Collection
from typing import Final

from spatial.outcome import Outcome

WORST_FIRST: Final = (Outcome.YES, Outcome.UNDECIDED, Outcome.NO)
"""The order in which outcomes outweigh one another: who is affected by one is affected."""

WITHIN: Final = {
    Outcome.YES: "within",
    Outcome.NO: "outside",
    Outcome.UNDECIDED: "UNDECIDED",
}
"""What a verdict is called under a template that affects nobody."""

GOES_OFF: Final = {
    Outcome.YES: "GOES OFF",
    Outcome.NO: "stays quiet",
    Outcome.UNDECIDED: "UNDECIDED",
}
"""What a deployable does at somebody."""


def worst(outcomes: Collection[Outcome]) -> Outcome | None:
    """Return the outcome that outweighs the others; None where there is none.

    Examples
    --------
    >>> worst([Outcome.NO, Outcome.UNDECIDED])
    <Outcome.UNDECIDED: 'UNDECIDED'>
    """
    return next((one for one in WORST_FIRST if one in outcomes), None)
