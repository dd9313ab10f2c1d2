"""What has to come out of a worked scene, as tables: who is hit, by what, and why."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from docs.generate.markdown import code, plain, table

HIT: Final = "hit"
SPARED: Final = "spared"
"""How the two outcomes are coloured, as in the pictures."""

_OF_PLACEMENT: Final = {"status", "focus", "reason"}
_WITHIN: Final = {"YES": "would be affected", "NO": "not affected"}
"""Of a template that affects nobody."""
_HEADS: Final = ("who", "ruling", "decided by", "because")


def chip(text: str, colour: str) -> str:
    """Return a coloured label.

    Examples
    --------
    >>> chip("2", HIT)
    '[2]{.hit}'
    """
    return f"[{plain(text)}]{{.{colour}}}"


def glance(case: Mapping[str, Any]) -> str:
    """Return on one line who is hit and who isn't.

    Examples
    --------
    >>> one = {"placements": {"A": {"status": "placed", "1": {"outcome": "YES"}}}}
    >>> glance(one)
    'Affected: [1]{.hit}'
    """
    hit: dict[str, None] = {}
    spared: dict[str, None] = {}
    notes = []
    for name, placement in case["placements"].items():
        if placement["status"] != "placed":
            notes.append(f"template {plain(name)} is {placement['status']}")
        for who, said in _verdicts(placement):
            is_hit = said["outcome"] == "YES" and placement["status"] == "placed"
            (hit if is_hit else spared)[who] = None
    for who, said in case.get("triggers", {}).items():
        (hit if said["outcome"] == "YES" else spared)[who] = None
    parts = []
    if hit:
        parts.append("Affected: " + " ".join(chip(who, HIT) for who in hit))
    left = [who for who in spared if who not in hit]
    if left:
        parts.append("Not affected: " + " ".join(chip(who, SPARED) for who in left))
    parts += notes
    parts += [_pair(pair, said["outcome"]) for pair, said in case.get("fire", {}).items()]
    faulty = [who for who, said in case.get("stances", {}).items() if said.get("faults")]
    if faulty:
        parts.append("Can't stand so: " + " ".join(chip(who, HIT) for who in faulty))
    parts += [
        f"MODs against {plain(who)}: {said['total']}"
        for who, said in case.get("modifiers", {}).items()
    ]
    return " · ".join(parts)


def tables(case: Mapping[str, Any]) -> str:
    """Return everything that is expected in a case of a scene with attacks."""
    parts = []
    for name, placement in case["placements"].items():
        why = f", {plain(placement['reason'])}" if "reason" in placement else ""
        what = plain(name) if case.get("triggers") else f"Template {plain(name)}"
        parts.append(f"{what}: **{placement['status']}**{why}\n")
        words = _WITHIN if placement["status"] != "placed" else None
        parts.append(table(_HEADS, [_row(who, said, words) for who, said in _verdicts(placement)]))
    if case.get("triggers"):
        parts.append("Whom it goes off at\n")
        goes_off = {"YES": "goes off", "NO": "doesn't"}
        rows = [_row(who, said, goes_off) for who, said in case["triggers"].items()]
        parts.append(table(_HEADS, rows))
    if case.get("fire"):
        rows = [_fire(pair, said) for pair, said in case["fire"].items()]
        parts.append(table(("line of fire", "found by", "partial cover", "because"), rows))
    if case.get("stances"):
        rows = [_stance(who, said) for who, said in case["stances"].items()]
        parts.append(table(("who", "stands on", "base at", "because"), rows))
    for who, said in case.get("dodges", {}).items():
        roll = f"PH{said['modifier']:+d}" if said["modifier"] else "PH"
        parts.append(f"- {plain(who)} may dodge as {_when(said['when'])}, with a {roll} roll")
    if case.get("dodges"):
        parts.append("")
    for who, said in case.get("modifiers", {}).items():
        parts.append(f"MODs against {plain(who)}: **{said['total']}**: {plain(said['because'])}\n")
    return "\n".join(parts)


def differences(first: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Return what comes out otherwise than in the first case, an item for each."""
    before, found = dict(_flat(first)), []
    for key, (said, because) in _flat(other):
        if before.get(key, ("", ""))[0] != said:
            found.append(f"{key}: {said}{': ' if because else ''}{plain(because)}")
    gone = [name for name in first["placements"] if name not in other["placements"]]
    return found + [f"template {plain(name)}: isn't placed" for name in gone]


def _verdicts(placement: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    return ((who, said) for who, said in placement.items() if who not in _OF_PLACEMENT)


def _row(who: str, said: Mapping[str, Any], words: Mapping[str, str] | None = None) -> list[str]:
    return [plain(who), _outcome(said["outcome"], words), _decided(said), plain(said["because"])]


def _outcome(outcome: str, words: Mapping[str, str] | None = None) -> str:
    told = words or {"YES": "AFFECTED", "NO": "not affected"}
    return chip(told.get(outcome, outcome), HIT if outcome == "YES" else SPARED)


def _decided(said: Mapping[str, Any]) -> str:
    behind = ", ".join(said.get("behind", ()))
    gap = f", {said['gap']:g} mm apart" if said.get("gap", 0) > 0 else ""
    close = "; a close call" if said.get("close") else ""
    return plain(f"{said['decided_by']}{f', behind {behind}' if behind else ''}{gap}{close}")


def _pair(pair: str, outcome: str) -> str:
    viewer, target = pair.split(" > ")
    sees = "sees" if outcome == "YES" else "doesn't see"
    return chip(f"{viewer} {sees} {target}", HIT if outcome == "YES" else SPARED)


def _fire(pair: str, said: Mapping[str, Any]) -> list[str]:
    behind = ", ".join(said.get("behind", ()))
    method = f"{said['method']}{f', behind {behind}' if behind else ''}"
    cover = {"YES": "yes", "NO": "no"}.get(said.get("cover", ""), "")
    return [_pair(pair, said["outcome"]), plain(method), cover, plain(said["because"])]


def _stance(who: str, said: Mapping[str, Any]) -> list[str]:
    faults = "; ".join(said.get("faults", ()))
    name = chip(who, HIT) if faults else plain(who)
    on = plain(", ".join(said["on"]) or "nothing")
    why = plain(said["because"])
    if faults:
        why = f"**{plain(faults)}**: {why}"
    return [name, on, f"{said['height']:g} mm", why]


def _when(when: str) -> str:
    return "an ARO" if when == "ARO" else f"its {when}"


def _flat(case: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Everything that may differ: of what, what is said, and because of what."""
    for name, placement in case["placements"].items():
        yield f"template {plain(name)}", (placement["status"], placement.get("reason", ""))
        for who, said in _verdicts(placement):
            ruling = f"{_outcome(said['outcome'])} ({_decided(said)})"
            yield f"{plain(who)}, template {plain(name)}", (ruling, said["because"])
    words = {"YES": "goes off", "NO": "doesn't go off"}
    for who, said in case.get("triggers", {}).items():
        yield f"at {plain(who)}", (_outcome(said["outcome"], words), said["because"])
    for pair, said in case.get("fire", {}).items():
        yield code(pair), (_pair(pair, said["outcome"]), said["because"])
