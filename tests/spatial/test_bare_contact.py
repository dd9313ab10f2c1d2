"""Contact without depth: what two solids share is flat, and any clear line to it will do."""

import pytest

from rules.ruling import rule
from spatial.outcome import Outcome
from tests.tables import Table, scene_of, turned


def table(*posts: tuple[float, float, float], turn: float = 0.0) -> Table:
    """A target whose top, 20 mm up, is in the plane of a template; posts 30 mm high before it.

    The focus is at (12.5, 0, 20), the target's axis at x = 110, and what the two share is the part
    of its top within the outline: all of the disc, 25 mm across. A post is given by its x and y
    and its width across.
    """
    made: Table = {
        "format": 1,
        "name": "Level",
        "rules": "infinity-codeone",
        "slack": 0.5,
        "weapon": [{"name": "flame", "template": "small_teardrop"}],
        "scenery": [
            {"name": f"post {i}", "kit": "box", "size": [2, width, 30], "at": [x, y]}
            for i, (x, y, width) in enumerate(posts)
        ],
        "trooper": [
            {"name": "user", "side": "blue", "silhouette": "S2", "at": [0, 0]},
            {
                "name": "target",
                "side": "red",
                "silhouette": {"diameter": 25, "height": 20},
                "at": [110, 0, 0],
            },
        ],
        "attack": [
            {
                "by": "user",
                "weapon": "flame",
                "template": [{"name": "A", "aim": 0.0, "height": 20}],
            }
        ],
    }
    return turned(made, turn)


def outcome(made: Table) -> Outcome:
    placement = rule(scene_of(made), margins=False).attacks[0].placements[0]
    assert placement.status == "placed"
    verdict = placement.verdicts[1]
    assert verdict.close_call
    return verdict.outcome


TURNS = pytest.mark.parametrize("turn", [0.0, 27.0, 180.0])


@TURNS
def test_nothing_between(turn: float) -> None:
    assert outcome(table(turn=turn)) is Outcome.YES


@TURNS
def test_a_wall_that_hides_all_of_the_flat_part(turn: float) -> None:
    assert outcome(table((60, 0, 60), turn=turn)) is Outcome.NO


@TURNS
@pytest.mark.parametrize("y", [-4.0, -1.0, 0.0, 0.5, 3.0])
def test_a_post_hides_a_few_lines_and_not_the_rest(y: float, turn: float) -> None:
    # Seen from the focus the disc is 25 wide at 97.5: about 12 at the post, which is 2.
    assert outcome(table((60, y, 2), turn=turn)) is Outcome.YES


@TURNS
def test_two_walls_leave_an_opening_off_the_middle(turn: float) -> None:
    # Of the twelve from -6 to 6 where the walls stand, only what is above 3 is open.
    assert outcome(table((60, -10, 26), turn=turn)) is Outcome.YES
    assert outcome(table((60, -10, 26), (60, 7, 8.5), turn=turn)) is Outcome.NO


@TURNS
def test_a_ledge_that_ends_just_under_the_plane_hides_nothing(turn: float) -> None:
    made = table((60, 0, 60), turn=turn)
    made["scenery"][0]["size"][2] = 19.9
    assert outcome(made) is Outcome.YES
    # Level with the plane it is touched by every line.
    made["scenery"][0]["size"][2] = 20
    assert outcome(made) is Outcome.NO
