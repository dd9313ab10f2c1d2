"""What a map says of a whole layout, in words and in JSON."""

import json
from collections.abc import Callable
from typing import Any, Final

from rules.maps.comparing import Comparison
from rules.maps.layout import WHOLE, TableMap
from rules.maps.why import Why
from viewer.phrases import count, listed
from viewer.plain import line
from viewer.wrapping import item, wrapped


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
        "sampling": dict(found.sampling),
        **found.numbers,
    }


def dumps(held: dict[str, Any]) -> str:
    """Return plain values as JSON."""
    return json.dumps(held, indent=2, ensure_ascii=False) + "\n"


def report(found: TableMap) -> str:
    """Return what is said of a map, in words.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from rules.maps.exposure import exposure
    >>> from rules.maps.layout import layout
    >>> from rules.scenefile import read
    >>> text = b'format=1\\nname="Bare"\\nrules="infinity-codeone"\\ntable={size=[300,200]}'
    >>> bare = layout(read(text, "a.toml"), silhouette("S2"), 100)
    >>> print(report(exposure(bare)).splitlines()[0])
    Bare: exposure, for S2 (25 x 40 mm), at 6 places 100 mm apart
    """
    table = found.layout
    shape = table.found.silhouette
    size = f"{shape.diameter:g} x {shape.height:g} mm"
    places = count(len(table.found.places), "place")
    head = (
        f"{table.asked.name}: {found.kind}, for {shape.name} ({size}), at {places} "
        f"{table.found.spacing:g} mm apart"
    )
    return "\n".join([head, "", *_SAID[found.kind](found), "", *_sampled(found)]) + "\n"


def _exposure(found: TableMap) -> list[str]:
    told = found.numbers
    dead, prone = told["dead_ground"], told["dead_ground_prone"]
    lines = wrapped(
        f"A place is seen from {_share(told['mean']['exposure'])} of {told['zone']} on average, "
        f"lying down from {_share(told['mean']['prone'])}."
    )
    if told["by_zone"] and len(told["by_zone"]) > 1:
        lines += ["", "Mean exposure by zone:"]
        for row in told["by_zone"]:
            if row["seen_from"] != WHOLE or row["place_in"] != WHOLE:
                text = f"{row['place_in']} from {row['seen_from']}: {_share(row['mean'])}"
                lines += item("", text)
    lines += ["", *wrapped(
        f"Dead ground, seen from less than {dead['below']:.0%}: {dead['places']} of {dead['of']} "
        f"places, {dead['unseen']} of them from nowhere; lying down {prone['places']} of "
        f"{prone['of']}."
    )]  # fmt: skip
    lines += _extremes(found, "Least seen", "Most seen", _share)
    return lines + _symmetry(found, _share)


def _blast(found: TableMap) -> list[str]:
    told = found.numbers
    mean = told["mean"]
    lines = wrapped(
        f"A circle with a radius of {told['radius_mm']:g} mm affects {mean['affected']:.1f} places "
        f"on average, of {mean['touched']:.1f} that it touches: total cover takes away "
        f"{_share(told['removed_in_all'])}. If everybody lies down it affects "
        f"{mean['affected prone']:.1f}."
    )
    lines += _extremes(found, "Fewest affected", "Most affected", _number)
    return lines + _symmetry(found, _number)


def _template(found: TableMap) -> list[str]:
    told = found.numbers
    lines = wrapped(
        f"With {told['weapon']} ({told['template']}) from "
        f"{count(told['attackers_places'], 'place')}: {count(told['reached'], 'place')} "
        f"({_share(told['reached_share'])} of the table) can be reached, and "
        f"{told['denied']} ({_share(told['denied_share'])}) are denied: even lying down nobody "
        "there escapes."
    )
    for row in told["by_zone"]:
        lines += item("", f"in {row['zone']} {_share(row['reached_share'])} can be reached")
    return lines


def _lanes(found: TableMap) -> list[str]:
    told = found.numbers
    one, other = told["between"]
    lines = wrapped(
        f"Between {one} and {other} the longest open line is {told['longest_mm']:.0f} mm."
        if told["longest_mm"]
        else f"Between {one} and {other} no line is open."
    )
    for row in told["first_turn"]:
        lines += item("", (
            f"in the first turn, from {row['zone']}: {row['places_with_a_lane']} of "
            f"{row['places']} places ({_share(row['share_with_a_lane'])}) look into the other "
            f"zone, over {count(row['open_pairs'], 'open pair')} of {told['pairs']}"
        ))  # fmt: skip
    if told["lanes"]:
        lines += ["", "The longest lanes, level by level:"]
        for row in told["lanes"]:
            start, end = _spot(row["from"]), _spot(row["to"])
            lines += item("", f"level {row['from']['level']}: {row['mm']:.0f} mm, {start} to {end}")
    return lines


