"""`blastfocus check`: what is wrong with a table, before anything is ruled on it."""

from pathlib import Path
from typing import Annotated

import typer

from viewer.commands.options import AsJson, Outside, SceneFile


def check(
    scene: SceneFile,
    as_json: AsJson = False,
    slit: Annotated[
        float | None,
        typer.Option(
            "--slit",
            metavar="MM",
            help="Report slits narrower than this; by default, than the scene's slack.",
        ),
    ] = None,
    thin: Annotated[
        float, typer.Option("--thin", metavar="MM", help="Report walls thinner than this.")
    ] = 0.8,
    repair: Annotated[
        Path | None,
        typer.Option(
            "--repair", metavar="FOLDER", help="Write a repaired copy of scene and meshes there."
        ),
    ] = None,
    close: Annotated[
        float,
        typer.Option("--close", metavar="MM", help="With --repair: close narrower cracks."),
    ] = 1.0,
    outside: Outside = False,
) -> None:
    """Look for what would make rulings on a table wrong; exit status 1 if there is something."""
    from rules import checking
    from rules.scenefile import load
    from viewer import check_record, check_text, repaired
    from viewer.bundled import found
    from viewer.progress import progress
    from viewer.writing import say

    if repair is not None:
        repaired.check_target(repair)
    path = found(scene)
    asked = load(path, outside)
    with progress("what is wrong with the table") as done:
        checked = checking.check(asked, slit, thin, done)
    made = None if repair is None else repaired.write_repaired(path, repair, close)
    if as_json:
        say(check_record.dumps(checked, asked, made))
    else:
        said = check_text.report(checked)
        if repair is not None and made is not None:
            said += "\n" + repaired.report(made, path, repair)
            if any(one.changes for one in made):
                again = checking.check(load(repair / path.name, outside), slit, thin)
                said += f"In the copy: {check_text.summary(again)}\n"
        say(said)
    if not checked.is_clean:
        raise typer.Exit(1)
