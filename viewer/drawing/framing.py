"""How a picture is asked for: from where, cut where, and which of the templates."""

import math
from dataclasses import dataclass
from typing import Final

from rules.verdict import RulingError
from viewer.drawing.views import PARALLEL

FOCUS: Final = "focus"
_EYE: Final = "eye:"


@dataclass(frozen=True, slots=True)
class Framing:
    """What a picture of a scene is to show.

    Parameters
    ----------
    view : str
        ``"top"``, ``"north"``, ``"south"``, ``"east"``, ``"west"``, ``"iso"``,
        ``"focus"``, or ``"eye:"`` and a trooper's name; empty for the two that are drawn
        side by side, from above and at an angle.
    is_sheet : bool
        Whether it is the page to print, with four views.
    cut : float or None
        mm above the table: what is above it is left out.
    level : int or None
        The one floor that is shown.
    template : str
        The one template that is shown; empty for all.

    Raises
    ------
    RulingError
        If there is no such view, or two things are asked for that exclude each other.

    Examples
    --------
    >>> Framing("eye:Beta").eye
    'Beta'
    >>> Framing("up")
    Traceback (most recent call last):
    rules.verdict.RulingError: --view up: there is no such view; use top, north, south, east, west,
    iso, focus, or eye: with a trooper's name
    """

    view: str = ""
    is_sheet: bool = False
    cut: float | None = None
    level: int | None = None
    template: str = ""

    def __post_init__(self) -> None:
        if self.view not in ("", FOCUS, *PARALLEL) and not self.eye:
            known = ", ".join([*PARALLEL, FOCUS])
            raise RulingError(
                f"--view {self.view}: there is no such view; use {known}, "
                "or eye: with a trooper's name"
            )
        if self.is_sheet and self.view:
            raise RulingError("--sheet has views of its own; leave out --view")
        if self.cut is not None and not math.isfinite(self.cut):
            raise RulingError(f"--cut {self.cut:g}: expected a number of mm above the table")
        if self.cut is not None and self.level is not None:
            raise RulingError("--cut and --level both say what is left out; give one of them")
        if self.is_from_point and (self.cut is not None or self.level is not None):
            raise RulingError(
                f"--view {self.view} shows everything that can be seen from there; "
                "leave out --cut and --level"
            )
        if self.eye and self.template:
            raise RulingError(f"--view {self.view} shows no template; leave out --template")

    @property
    def eye(self) -> str:
        """Whose eye it is seen from; empty where it isn't."""
        return self.view.removeprefix(_EYE) if self.view.startswith(_EYE) else ""

    @property
    def is_from_point(self) -> bool:
        """Whether it is a view from a focus or an eye."""
        return self.view == FOCUS or bool(self.eye)