_SAID: Final[dict[str, Callable[[TableMap], list[str]]]] = {
    "exposure": _exposure,
    "blast": _blast,
    "template": _template,
    "lanes": _lanes,
}


def _extremes(
    found: TableMap, least: str, most: str, said: Callable[[float | None], str]
) -> list[str]:
    lines = [""]
    for name, key in ((least, "least"), (most, "most")):
        some = [f"{_spot(row)} {said(row['value'])}" for row in found.numbers[key][:3]]
        lines += wrapped(f"{name}: {listed(some)}.")
    return lines


def _symmetry(found: TableMap, said: Callable[[float | None], str]) -> list[str]:
    lines = ["", "How alike the two halves are, place against place:"]
    for row in found.numbers["symmetry"]:
        text = f"{row['by']}: a mean difference of {said(row['mean_difference'])}"
        if row["worst"]:
            worst = row["worst"][0]
            a, b = worst["one"], worst["other"]
            text += (
                f"; the worst are {_spot(a)} with {said(a['value'])} and {_spot(b)} with "
                f"{said(b['value'])}"
            )
        if row["without_counterpart"]:
            text += f"; {count(row['without_counterpart'], 'place')} without a counterpart"
        lines += item("", text)
    return lines


def _sampled(found: TableMap) -> list[str]:
    told, table = found.sampling, found.layout
    text = f"By sampling, every {told['spacing_mm']:g} mm"
    if "viewer_points" in told:
        text += (
            f", from {told['viewer_points']} points of each viewer to {told['target_points']} of "
            f"each target: a pair sees if any line is clear; {told['pairs']:,} pairs"
        )
    text += f", {told['lines']:,} lines. What is open only past all of these lines is missed"
    text += "; blastfocus map --why X,Y asks exactly."
    lines = wrapped(text)
    if not table.are_stated:
        zones = listed([zone.name for zone in table.zones])
        lines += wrapped(f"The scene states no zones; {zones} are taken for deployment zones.")
    return lines


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
        lines += item("", f"{_spot(row)}: {said(row['first'])}, then {said(row['second'])}")
    return "\n".join([*lines, "", *_sampled(both.other)]) + "\n"


_KINDS: Final = {
    "seen": "that see it on the map",
    "unseen": "that don't",
    "affected": "that the map has affected",
    "removed": "that it has taken away by cover",
    "reaching": "from which it is reached on the map",
    "not reaching": "from which it isn't",
}
_FARTHEST: Final = {"seen": "who sees it", "affected": "affected", "reaching": "who reaches it"}


def why(asked: Why) -> str:
    """Return in words why a cell is as it is."""
    kind = next(iter(asked.outcomes))
    what = {
        "seen": f"it seen from {asked.count} of {asked.of} places",
        "affected": f"{asked.count} of the {asked.of} affected that a circle there touches",
        "reaching": f"it reached from {asked.count} of {asked.of} places",
    }[kind]
    lines = wrapped(
        f"{_spot(asked.place)}, level {asked.place['level']}, {asked.posture}: the map has {what}. "
        "Asked exactly:"
    )
    for name, outcomes in asked.outcomes.items():
        total = sum(outcomes.values())
        if total == 0:
            continue
        told = listed([f"{value} {key}" for key, value in outcomes.items() if value])
        lines += item("", f"of those {_KINDS[name]}, {total}: {told}")
    if asked.longest is not None:
        start, way = asked.longest
        a, b = (f"({x:.1f}, {y:.1f}, {z:.1f})" for x, y, z in (way.start, way.end))
        lines += wrapped(
            f"The farthest {_FARTHEST[kind]} stands at {_spot(start)}: "
            f"a clear line from {a} to {b} mm."
        )
    if asked.blockers:
        some = [f"{piece} ({times})" for piece, times in asked.blockers[:6]]
        hidden = (
            "the others, and how many"
            if kind == "affected"
            else "it from the others, and from how many"
        )
        lines += wrapped(f"What hides {hidden}: {listed(some)}.")
    return "\n".join(lines) + "\n"


def why_summary(asked: Why) -> dict[str, Any]:
    """Return why a cell is as it is, as plain values."""
    return {
        "place": asked.place,
        "posture": asked.posture,
        "count": asked.count,
        "of": asked.of,
        "asked_exactly": asked.outcomes,
        "blockers": [{"piece": piece, "hides": times} for piece, times in asked.blockers],
        "farthest": None
        if asked.longest is None
        else {"viewer": asked.longest[0], **line(asked.longest[1])},
    }


def _spot(at: dict[str, Any]) -> str:
    return f"({at['x']:g}, {at['y']:g}, {at['z']:g})"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"


def _length(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f} mm"
