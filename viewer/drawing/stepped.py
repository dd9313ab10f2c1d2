"""A step of a log of Area Templates as what a picture shows."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from meshes.mesh import Mesh
from meshes.solids import Cylinder, Point, SweptBall
from rules.area_templates.events import BlastAttack, ControlZone, FlareAttack, Move
from rules.area_templates.general import centre_of
from rules.area_templates.sizes import CONTROL_ZONE, RADIUS
from rules.area_templates.state import Area, Model, State
from rules.area_templates.verdicts import Log, ModelVerdict, Scatter, Step, Within
from spatial.evidence import LineOfFire
from spatial.outcome import Outcome
from viewer import log_words, readings_text, words
from viewer.drawing import palette
from viewer.drawing.items import Items, Kind, Label, Mark, MarkKind, Solid, Stroke
from viewer.drawing.labels import few, piece_labels, printable, short, wrapped
from viewer.drawing.ruled import deciding_blockers, scenery_of, stopping, unknown
from viewer.drawing.wordings import Said

_ABOVE: Final = 30.0
"""How far a column without end is drawn above all else, mm."""
_THIN: Final = 0.5
_WHY: Final = 4


def step_items(log: Log, step: Step) -> Items:
    """Return what a picture of a step shows: the table after it, and what decided.

    Parameters
    ----------
    log : Log
    step : Step
        One of the log's.

    Examples
    --------
    >>> from rules.area_templates.battle import Battle
    >>> from rules.area_templates.events import TokensAdded
    >>> from rules.area_templates.log import run
    >>> from rules.area_templates.state import State, Thing
    >>> start = State((), things=(Thing("barrel", (50, 50, 0)),))
    >>> log = run(Battle("Fire", start, (TokensAdded("barrel", 2),)))
    >>> [label.title for label in step_items(log, log.steps[0]).labels]
    ['smoke 1', 'barrel: 2 Fire Tokens']
    """
    before = log.steps[step.number - 2].state if step.number > 1 else log.start
    after = step.state
    verdicts = {one.model: one for one in step.verdicts}
    solids = scenery_of(after.pieces)
    labels: list[Label] = []
    for model in after.models:
        found = verdicts.get(model.name)
        colour = palette.verdict(None if found is None else found.outcome)
        solids.append(Solid(model.name, "trooper", model.body.mesh, colour, model.side))
        labels.append(_model_label(model, found, step, colour))
    marks: list[Mark] = []
    for area, kind in _areas(step, before):
        mesh = _mesh(area, log.readings["area_body"], after)
        solids.append(Solid(area.name, kind, mesh, palette.AREA[kind]))
        sign: MarkKind = area.kind
        marks.append(Mark(area.name, area.centre, sign))
        labels.append(_area_label(area, kind))
    solids += _zone(step)
    labels += _holders(after)
    strokes = [*_moves(step, before), *_lines(step)]
    known = [body.name for body in after.scene.bodies]
    happened = log_words.event(step.event, log.units, step.centre)
    said = f"Event {step.number}, turn {before.turn}. {happened}"
    if step.status != "resolved":
        said = f"{said} {step.status.upper()}."
    return Items(
        printable(log.scene),
        printable(said),
        after.size,
        tuple(solids),
        tuple(strokes),
        tuple(marks),
        (*labels, *piece_labels(strokes, solids)),
        stopping(strokes, known),
        wording="areas",
        notes=unknown(after.pieces),
    )


def start_items(log: Log) -> Items:
    """Return what a picture of a log's start shows: nobody has been ruled on.

    Parameters
    ----------
    log : Log
    """
    start = log.start
    solids = scenery_of(start.pieces)
    labels: list[Label] = []
    for model in start.models:
        solids.append(Solid(model.name, "trooper", model.body.mesh, palette.UNRULED, model.side))
        x, y, z = model.at
        middle = (x, y, z + model.silhouette.height / 2)
        held = start.tokens.get(model.name, 0)
        why = (words.count(held, "Fire Token"),) if held else ()
        labels.append(Label(model.name, "trooper", short(model.name), why, middle, palette.UNRULED))
    for area in start.areas:
        mesh = _mesh(area, log.readings["area_body"], start)
        solids.append(Solid(area.name, area.kind, mesh, palette.AREA[area.kind]))
        labels.append(_area_label(area, area.kind))
    return Items(
        printable(log.scene),
        f"At the start, turn {start.turn}",
        start.size,
        tuple(solids),
        (),
        tuple(Mark(area.name, area.centre, area.kind) for area in start.areas),
        (*labels, *_holders(start)),
        wording="areas",
        notes=unknown(start.pieces),
    )


def said(log: Log, step: Step) -> list[Said]:
    """Return a step in paragraphs, for a printed page.

    Parameters
    ----------
    log : Log
    step : Step
        One of the log's.
    """
    units = log.units
    who = log_words.attacker(step.event)
    found = [Said("head", one) for one in (readings_text.warning(log.rules, log.readings),) if one]
    found += [
        Said("head", f"Event {step.number}. {log_words.event(step.event, units, step.centre)}")
    ]
    found += [Said("small", log_words.finding(one, who, units)) for one in step.findings]
    if step.status != "resolved":
        found.append(Said("line", f"{step.status.upper()}: nothing comes of it"))
    for verdict in step.verdicts:
        outcome = log_words.outcome(verdict, step.event)
        text = f"{verdict.model}: {outcome}, {log_words.summary(verdict)}"
        found.append(Said("line", text, verdict.outcome))
    found += [
        Said("small", words.sentence(log_words.change(change, units))) for change in step.changes
    ]
    found.append(Said("head", "In play" if step.state.areas else "No area in play"))
    found += [Said("small", log_words.area(area, units)) for area in step.state.areas]
    return [Said(one.style, printable(one.text), one.colour) for one in found]


def _model_label(model: Model, verdict: ModelVerdict | None, step: Step, colour: str) -> Label:
    name, why = short(model.name), []
    if verdict is not None:
        name = f"{name}: {log_words.outcome(verdict, step.event)}"
        why = wrapped(log_words.summary(verdict))
    held = step.state.tokens.get(model.name, 0)
    if held:
        why += [words.count(held, "Fire Token")]
    x, y, z = model.at
    middle = (x, y, z + model.silhouette.height / 2)
    outcome = None if verdict is None else verdict.outcome
    return Label(model.name, "trooper", name, few(why, _WHY), middle, colour, outcome)


def _areas(step: Step, before: State) -> list[tuple[Area, Kind]]:
    """The areas in play, and that of an attack that doesn't stay."""
    found: list[tuple[Area, Kind]] = [(area, area.kind) for area in step.state.areas]
    match step.event:
        case BlastAttack(shot=shot) | FlareAttack(shot=shot):
            ends = [f.evidence.end for f in step.findings if isinstance(f.evidence, Scatter)]
            centre = ends[-1] if ends else centre_of(before, shot.at)
            sort: MarkKind = "blast" if isinstance(step.event, BlastAttack) else "flare"
            name = _name(step) or sort.capitalize()
            if all(area.name != name for area, _ in found):
                own = Area(name, "blast" if sort == "blast" else "flare", centre, 2 * RADIUS)
                refused: Kind = "illegal" if step.status != "resolved" else own.kind
                found.append((own, refused))
    return found


