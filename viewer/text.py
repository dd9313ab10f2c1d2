"""A ruling in words: one line a trooper, then why."""

from rules.readings import readings_of
from rules.verdict import AttackRuling, Placement, Ruling, Verdict
from viewer import words


def report(ruling: Ruling) -> str:
    """Return a ruling as text that can be read aloud.

    Examples
    --------
    >>> from rules.ruling import rule
    >>> from rules.scenefile import read, starter
    >>> print(report(rule(read(starter(), "starter.toml"))).splitlines()[0])
    Roof edge
    """
    lines = [ruling.scene, "=" * len(ruling.scene)]
    if not ruling.attacks:
        lines += ["", "There is no attack in this scene, so nobody is affected."]
    for attack in ruling.attacks:
        lines += ["", *_attack(attack)]
    lines += ["", "This ruling stands on", *(f"  - {line}" for line in _grounds(ruling))]
    return "\n".join(lines) + "\n"


def _attack(attack: AttackRuling) -> list[str]:
    count = len(attack.placements)
    templates = "one template" if count == 1 else f"{count} templates"
    lines = [f"{attack.by} attacks with {attack.weapon}: {templates}, burst {attack.burst}."]
    for placement in attack.placements:
        lines += ["", *_placement(placement)]
    return lines


def _placement(placement: Placement) -> list[str]:
    head = f"Template {placement.name} ({words.outline(placement)})"
    if placement.status == "illegal":
        reason = "; ".join(placement.reasons)
        return [f"{head}: ILLEGAL, nobody is ruled on.", f"  {reason}.", f"  [{placement.citation}]"]
    focus = words.point(placement.body.pose.at)
    lines = [f"{head}, Blast Focus at {focus}:"]
    wide = max((len(verdict.trooper) for verdict in placement.verdicts), default=0)
    for verdict in placement.verdicts:
        outcome = words.affected(verdict.outcome)
        lines.append(f"  {verdict.trooper:<{wide}}  {outcome:<12}  {words.summary(verdict)}")
    lines += [f"  Note: {note}." for note in placement.notes]
    lines += ["", "  Why:"]
    for verdict in placement.verdicts:
        lines += _why(verdict)
    return lines


def _why(verdict: Verdict) -> list[str]:
    lines = [f"  {verdict.trooper}: {words.affected(verdict.outcome)}"]
    if verdict.close_call:
        lines.append(f"     CLOSE CALL: within {verdict.slack:g} mm of the other answer")
    for one in verdict.findings:
        lines += [f"     {words.finding(one)}", f"        [{one.citation}]"]
    return lines


def _grounds(ruling: Ruling) -> list[str]:
    """The readings and assumptions, those that aren't the default marked."""
    lines = []
    for reading in readings_of(ruling.rules):
        choice = ruling.readings[reading.name]
        mark = "" if choice == reading.default else " (not the default)"
        lines.append(f"reading {reading.name} = {choice}: {reading.choices[choice]}{mark}")
    return [*lines, *ruling.notes]
