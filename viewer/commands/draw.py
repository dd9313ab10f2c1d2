"""`blastfocus draw`: a ruling as a picture."""

from pathlib import Path
from typing import Annotated

import typer

from viewer.commands.options import Outside, SceneFile


def draw(
    scene: SceneFile,
    output: Annotated[
        Path, typer.Option("-o", "--output", help="The picture, a PNG or a PDF file.")
    ],
    view: Annotated[
        str,
        typer.Option(
            help="One view: top, north, south, east, west, iso, focus (from the Blast Focus), "
            "or eye:NAME (whom that trooper sees). By default two, from above and at an angle."
        ),
    ] = "",
    sheet: Annotated[
        bool,
        typer.Option(
            "--sheet",
            help="A page of A4 to print: plan, two elevations, the view from the focus, the "
            "ruling's lines.",
        ),
    ] = False,
    cut: Annotated[
        float | None,
        typer.Option(metavar="Z", help="Leave out of the drawing what is above so many mm."),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(metavar="N", help="Draw one floor: leave out what is above it."),
    ] = None,
    template: Annotated[
        str, typer.Option(metavar="NAME", help="Draw this one of the attack's templates.")
    ] = "",
    step: Annotated[
        int | None,
        typer.Option(metavar="N", help="Of a scene with events: after which; by default the last."),
    ] = None,
    outside: Outside = False,
) -> None:
    """Draw the ruling: who is affected, and by which line or behind what."""
    from rules.dispute import Dispute
    from rules.scenefile import load
    from rules.verdict import RulingError
    from viewer import picture
    from viewer.bundled import found
    from viewer.drawing.framing import Framing
    from viewer.writing import say

    framing = Framing(view, sheet, cut, level, template)
    picture.check(output)
    asked = load(found(scene), outside)
    if not isinstance(asked, Dispute):
        from rules.area_templates.log import run

        log = run(asked)
        picture.save_step(log, asked, picture.step_of(log, step), output, framing)
    elif step is not None:
        raise RulingError(f"--step {step}: this scene has no events; leave it out")
    elif framing.eye:
        picture.save_eye(asked, output, framing)
    else:
        from rules.ruling import rule

        picture.save(rule(asked), asked, output, framing)
    say(f"wrote {output}\n")
