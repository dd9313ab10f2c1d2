"""`blastfocus view`: the table in a window, moved by hand."""

import re
from pathlib import Path
from typing import Annotated

import typer

from viewer.commands.options import Outside, SceneFile


def view(
    scene: SceneFile,
    size: Annotated[
        str, typer.Option(metavar="WxH", help="How large the window is, pixels.")
    ] = "1280x820",
    map_file: Annotated[
        Path | None,
        typer.Option("--map", metavar="FILE", help="A map of this table, to lay over it (.npz)."),
    ] = None,
    outside: Outside = False,
) -> None:
    """Open the table in a window: drag a template or a trooper and watch who is hit.

    Press ? in it for its keys.
    """
    from viewer.bundled import found
    from viewer.window import opening
    from viewer.writing import OutputError

    match = re.fullmatch(r"([0-9]{3,4})x([0-9]{3,4})", size)
    wide, high = (int(match[1]), int(match[2])) if match is not None else (0, 0)
    if wide < opening.LEAST[0] or high < opening.LEAST[1]:
        least = "x".join(str(value) for value in opening.LEAST)
        raise OutputError(
            f"--size {size}: expected pixels across and down, such as 1280x820, "
            f"from {least} to 9999x9999"
        )
    opening.check()
    from viewer.live.table import LiveTable
    from viewer.maps.layers import Layer
    from viewer.maps.layers import layers as laid

    table = LiveTable(found(scene), outside)
    try:
        layers: tuple[Layer, ...] = ()
        if map_file is not None:
            layers = laid(map_file, table.asked)
        window = opening.opened(table, (wide, high), layers)
        opening.run(window)
    finally:
        table.close()
