"""What is said of whatever was picked: a trooper, a template, a piece."""

from collections.abc import Collection

from rules.area_templates.events import Move
from rules.area_templates.verdicts import Log, ModelVerdict, Step
from rules.verdict import AttackRuling, Placement, Ruling, Search, Stance, Unasked, Verdict
from spatial.evidence import LineOfFire, Sight
from spatial.outcome import Outcome
from viewer import log_words, words
from viewer.citing import Cited
from viewer.drawing.labels import effect, printable
from viewer.drawing.wordings import Said
from viewer.live.look import Look
from viewer.live.moment import Moment
from viewer.outcomes import WITHIN
from viewer.template_words import named, through

_GOES_OFF = {
    Outcome.YES: "GOES OFF at it",
    Outcome.NO: "stays quiet",
    Outcome.UNDECIDED: "UNDECIDED whether it goes off",
}


def about(name: str, now: Moment, look: Look) -> tuple[Said, ...]:
    """Return what is said of a name, the rules cited at the end.

    Parameters
    ----------
    name : str
        A trooper's or target's, a template's, a piece's.
    now : Moment
    look : Look
        Of a scene with events, the step it is about; else the one template, or all.

    Returns
    -------
    tuple of Said
        Empty for a name that nothing has.
    """
    if isinstance(now.answer, Log):
        found = _in_log(name, now.answer, look)
    else:
        found = _in_ruling(name, now.answer, now, look)
    return tuple(Said(one.style, printable(one.text), one.colour) for one in found)


def _in_ruling(name: str, ruling: Ruling, now: Moment, look: Look) -> list[Said]:
    cited = Cited()
    found: list[Said] = []
    for attack in ruling.attacks:
        found += _by_attack(name, attack, now, look, cited)
    stood = next((one for one in ruling.stances if one.trooper == name), None)
    if stood is not None:
        found += _stance(stood)
    if any(body.name == name and body.role == "trooper" for body in now.bodies):
        found += [Said("small", words.sentence(one)) for one in now.waiting]
    if not found:
        found += _piece(name, ruling)
    return [*found, *_rules(cited)]


def _by_attack(
    name: str, attack: AttackRuling, now: Moment, look: Look, cited: Cited
) -> list[Said]:
    found: list[Said] = []
    for verdict in attack.triggers:
        if verdict.trooper == name:
            found.append(
                Said("head", f"{attack.by}: {_GOES_OFF[verdict.outcome]}", verdict.outcome)
            )
            found += _why(verdict, now, cited)
    for placement in attack.placements:
        if look.placement not in ("", placement.name) and name != placement.name:
            continue
        if placement.name == name:
            found += _template(placement, attack, cited)
        for verdict in placement.verdicts:
            if verdict.trooper == name:
                found.append(_head(placement, verdict))
                found += _why(verdict, now, cited)
    for dodge in attack.dodges:
        if dodge.trooper == name:
            roll = "PH or PH-3" if dodge.modifier is None else f"PH{dodge.modifier or ''}"
            kind = "Normal " if dodge.is_normal else ""
            against = through([p for p in attack.placements if p.name in dodge.templates])
            text = f"Dodge ({dodge.when}): one {kind}{roll} Roll against {against}."
            found.append(Said("line", cited.mark(text, dodge.citation)))
            found.append(
                Said("small", cited.mark(words.finding(dodge.finding), dodge.finding.citation))
            )
    return found


def _head(placement: Placement, verdict: Verdict) -> Said:
    said = words.affected(verdict.outcome)
    if placement.status != "placed":
        said = f"{WITHIN[verdict.outcome]}, but it is {placement.status.upper()}"
    return Said("head", f"{named(placement)}: {said}", effect(placement, verdict))


def _why(verdict: Verdict, now: Moment, cited: Cited) -> list[Said]:
    """Its findings in the rule's order, then what would change it."""
    if isinstance(verdict.deciding.evidence, Unasked):
        later = "The line that decides is being worked out."
        return [
            Said("small", "Let go, and the line that decides is shown." if now.is_held else later)
        ]
    found = [
        Said("line", cited.mark(words.finding(one), one.citation), one.outcome)
        for one in verdict.findings
    ]
    found += [
        Said("small", cited.mark(words.sentence(one.text), one.citation)) for one in verdict.remarks
    ]
    if verdict.close_call:
        slack = words.length(verdict.slack)
        found.append(Said("line", f"CLOSE CALL, with a slack of {slack}.", Outcome.UNDECIDED))
    margin = words.margin(verdict)
    if margin:
        found.append(Said("line", margin))
    elif not now.is_whole and verdict.margin is None:
        found.append(Said("small", "How far it is from the other answer is being worked out."))
    return found


