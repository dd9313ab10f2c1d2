"""Labels, signs and centres over a stage: flat, always readable, where their things are seen."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from meshes.mesh import Floats
from spatial.outcome import Outcome
from viewer.drawing.items import Items, Label, Stroke
from viewer.drawing.lettering import Lettering
from viewer.drawing.placing import Ground, leader, place
from viewer.drawing.sprites import Leaders, Sprite, flat_layer
from viewer.live import stamps
from viewer.live.stage import Stage

if TYPE_CHECKING:
    from PIL.Image import Image

Subject: TypeAlias = tuple[str, str]

_FULL: Final = 0.3
"""Labels that fill more of a view than this are cut to their titles."""
_SIZES: Final = (Lettering(15, 12), Lettering(14, 11), Lettering(12, 11))
_LEAST: Final = 4
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
        self._crowded: frozenset[Subject] = frozenset()
        self._boxes: dict[Subject, tuple[float, float, float, float]] = {}
        self._whole = ""
        self.left_out = 0
        """How many labels have no room in the view; their signs are there."""

    def show(
        self, items: Items, titles_only: bool = False, whole: str = "", has_labels: bool = True
    ) -> None:
        """Take what is to be said and signed; `lay` puts it in place.

        Parameters
        ----------
        items : Items
        titles_only : bool
            Without small print, as while something is dragged.
        whole : str
            The trooper that keeps its small print where others lose it.
        has_labels : bool
            Signs are there without labels too.
        """
        self._items, self._whole = items, whole
        labels = items.labels if has_labels else ()
        if titles_only or len(labels) > _MANY:
            labels = tuple(
                label if label.subject == whole else replace(label, why=()) for label in labels
            )
        self._labels = labels

    def lay(self, anew: bool = True, taken: Sequence[Sequence[float]] = ()) -> None:
        """Put everything where its things are seen now.

        Parameters
        ----------
        anew : bool
            Whether labels look for new places; otherwise each stays as far from its
            thing as it was.
        taken : sequence of (left, top, right, bottom)
            Boxes that labels keep clear of, pixels from the view's upper left corner.
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
            boxes, labels = self._placed(labels, anchors, (wide, high), taken)
            self._crowded = self._without_room(labels, boxes, taken)
            if self._crowded:
                # Fewer have better places: who is hit comes before who isn't.
                again = [i for i, one in enumerate(labels) if self._is_kept(one)]
                out = {_subject(one) for one in labels if not self._is_kept(one)}
                anchors = anchors[again]
                fewer = [labels[i] for i in again]
                boxes, labels = self._placed(fewer, anchors, (wide, high), taken)
                self._crowded = self._without_room(labels, boxes, taken) | out
            self.left_out = len(self._crowded)
        else:
            boxes = self._following(labels, anchors, wide, high)
        kept = [i for i, one in enumerate(labels) if _subject(one) not in self._crowded]
        labels = [labels[i] for i in kept]
        self._write(labels, anchors[kept], boxes[kept], (left, bottom, high))

    def plates(self) -> list[tuple[Subject, tuple[float, float, float, float]]]:
        """Return whose labels are shown, and their boxes from the view's upper left corner."""
        return list(self._boxes.items())

    def _placed(
        self,
        labels: list[Label],
        anchors: Floats,
        room: tuple[float, float],
        taken: Sequence[Sequence[float]],
    ) -> tuple[Floats, list[Label]]:
        """The largest letters in which every label has a place of its own, and the boxes."""
        if not labels:
            return np.zeros((0, 4)), labels
        wide, high = room
        ground, radii = self._ground(labels, room, taken)
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

    def _without_room(
        self, labels: Sequence[Label], boxes: Floats, taken: Sequence[Sequence[float]]
    ) -> frozenset[Subject]:
        """The labels that would lie on others, of whom nothing worse is said, or on what is
        taken."""
        kept = np.array([*taken], dtype=np.float64).reshape(-1, 4)
        found = set()
        for i in sorted(range(len(labels)), key=lambda i: self._weight(labels[i])):
            low, high = np.maximum(kept[:, :2], boxes[i, :2]), np.minimum(kept[:, 2:], boxes[i, 2:])
            if labels[i].subject != self._whole and (high > low).all(axis=1).any():
                found.add(_subject(labels[i]))
            else:
                kept = np.concatenate([kept, boxes[i : i + 1]])
        return frozenset(found)

    def _is_kept(self, label: Label) -> bool:
        return _subject(label) not in self._crowded or self._weight(label) < _LEAST

    def _weight(self, label: Label) -> int:
        """What is said first where there isn't room for all: the lowest."""
        if label.subject == self._whole:
            return 0
        order = [Outcome.YES, Outcome.UNDECIDED, None, Outcome.NO]
        return 1 if label.kind == "template" else 2 + order.index(label.outcome)

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

    def _ground(
        self,
        labels: Sequence[Label],
        room: tuple[float, float],
        taken: Sequence[Sequence[float]],
    ) -> tuple[Ground, Floats]:
        """What labels keep clear of, and how far each one's thing reaches in pixels."""
        assert self._items is not None
        left, bottom, *_ = self._stage.room
        wide, high = room
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
        kept = np.array([*taken], dtype=np.float64).reshape(-1, 4)
        bodies = np.array(boxes).reshape(-1, 4)
        radii = [
            reach.get(label.subject, 14.0) if label.kind == "trooper" else 14.0 for label in labels
        ]
        return Ground(wide, high, kept, bodies, np.concatenate(lines)), np.array(radii)

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
        self._boxes = {
            _subject(label): tuple(box.tolist()) for label, box in zip(labels, boxes, strict=True)
        }
        for label, anchor, box in zip(labels, anchors, boxes, strict=True):
            subject = _subject(label)
            if subject not in self._plates:
                self._plates[subject] = Sprite(self._over)
            sprite = self._plates[subject]
            sprite.set(stamps.plate(replace(label, at=(0.0, 0.0, 0.0)), self._letters))
            sprite.put(left + box[0], bottom + high - box[3])
            ends.append([leader(anchor, box), anchor])
        flat = np.array(ends).reshape(-1, 2, 2)
        self._leaders.draw(flat * [1, -1] + [left, bottom + high])

    def _lay_signs(self, items: Items) -> None:
        """Ends of lines, centres of areas, and a sign of its outcome at each trooper."""
        found: list[tuple[Image, tuple[float, float, float]]] = []
        for stroke in items.strokes:
            found += self._of_stroke(stroke)
        found += [(stamps.mark(one.kind), one.at) for one in items.marks]
        for label in items.labels:
            if label.kind == "trooper":
                found.append((stamps.verdict(label.outcome), label.at))
        while len(self._signs) < len(found):
            self._signs.append(Sprite(self._under))
        at = self._stage.pixels(np.array([point for _, point in found]).reshape(-1, 3))
        left, bottom, wide, high = self._stage.room
        for sprite, (image, _), (x, y) in zip(self._signs, found, at, strict=False):
            # Half of a sign would lie on the words beside the view.
            if not (left <= x <= left + wide - stamps.SIDE / 2 and bottom <= y <= bottom + high):
                sprite.hide()
                continue
            sprite.set(image)
            sprite.put(x - stamps.SIDE / 2, y - stamps.SIDE / 2)
        for sprite in self._signs[len(found) :]:
            sprite.hide()

    def _of_stroke(self, stroke: Stroke) -> "list[tuple[Image, tuple[float, float, float]]]":
        if stroke.kind != "moves":
            return [(stamps.ending(stroke.kind), stroke.end)]
        ends = self._stage.pixels(np.array([stroke.start, stroke.end]))
        way = ends[1] - ends[0]
        if not np.isfinite(way).all() or float(np.hypot(*way)) < 1:
            return []
        turn = round(float(np.degrees(np.arctan2(way[1], way[0]))) / 5) * 5
        return [(stamps.arrow(turn), stroke.end)]


def _subject(label: Label) -> Subject:
    return label.kind, label.subject
