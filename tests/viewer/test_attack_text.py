"""An attack read aloud: cancelled templates, close combat, Dodges, MODs, deployables."""

from pathlib import Path

import pytest

from rules.ruling import rule
from rules.scenefile import load, read
from rules.verdict import Citation, Engagement, Finding, Search
from spatial.contact import Contact
from spatial.evidence import Blocker, Line, LineOfFire, Witness
from spatial.outcome import Outcome
from viewer import evidence_words, words
from viewer.text import report

SCENES = Path(__file__).resolve().parents[2] / "scenes"
HERE = (0.0, 0.0, 0.0)
THERE = (100.0, 0.0, 40.0)
CITED = Citation("a document", "a heading")
WALLS = (
    Blocker("wall", 0.9, Line(HERE, THERE), needed=True, alone=True),
    Blocker("bin", 0.2, Line(HERE, THERE)),
)


def said(name: str, **changes: str) -> str:
    text = (SCENES / f"{name}.toml").read_text(encoding="utf-8")
    for old, new in changes.values():
        assert old in text
        text = text.replace(old, new)
    return report(rule(read(text.encode(), f"{name}.toml"), margins=False, dodges=True))


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_cancelled_template_says_why_and_who_is_within_it() -> None:
    text = said("cancelled-template")
    assert "its Blast Focus at (111.9, 146.0, 0.0) mm: CANCELLED." in flat(text)
    assert "  It would affect 4, on 1's own side [2].\n" in text
    rows = text.partition("CANCELLED")[2].partition("Why")[0]
    assert "  2  outside       the template misses it by 40.9 mm" in rows
    assert "  4  within        a clear line from the Blast Focus reaches it" in rows
    assert "AFFECTED" not in rows
    assert "Whoever is in a cancelled template's Area of Effect may declare an ARO" in flat(text)


def test_it_is_declared_placed_judged_dodged_and_cited_in_that_order() -> None:
    text = said("cancelled-template")
    parts = [
        "1 attacks with Chain-colt (+1B): 2 templates, burst 2.",
        "Declared at 2 and 3.",
        "Template A,",
        "  Why",
        "Template B,",
        "What may be declared",
        "Where they stand",
        "Rules",
        "This ruling stands on",
    ]
    found = [text.index(part) for part in parts]
    assert found == sorted(found)


def test_a_dodge_says_its_roll_its_templates_and_the_line_it_hangs_on() -> None:
    text = flat(said("cancelled-template"))
    assert "2 Dodge (ARO): one Normal PH Roll against template A [3]. It sees 1: by a line" in text
    assert "An attack on 1 in return is a Normal Roll where it asks for a roll" in text
    text = flat(said("cancelled-template", turned=("facing = 180", "facing = 0")))
    assert "2 Dodge (ARO): one Normal PH-3 Roll against template A" in text
    assert "It doesn't see 1: it looks the other way" in text


def test_one_dodge_against_two_templates() -> None:
    text = flat(said("cancelled-template", aimed=('aim = "3"', "aim = 16")))
    assert "one Normal PH Roll against templates A and B" in text


def test_close_combat_says_through_whom() -> None:
    text = flat(said("into-close-combat"))
    assert "remote within in close combat with 1, who is affected, and so is everybody in it" in (
        text
    )


def test_mods_are_said_one_by_one_and_in_all() -> None:
    text = flat(said("shooting-into-close-combat"))
    assert "Alpha attacks with Combi Rifle: no template, burst 3. Declared at 1." in text
    assert (
        "MODs to the BS Roll against 1: range +3, cover -3, Bravo is engaged with it -6 and "
        "Charlie is engaged with it -6; in all -12 [1]."
    ) in text


def test_a_deployable_says_whom_it_goes_off_at() -> None:
    text = said("mine-round-corner")
    assert "mine, a Mine: whom does it go off at?\n" in text
    rows = flat(text.partition("whom does it go off at?")[2].partition("Why")[0])
    assert "1 stays quiet in total cover behind block from every place tried on the edge" in rows
    assert "2 GOES OFF a template can catch it and affect no allied or neutral trooper" in rows
    assert "3 stays quiet it is 275.0 mm away, beyond the template's reach of 160.0 mm" in rows
    assert "4 stays quiet in close combat with Bravo, who would be affected too" in rows
    assert "mine, set off by 2, one way to place its template: small teardrop, " in flat(text)
    assert (
        "Dodge (second Short Skill): one Normal PH-3 Roll against mine where 2 sets it off"
    ) in flat(text)
    assert "Mine is a Deployable Weapon" in flat(text)


def test_an_impact_template_lies_on_what_is_hit() -> None:
    text = said("blast-on-target")
    assert "Alpha attacks with Missile Launcher: 1 template on what is hit, burst 1.\n" in text
    assert "BS Roll to hit" not in text
    assert "It would affect bystander, neutral [" in text
    assert "reading impact_circle_centre" in flat(text)
    assert "direct_circle_height" not in text
    assert "mine_focus" not in text


def test_readings_of_the_line_of_fire_are_named_only_where_a_dodge_hangs_on_it() -> None:
    assert "reading fire_start" in said("dome-or-ball", on=("[table]", BOTH_SIDES + "[table]"))
    assert "reading fire_start" not in said("dome-or-ball")
    assert "reading mine_ally" in said("mine-round-corner")


