"""A standing map in words and in numbers: how many places, how high, what is climbed."""

from typing import Any

import numpy as np

from meshes.mesh import Bools
from spatial.standing import StandingMap
from viewer import json_text


def summary(standing: StandingMap, name: str) -> dict[str, Any]:
    """Return what a map comes to, for JSON.

    Parameters
    ----------
    standing : StandingMap
    name : str
        The scene's.

    Returns
    -------
    dict
        Lengths in mm to 0.001, shares from 0 to 1.
    """
    shape, spots = standing.silhouette, standing.shape[0] * standing.shape[1]
    return {
        "format": 1,
        "scene": name,
        "silhouette": {
            "name": shape.name,
            "diameter_mm": shape.diameter,
            "height_mm": shape.height,
        },
        "spacing_mm": standing.spacing,
        "spots": spots,
        "nowhere": spots - int((standing.level == 0).sum()),
        "places": len(standing.places),
        "upright": int(standing.upright.sum()),
        "levels": [
            _level(standing, standing.level == number, spots)
            for number in range(int(standing.level.max(initial=-1)) + 1)
        ],
        "carriers": [
            {"name": carrier, "places": int(count)}
            for carrier, count in zip(
                standing.carriers,
                np.bincount(standing.carrier, minlength=len(standing.carriers)),
                strict=True,
            )
        ],
        "ways": len(standing.neighbours),
        "highest_climb": _highest_climb(standing),
        "steepest_slope_degrees": round(float(standing.slope.max(initial=0.0)), 3),
    }


def _level(standing: StandingMap, which: Bools, spots: int) -> dict[str, Any]:
    heights = standing.places[which, 2]
    return {
        "places": int(which.sum()),
        "share_of_table": round(float(which.sum()) / spots, 6),
        "upright": int(standing.upright[which].sum()),
        "lowest_mm": round(float(heights.min()), 3),
        "highest_mm": round(float(heights.max()), 3),
    }


def _highest_climb(standing: StandingMap) -> dict[str, Any] | None:
    """The highest climb from a place to the next, there or back; the first of equals."""
    if len(standing.neighbours) == 0:
        return None
    climb = standing.climb
    way, back = divmod(int(np.argmax(climb)), 2)
    ends = standing.neighbours[way]
    start, end = (ends[1], ends[0]) if back else (ends[0], ends[1])
    return {
        "mm": round(float(climb[way, back]), 3),
        "from": [round(mm, 3) for mm in standing.places[start].tolist()],
        "to": [round(mm, 3) for mm in standing.places[end].tolist()],
    }


def dumps(standing: StandingMap, name: str) -> str:
    """Return the summary as JSON."""
    return json_text.dumps(summary(standing, name))


def report(standing: StandingMap, name: str) -> str:
    """Return the summary in words.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from spatial.scene import Scene
    >>> from spatial.standing import standing_map
    >>> print(report(standing_map(Scene((), (100, 50)), silhouette("S2"), 50), "Bare"), end="")
    Bare: where S2 (25 x 40 mm) can stand, looked at every 50 mm
    <BLANKLINE>
      level 0: 2 places, 100.0% of the spots, 0 mm up, all upright
    <BLANKLINE>
    There is a place at each of the 2 spots.
    1 way leads from a place to the next; the highest climb is 0 mm.
    """
    held = summary(standing, name)
    shape = standing.silhouette
    size = f"{shape.diameter:g} x {shape.height:g} mm"
    label = f"{shape.name} ({size})"
    lines = [f"{name}: where {label} can stand, looked at every {standing.spacing:g} mm", ""]
    for number, level in enumerate(held["levels"]):
        low, high = level["lowest_mm"], level["highest_mm"]
        heights = f"{low:.4g} mm up" if low == high else f"{low:.4g} to {high:.4g} mm up"
        lying = level["places"] - level["upright"]
        posture = f"{lying} of them only prone" if lying else "all upright"
        count = f"{level['places']} {'place' if level['places'] == 1 else 'places'}"
        share = f"{level['share_of_table']:.1%} of the spots"
        lines.append(f"  level {number}: {count}, {share}, {heights}, {posture}")
    lines.append("")
    if held["nowhere"]:
        share = f"{held['nowhere'] / held['spots']:.1%}"
        lines.append(f"At {held['nowhere']} of the {held['spots']} spots, {share}, there is none.")
    else:
        lines.append(f"There is a place at each of the {held['spots']} spots.")
    climb = held["highest_climb"]
    if climb is None:
        lines.append("No way leads from a place to the next.")
    else:
        count = "1 way leads" if held["ways"] == 1 else f"{held['ways']} ways lead"
        told = f"the highest climb is {climb['mm']:.4g} mm"
        if climb["mm"] > 0:
            told += f", from {_spot(climb['from'])} to {_spot(climb['to'])}"
        lines.append(f"{count} from a place to the next; {told}.")
    if held["steepest_slope_degrees"] > 0:
        steep = held["steepest_slope_degrees"]
        lines.append(f"The steepest surface that one stands on slopes by {steep:.3g} degrees.")
    return "\n".join(lines) + "\n"


def _spot(at: list[float]) -> str:
    return "(" + ", ".join(f"{mm:g}" for mm in at) + ")"
