"""A log of Area Templates for programs: JSON with a version and a schema."""

from typing import Any, Final

from rules.area_templates.battle import Battle
from rules.area_templates.events import (
    AreaRemoved,
    Attack,
    BlastAttack,
    ControlZone,
    EndTurn,
    Event,
    FlareAttack,
    Move,
    TokensAdded,
    TokensRemoved,
)
from rules.area_templates.rolls import Roll
from rules.area_templates.state import Area, State
from rules.area_templates.verdicts import (
    Finding,
    Log,
    Measured,
    ModelVerdict,
    Scatter,
    Step,
    Within,
)
from rules.finding import Exemption
from spatial.evidence import LineOfFire
from viewer import json_text, plain

FORMAT: Final = 1

_KINDS: Final[dict[type, str]] = {
    BlastAttack: "blast",
    FlareAttack: "flare",
    TokensAdded: "add tokens",
    TokensRemoved: "remove tokens",
    Move: "move",
    ControlZone: "control zone",
    AreaRemoved: "remove area",
    EndTurn: "end turn",
}


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a log.

    Examples
    --------
    >>> schema()["properties"]["format"]["const"] == FORMAT
    True
    """
    return json_text.schema("log")


def record(log: Log, battle: Battle) -> dict[str, Any]:
    """Return a log as plain values, numbers rounded to 0.001 mm.

    Examples
    --------
    >>> from rules.area_templates.log import run
    >>> battle = Battle("Nothing", State(()), (EndTurn(),))
    >>> record(run(battle), battle)["events"][0]["kind"]
    'end turn'
    """
    return {
        "format": FORMAT,
        "scene": log.scene,
        "rules": log.rules,
        "readings": log.readings,
        "slack_mm": plain.number(log.slack),
        "program": json_text.program(),
        "input_sha256": battle.sha256,
        "files": json_text.files(battle.files),
        "notes": list(log.notes),
        "start": _state(log.start),
        "events": [_step(step, log.slack) for step in log.steps],
    }


def dumps(log: Log, battle: Battle) -> str:
    """Return a log as JSON text, the same bytes for the same file."""
    return json_text.dumps(record(log, battle))


def kind(event: Event) -> str:
    """Return an event's kind as a scene file writes it.

    Examples
    --------
    >>> kind(Attack("shoot", "1", "2"))
    'shoot'
    """
    return event.kind if isinstance(event, Attack) else _KINDS[type(event)]


def _step(step: Step, slack: float) -> dict[str, Any]:
    return {
        "number": step.number,
        "kind": kind(step.event),
        "status": step.status,
        "centre": step.centre and {"at": plain.point(step.centre.at), "on": list(step.centre.on)},
        "close_call": step.is_close(slack),
        "findings": [_finding(one) for one in step.findings],
        "verdicts": [_verdict(one) for one in step.verdicts],
        "changes": [
            {"text": one.text, "citation": plain.citation(one.citation)} for one in step.changes
        ],
        "notes": list(step.notes),
        "after": _state(step.state),
    }


def _verdict(one: ModelVerdict) -> dict[str, Any]:
    return {
        "trooper": one.model,
        "outcome": one.outcome.value,
        "margin_mm": plain.number(one.deciding.margin),
        "close_call": one.close_call,
        "attack_dice": list(one.attack_dice),
        "defense_dice": list(one.defense_dice),
        "criticals": one.criticals,
        "findings": [_finding(found) for found in one.findings],
        "further": [_finding(found) for found in one.further],
    }


def _finding(one: Finding) -> dict[str, Any]:
    return {
        "question": one.question,
        "outcome": one.outcome.value,
        "margin_mm": plain.number(one.margin),
        "evidence": _evidence(one),
        "citation": plain.citation(one.citation),
    }


def _evidence(one: Finding) -> dict[str, Any]:
    match one.evidence:
        case Within(area=area, part=part, depth=depth):
            return {
                "kind": "within",
                "area": area,
                "part": part,
                "depth_mm": plain.number(depth.mm),
                "sideways_mm": plain.number(depth.sideways),
            }
        case Measured(mm=mm, limit=limit, start=start):
            return {
                "kind": "measured",
                "mm": plain.number(mm),
                "limit_mm": plain.number(limit),
                "from": start,
            }
        case Scatter() as moved:
            return {
                "kind": "scatter",
                "roll": _roll(moved.roll),
                "way": moved.way,
                "start": plain.point(moved.start),
                "end": plain.point(moved.end),
                "rolled_mm": plain.number(moved.rolled),
                "moved_mm": plain.number(moved.moved),
                "stopped_by": moved.stopped_by or None,
                "past_mm": plain.number(moved.past),
            }
        case LineOfFire() as seen:
            return {
                "kind": "line of sight",
                "method": seen.method,
                "hidden": plain.number(seen.hidden),
                "witness": plain.witness(seen.witness),
                "blockers": [plain.blocker(blocker) for blocker in seen.blockers],
            }
        case Exemption(reason=reason):
            return {"kind": "exemption", "reason": reason}


def _roll(roll: Roll) -> dict[str, int]:
    return {
        "criticals": roll.criticals,
        "successes": roll.successes,
        "blanks": roll.blanks,
        "added_criticals": roll.added,
    }


def _state(state: State) -> dict[str, Any]:
    return {
        "turn": state.turn,
        "troopers": [
            {
                "trooper": model.name,
                "side": model.side,
                "silhouette": model.silhouette.name,
                "at": plain.point(model.at),
            }
            for model in state.models
        ],
        "things": [{"name": one.name, "at": plain.point(one.at)} for one in state.things],
        "tokens": [{"subject": name, "count": count} for name, count in state.tokens.items()],
        "areas": [_area(area) for area in state.areas],
        "noises": [
            {"event": noise.event, "centre": plain.point(noise.centre)} for noise in state.noises
        ],
    }


def _area(area: Area) -> dict[str, Any]:
    return {
        "name": area.name,
        "kind": area.kind,
        "centre": plain.point(area.centre),
        "diameter_mm": plain.number(area.diameter),
        "maker": area.maker or None,
        "is_on_maker": area.is_on_maker,
        "last_turn": area.last_turn,
    }