def _name(step: Step) -> str:
    """The name of the area that the verdicts are about."""
    for verdict in step.verdicts:
        for finding in verdict.findings:
            if isinstance(finding.evidence, Within):
                return finding.evidence.area
    return ""


def _mesh(area: Area, form: str, state: State) -> Mesh:
    """An area's body as the readings have it, above the table."""
    x, y, z = area.centre
    if form == "column":
        tops = [float(body.box[1, 2]) for body in state.scene.bodies]
        high = max([z, *tops]) + _ABOVE
        return Cylinder(area.radius, high).mesh().moved(np.eye(3), (x, y, 0.0))
    below = min(area.radius, z) if form == "ball" else 0.0
    ball = SweptBall(0.0, 0.0, area.radius, area.radius, -below, area.radius)
    return ball.mesh().moved(np.eye(3), area.centre)


def _area_label(area: Area, kind: Kind) -> Label:
    title = area.name if kind != "illegal" else f"{area.name}: refused"
    colour = palette.AREA_EDGE[kind]
    return Label(area.name, "template", short(title), (), area.centre, colour)


def _zone(step: Step) -> list[Solid]:
    """The Control Zone that is asked for, on the level of its model's base."""
    if not isinstance(step.event, ControlZone):
        return []
    model = step.state.model(step.event.of)
    disc = Cylinder(model.radius + CONTROL_ZONE, _THIN).mesh().moved(np.eye(3), model.at)
    return [Solid(model.name, "zone", disc, palette.AREA["zone"])]


def _holders(state: State) -> list[Label]:
    """What carries Fire Tokens and is no model."""
    models = {model.name for model in state.models}
    tokens: Mapping[str, int] = state.tokens
    found = []
    for name, count in tokens.items():
        if count and name not in models:
            title = f"{short(name)}: {words.count(count, 'Fire Token')}"
            colour = palette.AREA_EDGE["smoke"]
            found.append(Label(name, "template", title, (), state.place(name), colour))
    return found


def _moves(step: Step, before: State) -> list[Stroke]:
    """Where something went: a model, or a centre that scattered."""
    ways: list[tuple[str, Point, Point]] = []
    match step.event:
        case Move(subject=subject):
            ways.append((subject, before.place(subject), step.state.place(subject)))
    for one in step.findings:
        if isinstance(one.evidence, Scatter) and one.evidence.moved > 0:
            ways.append((log_words.attacker(step.event), one.evidence.start, one.evidence.end))
    return [Stroke("moves", start, end, name, "") for name, start, end in ways]


def _lines(step: Step) -> list[Stroke]:
    """The lines that were asked about: to the centre, and from it for Cover."""
    found: list[Stroke] = []
    for one in step.findings:
        if isinstance(one.evidence, LineOfFire):
            found += _of_line(one.evidence, log_words.attacker(step.event))
    for verdict in step.verdicts:
        cover = verdict.finding("cover")
        if cover is not None and isinstance(cover.evidence, LineOfFire):
            found += _of_line(cover.evidence, verdict.model, cover.outcome is Outcome.YES)
    return found


def _of_line(seen: LineOfFire, model: str, is_covered: bool = False) -> list[Stroke]:
    found = []
    if seen.witness is not None and seen.method != "inside":
        line = seen.witness.line
        found.append(Stroke("reaches", line.start, line.end, model, ""))
    if seen.witness is None or is_covered:
        for one in deciding_blockers(seen.blockers):
            start, end = one.line.start, one.line.end
            found.append(Stroke("stopped", start, end, model, "", one.piece))
    return found