def _template(placement: Placement, attack: AttackRuling, cited: Cited) -> list[Said]:
    title = words.sentence(words.outline(placement))[:-1]
    found = [Said("head", f"{named(placement, 'Template')}: {placement.status.upper()}")]
    found.append(
        Said(
            "line",
            f"{title}, by {attack.by} with {attack.weapon}, its Blast Focus at "
            f"{words.point(placement.body.pose.at)}.",
        )
    )
    for reason in placement.reasons:
        text = words.sentence(reason)
        if placement.citation is not None:
            text = cited.mark(text, placement.citation)
        found.append(Said("line", text))
    for verdict in placement.verdicts:
        outcome = _head(placement, verdict).text.partition(": ")[2]
        text = f"{verdict.trooper}: {outcome}, {words.summary(verdict)}"
        if isinstance(verdict.deciding.evidence, Unasked):
            text = f"{verdict.trooper}: {outcome}"
        found.append(Said("line", text, effect(placement, verdict)))
    found += [Said("small", words.sentence(note)) for note in placement.notes]
    return found


def _stance(one: Stance) -> list[Said]:
    found = [Said("small", f"{words.sentence(words.stance(one))}")]
    found += [Said("line", f"NO REAL TABLE: it {fault}.") for fault in one.faults]
    return found


def _piece(name: str, ruling: Ruling) -> list[Said]:
    """Whom a piece of scenery hides, and from what."""
    found = []
    for attack in ruling.attacks:
        for verdict in attack.triggers:
            search = verdict.deciding.evidence
            if isinstance(search, Search) and name in [one.piece for one in search.blockers]:
                text = f"{verdict.trooper}, from {attack.by}: {words.summary(verdict)}."
                found.append(Said("line", text, verdict.outcome))
        for placement in attack.placements:
            for verdict in placement.verdicts:
                seen = verdict.deciding.evidence
                if not isinstance(seen, Sight | LineOfFire) or seen.witness is not None:
                    continue
                if name in [blocker.piece for blocker in seen.blockers]:
                    text = f"{verdict.trooper}, from {named(placement)}: {words.summary(verdict)}."
                    found.append(Said("line", text, verdict.outcome))
    return [Said("head", f"{name} hides"), *found] if found else []


def _rules(cited: Cited) -> list[Said]:
    return [Said("small", f"[{number}] {one}") for one, number in cited.numbers.items()]


def _in_log(name: str, log: Log, look: Look) -> list[Said]:
    number = len(log.steps) if look.step is None else look.step
    if not 1 <= number <= len(log.steps):
        return [Said("small", "Nothing has happened yet.")]
    step = log.steps[number - 1]
    found: list[Said] = []
    for verdict in step.verdicts:
        if verdict.model == name:
            found += _of_model(verdict, step, log)
    known = {name, *(one.name for one in step.state.models)}
    known |= {*step.state.tokens, *step.state.used}
    for change in step.changes:
        if _tells_of(change.what, name, known):
            found.append(Said("small", words.sentence(log_words.change(change, log.units))))
    area = next((one for one in step.state.areas if one.name == name), None)
    if area is not None:
        found.append(Said("head", name))
        found.append(Said("line", words.sentence(log_words.area(area, log.units))))
    held = step.state.tokens.get(name, 0)
    if held:
        found.append(Said("small", f"It carries {words.count(held, 'Fire Token')}."))
    if not found and any(one.name == name for one in step.state.models):
        found.append(Said("small", f"Event {number} asks nothing of {name}."))
    moves = [
        each.number
        for each in log.steps[:number]
        if isinstance(each.event, Move) and each.event.subject == name
    ]
    if moves:
        found.append(Said("small", f"Event {moves[-1]} moved it here."))
    return found


def _tells_of(what: str, name: str, known: Collection[str]) -> bool:
    """Whether a change is one of a name: it begins with it, or ends on whom an area is put."""
    begins = [one for one in known if what.startswith((f"{one} ", f"{one}, "))]
    return name == max(begins, key=len, default="") or what.endswith(
        f" is placed on {name}, its centre marked"
    )


def _of_model(verdict: ModelVerdict, step: Step, log: Log) -> list[Said]:
    cited = Cited()
    who = log_words.attacker(step.event)
    head = f"Event {step.number}: {log_words.outcome(verdict, step.event)}"
    found = [Said("head", head, verdict.outcome)]
    for one in (*verdict.findings, *verdict.further):
        text = cited.mark(log_words.finding(one, who, log.units), one.citation)
        found.append(Said("line", text, one.outcome))
        if one.margin is not None:
            near = words.length(abs(one.margin))
            found.append(Said("small", f"By {near} to the other answer."))
    for kind, areas in (("Attack", verdict.attack_dice), ("Defense", verdict.defense_dice)):
        if areas:
            dice = words.count(len(areas), f"{kind} die", f"{kind} dice")
            found.append(Said("line", f"{dice} more, from {words.listed(areas)}."))
    if verdict.close_call:
        found.append(Said("line", f"CLOSE CALL, with a slack of {words.length(verdict.slack)}."))
    return [*found, *_rules(cited)]
