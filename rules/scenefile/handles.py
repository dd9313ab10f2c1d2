"""What of a scene can be moved by hand, and where in the file its place stands."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from meshes.solids import Point
from rules.area_templates.battle import Battle
from rules.area_templates.events import BlastAttack, FlareAttack, Move
from rules.area_templates.general import centre_of
from rules.area_templates.log import steps
from rules.area_templates.readings import AREA_READINGS
from rules.area_templates.verdicts import Log
from rules.dispute import Aim, Attack, Dispute
from rules.infinity.placing import place
from rules.reading import choose
from rules.readings import chosen
from rules.scenefile.editing import Sheet
from rules.scenefile.places import Steps
from rules.scenefile.standing import can_lie

HandleKind: TypeAlias = Literal["trooper", "teardrop", "circle", "area"]


@dataclass(frozen=True, slots=True)
class Handle:
    """Something that can be moved by hand.

    Parameters
    ----------
    kind : {"trooper", "teardrop", "circle", "area"}
        A target counts as a trooper; an area is one of Area Templates, the centre of an
        attack, where a move ends, or a thing that only carries tokens.
    key : str
        One of its own, the same after every change.
    name : str
    at : tuple of 3 floats
        The centre of its base, its Blast Focus or its centre, mm.
    toward : float
        Where a trooper faces or a teardrop points, degrees.
    steps : Steps
        Where its keys stand in the file.
    values : mapping of str to value
        Of a trooper ``prone`` and ``can_lie``; of a teardrop ``tip``, ``tilt``, ``height``,
        all as they are, ``highest``, which its height may be, and ``aim``, whom it aims at;
        of a circle ``on``, whom it lies on; of both ``attack``, its number from 0. Of what an
        event has moved ``moved_by``, that event's number.
    """

    kind: HandleKind
    key: str
    name: str
    at: Point
    toward: float = 0.0
    steps: Steps = ()
    values: Mapping[str, Any] = field(default_factory=dict)


def handles(sheet: Sheet, asked: Dispute | Battle) -> tuple[Handle, ...]:
    """Return everything in a scene that can be moved, troopers first, in the file's order.

    Parameters
    ----------
    sheet : Sheet
    asked : Dispute or Battle
        What it says.

    Raises
    ------
    RulingError
        If an event of a battle can't be ruled on.

    Examples
    --------
    >>> from pathlib import Path
    >>> from rules.scenefile import read, starter
    >>> from rules.scenefile.reading import parsed
    >>> text = starter()
    >>> sheet = Sheet(Path("starter.toml"), text.decode(), parsed(text, "starter.toml"))
    >>> [one.key for one in handles(sheet, read(text, "starter.toml"))]
    ['trooper:Beta', 'trooper:1', 'trooper:2', 'trooper:3', 'trooper:4', 'template:0:A']
    """
    return tuple(_each(sheet, asked))


def handle(sheet: Sheet, asked: Dispute | Battle, key: str) -> Handle | None:
    """Return what has a key; None where nothing has.

    Parameters
    ----------
    sheet : Sheet
    asked : Dispute or Battle
        What it says.
    key : str
    """
    return next((one for one in _each(sheet, asked) if one.key == key), None)


def after(found: Sequence[Handle], log: Log, number: int) -> tuple[Handle, ...]:
    """Return what can be moved as the table is after an event: each where it is then.

    What an event moved is moved by that event's own place; where it has none, by nothing.
    An attack's centre is there at its event alone, an area while it is where it began.

    Parameters
    ----------
    found : sequence of Handle
        Of `handles`.
    log : Log
    number : int
        Of the event; 0 for the start.
    """
    done = log.steps[:number]
    state = done[-1].state if done else log.start
    moves = {step.event.subject: step.number for step in done if isinstance(step.event, Move)}
    in_play = {area.name: area.centre for area in state.areas}
    by_key = {one.key: one for one in found}
    kept: list[Handle] = []
    for one in found:
        if one.kind == "area" and one.key.startswith("event:"):
            if one.key == f"event:{number}" and one.name not in moves:
                kept.append(one)
        elif one.key.startswith("area:"):
            if in_play.get(one.name) == one.at:
                kept.append(one)
        elif one.name not in moves:
            kept.append(one)
        elif (way := by_key.get(f"event:{moves[one.name]}")) is not None:
            values = {**one.values, "can_lie": False, "moved_by": moves[one.name]}
            at = state.place(one.name)
            kept.append(replace(one, key=way.key, at=at, steps=way.steps, values=values))
    return tuple(kept)


def _each(sheet: Sheet, asked: Dispute | Battle) -> Iterator[Handle]:
    yield from _bases(sheet, asked)
    if isinstance(asked, Battle):
        yield from _areas(sheet, asked)
        return
    readings = chosen(asked.rules, asked.readings)
    for number, attack in enumerate(asked.attacks):
        for i, aim in enumerate(attack.templates):
            one = _template(asked, attack, aim, readings, number, i)
            if one is not None:
                yield one


def _bases(sheet: Sheet, asked: Dispute | Battle) -> list[Handle]:
    troopers = asked.troopers if isinstance(asked, Dispute) else asked.start.models
    placed = {one.name: one for one in troopers}
    found = []
    for section in ("trooper", "target"):
        for i, row in enumerate(sheet.content.get(section, [])):
            one = placed[row["name"]]
            values = {"prone": bool(row.get("prone", False)), "can_lie": False}
            if section == "trooper":
                values["can_lie"] = can_lie(row.get("traits", []))
            toward = float(row.get("facing", 0.0))
            key, at = f"trooper:{one.name}", one.body.pose.at
            found.append(Handle("trooper", key, one.name, at, toward, (section, i), values))
    return found


def _template(
    asked: Dispute, attack: Attack, aim: Aim, readings: Mapping[str, str], number: int, i: int
) -> Handle | None:
    """A template's handle; None for a circle round its user, which moves with it."""
    shot = place(asked, attack, aim, readings)
    key = f"template:{number}:{aim.name}"
    where: Steps = ("attack", number, "template", i)
    pose = shot.body.pose
    values: dict[str, Any] = {"attack": number}
    if shot.template.shape == "teardrop":
        user = asked.trooper(attack.by)
        values |= {
            "tip": (pose.turn if aim.tip is None else aim.tip) % 360,
            "tilt": pose.tilt,
            "height": aim.height,
            "highest": user.silhouette.height,
            "aim": aim.aim if isinstance(aim.aim, str) else "",
        }
        return Handle("teardrop", key, aim.name, pose.at, pose.turn % 360, where, values)
    if attack.weapon.is_direct:
        return None
    return Handle("circle", key, aim.name, pose.at, 0.0, where, {**values, "on": aim.on})


