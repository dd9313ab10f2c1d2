"""The command `blastfocus`."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Rules on area templates in tabletop miniature games, in true 3D.",
)

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


@app.command()
def rule(
    scene: SceneFile,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
    outside: Outside = False,
) -> None:
    """Say for every trooper whether the templates affect it, and why."""
    from rules.ruling import rule as rule_on
    from rules.scenefile import load
    from viewer import record, text
    from viewer.bundled import found

    dispute = load(found(scene), outside)
    ruling = rule_on(dispute)
    sys.stdout.write(record.dumps(ruling, dispute) if as_json else text.report(ruling))


@app.command()
def draw(
    scene: SceneFile,
    output: Annotated[Path, typer.Option("-o", "--output", help="The picture, a PNG file.")],
    outside: Outside = False,
) -> None:
    """Draw the ruling: the table from above and at an angle, and the deciding lines."""
    from rules.ruling import rule as rule_on
    from rules.scenefile import load
    from viewer import picture
    from viewer.bundled import found

    picture.check(output)
    dispute = load(found(scene), outside)
    picture.save(rule_on(dispute), dispute, output)
    typer.echo(f"wrote {output}")


@app.command()
def new(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The scene file to write.")],
) -> None:
    """Write a commented scene to start from."""
    from rules.scenefile import starter
    from viewer.writing import write_new

    write_new(path, starter())
    typer.echo(f"wrote {path}; now: blastfocus rule {path}")


@app.command()
def scenes() -> None:
    """List the scenes that come with the program."""
    from viewer.bundled import names

    for name in names():
        typer.echo(f"scenes/{name}.toml")


@app.command()
def schema(
    ruling: Annotated[
        bool, typer.Option("--ruling", help="Of a ruling's JSON, not of a scene file.")
    ] = False,
) -> None:
    """Print the JSON Schema of a scene file."""
    from rules.scenefile import schema as scene_schema
    from viewer.record import schema as ruling_schema

    typer.echo(json.dumps(ruling_schema() if ruling else scene_schema(), indent=2))


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"blastfocus {version('blastfocus')}")
        raise typer.Exit


@app.callback()
def _options(
    _: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Options of every command."""


def main() -> None:
    """Run the command; a problem is one message on stderr and exit status 2."""
    try:
        app()
    except BrokenPipeError:
        # The reader of a pipe has gone; there is nobody left to tell.
        sys.stderr.close()
        raise SystemExit(1) from None
    except ValueError as error:
        from meshes.mesh import MeshError
        from rules.verdict import RulingError
        from spatial.scene import SceneError
        from viewer.writing import OutputError

        if not isinstance(error, MeshError | RulingError | SceneError | OutputError):
            raise
        typer.echo(str(error), err=True)
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()
