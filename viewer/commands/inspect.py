"""`blastfocus inspect`: what a mesh file is."""

from pathlib import Path
from typing import Annotated

import typer

from viewer.commands.options import AsJson


def inspect(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Mesh files, or saves (JSON).")
    ],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="A picture of them, a PNG or a PDF file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say what mesh files are: triangles, sizes under each unit, the way up, holes."""
    from meshes.inspecting import inspect as inspected
    from meshes.mesh import MeshError
    from rules.tabletop_simulator.saves import load
    from rules.tabletop_simulator.standing import on_table
    from viewer import picture
    from viewer.inspected import dumps, report
    from viewer.writing import OutputError, say

    if output is not None:
        picture.check(output)
    found, refused, saves = [], [], []
    for path in files:
        try:
            if path.suffix.lower() == ".json":
                # A save of Tabletop Simulator; other JSON is refused.
                saves.append((path, on_table(load(path))))
            else:
                found.append((path, inspected(path)))
        except ValueError as error:
            refused.append(str(error))
    if output is not None and saves and not (found or refused):
        raise OutputError(f"{output}: there is no mesh file to draw; a save has to be imported")
    if output is not None and found:
        from viewer.drawing.pieces import save as drawn

        drawn(found, output)
    every = [one for _, one in found]
    if as_json:
        say(dumps(every, refused, saves))
    else:
        said = report(every, saves)
        said += f"wrote {output}\n" if output is not None and found else ""
        say(said)
    if refused and not as_json:
        raise MeshError("\n".join(refused))
    if refused:
        raise typer.Exit(2)
