"""`blastfocus map`: what a layout does to the game, all over the table."""

from typing import Annotated

import typer

from viewer.commands.map_options import MapOptions, with_map_options
from viewer.commands.options import MapKind, Outside, SceneFile


@with_map_options
def map_(
    scene: SceneFile,
    kind: MapKind,
    how: MapOptions,
    why: Annotated[
        str, typer.Option("--why", metavar="X,Y[,LEVEL]", help="Ask about one place exactly.")
    ] = "",
    solid: Annotated[
        bool, typer.Option("--3d", help="Draw the map over the table in 3D, too.")
    ] = False,
    outside: Outside = False,
) -> None:
    """Map a whole table, on all levels: pictures, data and numbers for the layout."""
    from rules.maps.layout import layout
    from rules.scenefile import load
    from viewer.bundled import found
    from viewer.maps.asking import folder, numbers
    from viewer.maps.kept import Kept
    from viewer.maps.making import asked_why, stopped, write_map
    from viewer.maps.why_words import why as why_words
    from viewer.maps.why_words import why_summary
    from viewer.maps.words import dumps, report, summary
    from viewer.progress import progress
    from viewer.writing import say

    asked, shape = how.asked(kind, solid)
    spot = numbers("--why", why, (2, 3)) if why else None
    content = load(found(scene), outside)
    into = folder(how.output)
    stem = how.stem(scene.stem, asked, shape.name)
    with stopped(), Kept(into) as kept, how.run() as run:
        with progress("where one can stand") as done:
            table = layout(content, shape, how.spacing, done, kept)
        place = table.place(spot) if spot is not None else None
        with progress(asked.kind) as done:
            made = asked.made(table, kept, run, done)
        files = write_map(made, into, stem, solid)
        told = summary(made)
        said = report(told)
        if place is not None:
            cell = asked_why(asked, table, place, kept)
            told["why"] = why_summary(cell)
            said += "\n" + why_words(cell)
    if how.as_json:
        say(dumps(told))
    else:
        say(said + f"\nwrote {', '.join(files)} in {into}\n")
