"""What has to come out of a worked scene with events, event by event."""

from collections.abc import Iterator, Mapping
from typing import Any

from docs.generate.markdown import plain, table
from docs.generate.outcomes import HIT, SPARED, chip
from docs.generate.worked import Worked
from rules.area_templates.battle import Battle
from rules.area_templates.log import run
from rules.scenefile import load
from viewer import bundled, log_events


def told(one: Worked) -> list[str]:
    """Return each event of a scene in words, with the turn it falls in.

    Examples
    --------
    >>> from docs.generate.worked import worked
    >>> told(worked("area-templates/three-kinds"))[5]
    'Turn 1: The turn ends.'
    """
    battle = load(bundled.folder() / f"{one.name}.toml")
    assert isinstance(battle, Battle)
    log = run(battle)
    turns = [log.start.turn, *(step.state.turn for step in log.steps)]
    said = [log_events.event(step.event, log.units, step.centre) for step in log.steps]
    return [f"Turn {turn}: {text}" for turn, text in zip(turns, said, strict=False)]


def event_tables(event: Mapping[str, Any]) -> str:
    """Return what is expected of one event: whom it is about, and what is in play then."""
    parts: list[str] = []
    status = f"**{event['status']}**"
    decided = f" by the question of {plain(event['decided_by'])}" if "decided_by" in event else ""
    parts.append(f"{status}{decided}: {plain(event['because'])}\n")
    rows = [
        [plain(who), _outcome(said), plain(_also(said)), plain(said["because"])]
        for who, said in event.get("verdicts", {}).items()
    ]
    parts.append(table(("who", "in it", "besides", "because"), rows))
    areas = event.get("areas", {})
    if areas:
        parts.append("In play then: " + "; ".join(_area(*one) for one in areas.items()) + "\n")
    return "\n".join(parts)


def step_differences(first: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Return what comes out otherwise than in the first case, an item for each."""
    found = []
    for number, (before, after) in enumerate(
        zip(first["event"], other["event"], strict=True), start=1
    ):
        known = dict(_flat(before))
        for key, said in _flat(after):
            if known.get(key) != said:
                because = after.get("verdicts", {}).get(key, after)["because"]
                found.append(f"event {number}, {plain(key)}: {said}: {plain(because)}")
    return found


def _outcome(said: Mapping[str, Any]) -> str:
    return chip("YES", HIT) if said["outcome"] == "YES" else chip("NO", SPARED)


def _also(said: Mapping[str, Any]) -> str:
    """What a verdict says besides whether the area holds the model."""
    parts = []
    if "gap" in said:
        gap = said["gap"]
        where = "inside the boundary" if gap <= 0 else "outside it"
        parts.append(f"{abs(gap):g} mm {where}")
    if "cover" in said:
        parts.append("Cover" if said["cover"] == "YES" else "no Cover")
    if said.get("direct") == "YES":
        parts.append("direct target")
    if said.get("criticals"):
        parts.append(f"{said['criticals']} Critical")
    for key, what in (("attack", "attack"), ("defense", "Defense")):
        if said.get(key):
            parts.append(f"{len(said[key])} to {what}: {', '.join(said[key])}")
    return "; ".join(parts)


def _area(name: str, said: Mapping[str, Any]) -> str:
    left = ", left behind" if said.get("left") else ""
    return f"{plain(name)} ({said['inches']:g} in{left})"


def _flat(event: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Everything that may differ, in words."""
    yield "status", event["status"]
    if "centre" in event:
        yield "centre", f"at {', '.join(f'{one:g}' for one in event['centre'])} mm"
    for who, at in event.get("ends", {}).items():
        yield f"{who}'s place", f"at {', '.join(f'{one:g}' for one in at)} mm"
    for who, said in event.get("verdicts", {}).items():
        # How deep it lies changes with nearly every reading, and nobody asks.
        rest = _also({key: value for key, value in said.items() if key != "gap"})
        yield who, _outcome(said) + (f" ({plain(rest)})" if rest else "")
    areas = "; ".join(_area(*one) for one in event.get("areas", {}).items())
    if "areas" in event:
        yield "in play", areas or "nothing"
