"""`blastfocus rule`: who is affected, and why."""

from typing import TYPE_CHECKING, Annotated

import typer

from viewer.commands.options import AsJson, Outside, SceneFile, Strict

if TYPE_CHECKING:
    from rules.area_templates.battle import Battle
    from rules.dispute import Dispute


def rule(
    scene: SceneFile,
    as_json: AsJson = False,
    readings: Annotated[
        bool,
        typer.Option("--readings", help="Ask under every other reading too: which flip what?"),
    ] = False,
    strict: Strict = False,
    outside: Outside = False,
) -> None:
    """Say for every trooper whether the templates affect it, and why."""
    from rules.dispute import Dispute
    from rules.scenefile import load
    from viewer.bundled import found

    asked = load(found(scene), outside)
    if isinstance(asked, Dispute):
        _on_attacks(asked, as_json, readings, strict)
    else:
        _on_events(asked, as_json, readings, strict)


def _on_attacks(dispute: "Dispute", as_json: bool, readings: bool, strict: bool) -> None:
    from rules.stances import refuse, stances
    from viewer.text import show
    from viewer.writing import say

    if strict:
        refuse(stances(dispute))
    if readings:
        from rules.comparing import compare
        from viewer import compared

        comparison = compare(dispute)
        if as_json:
            say(compared.dumps(comparison, dispute))
        else:
            show(compared.report(comparison))
        return
    from rules.ruling import rule as rule_on
    from viewer import record, text

    ruling = rule_on(dispute)
    if as_json:
        say(record.dumps(ruling, dispute))
    else:
        show(text.report(ruling))


def _on_events(battle: "Battle", as_json: bool, readings: bool, strict: bool) -> None:
    from rules.area_templates.log import run
    from rules.area_templates.standing import refuse
    from viewer.text import show
    from viewer.writing import say

    if strict:
        refuse(run(battle))
    if readings:
        from rules.area_templates.dependence import dependences
        from viewer import depending

        found = dependences(battle)
        if as_json:
            say(depending.dumps(found, battle))
        else:
            show(depending.report(found, battle))
        return
    from viewer import log_record, log_text

    log = run(battle)
    if as_json:
        say(log_record.dumps(log, battle))
    else:
        show(log_text.report(log))
