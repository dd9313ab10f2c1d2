"""The command `blastfocus`."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from viewer.commands.check import check
from viewer.commands.compare import compare
from viewer.commands.draw import draw
from viewer.commands.export import export
from viewer.commands.find import find
from viewer.commands.importing import imports
from viewer.commands.inspect import inspect
from viewer.commands.los import los
from viewer.commands.map_ import map_
from viewer.commands.report import report
from viewer.commands.rule import rule
from viewer.commands.serve import serve
from viewer.commands.stand import stand
from viewer.commands.view import view

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Rules on area templates in tabletop miniature games, in true 3D.",
)


app.command()(rule)


app.command()(check)
app.command()(draw)
app.command()(find)
app.command()(los)
app.command()(report)


app.command()(serve)
app.command()(stand)
app.command()(view)
app.command("map")(map_)
app.command()(compare)


app.command()(inspect)
app.add_typer(imports, name="import")
app.command()(export)


@app.command()
def new(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The scene file to write.")],
) -> None:
    """Write a commented scene to start from."""
    from rules.scenefile import starter
    from viewer.writing import OutputError, say, write_new

    if path.suffix.lower() == ".json":
        raise OutputError(f"{path}: the scene to start from is TOML; name it {path.stem}.toml")
    write_new(path, starter())
    name = f'"{path}"' if " " in str(path) else str(path)
    say(f"wrote {path}; now: blastfocus rule {name}\n")


@app.command()
def scenes() -> None:
    """List the scenes that come with the program."""
    from viewer.bundled import names
    from viewer.writing import say

    say("".join(f"scenes/{name}.toml\n" for name in names()))


@app.command()
def schema(
    ruling: Annotated[
        bool, typer.Option("--ruling", help="Of a ruling's JSON, not of a scene file.")
    ] = False,
    log: Annotated[bool, typer.Option("--log", help="Of the JSON on a scene's events.")] = False,
    readings: Annotated[
        bool, typer.Option("--readings", help="Of the JSON of `rule --readings`.")
    ] = False,
    found: Annotated[bool, typer.Option("--found", help="Of the JSON of a search.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Of the JSON of a checkup.")] = False,
    los: Annotated[bool, typer.Option("--los", help="Of the JSON on lines of fire.")] = False,
) -> None:
    """Print the JSON Schema of a scene file."""
    from viewer import json_text
    from viewer.writing import say

    asked = {"ruling": ruling, "log": log, "compared": readings, "found": found, "check": check,
             "los": los}  # fmt: skip
    kinds = [kind for kind, wanted in asked.items() if wanted]
    if len(kinds) > 1:
        options = ["readings" if kind == "compared" else kind for kind in kinds]
        raise typer.BadParameter(
            f"{' and '.join(f'--{one}' for one in options)} are schemas of their own; ask for one"
        )
    if kinds:
        say(json_text.dumps(json_text.schema(kinds[0])))
    else:
        from rules.scenefile import schema as of_scene

        say(json_text.dumps(of_scene()))


def _version(wanted: bool) -> None:
    if wanted:
        from viewer.json_text import version
        from viewer.writing import say

        say(f"blastfocus {version()}\n")
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
    # A name that the screen's encoding lacks is spelt out; it must not end the program.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        app(prog_name="blastfocus")
    except BrokenPipeError:
        # The reader of a pipe has gone; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
    except ValueError as error:
        from meshes.mesh import MeshError
        from rules.verdict import RulingError
        from spatial.scene import SceneError
        from viewer.writing import OutputError

        if not isinstance(error, MeshError | RulingError | SceneError | OutputError):
            raise
        if sys.stderr is not None:
            print(error, file=sys.stderr)
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()
