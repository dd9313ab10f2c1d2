"""A log of Area Templates in words, to be read aloud as a judge would."""

from rules.area_templates.state import State
from rules.area_templates.verdicts import Log, ModelVerdict, Step
from rules.readings import readings_of
from rules.stances import no_real_table
from viewer import log_words, readings_text, words
from viewer.citing import Cited
from viewer.wrapping import WIDEST_NAME, item, title, wrapped


def report(log: Log) -> str:
    """Return a log as text that can be read aloud.

    Examples
    --------
    >>> from rules.area_templates.battle import Battle
    >>> from rules.area_templates.events import TokensAdded
    >>> from rules.area_templates.log import run
    >>> from rules.area_templates.state import State, Thing
    >>> start = State((), things=(Thing("barrel", (50, 50, 0)),))
    >>> print(report(run(Battle("Fire", start, (TokensAdded("barrel"),)))).splitlines()[0])
    Fire
    """
    cited = Cited()
    lines = title(log.scene)
    warning = readings_text.warning(log.rules, log.readings)
    if warning:
        lines += ["", *wrapped(warning)]
    impossible = no_real_table(log.illegal)
    for note in impossible:
        lines += ["", *wrapped(f"{note}.")]
    lines += ["", f"At the start, turn {log.start.turn}", *_in_play(log.start, log.units)]
    if not log.steps:
        lines += ["", "Nothing happens in this scene."]
    for step in log.steps:
        lines += ["", *_step(step, log, cited)]
    if cited.numbers:
        lines += ["", "Rules"]
        for citation, number in cited.numbers.items():
            lines += item(f"[{number}] ", str(citation))
    lines += ["", "This log stands on"]
    unusual = readings_text.unusual(log.rules, log.readings)
    for reading in unusual:
        lines += item("- ", readings_text.ground(reading, log.readings[reading.name]))
    for note in log.notes:
        if note not in impossible:
            lines += item("- ", note)
    for reading in readings_of(log.rules):
        if reading not in unusual:
            lines += item("- ", readings_text.ground(reading, log.readings[reading.name]))
    return "\n".join(lines) + "\n"


def _step(step: Step, log: Log, cited: Cited) -> list[str]:
    slack, units = log.slack, log.units
    lines = wrapped(f"Event {step.number}. {log_words.event(step.event, units, step.centre)}")
    who = log_words.attacker(step.event)
    for finding in step.findings:
        said = cited.mark(log_words.finding(finding, who, units), finding.citation)
        close = " A CLOSE CALL." if finding.is_close(slack) else ""
        lines += wrapped(f"{said}{close}", "  ")
    if step.status == "illegal":
        return [*lines, "  ILLEGAL: the centre can't be put there, and nothing comes of it."]
    if step.status == "undecided":
        return [*lines, "  UNDECIDED: nothing comes of it here."]
    if step.verdicts:
        lines += [""]
        wide = min(max(len(verdict.model) for verdict in step.verdicts), WIDEST_NAME)
        for verdict in step.verdicts:
            said = log_words.outcome(verdict, step.event)
            lines += item(f"{verdict.model:<{wide}}  {said:<12}  ", log_words.summary(verdict))
        lines += ["", "  Why"]
        for verdict in step.verdicts:
            lines += item(f"{verdict.model:<{wide}}  ", _why(verdict, who, log, cited))
    impossible = no_real_table(step.illegal)
    for note in step.notes:
        if note not in impossible:
            lines += item("Note: ", words.sentence(note))
    if step.changes:
        lines += ["", "  What changed"]
        for change in step.changes:
            lines += item("- ", cited.mark(log_words.change(change, units), change.citation))
    for note in impossible:
        lines += wrapped(f"{note}.", "  ")
    return [*lines, *_in_play(step.state, units)]


def _why(verdict: ModelVerdict, who: str, log: Log, cited: Cited) -> str:
    every = (*verdict.findings, *verdict.further)
    said = [cited.mark(log_words.finding(one, who, log.units), one.citation) for one in every]
    if verdict.close_call:
        said.append(f"CLOSE CALL, with a slack of {words.length(log.slack)}.")
    return " ".join(said)


def _in_play(state: State, units: str) -> list[str]:
    lines = [f"  In play{':' if state.areas else ': no area.'}"]
    for area in state.areas:
        lines += item("- ", log_words.area(area, units))
    held = [
        f"{name} has {words.count(count, 'Fire Token')}"
        for name, count in state.tokens.items()
        if count
    ]
    if held:
        lines += wrapped(words.sentence(words.listed(held)), "  ", "    ")
    return lines
