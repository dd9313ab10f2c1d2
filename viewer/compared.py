"""What hangs on which reading, in words and for programs."""

import json
from importlib.resources import files
from typing import Any, Final

from rules.comparing import Answer, Comparison
from rules.dispute import Dispute
from viewer import words
from viewer.record import version
from viewer.wrapping import WIDTH, item, wrapped

FORMAT: Final = 1

_SAID: Final = {
    "verdict": {"YES": "AFFECTED", "NO": "not affected"},
    "within": {"YES": "within", "NO": "outside"},
    "trigger": {"YES": "GOES OFF", "NO": "stays quiet"},
}
_WIDEST_NAME: Final = 24


def report(found: Comparison) -> str:
    """Return a comparison of readings as text.

    Examples
    --------
    >>> from rules.comparing import compare
    >>> from rules.scenefile import read, starter
    >>> print(report(compare(read(starter(), "starter.toml"))).splitlines()[5])
    Beta, Nanopulser, template A: placed, under every reading.
    """
    lines = [*wrapped(found.scene), "=" * min(len(found.scene), WIDTH)]
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
        for question, title in (("trigger", "Whom it goes off at"), ("dodge", "Rolls to dodge")):
            rows = [one for one in mine if one.asked.question == question]
            if rows:
                lines += ["", *wrapped(f"{title}: {by}, {weapon}."), "", *_rows(rows, question)]
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
    text = files("viewer").joinpath("data/compared.schema.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


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
        "program": {"name": "blastfocus", "version": version()},
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
    """Return a comparison of readings as JSON text in ASCII, the same bytes for the same file."""
    return json.dumps(record(found, dispute), indent=2, allow_nan=False) + "\n"


def _rows(answers: list[Answer], kind: str) -> list[str]:
    wide = min(max(len(one.asked.trooper) for one in answers), _WIDEST_NAME)
    lines = []
    for one in answers:
        said = _said(kind, one.answer)
        lines += item(f"{one.asked.trooper:<{wide}}  {said:<12}  ", _flips(one, kind))
    return lines


def _said(kind: str, answer: str) -> str:
    return _SAID.get(kind, {}).get(answer, answer)


def _flips(one: Answer, kind: str = "") -> str:
    if not one.flips:
        return "under every reading"
    flips = [f"{_said(kind, it.answer)} under {it.reading} = {it.choice}" for it in one.flips]
    return f"but {words.listed(flips)}"
