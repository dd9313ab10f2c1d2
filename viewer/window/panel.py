"""The words beside the view: who is hit and why, or all about whatever is picked."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from spatial.outcome import Outcome
from viewer.drawing import palette
from viewer.drawing.items import Label
from viewer.drawing.wordings import Said
from viewer.live.choices import ReadingChoice
from viewer.report.content import SIGNS, Content, Section, Sign
from viewer.window.choosing import listed
from viewer.window.flowing import flowed
from viewer.window.paper import BACK, RULE, Box, Paper, Spot
from viewer.window.sliders import Slider, add

if TYPE_CHECKING:
    from PIL.Image import Image

OUTCOMES: Final[dict[Sign, Outcome | None]] = {
    **{sign: outcome for outcome, sign in SIGNS.items()},
    "none": None,
}
_FEW: Final = 7
"""Rows up to which each says what would change it."""
_BAR: Final = 6
_CALM: Final = "#4A6A8A"
"""Of what is worth knowing, and no warning."""
_NARROW: Final = 300
_CHANGES: Final = 1
"""The column of a table that says what would change a verdict."""


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """The words as a picture, with what can be clicked in it.

    Parameters
    ----------
    image : Image
    spots : tuple of Spot
    tracks : tuple of (left, right, middle)
        Of the sliders, in their order.
    most : int
        How far it can be scrolled, pixels.
    """

    image: "Image"
    spots: tuple[Spot, ...]
    tracks: tuple[tuple[float, float, float], ...]
    most: int


@dataclass(frozen=True, slots=True)
class Page:
    """What a panel says.

    Parameters
    ----------
    title, file, state : str
        The scene, where it is kept, and what is going on.
    notice : str
        Why the last change wasn't made.
    news : str
        What was done; that is no warning.
    alone : str
        The one template that is shown; empty for all of them.
    hint : str
        What a newcomer may do; empty for who has done something.
    picked : str
        What is picked; empty for nothing.
    said : tuple of Said
        Of what is picked.
    content : Content or None
        Of the whole, where nothing is picked.
    text : str
        Words that take the place of all others, as they are.
    rows : tuple of Label
        Outcomes only, while something is dragged; they take everything's place.
    readings : tuple of ReadingChoice
        Those to choose from, where their list is open.
    row : int
        Which of them is to be changed.
    event : int or None
        The one event that is told of, from 0 for the start; all sections by default.
    later : tuple of str
        What isn't known while something is dragged.
    """

    title: str
    file: str
    state: str
    notice: str
    picked: str
    said: tuple[Said, ...]
    content: Content | None
    text: str = ""
    rows: tuple[Label, ...] = ()
    readings: tuple[ReadingChoice, ...] = ()
    row: int = 0
    event: int | None = None
    news: str = ""
    alone: str = ""
    hint: str = ""
    later: tuple[str, ...] = ()


def panel(
    page: Page, sliders: tuple[Slider, ...], wide: int, high: int, size: int, scroll: int
) -> Panel:
    """Return the panel.

    Parameters
    ----------
    page : Page
    sliders : tuple of Slider
    wide, high : int
        Pixels.
    size : int
        Height of the letters, pixels.
    scroll : int
        By how much the words are scrolled, pixels.
    """
    from PIL import Image, ImageDraw

    head, body, foot = Paper(wide, size), Paper(wide, size), Paper(wide, size)
    _head(head, page)
    if page.rows:
        _outcomes(body, page)
    elif page.text:
        _text(body, page.text)
    elif page.readings:
        scroll = listed(body, page.readings, page.row)
    elif page.picked:
        _picked(body, page)
    elif page.content is not None:
        _whole(body, page.content, page.event)
    body.space(10)
    foot.line()
    tracks = add(foot, sliders)
    foot.say(page.state, size - 2, colour=palette.FAINT_INK)
    foot.space(8)
    room = max(high - round(head.high) - round(foot.high), 40)
    most = max(round(body.high) - room, 0)
    scroll = min(max(scroll, 0), most)
    image = Image.new("RGB", (wide, high), BACK)
    top, low = round(head.high), high - round(foot.high)
    image.paste(body.drawn(scroll + room).crop((0, scroll, wide, scroll + room)), (0, top))
    image.paste(head.drawn(), (0, 0))
    image.paste(foot.drawn(), (0, low))
    draw = ImageDraw.Draw(image)
    draw.line([(0, 0), (0, high)], fill=RULE, width=1)
    if most:
        share, at = room / (room + most), scroll / (room + most)
        bar = [wide - _BAR - 2, top + room * at, wide - 2, top + room * (at + share)]
        draw.rounded_rectangle(bar, radius=3, fill="#BDB8AE")
    spots = [
        Spot(_moved(spot.box, top - scroll), spot.what, spot.name)
        for spot in body.spots
        if spot.box[3] - scroll >= 0 and spot.box[1] - scroll <= room
    ]
    on_page = tuple((left, right, low + middle) for left, right, middle in tracks)
    return Panel(image, tuple(spots), on_page, most)


def _moved(box: Box, down: float) -> Box:
    left, top, right, bottom = box
    return left, top + down, right, bottom + down


def _head(paper: Paper, page: Page) -> None:
    paper.space(12)
    paper.say(page.title, paper.size + 4, bold=True)
    paper.say(page.file, paper.size - 2, colour=palette.FAINT_INK)
    if page.notice:
        paper.space(6)
        paper.plate(page.notice[:1].upper() + page.notice[1:], palette.NOTE_INK)
    for said in (page.news, page.alone):
        if said:
            paper.space(6)
            paper.plate(said[:1].upper() + said[1:], _CALM)
    if page.hint and paper.wide < _NARROW:
        paper.say(page.hint, paper.size - 2, colour=_CALM)
    elif page.hint:
        paper.space(6)
        paper.plate(page.hint, _CALM)
    paper.line()


def _whole(paper: Paper, content: Content, event: int | None) -> None:
    if content.subtitle:
        paper.say(content.subtitle, bold=True)
        paper.space(6)
    for one in content.glance:
        colour = palette.verdict(OUTCOMES[one.sign])
        names = ", ".join(one.names) or "nobody"
        loud = one.sign in ("yes", "undecided") and bool(one.names)
        paper.say(f"{one.word}: {names}", paper.size + (2 if loud else 0), loud, left=12,
                  strip=colour)  # fmt: skip
        paper.space(5)
    for warning in content.warnings:
        paper.plate(warning, palette.NOTE_INK)
        paper.space(4)
    for section in content.sections if event is None else content.sections[event : event + 1]:
        _section(paper, section)
    if event is not None:
        paper.space(10)
        paper.say("N, P  other events   T  all of them", paper.size - 2, colour=palette.FAINT_INK)


def _section(paper: Paper, section: Section) -> None:
    paper.line()
    paper.say(section.title, bold=True)
    for said in section.said:
        paper.say(said, paper.size - 2, colour=palette.FAINT_INK)
    paper.space(4)
    rows = () if section.table is None else section.table.rows
    for row in rows:
        close = "close call" if row.close else ""
        paper.row(row.name, row.outcome, close, OUTCOMES[row.sign], "pick")
        cells = row.cells[: 2 if len(rows) <= _FEW else 1]
        for number, cell in enumerate(cells):
            if cell in ("", "–", "none"):
                continue
            # Without its column's head a bare "No move" says nothing.
            is_bare = number == _CHANGES and cell.startswith("No move ")
            text = f"{cell} changes that." if is_bare else cell
            paper.say(text, paper.size - 2, colour=palette.FAINT_INK, left=28)
        paper.space(4)
    for title, entries in section.lists:
        paper.space(4)
        paper.say(title, paper.size - 1, bold=True)
        for entry in entries:
            paper.say(entry, paper.size - 2, left=12)


def _text(paper: Paper, text: str) -> None:
    for one in flowed(text):
        if not one.text:
            paper.space(8)
            continue
        paper.say(
            one.text, paper.size - (0 if one.is_head else 1), one.is_head, left=5 * one.indent
        )


def _outcomes(paper: Paper, page: Page) -> None:
    """Who is hit, and no more: there is time for nothing else."""
    if page.picked:
        paper.say(page.picked, paper.size + 6, bold=True)
        paper.space(6)
    for one in page.rows:
        # Whom nothing is asked of has a name alone.
        said = one.title.rpartition(": ")[2] if one.outcome is not None else "not ruled on"
        paper.row(one.subject, said, "", one.outcome)
        paper.space(2)
    for later in page.later:
        paper.space(4)
        paper.say(later, paper.size - 2, colour=palette.FAINT_INK)


def _picked(paper: Paper, page: Page) -> None:
    paper.say(page.picked, paper.size + 6, bold=True)
    paper.space(2)
    if not page.said:
        paper.say("Nothing is asked of it.", colour=palette.FAINT_INK)
    for one in page.said:
        colour = "" if one.colour is None else palette.VERDICT[one.colour]
        if one.style == "head":
            paper.space(8)
            dark = palette.INK if not colour else palette.mixed(colour, "#000000", 0.25)
            paper.say(one.text, paper.size + 2, True, dark, 12, colour)
        elif one.style == "line":
            paper.space(5)
            paper.say(one.text, left=12, strip=colour)
        else:
            paper.space(4)
            paper.say(one.text, paper.size - 2, colour=palette.FAINT_INK, left=12)
