"""Labels, signs and centres over a stage: flat, always readable, where their things are seen."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from meshes.mesh import Floats
from spatial.outcome import Outcome
from viewer.drawing import signs
from viewer.drawing.items import Items, Label, MarkKind, Stroke, StrokeKind
from viewer.drawing.lettering import BAR, Lettering
from viewer.drawing.placing import Ground, leader, place
from viewer.drawing.sprites import Leaders, Sprite, flat_layer
from viewer.live.stage import Stage

if TYPE_CHECKING:
    from PIL.Image import Image

Subject: TypeAlias = tuple[str, str]

_SIGN: Final = 30
_SMOOTH: Final = 3
_FULL: Final = 0.3
"""Labels that fill more of a view than this are cut to their titles."""
_SIZES: Final = (Lettering(15, 12), Lettering(14, 11), Lettering(12, 11))
_MANY: Final = 30
"""With more labels than this there is one round of placing, in the smallest letters."""


class Glass:
    """The flat signs over a stage's solids.

    Parameters
    ----------
    stage : Stage
        Its plotter gets two more layers, which cover the whole window.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        window = stage.plotter.render_window
        self._under, self._over = flat_layer(window), flat_layer(window)
        self._leaders = Leaders(self._under)
        self._signs: list[Sprite] = []
        self._plates: dict[Subject, Sprite] = {}
        self._labels: tuple[Label, ...] = ()
        self._items: Items | None = None
        self._letters = _SIZES[0]
        self._away: dict[Subject, Floats] = {}
        """Where each label's box begins, from what it points at."""

    def show(self, items: Items, titles_only: bool = False, whole: str = "") -> None:
        """Take what is to be said and signed; `lay` puts it in place.

        Parameters
        ----------
        items : Items
        titles_only : bool
            Without small print, as while something is dragged.
        whole : str
            The trooper that keeps its small print where others lose it.
        """
        self._items = items
        labels = items.labels
        if titles_only or len(labels) > _MANY:
            labels = tuple(
                label if label.subject == whole else replace(label, why=()) for label in labels
            )
        self._labels = labels

    def lay(self, anew: bool = True) -> None:
        """Put everything where its things are seen now.

        Parameters
        ----------
        anew : bool
            Whether labels look for new places; otherwise each stays as far from its
            thing as it was.
        """
        if self._items is None:
            return
        self._lay_signs(self._items)
        left, bottom, wide, high = self._stage.room
        at = self._stage.pixels(np.array([label.at for label in self._labels]).reshape(-1, 3))
        at = np.column_stack([at[:, 0] - left, high - (at[:, 1] - bottom)])
        with np.errstate(invalid="ignore"):
            seen = np.flatnonzero(((at >= 0) & (at <= [wide, high])).all(axis=1))
        labels = [self._labels[i] for i in seen]
        anchors = at[seen]
        if anew:
            boxes, labels = self._placed(labels, anchors, wide, high)
        else:
            boxes = self._following(labels, anchors, wide, high)
        self._write(labels, anchors, boxes, (left, bottom, high))

    def _placed(
        self, labels: list[Label], anchors: Floats, wide: float, high: float
    ) -> tuple[Floats, list[Label]]:
        """The largest letters in which every label has a place of its own, and the boxes."""
        if not labels:
            return np.zeros((0, 4)), labels
        ground, radii = self._ground(labels, wide, high)
        brief = [replace(label, why=()) for label in labels]
        tries = [(labels, size) for size in _SIZES[:2]] + [(brief, size) for size in _SIZES]
        if len(labels) > _MANY:
            tries = [(brief, _SIZES[-1])]
        boxes = np.zeros((0, 4))
        for said, letters in tries:
            sizes = np.array([letters.size(label) for label in said])
            is_last = (said, letters) == tries[-1]
            if not is_last and sizes.prod(axis=1).sum() > _FULL * wide * high:
                continue
            boxes, apart = place(anchors, radii, sizes, ground)
            labels, self._letters = list(said), letters
            if apart:
                break
        self._away = {
            _subject(label): box[:2] - anchor
            for label, box, anchor in zip(labels, boxes, anchors, strict=True)
        }
        return boxes, labels

    def _following(
        self, labels: Sequence[Label], anchors: Floats, wide: float, high: float
    ) -> Floats:
        boxes = []
        for label, anchor in zip(labels, anchors, strict=True):
            size = np.array(self._letters.size(label))
            corner = anchor + self._away.get(_subject(label), np.array([14.0, -34.0]))
            corner = np.clip(corner, 4.0, np.maximum([wide, high] - size - 4.0, 4.0))
            boxes.append([*corner, *(corner + size)])
        return np.round(np.array(boxes, dtype=np.float64).reshape(-1, 4))

    def _ground(self, labels: Sequence[Label], wide: float, high: float) -> tuple[Ground, Floats]:
        """What labels keep clear of, and how far each one's thing reaches in pixels."""
        assert self._items is not None
        left, bottom, *_ = self._stage.room
        boxes, lines = [], [np.zeros((0, 2))]
        reach: dict[str, float] = {}

        def flat(points: Floats) -> Floats:
            at = self._stage.pixels(points)
            return np.column_stack([at[:, 0] - left, high - (at[:, 1] - bottom)])

        for solid in self._items.solids:
            if solid.kind == "trooper":
                hull = flat(solid.mesh.vertices)
                if np.isfinite(hull).all():
                    low, size = hull.min(axis=0), np.ptp(hull, axis=0)
                    boxes.append([*low, *(low + size)])
                    reach[solid.name] = float(size.max() / 2)
        for mark in self._items.marks:
            x, y = flat(np.array([mark.at]))[0]
            if np.isfinite(x):
                boxes.append([x - 15, y - 15, x + 15, y + 15])
        for stroke in self._items.strokes:
            start, end = flat(np.array([stroke.start, stroke.end]))
            if np.isfinite(start).all() and np.isfinite(end).all():
                steps = min(max(int(np.linalg.norm(end - start) / 10), 1), 200)
                lines.append(start + (end - start) * np.linspace(0, 1, steps + 1)[:, None])
        taken = np.array([[0.0, 0.0, wide, 34.0]])
        bodies = np.array(boxes).reshape(-1, 4)
        radii = [
            reach.get(label.subject, 14.0) if label.kind == "trooper" else 14.0 for label in labels
        ]
        return Ground(wide, high, taken, bodies, np.concatenate(lines)), np.array(radii)

    def _write(
        self,
        labels: Sequence[Label],
        anchors: Floats,
        boxes: Floats,
        room: tuple[float, float, float],
    ) -> None:
        left, bottom, high = room
        wanted = {_subject(label) for label in labels}
        for subject, sprite in self._plates.items():
            if subject not in wanted:
                sprite.hide()
        ends = []
        for label, anchor, box in zip(labels, anchors, boxes, strict=True):
            subject = _subject(label)
            if subject not in self._plates:
                self._plates[subject] = Sprite(self._over)
            sprite = self._plates[subject]
            sprite.set(plate(replace(label, at=(0.0, 0.0, 0.0)), self._letters))
            sprite.put(left + box[0], bottom + high - box[3])
            ends.append([leader(anchor, box), anchor])
        flat = np.array(ends).reshape(-1, 2, 2)
        self._leaders.draw(flat * [1, -1] + [left, bottom + high])

    def _lay_signs(self, items: Items) -> None:
        """Ends of lines, centres of areas, and a sign of its outcome at each trooper."""
        found: list[tuple[Image, tuple[float, float, float]]] = []
        for stroke in items.strokes:
            found += self._of_stroke(stroke)
        found += [(_mark(one.kind), one.at) for one in items.marks]
        for label in items.labels:
            if label.kind == "trooper":
                found.append((_outcome(label.outcome), label.at))
        while len(self._signs) < len(found):
            self._signs.append(Sprite(self._under))
        at = self._stage.pixels(np.array([point for _, point in found]).reshape(-1, 3))
        left, bottom, wide, high = self._stage.room
        for sprite, (image, _), (x, y) in zip(self._signs, found, at, strict=False):
            # Half of a sign would lie on the words beside the view.
            if not (left <= x <= left + wide - _SIGN / 2 and bottom <= y <= bottom + high):
                sprite.hide()
                continue
            sprite.set(image)
            sprite.put(x - _SIGN / 2, y - _SIGN / 2)
        for sprite in self._signs[len(found) :]:
            sprite.hide()

    def _of_stroke(self, stroke: Stroke) -> "list[tuple[Image, tuple[float, float, float]]]":
        if stroke.kind != "moves":
            return [(_ending(stroke.kind), stroke.end)]
        ends = self._stage.pixels(np.array([stroke.start, stroke.end]))
        way = ends[1] - ends[0]
        if not np.isfinite(way).all() or float(np.hypot(*way)) < 1:
            return []
        turn = round(float(np.degrees(np.arctan2(way[1], way[0]))) / 5) * 5
        return [(_arrow(turn), stroke.end)]


