"""What hangs on which reading: asked under every single change, said for each trooper."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rules.comparing import Comparison, compare
from rules.readings import readings_of
from rules.ruling import rule
from rules.scenefile import load, read
from rules.verdict import RulingError
from viewer import compared

SCENES = Path(__file__).resolve().parents[2] / "scenes"


def found(name: str) -> Comparison:
    return compare(load(SCENES / f"{name}.toml"))


def flips(comparison: Comparison, question: str, trooper: str = "", template: str = "") -> dict:
    (answer,) = [
        one
        for one in comparison.answers
        if (one.asked.question, one.asked.trooper) == (question, trooper)
        and template in ("", one.asked.template)
    ]
    return {(flip.reading, flip.choice): flip.answer for flip in answer.flips}


def test_every_choice_that_is_not_chosen_is_asked_once() -> None:
    scene = load(SCENES / "edge-of-a-roof.toml")
    wanted = [
        (reading.name, choice)
        for reading in readings_of(scene.rules)
        for choice in reading.choices
        if choice != {**scene.readings}.get(reading.name, reading.default)
    ]
    comparison = compare(scene)
    assert list(comparison.changes) == wanted
    assert ("template_body", "above") in wanted
    assert ("template_body", "both_sides") not in wanted


def test_the_edge_of_a_roof_hangs_on_its_reading_alone() -> None:
    comparison = found("edge-of-a-roof")
    # From above its plane alone the template reaches nobody below anyway.
    assert flips(comparison, "verdict", "1") == {("edge_focus", "sees_past"): "YES"}
    assert flips(comparison, "verdict", "2") == {}
    assert flips(comparison, "placement") == {}


def test_a_placement_that_a_reading_forbids_is_said() -> None:
    comparison = found("tilted-past-friends")
    assert flips(comparison, "placement", template="B") == {("tilt", "level_only"): "illegal"}
    # Nobody is ruled on then, which is no other verdict.
    assert flips(comparison, "verdict", "1", "B") == {}


def test_models_that_block_flip_the_rear_of_a_column() -> None:
    comparison = found("column-of-five")
    # 1 stands where the template is 4.7 mm wide and 2.4 high: no square of 3 mm fits.
    assert flips(comparison, "verdict", "1") == {("minimum_opening", "3x3"): "NO"}
    for name in "2345":
        assert flips(comparison, "verdict", name) == {("models_block", "yes"): "NO"}


def test_a_dodge_hangs_on_the_line_of_fire() -> None:
    text = (
        (SCENES / "column-of-five.toml")
        .read_text()
        .replace("at = [95, 100]\nfacing = 180", "at = [95, 100]\nfacing = 60")
    )
    comparison = compare(read(text.encode(), "s.toml"))
    (roll,) = [
        one.answer
        for one in comparison.answers
        if (one.asked.question, one.asked.trooper) == ("dodge", "1")
    ]
    # Alpha's near side lies just in front of 1, whose own front half can't see it all.
    assert roll in ("PH", "PH-3")
    assert set(flips(comparison, "dodge", "1").values()) <= {"PH", "PH-3"} - {roll}
    assert all(name.startswith("fire_") for name, _ in flips(comparison, "dodge", "1"))


def test_the_answers_are_the_rulings() -> None:
    scene = load(SCENES / "blast-on-target.toml")
    comparison = compare(scene)
    made = {
        (i, placement.name, verdict.trooper): verdict.outcome.value
        for i, attack in enumerate(rule(scene, margins=False).attacks)
        for placement in attack.placements
        for verdict in placement.verdicts
    }
    asked = [one for one in comparison.answers if one.asked.question == "verdict"]
    assert {(o.asked.attack, o.asked.template, o.asked.trooper): o.answer for o in asked} == made
    for one in asked:
        for flip in one.flips:
            other = rule(
                replace(scene, readings={flip.reading: flip.choice}), margins=False
            ).attacks[one.asked.attack]
            (placement,) = [p for p in other.placements if p.name == one.asked.template]
            (verdict,) = [v for v in placement.verdicts if v.trooper == one.asked.trooper]
            assert verdict.outcome.value == flip.answer != one.answer


def test_a_scene_without_an_attack_has_nothing_to_compare() -> None:
    text = (SCENES / "dome-or-ball.toml").read_text().partition("[[attack]]")[0]
    with pytest.raises(RulingError, match="no attack to compare"):
        compare(read(text.encode(), "s.toml"))


def test_in_words_each_trooper_holds_or_hangs() -> None:
    text = compared.report(found("dome-or-ball"))
    assert "Alpha, Nanopulser, template A: placed, under every reading." in text
    assert "  Alpha  not affected  under every reading\n" in text
    assert "  1      not affected  but AFFECTED under template_body = both_sides\n" in text
    assert "  - template_body = above: answers hang on it\n" in text
    assert "  - tilt = allowed\n" in text
    text = compared.report(found("cancelled-template"))
    # If models blocked lines, 3 would screen 4.
    assert "template B: cancelled, but placed under models_block = yes." in text
    assert "  3  within        under every reading\n" in text
    assert "  4  within        but outside under models_block = yes\n" in text


def test_as_json_each_answer_says_whether_it_holds() -> None:
    scene = load(SCENES / "dome-or-ball.toml")
    made = json.loads(compared.dumps(compare(scene), scene))
    (answer,) = [
        one for one in made["answers"] if (one["question"], one["trooper"]) == ("verdict", "1")
    ]
    assert (answer["answer"], answer["holds"]) == ("NO", False)
    assert answer["flips"] == [
        {"reading": "template_body", "choice": "both_sides", "answer": "YES"}
    ]
    assert len(made["changes"]) == len(compare(scene).changes)
