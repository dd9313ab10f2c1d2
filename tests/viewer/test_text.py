"""The report in words: short enough to read aloud, and it says what it stands on."""

import re
from dataclasses import replace

import pytest

from rules.ruling import rule
from rules.scenefile import read, starter
from rules.verdict import AttackRuling, Margin, Ruling, Verdict
from spatial.contact import Contact
from spatial.evidence import Blocker, Line, Sight, Witness
from spatial.outcome import Outcome
from viewer import words
from viewer.text import report
from viewer.wrapping import WIDTH

TEXT = starter().decode()
HERE = (0.0, 0.0, 0.0)


def said(text: str) -> str:
    return report(rule(read(text.encode(), "s.toml"), margins=False))


def flat(text: str) -> str:
    """Return a text as one line."""
    return " ".join(text.split())


def test_one_line_a_trooper_then_why() -> None:
    lines = said(TEXT).splitlines()
    assert lines[:2] == ["Behind the barricade", "===================="]
    assert lines[3] == "Beta attacks with Nanopulser: 1 template, burst 1."
    assert lines[4] == "Declared at 1. A direct template asks for no BS Roll to hit [1]."
    assert lines[6] == (
        "Template A, small teardrop, 160 x 60 mm, 30 mm high, "
        "its Blast Focus at (112.5, 200.0, 0.0) mm:"
    )
    assert lines[8:14] == [
        "  Beta  not affected  a direct template doesn't affect its own user",
        "  1     AFFECTED      a clear line from the Blast Focus reaches it",
        "  2     not affected  in total cover behind barricade",
        "  3     not affected  in total cover behind pipe",
        "  4     not affected  the template misses it by 20.7 mm",
        "",
    ]
    assert lines[14] == "  Why"
    assert "  4     The template doesn't touch its silhouette: 20.7 mm between them [2]." in lines


def test_rules_are_cited_in_full_once_and_by_number_where_they_decide() -> None:
    text = said(TEXT)
    assert text.count("Infinity CodeOne, Template Weapons and Equipment, Area of Effect") == 1
    numbers = {int(number) for number in re.findall(r"\[(\d+)\]\.", text)}
    listed = [int(number) for number in re.findall(r"^  \[(\d+)\] ", text, re.MULTILINE)]
    assert listed == [1, 2, 3]
    assert numbers == set(listed)


def test_default_readings_come_last_and_only_those_that_matter() -> None:
    text = said(TEXT)
    assert "NOT" not in text
    stands = text.partition("This ruling stands on\n")[2]
    assert stands.index("unverified") < stands.index("reading template_body = above")
    assert "direct_circle_height" not in text


def test_an_unusual_reading_is_said_first_and_loudly() -> None:
    text = said(TEXT.replace("# template_body", "template_body"))
    assert text.splitlines()[3] == (
        "NOT UNDER THE DEFAULT READINGS, but under template_body = both_sides."
    )
    stands = text.partition("This ruling stands on\n")[2]
    assert stands.startswith(
        "  - reading, NOT THE DEFAULT (above): template_body = both_sides: a template's"
    )


def test_an_unusual_reading_is_said_even_where_it_changes_nothing() -> None:
    text = said(
        TEXT.replace("[readings]", '[readings]\ndirect_circle_height = "top_of_silhouette"')
    )
    assert "NOT UNDER THE DEFAULT READINGS" in text


def test_a_scene_without_an_attack_says_so() -> None:
    text = said(TEXT.partition("[[attack]]")[0])
    assert "There is no attack in this scene, so nobody is affected." in text
    assert "Rules" not in text
    assert "stands on" not in text


def test_an_attack_that_is_illegal_throughout_rules_on_nobody() -> None:
    text = said(TEXT.replace("# tip = 0 ", "tip = 180 "))
    assert "high: ILLEGAL, so nobody is ruled on." in text
    # A teardrop of 160 x 60 mm is 13.34 degrees wide on either side of its middle, so it
    # clears its user up to 76.66 degrees from straight ahead: 103.34 fewer than 180.
    assert re.search(
        r"It passes through Beta's own silhouette; turned 103\.[34] degrees "
        r"(counter-)?clockwise it would not \[1\]\.",
        flat(text),
    )
    assert "AFFECTED" not in text
    assert "Why" not in text


