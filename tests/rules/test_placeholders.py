"""What hangs on a piece of unknown size is undecided and names it; what doesn't, holds."""

import pytest

from rules.dispute import Dispute
from rules.lines_of_fire import between
from rules.ruling import rule
from rules.scenefile import read
from rules.stand_ins import among
from rules.verdict import Placement, Verdict

HEAD = 'format = 1\nname = "Unknown"\nrules = "infinity-codeone"\nactive = "blue"\n'
TREE = '[[scenery]]\nname = "{}"\nkit = "box"\nplaceholder = true\nsize = {}\nat = {}\n'
WALL = '[[scenery]]\nname = "wall"\nkit = "box"\nsize = [5, 90, 90]\nat = {}\n'
TROOPER = '[[trooper]]\nname = "{}"\nside = "{}"\nsilhouette = "S2"\nat = {}\n'
SHOT = '[[attack]]\nby = "A"\nweapon = "Nanopulser"\n[[attack.template]]\nname = "t"\naim = 0\n'

# The teardrop starts at x = 72.5 and reaches 160 mm along +x, 60 mm wide.
PAIR = TROOPER.format("A", "blue", [60, 100]) + TROOPER.format("1", "red", [150, 100])


def dispute(*parts: str) -> Dispute:
    made = read((HEAD + "".join(parts)).encode(), "scene.toml")
    assert isinstance(made, Dispute)
    return made


def placement(*parts: str) -> Placement:
    (attack,) = rule(dispute(*parts), margins=False).attacks
    (found,) = attack.placements
    return found


def verdict(trooper: str, *parts: str) -> Verdict:
    return next(v for v in placement(*parts).verdicts if v.trooper == trooper)


def test_a_no_that_only_a_placeholder_makes_is_undecided() -> None:
    found = verdict("1", TREE.format("tree", [20, 90, 90], [110, 100]), PAIR, SHOT)
    assert found.outcome.value == "UNDECIDED"
    assert found.deciding.question == "placeholder"
    assert str(found.deciding.citation) == "Blast Focus, docs/formats.md, Placeholders"
    assert found.deciding.evidence.reason == (  # type: ignore[union-attr]
        "whether it is affected hangs on tree, a placeholder for a piece of unknown size"
    )
    # No hair decides here, but a shape that isn't known.
    assert not found.close_call


def test_a_no_that_a_known_piece_makes_by_itself_holds() -> None:
    tree = TREE.format("tree", [20, 90, 90], [110, 100])
    assert verdict("1", tree, WALL.format([90, 100]), PAIR, SHOT).outcome.value == "NO"


def test_a_yes_by_a_line_past_the_placeholder_holds() -> None:
    found = verdict("1", TREE.format("bush", [20, 90, 5], [110, 100]), PAIR, SHOT)
    assert found.outcome.value == "YES"
    aside = TREE.format("tree", [20, 90, 90], [110, 250])
    assert verdict("1", aside, PAIR, SHOT).outcome.value == "YES"


def test_only_the_placeholders_that_hide_it_are_named() -> None:
    trees = [
        TREE.format("left", [20, 60, 90], [110, 130]),
        TREE.format("right", [20, 60, 90], [110, 70]),
        TREE.format("far", [20, 60, 90], [600, 600]),
    ]
    evidence = verdict("1", *trees, PAIR, SHOT).deciding.evidence
    assert evidence.reason == (  # type: ignore[union-attr]
        "whether it is affected hangs on placeholders for pieces of unknown size: left, right"
    )


def test_a_template_in_a_placeholder_is_undecided_whether_it_may_be_placed() -> None:
    pair = PAIR.replace("[60, 100]", "[60, 100, 0]")
    found = placement(TREE.format("tree", [60, 60, 90], [75, 100]), pair, SHOT + "height = 5\n")
    assert found.status == "undecided"
    assert found.reasons == (
        "whether it may be placed here hangs on tree, a placeholder for a piece of unknown size",
    )
    assert {v.outcome.value for v in found.verdicts} == {"UNDECIDED"}


def test_who_stands_on_a_placeholder_is_at_an_unknown_height() -> None:
    tree = TREE.format("tree", [60, 60, 20], [150, 100])
    assert verdict("1", tree, PAIR, SHOT).outcome.value == "UNDECIDED"
    under_user = TREE.format("tree", [30, 30, 20], [60, 100])
    found = placement(under_user, PAIR, SHOT)
    assert [v.outcome.value for v in found.verdicts] == ["NO", "UNDECIDED"]


def test_an_ally_behind_a_placeholder_leaves_the_cancelling_undecided() -> None:
    ally = TROOPER.format("B", "blue", [150, 100])
    tree = TREE.format("tree", [20, 90, 90], [110, 100])
    found = placement(tree, TROOPER.format("A", "blue", [60, 100]), ally, SHOT)
    assert found.status == "undecided"
    assert found.reasons == (
        "whether it is cancelled hangs on tree, a placeholder for a piece of unknown size",
    )