BOTH_SIDES = '[readings]\ntemplate_body = "both_sides"\n\n'


@pytest.mark.parametrize(
    ("evidence", "outcome", "clause"),
    [
        (
            Engagement(("1", "2"), ("1", "2", "3"), True),
            Outcome.YES,
            "in close combat as the scene says with 1 and 2, who are affected, and so is everybody "
            "in it",
        ),
        (
            Engagement(("1",), ("1", "3"), False),
            Outcome.UNDECIDED,
            "in close combat with 1, of whom it is undecided",
        ),
        (
            Engagement(("2",), ("1", "2"), False),
            Outcome.NO,
            "in close combat with 2, who would be affected too",
        ),
        (
            Search(7, 1.5, 10.0, ("2", "3")),
            Outcome.NO,
            "every template that reaches it would affect 2 or 3 (7 placements searched, level "
            "ones 1.5 mm apart on the edge and 10 degrees apart in direction)",
        ),
        (
            Search(1, 0.0, 10.0, ("2",)),
            Outcome.UNDECIDED,
            "it is undecided whether every template that reaches it would affect 2 (1 placement "
            "searched, level ones 10 degrees apart in direction)",
        ),
        (
            Search(7, 1.5, 10.0, ("2", "3"), in_area=True),
            Outcome.NO,
            "2 and 3 are within the Trigger Area",
        ),
        (
            Search(3, 1.5, 10.0, hidden=20, blockers=WALLS),
            Outcome.NO,
            "in total cover behind wall from every place tried on the edge (20 places and 3 "
            "placements searched, level ones 1.5 mm apart on the edge and 10 degrees apart in "
            "direction)",
        ),
        (
            Search(30, 1.5, 10.0, blockers=WALLS[1:]),
            Outcome.NO,
            "no line past bin is clear from every place tried on the edge (30 placements "
            "searched, level ones 1.5 mm apart on the edge and 10 degrees apart in direction)",
        ),
        (
            Search(0, 0.0, 0.0, hidden=1, blockers=WALLS),
            Outcome.NO,
            "in total cover behind wall from the middle of its base",
        ),
        (
            Search(1, 1.5, 10.0),
            Outcome.UNDECIDED,
            "neither a clear line nor full cover could be shown (1 placement searched, "
            "level ones 1.5 mm apart on the edge and 10 degrees apart in direction)",
        ),
        (LineOfFire(Outcome.YES, "inside"), Outcome.YES, "their silhouettes touch"),
        (
            LineOfFire(Outcome.YES, "square", Witness(Line(HERE, THERE), 3.0)),
            Outcome.YES,
            "by a line from (0.0, 0.0, 0.0) mm to (100.0, 0.0, 40.0) mm",
        ),
        (
            LineOfFire(Outcome.UNDECIDED, "searched", spacing=3.0),
            Outcome.UNDECIDED,
            "no line was found, searched at points no more than 3.0 mm apart",
        ),
    ],
)
def test_evidence_in_a_clause(
    evidence: Engagement | Search | LineOfFire, outcome: Outcome, clause: str
) -> None:
    assert evidence_words.clause(Finding("question", outcome, evidence, CITED)) == clause


def test_evidence_of_another_kind_has_other_words() -> None:
    with pytest.raises(TypeError):
        evidence_words.clause(Finding("contact", Outcome.NO, Contact(1.0, HERE, HERE), CITED))


def test_every_scene_can_be_read_aloud() -> None:
    for path in sorted(SCENES.glob("*.toml")):
        text = report(rule(load(path), margins=False))
        assert text.isascii(), path.name
        assert "None" not in text, path.name


def test_what_holds_for_some_who_dodge_is_said_with_them() -> None:
    # Template B is cancelled by 4, template A stands: 2 is in A only, 3 in B only.
    text = flat(said("cancelled-template"))
    declared = text.partition("What may be declared")[2].partition("Where they stand")[0]
    second, _, third = declared.partition(" 3 Dodge")
    assert "makes a Saving Roll" in second
    assert "cancelled" not in second
    assert "makes a Saving Roll" not in third
    assert "3 may still declare its ARO, although template B is cancelled" in third
    # What holds for both is said once, after them.
    assert declared.count("An attack on 1 in return") == 1


def test_a_tilted_template_says_so() -> None:
    assert ", tilted " in flat(said("tilted-past-friends"))
    assert ", tilted " not in flat(said("cancelled-template"))


def test_a_search_that_reaches_nobody_names_no_cover() -> None:
    clause = evidence_words.clause(Finding("trigger area", Outcome.NO, Search(0, 1.5, 10.0), CITED))
    assert clause == (
        "no placement that was tried reaches it (level ones 1.5 mm apart on the edge and 10 "
        "degrees apart in direction)"
    )


def test_several_pieces_that_hide_from_a_mine_are_told_apart() -> None:
    found = Finding(
        "trigger area", Outcome.NO, Search(0, 1.5, 10.0, hidden=4, blockers=WALLS), CITED
    )
    assert words.finding(found) == (
        "In total cover behind wall from every place tried on the edge (4 places searched, level "
        "ones 1.5 mm apart on the edge). On average wall hides 90% and bin hides 20% of it from "
        "there. wall is enough to hide it. Without wall a line would get through."
    )
