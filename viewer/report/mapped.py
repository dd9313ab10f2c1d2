"""Maps of the table in a report: what is said of each, and its layers in the view in 3D."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from meshes.mesh import Floats, Mesh
from rules.zones import Zone
from viewer.maps.finished import HeatMap
from viewer.maps.layers import LIFT, Layer, layers_of
from viewer.maps.plan import ZONE
from viewer.maps.words import paragraphs, report, sampled, sampled_by
from viewer.phrases import listed
from viewer.report.content import Content, Picture, Section
from viewer.report.parts import Drawn, Part, cuts_of, joined, level_of, rod

_BORDER: Final = 1.0
_LANE: Final = 0.8
EVERY: Final = -1
"""The layer of what is shown with each."""


@dataclass(frozen=True, slots=True, eq=False)
class Maps:
    """What is laid over the view in 3D.

    Parameters
    ----------
    layers : tuple of Layer
    zones : tuple of Zone
    is_shown : bool
        Whether the first layer is there as the page opens: where nothing was ruled on.
    """

    layers: tuple[Layer, ...] = ()
    zones: tuple[Zone, ...] = ()
    is_shown: bool = False

    @property
    def told(self) -> dict[str, Any]:
        """What the view's panel has to know, as plain values."""
        return {
            "maps": [
                {
                    "title": layer.title,
                    "about": layer.about,
                    "stops": [
                        {"share": stop.share, "colour": stop.colour, "words": stop.words}
                        for stop in layer.stops
                    ],
                    "signs": [{"colour": colour, "words": words} for colour, words in layer.signs],
                }
                for layer in self.layers
            ],
            "map": int(self.is_shown),
        }

    def tags(self, step: int) -> list[dict[str, Any]]:
        """The names of the zones, for one of the view's steps."""
        return [
            {
                "title": zone.name,
                "why": [],
                "kind": "zone",
                "at": [*(round(float(value), 2) for value in zone.corners[0]), 2.0],
                "colour": ZONE,
                "level": 0,
                "step": step,
            }
            for zone in (self.zones if self.layers else ())
        ]


def maps_of(heats: Sequence[HeatMap], is_shown: bool) -> Maps:
    """Return the layers of maps of one layout."""
    layers = [layer for heat in heats for layer in layers_of(heat)]
    return Maps(tuple(layers), heats[0].zones if heats else (), is_shown)


def with_maps(content: Content, heats: Sequence[HeatMap], plans: Sequence[bytes]) -> Content:
    """Return a report's content with maps at its end.

    Parameters
    ----------
    content : Content
    heats : sequence of HeatMap
    plans : sequence of bytes
        A picture of each, PNG.
    """
    sections = [
        section(heat, png, number, bool(content.sections) or number > 1)
        for number, (heat, png) in enumerate(zip(heats, plans, strict=True), start=1)
    ]
    text = [content.text.rstrip("\n")] if content.text else []
    return replace(
        content,
        sections=(*content.sections, *sections),
        text="\n\n".join([*text, *(report(heat.told) for heat in heats)]),
    )


def of_maps(name: str, heats: Sequence[HeatMap], plans: Sequence[bytes]) -> Content:
    """Return the content of a report on maps alone: nothing was ruled on."""
    kinds = listed(list(dict.fromkeys(heat.kind for heat in heats)))
    subtitle = f"A layout, mapped at every place where somebody can stand: {kinds}"
    return with_maps(Content(name, subtitle, (), (), (), ""), heats, plans)


def section(heat: HeatMap, png: bytes, number: int, own_page: bool) -> Section:
    """Return what a report says of a map.

    Parameters
    ----------
    heat : HeatMap
    png : bytes
        Its plans, level by level.
    number : int
        Of the map, from 1.
    own_page : bool
        Whether it starts a page where the report is printed.
    """
    every = paragraphs(heat.told)
    how = " ".join(one.text for one in sampled(heat.told))
    said = f"{heat.kind.capitalize()} on the plan, level by level. {how}"
    return Section(
        f"{heat.kind.capitalize()}, {sampled_by(heat.told)}",
        tuple(one.text for one in every if not one.entries),
        lists=tuple((one.text, one.entries) for one in every if one.entries),
        picture=Picture(f"map-{number}", png, said),
        own_page=own_page,
    )


def laid(drawn: Drawn, maps: Maps, steps: int) -> Drawn:
    """Return the parts of a view with those of maps, shown in each of so many steps."""
    cuts, every = cuts_of(drawn.floors), tuple(range(steps))
    parts = list(drawn.parts)
    for number, layer in enumerate(maps.layers):
        heights = layer.corners[::4, 2] - LIFT
        levels = np.array([level_of(float(height), cuts) for height in heights], dtype=int)
        for level in np.unique(levels).tolist():
            some = layer.kept(levels == level)
            faces = some.faces[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)
            tints = np.repeat(some.colours, 2, axis=0)
            mesh = Mesh(some.corners, faces)
            parts.append(
                Part("map", layer.title, mesh, ZONE, level, steps=every, tints=tints, layer=number)
            )
        for start, end in layer.lines:
            low = min(float(start[2]), float(end[2]))
            line = rod(start, end, _LANE)
            parts.append(
                Part("map", layer.title, line, layer.line_colour, level_of(low, cuts),
                     steps=every, layer=number)
            )  # fmt: skip
    for zone in maps.zones if maps.layers else ():
        parts.append(Part("map", zone.name, _border(zone), ZONE, steps=every, layer=EVERY))
    return Drawn(tuple(parts), drawn.floors, drawn.triangles, drawn.of)


def _border(zone: Zone) -> Mesh:
    corners: Floats = np.column_stack([np.array(zone.corners), np.full(len(zone.corners), LIFT)])
    ends = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    return joined([rod(a, b, _BORDER) for a, b in ends if (a != b).any()])