def test_an_ally_on_a_placeholder_leaves_the_cancelling_undecided() -> None:
    ally = TROOPER.format("B", "blue", [150, 100])
    # Whether from 20 mm up or, were it no higher than the table, from its foot.
    for height in (20, 60):
        tree = TREE.format("tree", [60, 60, height], [150, 100])
        (attack,) = rule(
            dispute(tree, PAIR.replace("[150, 100]", "[100, 100]"), ally, SHOT)
        ).attacks
        (found,) = attack.placements
        assert [v.outcome.value for v in found.verdicts] == ["NO", "YES", "UNDECIDED"]
        assert found.status == "undecided"
        assert found.reasons == (
            "whether it is cancelled hangs on tree, a placeholder for a piece of unknown size",
        )
        # Nothing is said of a cancelled template.
        assert [remark.text for remark in attack.remarks] == [
            "a direct template asks for no BS Roll to hit"
        ]


def test_whom_a_template_misses_at_any_height_it_misses() -> None:
    ally = TROOPER.format("B", "blue", [150, 300])
    tree = TREE.format("tree", [60, 60, 20], [150, 300])
    found = placement(tree, PAIR, ally, SHOT)
    assert [v.outcome.value for v in found.verdicts] == ["NO", "YES", "NO"]
    assert found.status == "placed"


def test_whoever_may_be_affected_behind_a_placeholder_may_dodge() -> None:
    tree = TREE.format("tree", [20, 90, 90], [110, 100])
    facing = PAIR + "facing = 180\n"
    (attack,) = rule(dispute(tree, facing, SHOT)).attacks
    (dodge,) = attack.dodges
    assert (dodge.trooper, dodge.templates, dodge.modifier) == ("1", ("t",), None)
    assert dodge.finding.outcome.value == "UNDECIDED"
    # Who faces away sees nobody, whatever stands between.
    (attack,) = rule(dispute(tree, PAIR, SHOT)).attacks
    assert [dodge.modifier for dodge in attack.dodges] == [-3]


@pytest.mark.parametrize("at", [[60, 100], [150, 100]])
def test_lines_of_fire_of_who_stands_on_a_placeholder_are_undecided(at: list[int]) -> None:
    made = dispute(TREE.format("tree", [30, 30, 20], at), PAIR + "facing = 180\n", SHOT)
    (attack,) = rule(made).attacks
    assert [(dodge.trooper, dodge.modifier) for dodge in attack.dodges] == [("1", None)]
    seen = between(made, "A", "1", margin=False)
    assert seen.sightings[0].outcome.value == "UNDECIDED"
    assert seen.notes[-1] == (
        "whether A sees 1 hangs on tree, a placeholder for a piece of unknown size"
    )


def test_one_without_cover_decides_nothing() -> None:
    tree = TREE.format("tree", [20, 90, 90], [110, 100]) + 'cover = "none"\n'
    made = dispute(tree, PAIR, SHOT)
    assert among(made.scene) == ()
    assert verdict("1", tree, PAIR, SHOT).outcome.value == "YES"


@pytest.mark.parametrize("names", [["tree", "bush"], ["bush", "tree"]])
def test_the_order_of_the_file_changes_no_outcome(names: list[str]) -> None:
    places = {"tree": [110, 70], "bush": [110, 130]}
    trees = [TREE.format(name, [20, 60, 90], places[name]) for name in names]
    assert verdict("1", *trees, PAIR, SHOT).outcome.value == "UNDECIDED"


def test_lines_of_fire_past_a_placeholder() -> None:
    tree = TREE.format("tree", [20, 90, 90], [110, 100])
    seen = between(dispute(tree, PAIR), "A", "1", margin=False)
    assert seen.sightings[0].outcome.value == "UNDECIDED"
    assert seen.notes[-1] == (
        "whether A sees 1 hangs on tree, a placeholder for a piece of unknown size"
    )
    known = between(dispute(tree, WALL.format([90, 100]), PAIR), "A", "1", margin=False)
    assert known.sightings[0].outcome.value == "NO"


def test_the_ruling_fits_its_schema_and_says_what_it_stands_on() -> None:
    import json

    import jsonschema

    from viewer import record, text

    made = dispute(TREE.format("tree", [20, 90, 90], [110, 100]), PAIR, SHOT)
    ruling = rule(made)
    jsonschema.validate(json.loads(record.dumps(ruling, made)), record.schema())
    assert "1  UNDECIDED" in text.report(ruling)
    assert ruling.notes[0] == (
        "tree is a placeholder for a piece of unknown size; what hangs on it is UNDECIDED"
    )


AREAS = """
format = 1
name = "Areas"
rules = "area-templates"
active = "blue"
[[trooper]]
name = "A"
side = "blue"
silhouette = "S2"
at = [100, 100]
[[trooper]]
name = "1"
side = "red"
silhouette = "S2"
at = [300, 100]
"""


def test_the_other_games_lines_past_a_placeholder() -> None:
    tree = TREE.format("tree", [20, 90, 90], [200, 100])
    battle = read((AREAS + tree).encode(), "scene.toml")
    assert between(battle, "A", "1").sightings[0].outcome.value == "UNDECIDED"
    wall = WALL.format([230, 100])
    known = read((AREAS + tree + wall).encode(), "scene.toml")
    assert between(known, "A", "1").sightings[0].outcome.value == "NO"
    aside = read((AREAS + tree.replace("[200, 100]", "[200, 400]")).encode(), "scene.toml")
    assert between(aside, "A", "1").sightings[0].outcome.value == "YES"