def _subject(label: Label) -> Subject:
    return label.kind, label.subject


def _blank() -> "Image":
    from PIL import Image

    side = _SIGN * _SMOOTH
    return Image.new("RGBA", (side, side), (255, 255, 255, 0))


_MIDDLE: Final = (_SIGN * _SMOOTH / 2, _SIGN * _SMOOTH / 2)


@lru_cache
def _ending(kind: StrokeKind) -> "Image":
    from PIL import ImageDraw

    image = _blank()
    signs.ending(ImageDraw.Draw(image), kind, _MIDDLE, _SMOOTH)
    return image.reduce(_SMOOTH)


@lru_cache
def _mark(kind: MarkKind) -> "Image":
    from PIL import ImageDraw

    image = _blank()
    signs.mark(ImageDraw.Draw(image), kind, _MIDDLE, _SMOOTH)
    return image.reduce(_SMOOTH)


@lru_cache
def _outcome(outcome: Outcome | None) -> "Image":
    from PIL import ImageDraw

    image = _blank()
    signs.verdict(ImageDraw.Draw(image), outcome, _MIDDLE, _SMOOTH)
    return image.reduce(_SMOOTH)


@lru_cache
def _arrow(turn: int) -> "Image":
    from PIL import ImageDraw

    image = _blank()
    long = 0.45 * _SIGN * _SMOOTH
    way = np.radians(turn)
    start = (_MIDDLE[0] - long * float(np.cos(way)), _MIDDLE[1] + long * float(np.sin(way)))
    signs.line(ImageDraw.Draw(image), "moves", start, _MIDDLE, _SMOOTH)
    return image.reduce(_SMOOTH)


@lru_cache(maxsize=512)
def plate(label: Label, letters: Lettering) -> "Image":
    """Return a label as a small picture: white, edged in the colour of its outcome."""
    from PIL import Image, ImageDraw

    wide, high = (round(value) for value in letters.size(label))
    f = _SMOOTH
    image = Image.new("RGBA", (wide * f, high * f), (255, 255, 255, 0))
    draw = ImageDraw.Draw(image)
    box = [0, 0, wide * f - 1, high * f - 1]
    edge = round((2.4 if label.kind == "piece" else 1.5) * f)
    draw.rounded_rectangle(
        box, radius=4 * f, fill=(255, 255, 255, 240), outline=label.colour, width=edge
    )
    draw.rectangle([0, 3 * f, BAR * f, (high - 3) * f], fill=label.colour)
    image = image.reduce(f)
    letters.write(ImageDraw.Draw(image), label, 0, 0)
    return image
