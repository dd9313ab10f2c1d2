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
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Strict = Annotated[
    bool, typer.Option("--strict", help="Refuse a table on which somebody can't stand.")
]
MapKind = Annotated[str, typer.Argument(metavar="KIND", help="exposure, blast, template or lanes.")]
