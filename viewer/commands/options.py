"""Arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

SceneFile = Annotated[
    Path,
    typer.Argument(
        metavar="SCENE",
        help="A scene file (TOML, or JSON by its ending). scenes/NAME.toml also finds the "
        "scene of that name that comes with the program.",
    ),
]
Outside = Annotated[
    bool, typer.Option("--outside", help="Allow mesh files outside the scene file's folder.")
]
MapKind = Annotated[str, typer.Argument(metavar="KIND", help="exposure, blast, template or lanes.")]
