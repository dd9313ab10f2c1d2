"""Which views make up a picture, by what was asked for."""

from typing import TYPE_CHECKING

from rules.area_templates.battle import Battle
from rules.area_templates.verdicts import Log, Step
from rules.dispute import Dispute
from rules.verdict import Ruling, RulingError
from spatial.scene import Body
from viewer.drawing import fired, gaze, page, sheet
from viewer.drawing.framing import FOCUS, Framing
from viewer.drawing.items import Items
from viewer.drawing.opened import cut, floor
from viewer.drawing.panel import from_point
from viewer.drawing.ruled import items
from viewer.drawing.stepped import said as step_said
from viewer.drawing.stepped import step_items
from viewer.drawing.wordings import said

if TYPE_CHECKING:
    from PIL.Image import Image


def of_ruling(ruling: Ruling, dispute: Dispute, framing: Framing) -> "Image":
    """Return the picture of a ruling.

    Raises
    ------
    RulingError
        If the scene has nothing of what is to be seen.
    """
    if framing.eye:
        return of_eye(dispute, framing.eye)
    if framing.template:
        gaze.placement_of(ruling, framing.template)
    if framing.view == FOCUS:
        shot = gaze.placement_of(ruling, framing.template)
        found = gaze.from_focus(ruling, dispute, shot, *sheet.room())
        return sheet.sheet(found.items, [from_point(found)])
    shown = items(ruling, dispute, framing.template)
    opened = _opened(shown, framing, dispute.scene.bodies)
    if not framing.is_sheet:
        return _plain(opened, framing, shown)
    view = None
    if any(attack.placements for attack in ruling.attacks):
        shot = gaze.placement_of(ruling, framing.template)
        view = from_point(gaze.from_focus(ruling, dispute, shot, *page.room()))
    views = page.panels(opened, view, shown)
    return page.page(opened, views, said(ruling, framing.template), _foot(dispute.sha256))


def of_eye(dispute: Dispute, viewer: str) -> "Image":
    """Return the picture of whom a trooper sees.

    Raises
    ------
    RulingError
        If there is no trooper of that name, or nobody to be seen.
    """
    found = fired.sightings(dispute, viewer)
    seen = fired.from_eye(dispute, viewer, found, *sheet.room())
    return sheet.sheet(seen.items, [from_point(seen)])


def of_step(log: Log, battle: Battle, step: Step, framing: Framing) -> "Image":
    """Return the picture of a log's step.

    Raises
    ------
    RulingError
        If it has nothing of what is to be seen.
    """
    if framing.is_from_point or framing.template:
        raise RulingError(
            "a scene of Area Templates has no view from a focus or an eye, and no --template; "
            "draw another view"
        )
    shown = step_items(log, step)
    opened = _opened(shown, framing, step.state.scene.bodies)
    if not framing.is_sheet:
        return _plain(opened, framing, shown)
    views = page.panels(opened, None, shown)
    return page.page(opened, views, step_said(log, step), _foot(battle.sha256))


def _plain(opened: Items, framing: Framing, whole: Items) -> "Image":
    """One view or two, as large as if nothing were left out."""
    if framing.view:
        return sheet.sheet(opened, [sheet.single(opened, framing.view, whole)])
    return sheet.sheet(opened, sheet.pair(opened, whole))


def _opened(shown: Items, framing: Framing, bodies: tuple[Body, ...]) -> Items:
    if framing.cut is not None:
        return cut(shown, framing.cut)
    if framing.level is not None:
        return floor(shown, framing.level, bodies)
    return shown


def _foot(sha256: str) -> str:
    """By what, and of what."""
    from viewer.json_text import version

    return f"blastfocus {version()}; SHA-256 of the scene file {sha256}"
