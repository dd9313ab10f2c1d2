"""`blastfocus serve`: the scene in the browsers round the table, live."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from viewer.commands.options import Outside, SceneFile

if TYPE_CHECKING:
    from viewer.live.table import LiveTable


def serve(
    scene: SceneFile,
    host: Annotated[
        str,
        typer.Option(
            "--host",
            help="The address to listen on: this machine's own browsers only, unless it is "
            "0.0.0.0 (all networks) or one of this machine's addresses.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="0 for any that is free.")
    ] = 8080,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", help="Another name under which pages reach this machine."),
    ] = None,
    outside: Outside = False,
) -> None:
    """Serve the scene as a page: see why, move things, and be ruled on at once."""
    from viewer.bundled import found
    from viewer.live.table import LiveTable
    from viewer.web import serving

    serving.check()
    table = LiveTable(found(scene), outside)
    try:
        _run(table, host, port, tuple(name or ()))
    finally:
        table.close()


def _run(table: "LiveTable", host: str, port: int, names: tuple[str, ...]) -> None:
    import asyncio

    from viewer.web import hosts, serving
    from viewer.writing import say

    def ready(port: int) -> None:
        first, *others = hosts.addresses(host, port)
        said = f"{table.asked.name}: open {first} in a browser\n"
        said += "".join(f"  or {one}\n" for one in others)
        if not hosts.is_private(host):
            said += "Whoever reaches this address can look, move things and download the scene.\n"
        say(said + "Nothing is written to the scene file. Ctrl-C ends it.\n")

    try:
        asyncio.run(serving.serve(table, host, port, names, ready))
    except KeyboardInterrupt:
        if sys.stderr is not None:
            print("the table is closed; pages that are open say so", file=sys.stderr)
        raise SystemExit(130) from None
