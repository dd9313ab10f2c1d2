"""`blastfocus los`: who sees whom."""

from typing import Annotated

import typer

from viewer.commands.options import AsJson, Outside, SceneFile, Strict


def los(
    scene: SceneFile,
    viewer: Annotated[str, typer.Argument(metavar="[A]", help="Who looks.")] = "",
    target: Annotated[str, typer.Argument(metavar="[B]", help="Who is looked at.")] = "",
    everybody: Annotated[
        bool, typer.Option("--all", help="Everybody on the table, as a matrix.")
    ] = False,
    as_json: AsJson = False,
    margin: Annotated[
        bool,
        typer.Option("--margin", help="Ask too how far B would have to move to change it: slow."),
    ] = False,
    strict: Strict = False,
    outside: Outside = False,
) -> None:
    """Say whether A has line of fire to B, by which line, or what stands between."""
    from rules import lines_of_fire
    from rules.scenefile import load
    from rules.stances import refuse
    from viewer import los_record, los_text
    from viewer.bundled import found
    from viewer.progress import progress
    from viewer.writing import say

    if everybody == bool(viewer and target) or (everybody and viewer):
        raise typer.BadParameter("name two troopers, A and B, or ask for --all")
    dispute = load(found(scene), outside)
    if strict:
        refuse(lines_of_fire.illegal(dispute))
    if everybody:
        with progress("who sees whom") as done:
            seen = lines_of_fire.everybody(dispute, progress=done)
    else:
        seen = lines_of_fire.between(dispute, viewer, target, margin)
    if as_json:
        say(los_record.dumps(seen, dispute))
    else:
        say(los_text.report(seen))
