"""The report of a ruling on template weapons."""

from rules.comparing import Comparison
from rules.stances import no_real_table
from rules.verdict import AttackRuling, Placement, Ruling, Verdict
from spatial.outcome import Outcome
from viewer import readings_text, text, words
from viewer.compared import said_answer
from viewer.drawing.labels import effect
from viewer.outcomes import GOES_OFF, WITHIN, WORST_FIRST, worst
from viewer.report.content import SIGNS, Content, Glance, Picture, Row, Section, Table
from viewer.template_words import headline, headlines, named

_HEADS = ("Trooper", "Ruling", "Why", "What would change it", "Disputed readings")


def content(ruling: Ruling, found: Comparison | None, picture: Picture | None = None) -> Content:
    """Return what the report of a ruling says.

    Parameters
    ----------
    ruling : Ruling
    found : Comparison or None
        The same scene under every other reading; None where there is nothing to ask.
    picture : Picture or None

    Examples
    --------
    >>> from rules.comparing import compare
    >>> from rules.ruling import rule
    >>> from rules.scenefile import read, starter
    >>> dispute = read(starter(), "starter.toml")
    >>> [(one.word, one.names) for one in content(rule(dispute), compare(dispute)).glance]
    [('AFFECTED', ('1 (by A)',)), ('not affected', ('Beta', '2', '3', '4'))]
    """
    sections = []
    for number, attack in enumerate(ruling.attacks):
        sections += _sections(number, attack, found)
    return Content(
        ruling.scene,
        headlines(ruling.attacks) or "There is no attack in this scene, so nobody is affected",
        _glance(ruling),
        _warnings(ruling),
        tuple(sections),
        text.report(ruling),
        picture,
    )


def _glance(ruling: Ruling) -> tuple[Glance, ...]:
    by: dict[str, dict[Outcome, list[str]]] = {}
    found = [
        Glance(SIGNS[outcome], f"{attack.by} {GOES_OFF[outcome]} at", at)
        for attack in ruling.attacks
        for outcome in WORST_FIRST
        if (at := tuple(v.trooper for v in attack.triggers if v.outcome is outcome))
    ]
    for attack in ruling.attacks:
        # A deployable's placements show how it would go off, and at whom.
        for placement in () if attack.triggers else attack.placements:
            for verdict in placement.verdicts:
                outcomes = by.setdefault(verdict.trooper, {})
                outcomes.setdefault(effect(placement, verdict), []).append(placement.name)
    for outcome in WORST_FIRST:
        names = []
        for trooper, outcomes in by.items():
            if outcome is worst(outcomes):
                through = f" (by {words.listed(outcomes[outcome])})"
                names.append(f"{trooper}{'' if outcome is Outcome.NO else through}")
        if names:
            found.append(Glance(SIGNS[outcome], words.affected(outcome), tuple(names)))
    return tuple(found)


def _warnings(ruling: Ruling) -> tuple[str, ...]:
    unusual = readings_text.warning(ruling.rules, ruling.readings)
    said = [unusual] if unusual else []
    said += [f"{note}." for note in no_real_table(ruling.stances)]
    for attack in ruling.attacks:
        close = [verdict.trooper for verdict in attack.triggers if verdict.close_call]
        if close:
            said.append(f"CLOSE CALL of {attack.by}, at {words.listed(close)}.")
        for placement in attack.placements:
            if placement.status in ("illegal", "cancelled"):
                said.append(f"{named(placement, 'Template')} is {placement.status.upper()}.")
            close = [verdict.trooper for verdict in placement.verdicts if verdict.close_call]
            if close:
                under = named(placement, "template")
                said.append(f"CLOSE CALL under {under}: {words.listed(close)}.")
    return tuple(said)


def _sections(number: int, attack: AttackRuling, found: Comparison | None) -> list[Section]:
    sections = []
    if attack.triggers:
        rows = [
            _row(verdict, GOES_OFF[verdict.outcome], _flips(found, "trigger", number, "", verdict))
            for verdict in attack.triggers
        ]
        sections.append(Section(headline(attack), table=Table(_HEADS, tuple(rows))))
    elif not attack.placements:
        sections.append(Section(headline(attack), ("There is no template to place.",)))
    for placement in attack.placements:
        sections.append(_placement(number, placement, found))
    return sections


def _placement(number: int, placement: Placement, found: Comparison | None) -> Section:
    title = named(placement, "Template")
    what = words.outline(placement)
    what = f"one way to place its template: {what}" if placement.set_off_by else what
    focus = f"{words.sentence(what)[:-1]}, its Blast Focus at"
    said = [f"{focus} {words.point(placement.body.pose.at)}."]
    reasons = [words.sentence(reason) for reason in placement.reasons]
    match placement.status:
        case "illegal":
            title = f"{title}: ILLEGAL, so nobody is ruled on"
        case "cancelled":
            title = f"{title}: CANCELLED, so it affects nobody"
        case "undecided":
            title = f"{title}: UNDECIDED whether it is cancelled"
    said += [" ".join(reasons)] if reasons else []
    if placement.citation is not None:
        said.append(f"Rule: {placement.citation}.")
    said += [f"Note: {words.sentence(note)}" for note in placement.notes]
    rows = []
    for verdict in placement.verdicts:
        outcome = words.affected(verdict.outcome)
        if placement.status != "placed":
            outcome = WITHIN[verdict.outcome]
        rows.append(
            _row(verdict, outcome, _flips(found, "verdict", number, placement.name, verdict))
        )
    return Section(title, tuple(said), Table(_HEADS, tuple(rows)) if rows else None)


def _row(verdict: Verdict, outcome: str, flips: str) -> Row:
    changes = words.margin(verdict)
    ways = (verdict.turn, verdict.rise, verdict.margin and verdict.margin.toward)
    if verdict.margin is not None and all(way is None for way in ways):
        changes = f"No move within {abs(verdict.margin.mm):g} mm"
    return Row(
        verdict.trooper,
        outcome,
        SIGNS[verdict.outcome],
        (words.sentence(words.summary(verdict)), changes or "–", flips),
        verdict.close_call,
    )


def _flips(
    found: Comparison | None, question: str, attack: int, template: str, verdict: Verdict
) -> str:
    """On which readings a verdict hangs, as far as that was asked."""
    for one in found.answers if found is not None else ():
        asked = one.asked
        if (asked.question, asked.attack) != (question, attack):
            continue
        if (asked.template, asked.trooper) == (template, verdict.trooper):
            flips = [
                f"{said_answer(question, flip.answer)} under {flip.reading} = {flip.choice}"
                for flip in one.flips
            ]
            return f"But {words.listed(flips)}" if flips else "Holds under every reading"
    return "–"
