"""`blastfocus report`: a ruling, or maps of a layout, as one page that ends the argument."""

from pathlib import Path
from typing import Annotated

import typer

from viewer.commands.options import Outside, SceneFile


def report(
    scene: SceneFile,
    output: Annotated[Path, typer.Option("-o", "--output", help="The report, an HTML file.")],
    md: Annotated[
        bool, typer.Option("--md", help="Write Markdown for a forum, its pictures beside it.")
    ] = False,
    maps: Annotated[
        list[Path] | None,
        typer.Option(
            "--map",
            metavar="FILE",
            help="A map of this layout, the .npz file that `blastfocus map` wrote: its plans and "
            "numbers, and a layer over the table in 3D; may be given several times.",
        ),
    ] = None,
    outside: Outside = False,
) -> None:
    """Write the ruling as a page: who is hit and why, pictures, the table in 3D."""
    from rules.scenefile import load
    from viewer.bundled import found
    from viewer.report.making import check, make
    from viewer.writing import say

    check(output, md)
    path = found(scene)
    make(path, load(path, outside), output, md, maps or ())
    say(f"wrote {output}{'' if md else '; open it in any browser'}\n")
