"""`blastfocus export`: a table with its ruling, for other programs."""

from pathlib import Path
from typing import Annotated

import typer

from viewer.commands.options import Outside, SceneFile


def export(
    scene: SceneFile,
    output: Annotated[Path, typer.Option("-o", "--output", help="The file, ending in .glb.")],
    outside: Outside = False,
) -> None:
    """Write table, areas, lines and verdict colours as GLB, for Blender and others."""
    from meshes.files import save
    from rules.dispute import Dispute
    from rules.scenefile import load
    from viewer.bundled import found
    from viewer.exporting import of_battle, of_dispute
    from viewer.writing import OutputError, check_folder, say

    check_folder(output)
    if output.suffix.lower() != ".glb":
        raise OutputError(f"{output}: tables are exported as GLB; give it the ending .glb")
    asked = load(found(scene), outside)
    made = of_dispute(asked) if isinstance(asked, Dispute) else of_battle(asked)
    if not made.meshes:
        raise OutputError(f"{scene}: has nothing to export; add scenery or troopers")
    save(made.meshes, output, made.colours)
    say(f"wrote {output}: {len(made.meshes)} meshes, in metres with y up\n")
