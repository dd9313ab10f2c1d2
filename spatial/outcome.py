"""`Outcome`: the three answers a question can have."""

from enum import Enum
from typing import NoReturn


class Outcome(Enum):
    """YES, NO, or UNDECIDED where the evidence settles neither.

    Examples
    --------
    >>> Outcome.YES.value
    'YES'
    """

    YES = "YES"
    NO = "NO"
    UNDECIDED = "UNDECIDED"

    def __bool__(self) -> NoReturn:
        """Refuse: a third answer must not slip through an ``if``."""
        raise TypeError("an Outcome has three values; compare it, as in `outcome is Outcome.YES`")