def test_one_and_many() -> None:
    two = TEXT.replace('weapon = "Nanopulser"', 'weapon = "Nanopulser (+1B)"')
    two += '\n[[attack.template]]\nname = "B"\naim = "2"\n'
    assert "Beta attacks with Nanopulser (+1B): 2 templates, burst 2." in said(two)


def test_no_line_is_wider_than_the_page_and_no_place_is_parted() -> None:
    long = "a very long name of a trooper that goes on and on until nobody reads it any more"
    text = said(TEXT.replace('name = "2"', f'name = "{long[:80]}"').replace("tower", long[:79]))
    assert all(len(line) <= WIDTH for line in said(TEXT).splitlines())
    assert all(len(line) <= WIDTH + len(long) for line in text.splitlines())
    assert not re.search(r"\([-\d.]+,\n", text)
    assert not re.search(r"\d\n +mm\b", text)
    assert "\N{NO-BREAK SPACE}" not in text


def test_a_report_is_plain_text() -> None:
    text = said(TEXT.replace('name = "2"', 'name = "[red]2[/red]"'))
    assert "\x1b" not in text
    assert text.isascii()
    assert "  [red]2[/red]  not affected  in total cover behind barricade" in text


# Evidence in words.


def verdict(
    outcome: Outcome, evidence: Contact | Sight, margin: Margin | None = None, **more: float
) -> Verdict:
    ruling = rule(read(starter(), "s.toml"), margins=False)
    finding = ruling.attacks[0].placements[0].verdicts[1].findings[-1]
    asked = replace(finding, outcome=outcome, evidence=evidence, margin=margin)
    return Verdict("1", outcome, (asked,), margin=margin, **more)


def blocker(piece: str, share: float, needed: bool = True, alone: bool = False) -> Blocker:
    return Blocker(piece, share, Line(HERE, HERE), needed, alone)


def test_a_miss_and_a_touch() -> None:
    apart = verdict(Outcome.NO, Contact(0.04, HERE, HERE))
    assert words.summary(apart) == "the template misses it by 0.040 mm"
    touching = verdict(Outcome.YES, Contact(0.0, HERE, HERE))
    assert words.finding(touching.findings[0]) == "The template just touches its silhouette."


def test_pieces_that_hide_it_together() -> None:
    seen = Sight(
        Outcome.NO,
        "projection",
        9,
        None,
        (
            blocker("tower", 0.9991, alone=True),
            blocker("wall", 0.4),
            blocker("post", 0.002, needed=False),
        ),
    )
    hidden = verdict(Outcome.NO, seen)
    assert words.summary(hidden) == "in total cover behind tower and wall"
    assert words.finding(hidden.findings[0]) == (
        "No line from the Blast Focus gets through: tower hides over 99%, wall hides 40% and post "
        "hides under 1% of its part in the template. tower and wall are enough to hide it. "
        "Without tower a line would get through."
    )


def test_an_opening_too_narrow_for_the_reading() -> None:
    seen = Sight(Outcome.NO, "square", 9, None, (blocker("wall", 0.97),))
    narrow = verdict(Outcome.NO, seen)
    assert words.summary(narrow) == "no opening wide enough past wall"
    assert words.finding(narrow.findings[0]) == (
        "No opening that is wide enough leads to it: wall hides 97% of its part in the template."
    )


def test_a_clear_line_and_its_room() -> None:
    line = Line(HERE, (10.0, -0.01, 2.0))
    near = Sight(Outcome.YES, "line", 9, Witness(line, 0.25))
    far = Sight(Outcome.YES, "line", 9, Witness(line, 50.0))
    assert words.finding(verdict(Outcome.YES, near).findings[0]) == (
        "A line from the Blast Focus reaches it at (10.0, 0.0, 2.0) mm, "
        "0.250 mm clear of everything on its way."
    )
    assert "at least 50 mm clear" in words.finding(verdict(Outcome.YES, far).findings[0])


