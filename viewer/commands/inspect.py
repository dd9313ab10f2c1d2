"""`blastfocus inspect`: what a mesh file is."""

from pathlib import Path
from typing import Annotated

import typer


def inspect(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Mesh files, or saves (JSON).")
    ],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="A picture of them, a PNG file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Say what mesh files are: triangles, sizes under each unit, the way up, holes."""
    from meshes.inspecting import inspect as inspected
    from meshes.mesh import MeshError
    from viewer import picture
    from viewer.inspected import dumps, report
    from viewer.writing import say

    if output is not None:
        picture.check(output)
    found, refused, saves = [], [], []
    for path in files:
        try:
            if path.suffix.lower() == ".json":
                saves.append(_save(path))
            else:
                found.append((path, inspected(path)))
        except ValueError as error:
            refused.append(str(error))
    if output is not None and found:
        from viewer.drawing.pieces import save as drawn

        drawn(found, output)
    every = [one for _, one in found]
    if as_json:
        say(dumps(every, refused))
    else:
        said = report(every) + "".join(f"{line}\n" for line in saves)
        said += f"wrote {output}\n" if output is not None and found else ""
        say(said)
    if refused and not as_json:
        raise MeshError("\n".join(refused))
    if refused:
        raise typer.Exit(2)


def _save(path: Path) -> str:
    """What a save of Tabletop Simulator holds; other JSON is refused."""
    from rules.tabletop_simulator.saves import load
    from rules.tabletop_simulator.standing import on_table
    from viewer.phrases import count

    table = on_table(load(path))
    mat = "a mat" if table.mat is not None else "no mat"
    return (
        f"{path.name}: a save of Tabletop Simulator, {count(table.count, 'piece')}: "
        f"{len(table.standing)} of scenery, {len(table.left_out)} that are none, {mat}; import it "
        f"with: blastfocus import tts {path} -o FOLDER"
    )
