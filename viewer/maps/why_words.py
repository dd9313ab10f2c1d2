"""Why a place of a map is as it is, in words and in JSON."""

from typing import Any, Final

from rules.maps.why import Why
from viewer.maps.words import spot
from viewer.phrases import listed
from viewer.plain import line
from viewer.wrapping import item, wrapped

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
        f"{spot(asked.place)}, level {asked.place['level']}, {asked.posture}: the map has {what}. "
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
            f"The farthest {_FARTHEST[kind]} stands at {spot(start)}: "
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
