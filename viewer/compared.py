"""What hangs on which reading, in words and for programs."""

from typing import Any, Final

from rules.comparing import Answer, Comparison
from rules.dispute import Dispute
from viewer import json_text, words
from viewer.template_words import a
from viewer.wrapping import WIDEST_NAME, item, title, wrapped

FORMAT: Final = 1

_SAID: Final = {
    "verdict": {"YES": "AFFECTED", "NO": "not affected"},
    "within": {"YES": "within", "NO": "outside"},
    "trigger": {"YES": "GOES OFF", "NO": "stays quiet"},
}


def report(found: Comparison) -> str:
    """Return a comparison of readings as text.

    Examples
    --------
    >>> from rules.comparing import compare
    >>> from rules.scenefile import read, starter
    >>> print(report(compare(read(starter(), "starter.toml"))).splitlines()[5])
    Beta, Nanopulser, template A: placed, under every reading.
    """
    lines = title(found.scene)
    changed = words.count(len(found.changes), "change")
    head = f"Asked under {changed} of one reading each, from those chosen here."
    lines += ["", *wrapped(head)]
    for i, (by, weapon) in enumerate(found.attacks):
        mine = [one for one in found.answers if one.asked.attack == i]
        for one in mine:
            name = f"{by}, {weapon}"
            if one.asked.question == "placement":
                said = f"{name}, template {one.asked.template}: {one.answer}, {_flips(one)}."
                lines += ["", *wrapped(said)]
                within = [
                    other
                    for other in mine
                    if other.asked.question == "verdict"
                    and other.asked.template == one.asked.template
                ]
                kind = "verdict" if one.answer == "placed" else "within"
                lines += ["", *_rows(within, kind)] if within else []
        trigger = f"{by}, {a(weapon)}: whom does it go off at?"
        dodge = f"Rolls to dodge: {by}, {weapon}."
        for question, head in (("trigger", trigger), ("dodge", dodge)):
            rows = [one for one in mine if one.asked.question == question]
            if rows:
                lines += ["", *wrapped(head), "", *_rows(rows, question)]
    lines += ["", "The readings"]
    for name, choice in found.readings.items():
        flipped = any(flip.reading == name for one in found.answers for flip in one.flips)
        lines += item("- ", f"{name} = {choice}{': answers hang on it' if flipped else ''}")
    return "\n".join(lines) + "\n"


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a comparison of readings.

    Examples
    --------
    >>> schema()["properties"]["format"]["const"] == FORMAT
    True
    """
    return json_text.schema("compared")


def record(found: Comparison, dispute: Dispute) -> dict[str, Any]:
    """Return a comparison of readings as plain values.

    Examples
    --------
    >>> from rules.comparing import compare
    >>> from rules.scenefile import read, starter
    >>> dispute = read(starter(), "starter.toml")
    >>> record(compare(dispute), dispute)["answers"][0]["answer"]
    'placed'
    """
    return {
        "format": FORMAT,
        "scene": found.scene,
        "rules": found.rules,
        "readings": dict(found.readings),
        "program": json_text.program(),
        "input_sha256": dispute.sha256,
        "changes": [{"reading": name, "choice": choice} for name, choice in found.changes],
        "answers": [
            {
                "question": one.asked.question,
                "attack": one.asked.attack,
                "template": one.asked.template or None,
                "trooper": one.asked.trooper or None,
                "answer": one.answer,
                "holds": not one.flips,
                "flips": [
                    {"reading": flip.reading, "choice": flip.choice, "answer": flip.answer}
                    for flip in one.flips
                ],
            }
            for one in found.answers
        ],
    }


def dumps(found: Comparison, dispute: Dispute) -> str:
    """Return a comparison of readings as JSON text, the same bytes for the same file."""
    return json_text.dumps(record(found, dispute))


def _rows(answers: list[Answer], kind: str) -> list[str]:
    wide = min(max(len(one.asked.trooper) for one in answers), WIDEST_NAME)
    lines = []
    for one in answers:
        said = said_answer(kind, one.answer)
        lines += item(f"{one.asked.trooper:<{wide}}  {said:<12}  ", _flips(one, kind))
    return lines


def said_answer(kind: str, answer: str) -> str:
    """Return an answer to a kind of question in a player's words.

    Examples
    --------
    >>> said_answer("trigger", "NO"), said_answer("placement", "illegal")
    ('stays quiet', 'illegal')
    """
    return _SAID.get(kind, {}).get(answer, answer)


def _flips(one: Answer, kind: str = "") -> str:
    if not one.flips:
        return "under every reading"
    flips = [f"{said_answer(kind, it.answer)} under {it.reading} = {it.choice}" for it in one.flips]
    return f"but {words.listed(flips)}"
