"""What a map says of a whole layout, in words and in JSON."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from rules.maps.comparing import Comparison
from rules.maps.layout import WHOLE, TableMap
from viewer.phrases import count, listed
from viewer.wrapping import item, wrapped

Told: TypeAlias = Mapping[str, Any]
"""What is said of a map, as plain values."""


def summary(found: TableMap) -> dict[str, Any]:
    """Return what is said of a map, as plain values."""
    table = found.layout
    shape = table.found.silhouette
    return {
        "format": 1,
        "map": found.kind,
        "scene": table.asked.name,
        "rules": table.asked.rules,
        "silhouette": {
            "name": shape.name,
            "diameter_mm": shape.diameter,
            "height_mm": shape.height,
        },
        "places": len(table.found.places),
        "levels": int(table.found.level.max()) + 1,
        "zones": [zone.name for zone in table.zones],
        "zones_stated": table.are_stated,
        "units": dict(found.units),
        "sampling": dict(found.sampling),
        **found.numbers,
    }


def dumps(held: dict[str, Any]) -> str:
    """Return plain values as JSON."""
    return json.dumps(held, indent=2, ensure_ascii=False) + "\n"


@dataclass(frozen=True, slots=True)
class Said:
    """A paragraph, or the head of a list with its entries."""

    text: str
    entries: tuple[str, ...] = ()


def report(told: Told) -> str:
    """Return what is said of a map, in words.

    Parameters
    ----------
    told : dict
        As `summary` returns it.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from rules.maps.exposure import exposure
    >>> from rules.maps.layout import layout
    >>> from rules.scenefile import read
    >>> text = b'format=1\\nname="Bare"\\nrules="infinity-codeone"\\ntable={size=[300,200]}'
    >>> bare = layout(read(text, "a.toml"), silhouette("S2"), 100)
    >>> print(report(summary(exposure(bare))).splitlines()[0])
    Bare: exposure, for S2 (25 x 40 mm), at 6 places 100 mm apart
    """
    lines = [f"{told['scene']}: {told['map']}, {sampled_by(told)}"]
    for one in [*paragraphs(told), *sampled(told)]:
        lines += ["", *wrapped(one.text)]
        for entry in one.entries:
            lines += item("", entry)
    return "\n".join(lines) + "\n"


def sampled_by(told: Told) -> str:
    """Return for whom a map is, and at which places, in words."""
    shape = told["silhouette"]
    size = f"{shape['diameter_mm']:g} x {shape['height_mm']:g} mm"
    places = count(told["places"], "place")
    return f"for {shape['name']} ({size}), at {places} {told['sampling']['spacing_mm']:g} mm apart"


def subject(told: Told) -> str:
    """Return what is asked of a map, short: for the titles of pictures and of layers.

    Examples
    --------
    >>> subject({"map": "lanes", "between": ["left", "right"], "sampling": {"eyes_mm": [20.0]}})
    'lanes between left and right, eyes at 20 mm'
    """
    kind, eyes = str(told["map"]), told["sampling"].get("eyes_mm")
    if kind == "exposure" and told["zone"] != WHOLE:
        kind += f" to {told['zone']}"
    elif kind == "lanes":
        kind += f" between {listed(told['between'])}"
    elif kind == "blast":
        kind += f", {2 * told['radius_mm']:g} mm across"
    elif kind == "template":
        kind += f", {told['weapon']} from {count(told['attackers_places'], 'place')}"
    return kind + (f", eyes at {listed([f'{eye:g}' for eye in eyes])} mm" if eyes else "")


def paragraphs(told: Told) -> list[Said]:
    """Return what is said of a map below its title, but for how it was sampled."""
    return _SAID[told["map"]](told)


def _exposure(told: Told) -> list[Said]:
    dead, prone = told["dead_ground"], told["dead_ground_prone"]
    if told["mean"]["exposure"] is None:
        return [Said("There is no other place from which it might be seen.")]
    said = [Said(
        f"A place is seen from {_share(told['mean']['exposure'])} of {told['zone']} on average, "
        f"lying down from {_share(told['mean']['prone'])}."
    )]  # fmt: skip
    if told["by_zone"] and len(told["by_zone"]) > 1:
        rows = [
            f"{row['place_in']} from {row['seen_from']}: {_share(row['mean'])}"
            for row in told["by_zone"]
            if row["seen_from"] != WHOLE or row["place_in"] != WHOLE
        ]
        said.append(Said("Mean exposure by zone:", tuple(rows)))
    said.append(Said(
        f"Dead ground, seen from less than {dead['below']:.0%}: {dead['places']} of {dead['of']} "
        f"places, {dead['unseen']} of them from nowhere; lying down {prone['places']} of "
        f"{prone['of']}."
    ))  # fmt: skip
    said.append(_extremes(told, "Least seen", "Most seen", _share))
    return [*said, _symmetry(told, _share)]


def _blast(told: Told) -> list[Said]:
    mean = told["mean"]
    said = Said(
        f"A circle with a radius of {told['radius_mm']:g} mm affects {mean['affected']:.1f} places "
        f"on average, of {mean['touched']:.1f} that it touches: total cover takes away "
        f"{_share(told['removed_in_all'])}. If everybody lies down it affects "
        f"{mean['affected prone']:.1f}."
    )
    most = _extremes(told, "Fewest affected", "Most affected", _number)
    return [said, most, _symmetry(told, _number)]


def _template(told: Told) -> list[Said]:
    text = (
        f"With {told['weapon']} ({told['template']}) from "
        f"{count(told['attackers_places'], 'place')}: {count(told['reached'], 'place')} "
        f"({_share(told['reached_share'])} of the table) can be reached, and "
        f"{told['denied']} ({_share(told['denied_share'])}) are denied: even lying down nobody "
        "there escapes."
    )
    rows = (
        f"in {row['zone']} {_share(row['reached_share'])} can be reached" for row in told["by_zone"]
    )
    return [Said(text, tuple(rows))]


def _lanes(told: Told) -> list[Said]:
    one, other = told["between"]
    text = (
        f"Between {one} and {other} the longest open line is {told['longest_mm']:.0f} mm."
        if told["longest_mm"]
        else f"Between {one} and {other} no line is open."
    )
    turns = (
        f"in the first turn, from {row['zone']}: {row['places_with_a_lane']} of "
        f"{row['places']} places ({_share(row['share_with_a_lane'])}) look into the other "
        f"zone, over {count(row['open_pairs'], 'open pair')} of {told['pairs']}"
        for row in told["first_turn"]
    )
    said = [Said(text, tuple(turns))]
    if told["lanes"]:
        lanes = (
            f"level {row['from']['level']}: {row['mm']:.0f} mm, {spot(row['from'])} to "
            f"{spot(row['to'])}"
            for row in told["lanes"]
        )
        said.append(Said("The longest lanes, level by level:", tuple(lanes)))
    return said


_SAID: Final[dict[str, Callable[[Told], list[Said]]]] = {
    "exposure": _exposure,
    "blast": _blast,
    "template": _template,
    "lanes": _lanes,
}


def _extremes(told: Told, least: str, most: str, said: Callable[[float | None], str]) -> Said:
    texts = []
    for name, key in ((least, "least"), (most, "most")):
        some = [f"{spot(row)} {said(row['value'])}" for row in told[key][:3]]
        texts.append(f"{name}: {listed(some)}.")
    return Said(" ".join(texts))


def _symmetry(told: Told, said: Callable[[float | None], str]) -> Said:
    rows = []
    for number, row in enumerate(told["symmetry"], start=1):
        text = f"{row['by']}: a mean difference of {said(row['mean_difference'])}"
        if row["worst"]:
            worst = row["worst"][0]
            a, b = worst["one"], worst["other"]
            text += (
                f"; the worst, {number} on the plan, are {spot(a)} with {said(a['value'])} and "
                f"{spot(b)} with {said(b['value'])}"
            )
        if row["without_counterpart"]:
            text += f"; {count(row['without_counterpart'], 'place')} without a counterpart"
        rows.append(text)
    return Said("How alike the two halves are, place against place:", tuple(rows))


def sampled(told: Told) -> list[Said]:
    """Return how a map was sampled, in words."""
    how = told["sampling"]
    text = f"By sampling, every {how['spacing_mm']:g} mm"
    if "viewer_points" in how:
        text += (
            f", from {how['viewer_points']} points of each viewer to {how['target_points']} of "
            f"each target: a pair sees if any line is clear; {how['pairs']:,} pairs"
        )
    text += f", {how['lines']:,} lines. What is open only past all of these lines is missed"
    text += "; blastfocus map --why X,Y asks exactly."
    said = [Said(text)]
    if not told["zones_stated"]:
        zones = listed(told["zones"])
        said.append(Said(
            f"The scene states no zones; {zones} are taken for deployment zones."
        ))  # fmt: skip
    return said


def compared_summary(both: Comparison) -> dict[str, Any]:
    """Return what is said of two layouts, as plain values."""
    return {
        "format": 1,
        "map": both.one.kind,
        "compared": both.numbers,
        "first": summary(both.one),
        "second": summary(both.other),
    }


def compared(both: Comparison) -> str:
    """Return what is said of two layouts, in words."""
    told, unit = both.numbers, both.one.units[both.one.drawn[0]]
    said = {"share": _share, "mm": _length}.get(unit, _number)
    a, b = both.one.layout.asked.name, both.other.layout.asked.name
    lines = wrapped(
        f"{a} and {b}: {both.one.kind}. Mean {said(told['mean'][0])} and {said(told['mean'][1])}; "
        f"of {count(told['places_in_both'], 'place')} in both, {told['more']} have more in {b} "
        f"and {told['less']} less."
    )
    for row in told["greatest"]:
        lines += item("", f"{spot(row)}: {said(row['first'])}, then {said(row['second'])}")
    for one in sampled(summary(both.other)):
        lines += ["", *wrapped(one.text)]
    return "\n".join(lines) + "\n"


def spot(at: Mapping[str, Any]) -> str:
    """Return a place in words: x, y and z."""
    return f"({at['x']:g}, {at['y']:g}, {at['z']:g})"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"


def _length(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f} mm"