def _areas(sheet: Sheet, battle: Battle) -> list[Handle]:
    found = []
    for i, row in enumerate(sheet.content.get("token", [])):
        if "at" in row:
            name = row["subject"]
            at = battle.start.place(name)
            found.append(Handle("area", f"token:{name}", name, at, 0.0, ("token", i)))
    known = {area.name: area for area in battle.start.areas}
    for i, row in enumerate(sheet.content.get("area", [])):
        if "at" in row and row["name"] in known:
            area = known[row["name"]]
            key = f"area:{area.name}"
            found.append(Handle("area", key, area.name, area.centre, 0.0, ("area", i)))
    state = battle.start
    for step in steps(battle, choose(AREA_READINGS, battle.readings)):
        i = step.number - 1
        row = sheet.content["event"][i]
        match step.event:
            case BlastAttack(shot=shot) | FlareAttack(shot=shot):
                at = centre_of(state, shot.at)
                name = f"{'Blast' if isinstance(step.event, BlastAttack) else 'Flare'} of {shot.by}"
                found.append(_event(i, name, at))
            case _ if "to" in row:
                found.append(_event(i, row["subject"], step.state.place(row["subject"])))
        state = step.state
    return found


def _event(i: int, name: str, at: Point) -> Handle:
    return Handle("area", f"event:{i + 1}", name, at, 0.0, ("event", i))
