"""The report of a log of Area Templates: a section for each event."""

from collections.abc import Sequence

from rules.area_templates.dependence import Dependence
from rules.area_templates.state import State
from rules.area_templates.verdicts import Log, ModelVerdict, Step
from rules.stances import no_real_table
from spatial.outcome import Outcome
from viewer import log_text, log_words, readings_text, words
from viewer.report.content import SIGNS, Content, Glance, Picture, Row, Section, Table

_HEADS = ("Model", "Ruling", "What it means", "Dice", "Margin", "Disputed readings")


def content(
    log: Log, depends: Sequence[Dependence] = (), pictures: Sequence[Picture] = ()
) -> Content:
    """Return what the report of a log says.

    Parameters
    ----------
    log : Log
    depends : sequence of Dependence
        The same events under every other reading.
    pictures : sequence of Picture
        One for each event, or none.

    Examples
    --------
    >>> from rules.area_templates.battle import Battle
    >>> from rules.area_templates.events import TokensAdded
    >>> from rules.area_templates.log import run
    >>> from rules.area_templates.state import State, Thing
    >>> start = State((), things=(Thing("barrel", (50, 50, 0)),))
    >>> log = run(Battle("Fire", start, (TokensAdded("barrel"),)))
    >>> [section.title for section in content(log).sections]
    ['At the start, turn 1', 'Event 1. barrel gets 1 Fire Token.']
    """
    start = Section(f"At the start, turn {log.start.turn}", lists=(_in_play(log.start, log.units),))
    known = {(one.event, one.model): one for one in depends}
    sections = [
        _section(step, log, known, pictures[i] if pictures else None)
        for i, step in enumerate(log.steps)
    ]
    return Content(
        log.scene,
        f"{words.count(len(log.steps), 'event')}, {_turns(log)}",
        _glance(log),
        _warnings(log),
        (start, *sections),
        log_text.report(log),
    )


def _turns(log: Log) -> str:
    first, last = log.start.turn, (log.steps[-1].state if log.steps else log.start).turn
    return f"turn {first}" if first == last else f"turns {first} to {last}"


def _glance(log: Log) -> tuple[Glance, ...]:
    """Each event that rules on models: whom it takes in, or that it takes in nobody."""
    found = []
    for step in log.steps:
        if step.status != "resolved":
            word = f"Event {step.number}: {step.status.upper()}"
            found.append(Glance("undecided" if step.status == "undecided" else "none", word, ()))
        by = {outcome: [v for v in step.verdicts if v.outcome is outcome] for outcome in Outcome}
        if by[Outcome.YES] or by[Outcome.UNDECIDED]:
            del by[Outcome.NO]
        for outcome, named in by.items():
            if named:
                word = f"Event {step.number}: {log_words.outcome(named[0], step.event)}"
                found.append(Glance(SIGNS[outcome], word, tuple(one.model for one in named)))
    return tuple(found)


def _warnings(log: Log) -> tuple[str, ...]:
    unusual = readings_text.warning(log.rules, log.readings)
    said = [unusual] if unusual else []
    said += [f"{note}." for note in no_real_table(log.illegal)]
    for step in log.steps:
        said += [f"After event {step.number}: {note}." for note in no_real_table(step.illegal)]
    said += [
        f"CLOSE CALL in event {step.number}." for step in log.steps if step.is_close(log.slack)
    ]
    return tuple(said)


def _section(
    step: Step,
    log: Log,
    known: dict[tuple[int, str], Dependence],
    picture: Picture | None,
) -> Section:
    who = log_words.attacker(step.event)
    said = []
    for finding in step.findings:
        close = " A CLOSE CALL." if finding.is_close(log.slack) else ""
        said.append(
            f"{log_words.finding(finding, who, log.units)}{close} Rule: {finding.citation}."
        )
    match step.status:
        case "illegal":
            said.append("ILLEGAL: the centre can't be put there, and nothing comes of it.")
        case "undecided":
            said.append("UNDECIDED: nothing comes of it here.")
    own = known.get((step.number, ""))
    if own is not None and own.flips:
        flips = [f"{flip.reading} = {flip.choice}" for flip in own.flips]
        said.append(f"What comes of it is another thing under {words.listed(flips, 'or')}.")
    said += [f"Note: {words.sentence(note)}" for note in step.notes]
    rows = tuple(_row(one, step, known.get((step.number, one.model))) for one in step.verdicts)
    changes = tuple(
        f"{words.sentence(log_words.change(one, log.units))} Rule: {one.citation}."
        for one in step.changes
    )
    return Section(
        f"Event {step.number}. {log_words.event(step.event, log.units, step.centre)}",
        tuple(said),
        Table(_HEADS, rows) if rows else None,
        (*((("What changed", changes),) if changes else ()), _in_play(step.state, log.units)),
        picture,
        own_page=True,
    )


def _row(one: ModelVerdict, step: Step, depends: Dependence | None) -> Row:
    dice = [
        f"{words.count(len(areas), f'{kind} die', f'{kind} dice')} ({words.listed(areas)})"
        for kind, areas in (("Attack", one.attack_dice), ("Defense", one.defense_dice))
        if areas
    ]
    margin = one.deciding.margin
    holds = "–"
    if depends is not None:
        flips = [f"{flip.reading} = {flip.choice}" for flip in depends.flips]
        holds = "Holds under every reading"
        if flips:
            holds = f"Another answer under {words.listed(flips, 'or')}"
    return Row(
        one.model,
        log_words.outcome(one, step.event),
        SIGNS[one.outcome],
        (
            words.sentence(log_words.summary(one)),
            words.listed(dice) or "none",
            "–" if margin is None else words.length(abs(margin)),
            holds,
        ),
        one.close_call,
    )


def _in_play(state: State, units: str) -> tuple[str, tuple[str, ...]]:
    """Areas, then tokens."""
    entries = [words.sentence(log_words.area(area, units)) for area in state.areas] or ["No area."]
    held = [(name, count) for name, count in state.tokens.items() if count]
    entries += [f"{name} has {words.count(count, 'Fire Token')}." for name, count in held]
    return "Areas in play", tuple(entries)
