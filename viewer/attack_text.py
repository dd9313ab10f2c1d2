"""An attack in words, as a judge would write it: declared, placed, affected, dodged."""

from rules.verdict import AttackRuling, Dodge, Modifier, Placement, Remark, Verdict
from spatial.outcome import Outcome
from viewer import words
from viewer.citing import Cited
from viewer.outcomes import GOES_OFF, WITHIN
from viewer.template_words import goes_off, headline, named, through
from viewer.wrapping import WIDEST_NAME, item, wrapped


def attack_lines(attack: AttackRuling, cited: Cited) -> list[str]:
    """Return an attack's ruling as lines of text.

    Parameters
    ----------
    attack : AttackRuling
    cited : Cited
        Takes note of each rule that is cited.

    Examples
    --------
    >>> from rules.ruling import rule
    >>> from rules.scenefile import read, starter
    >>> (attack,) = rule(read(starter(), "starter.toml"), margins=False).attacks
    >>> attack_lines(attack, Cited())[0]
    'Beta attacks with Nanopulser: 1 template, burst 1.'
    """
    lines = wrapped(_declared(attack))
    is_declared = attack.against and not goes_off(attack)
    further = [f"Declared at {words.listed(attack.against)}."] if is_declared else []
    further += _remarks(attack.remarks, cited)
    if further:
        lines += wrapped(" ".join(further))
    for one in attack.modifiers:
        lines += wrapped(_modifier(one, cited))
    if attack.triggers:
        lines += ["", *_triggers(attack, cited)]
    for placement in attack.placements:
        lines += ["", *_placement(placement, cited)]
    if attack.dodges:
        lines += ["", *_dodges(attack, cited)]
    return lines


def _declared(attack: AttackRuling) -> str:
    placed = words.count(len(attack.placements), "template")
    if not attack.placed:
        placed = "no template"
    elif attack.placed == "impact":
        placed += " on what is hit"
    if goes_off(attack):
        said = headline(attack)
        return said if said.endswith("?") else f"{said}."
    return f"{headline(attack)}: {placed}, burst {attack.burst}."


def _remarks(remarks: tuple[Remark, ...], cited: Cited) -> list[str]:
    return [cited.mark(words.sentence(one.text), one.citation) for one in remarks]


def _modifier(one: Modifier, cited: Cited) -> str:
    parts = words.listed([f"{name} {value:+d}" for name, value in one.parts])
    return cited.mark(
        f"MODs to the BS Roll against {one.against}: {parts}; in all {one.total:+d}.", one.citation
    )


def _triggers(attack: AttackRuling, cited: Cited) -> list[str]:
    wide = _widest([verdict.trooper for verdict in attack.triggers])
    lines = []
    for verdict in attack.triggers:
        said = GOES_OFF[verdict.outcome]
        lines += item(f"{verdict.trooper:<{wide}}  {said:<12}  ", words.summary(verdict))
    lines += ["", "  Why"]
    for verdict in attack.triggers:
        lines += item(f"{verdict.trooper:<{wide}}  ", _why(verdict, cited))
    return lines


def _placement(placement: Placement, cited: Cited) -> list[str]:
    way = ", one way to place its template:" if placement.set_off_by else ","
    head = f"{named(placement, 'Template')}{way} {words.outline(placement)}"
    reasons = [words.sentence(reason) for reason in placement.reasons]
    if placement.citation is not None:
        reasons = [cited.mark(reason, placement.citation) for reason in reasons]
    if placement.status == "illegal":
        lines = wrapped(f"{head}: ILLEGAL, so nobody is ruled on.")
        for reason in reasons:
            lines += wrapped(reason, "  ")
        return lines
    focus = words.point(placement.body.pose.at)
    if placement.status == "placed":
        lines = [*wrapped(f"{head}, its Blast Focus at {focus}:"), ""]
    else:
        said = {"cancelled": "CANCELLED", "undecided": "UNDECIDED whether it is cancelled"}
        lines = wrapped(f"{head}, its Blast Focus at {focus}: {said[placement.status]}.")
        for reason in reasons:
            lines += wrapped(reason, "  ")
        lines.append("")
    if not placement.verdicts:
        lines.append("  There is no trooper on the table.")
    wide = _widest([verdict.trooper for verdict in placement.verdicts])
    for verdict in placement.verdicts:
        outcome = words.affected(verdict.outcome)
        if placement.status != "placed":
            outcome = WITHIN[verdict.outcome]
        lines += item(f"{verdict.trooper:<{wide}}  {outcome:<12}  ", words.summary(verdict))
    for note in placement.notes:
        lines += ["", *item("Note: ", words.sentence(note))]
    lines += ["", "  Why"]
    for verdict in placement.verdicts:
        lines += item(f"{verdict.trooper:<{wide}}  ", _why(verdict, cited))
    return lines


def _why(verdict: Verdict, cited: Cited) -> str:
    said = [cited.mark(words.finding(one), one.citation) for one in verdict.findings]
    said += _remarks(verdict.remarks, cited)
    moved = words.margin(verdict)
    if verdict.close_call:
        said.append(f"CLOSE CALL, with a slack of {words.length(verdict.slack)}.")
    return " ".join([*said, moved] if moved else said)


def _dodges(attack: AttackRuling, cited: Cited) -> list[str]:
    wide = _widest([one.trooper for one in attack.dodges])
    lines = ["  What may be declared"]
    first, *others = attack.dodges
    # What holds for some of them only is said with them.
    shared = tuple(
        remark for remark in first.remarks if all(remark in one.remarks for one in others)
    )
    for one in attack.dodges:
        own = tuple(remark for remark in one.remarks if others and remark not in shared)
        said = [_dodge(one, attack, cited), *_remarks(own, cited)]
        lines += item(f"{one.trooper:<{wide}}  ", " ".join(said))
    if shared:
        lines += wrapped(" ".join(_remarks(shared, cited)), "  ")
    return lines


def _dodge(one: Dodge, attack: AttackRuling, cited: Cited) -> str:
    kind = "Normal " if one.is_normal else ""
    roll = f"one {kind}PH{one.modifier or ''} Roll"
    if one.modifier is None:
        roll = f"one {kind}Roll of PH, or of PH-3: whether it sees {attack.by} is UNDECIDED,"
    said = cited.mark(f"Dodge ({one.when}): {roll} against {_against(one, attack)}.", one.citation)
    if one.finding.question == "deployable weapon":
        why = words.finding(one.finding)
    else:
        sees = {
            Outcome.YES: "It sees",
            Outcome.NO: "It doesn't see",
            Outcome.UNDECIDED: "It may see",
        }
        why = f"{sees[one.finding.outcome]} {attack.by}: {words.clause(one.finding)}."
    return f"{said} {cited.mark(why, one.finding.citation)}"


def _against(one: Dodge, attack: AttackRuling) -> str:
    """The templates that one Dodge is against."""
    dodged = [each for each in attack.placements if each.name in one.templates]
    if any(each.set_off_by for each in dodged):
        return through(dodged)
    return f"{'template' if len(dodged) == 1 else 'templates'} {through(dodged)}"


def _widest(names: list[str]) -> int:
    return min(max(map(len, names), default=0), WIDEST_NAME)
