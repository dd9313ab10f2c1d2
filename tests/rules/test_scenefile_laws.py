"""Laws of the scene file: the unit and the order of items change no verdict."""

import copy
import json
from typing import Any, TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.ruling import rule
from rules.scenefile import read
from tests.rules.damage import in_mm

Content: TypeAlias = dict[str, Any]


def halves(low: int, high: int) -> st.SearchStrategy[float]:
    """Return lengths in inches that are multiples of an eighth."""
    return st.integers(low * 8, high * 8).map(lambda n: n / 8)


@st.composite
def scenes(draw: st.DrawFn) -> Content:
    """Return a scene in inches: pieces and troopers in front of one user."""
    pieces = []
    for i in range(draw(st.integers(0, 3))):
        piece: Content = {
            "name": f"piece {i}",
            "at": [draw(halves(3, 7)), draw(halves(2, 6))],
            "turn": draw(st.integers(0, 7)) * 45,
        }
        match draw(st.integers(0, 3)):
            case 0:
                piece |= {"kit": "box", "size": [draw(halves(1, 2)), 0.25, draw(halves(1, 3))]}
            case 1:
                piece |= {"kit": "cylinder", "diameter": draw(halves(1, 2)), "height": 1.5}
            case 2:
                piece |= {"kit": "wall", "size": [3, 0.25, 2]}
                piece["openings"] = [{"at": 0.5, "width": 0.5, "sill": 0.25, "height": 1}]
            case 3:
                piece |= {"kit": "building", "size": [2, 2], "storey": 2, "parapet": 0.5}
                piece["openings"] = [{"side": "west", "at": 0, "width": 0.5, "height": 1}]
        pieces.append(piece)
    troopers = [{"name": "user", "side": "blue", "silhouette": "S2", "at": [1, 4]}]
    for i in range(draw(st.integers(1, 3))):
        troopers.append(
            {
                "name": f"enemy {i}",
                "side": "red",
                "silhouette": draw(
                    st.sampled_from(["S1", "S2", "S5", {"diameter": 1, "height": 1.5}])
                ),
                "prone": draw(st.booleans()),
                "at": [draw(halves(2, 7)), draw(halves(2, 6)), draw(halves(0, 2))],
            }
        )
    template = {
        "name": "A",
        "aim": draw(st.integers(-20, 20)),
        "height": draw(halves(0, 1)),
        "tilt": draw(st.sampled_from([0, 0, 10])),
    }
    return {
        "format": 1,
        "name": "law",
        "units": "in",
        "rules": "infinity-codeone",
        "slack": 0.125,
        "table": {"size": [12, 8]},
        "templates": {"small_teardrop": {"length": 6.5}},
        "scenery": pieces,
        "trooper": troopers,
        "attack": [{"by": "user", "weapon": "Nanopulser", "template": [template]}],
    }


LENGTHS = {
    *("at", "size", "width", "height", "sill", "storey", "parapet", "diameter", "length", "slack"),
}


def verdicts(content: Content) -> dict[str, Any]:
    """Return what each trooper is told, or why nobody is."""
    dispute = read(json.dumps(content).encode(), "law.json")
    (placement,) = rule(dispute, margins=False).attacks[0].placements
    said: dict[str, Any] = {
        verdict.trooper: [(one.question, one.outcome) for one in verdict.findings]
        for verdict in placement.verdicts
    }
    return said | {"status": placement.status, "slack": dispute.slack}


@settings(deadline=None, max_examples=40)
@given(scenes())
def test_a_scene_in_inches_is_ruled_as_the_same_in_mm(content: Content) -> None:
    assert verdicts(in_mm(content, LENGTHS)) == verdicts(content)


@settings(deadline=None, max_examples=40)
@given(scenes(), st.randoms(use_true_random=False))
def test_the_order_of_scenery_and_troopers_changes_no_verdict(content: Content, rng: Any) -> None:
    shuffled = copy.deepcopy(content)
    rng.shuffle(shuffled["scenery"])
    rng.shuffle(shuffled["trooper"])
    shuffled = dict(rng.sample(list(shuffled.items()), len(shuffled)))
    assert verdicts(shuffled) == verdicts(content)