def test_undecided_says_that_it_is() -> None:
    open_question = verdict(
        Outcome.UNDECIDED, Sight(Outcome.UNDECIDED, "projection", 9, None, (blocker("wall", 1),))
    )
    assert words.affected(open_question.outcome) == "UNDECIDED"
    assert words.summary(open_question) == "neither a clear line nor full cover could be shown"


@pytest.mark.parametrize(
    ("outcome", "margin", "turn", "sentence"),
    [
        (
            Outcome.NO,
            Margin(-0.4, 45.0),
            None,
            "Moved 0.400 mm at 45 degrees (north-east), it would be affected.",
        ),
        (
            Outcome.YES,
            Margin(2.0, 181.0),
            -1.5,
            "Moved 2.0 mm at 181 degrees (west) or with the template turned 1.5 degrees clockwise, "
            "it would not be affected.",
        ),
        (
            Outcome.NO,
            Margin(-10.0, None),
            0.25,
            "With the template turned 0.2 degrees counter-clockwise, it would be affected.",
        ),
        (
            Outcome.YES,
            Margin(10.0, None),
            None,
            "No sideways move of it by up to 10 mm changes that, nor turning, raising or "
            "lowering the template a little.",
        ),
        (Outcome.NO, None, None, ""),
    ],
)
def test_what_would_change_a_verdict(
    outcome: Outcome, margin: Margin | None, turn: float | None, sentence: str
) -> None:
    near = Contact(1.0, HERE, HERE)
    assert words.margin(replace(verdict(outcome, near, margin), turn=turn)) == sentence


def test_raising_and_lowering_the_template() -> None:
    near = verdict(Outcome.NO, Contact(0.1, HERE, HERE), Margin(-10.0, None))
    low = replace(near, rise=-0.1)
    assert words.margin(low) == "With the template lowered 0.100 mm, it would be affected."
    assert low.close_call
    assert words.summary(low).endswith("a CLOSE CALL, 0.100 mm up or down")
    assert not replace(near, rise=-3.0).close_call


def test_an_opening_no_wider_than_the_slack_is_a_close_call() -> None:
    line = Line(HERE, (10.0, 0.0, 2.0))
    for width, close in ((0.003, True), (0.6, False)):
        seen = Sight(Outcome.YES, "projection", 0, Witness(line, width / 2, width))
        narrow = verdict(Outcome.YES, seen, Margin(10.0, None))
        assert narrow.close_call is close
    assert "CLOSE CALL" not in words.summary(narrow)


def test_where_they_stand_and_what_no_table_holds() -> None:
    text = said(TEXT)
    assert "  - 4 (red, S2): 40 mm up, on tower, at (285.0, 190.0)" in text
    assert "NO REAL TABLE" not in text
    # The barricade is centred on (190, 165), where trooper 2 now stands; Beta hangs in the air.
    bad = TEXT.replace("at = [230, 175]", "at = [190, 165, 0]").replace(
        "at = [100, 200]", "at = [100, 200, 7]"
    )
    assert bad.count("at = [190, 165, 0]") == bad.count("at = [100, 200, 7]") == 1
    beta, two = "Beta stands on nothing, 7.0 mm in the air", "2 stands 12.5 mm inside barricade"
    assert f"NO REAL TABLE: {beta}; {two}." in flat(said(bad))


def test_a_miss_by_far_needs_no_margin() -> None:
    far = verdict(Outcome.NO, Contact(20.0, HERE, HERE), Margin(-10.0, None))
    assert words.margin(far) == ""


def test_a_close_call_is_loud() -> None:
    close = verdict(Outcome.NO, Contact(0.3, HERE, HERE), Margin(-0.35, 90.0))
    assert words.summary(close) == (
        "the template misses it by 0.300 mm; a CLOSE CALL, 0.350 mm sideways"
    )
    ruling = rule(read(starter(), "s.toml"), margins=False)
    placement = replace(ruling.attacks[0].placements[0], verdicts=(close,))
    shown = report(
        Ruling(
            ruling.scene,
            ruling.rules,
            ruling.readings,
            (AttackRuling("Beta", "Nanopulser", 1, (placement,)),),
        )
    )
    assert "CLOSE CALL, with a slack of 0.500 mm." in flat(shown)
    assert "Moved 0.350 mm at 90 degrees (north), it would be affected." in flat(shown)
