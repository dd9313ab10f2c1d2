"""`blastfocus map`: what a layout does to the game, all over the table."""

from pathlib import Path
from typing import Annotated

import typer

from viewer.commands.options import Outside, SceneFile

Folder = Annotated[
    Path,
    typer.Option(
        "-o", "--output", help="A folder for the maps and for the parts that are finished."
    ),
]
Shape = Annotated[str, typer.Option("--silhouette", help="S0 to S8, or a size such as 30x45.")]
Spacing = Annotated[float, typer.Option("--spacing", help="From one place to the next, mm.")]
Eye = Annotated[
    list[float] | None,
    typer.Option("--eye", help="Height of the viewers' eyes, mm; may be given several times."),
]
Zone = Annotated[str, typer.Option("--zone", help="exposure: whose places look.")]
Between = Annotated[
    tuple[str, str] | None, typer.Option("--between", help="lanes: the names of two zones.")
]
By = Annotated[str, typer.Option("--by", help="template: which trooper attacks.")]
Start = Annotated[str, typer.Option("--from", help="template: anybody in this zone attacks.")]
Weapon = Annotated[str, typer.Option("--weapon", help="template: with which weapon.")]
Move = Annotated[
    float, typer.Option("--move", min=0, help="template: how far the attacker may move, mm.")
]
Diameter = Annotated[float | None, typer.Option("--diameter", help="blast: of the circle, mm.")]
Workers = Annotated[
    int, typer.Option("--workers", min=0, help="Processes; 0 for one on each core.")
]
Scheduler = Annotated[
    str, typer.Option("--scheduler", help="A Dask scheduler's address, such as tcp://HOST:8786.")
]
Cluster = Annotated[bool, typer.Option("--cluster", help="Work on a Dask cluster of this machine.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def map_(
    scene: SceneFile,
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help="exposure, blast, template or lanes.")
    ],
    output: Folder,
    silhouette: Shape = "S2",
    spacing: Spacing = 25.0,
    eye: Eye = None,
    zone: Zone = "",
    between: Between = None,
    by: By = "",
    start: Start = "",
    weapon: Weapon = "",
    move: Move = 0.0,
    diameter: Diameter = None,
    why: Annotated[
        str, typer.Option("--why", metavar="X,Y[,LEVEL]", help="Ask about one place exactly.")
    ] = "",
    solid: Annotated[
        bool, typer.Option("--3d", help="Draw the map over the table in 3D, too.")
    ] = False,
    workers: Workers = 0,
    scheduler: Scheduler = "",
    cluster: Cluster = False,
    as_json: AsJson = False,
    outside: Outside = False,
) -> None:
    """Map a whole table, on all levels: pictures, data and numbers for the layout."""
    from rules.maps.layout import layout
    from rules.scenefile import load
    from viewer.bundled import found
    from viewer.maps.asking import Asked, checked_kind, folder, numbers, runner, sized
    from viewer.maps.kept import Kept
    from viewer.maps.making import asked_why, check, stopped, write_map
    from viewer.maps.words import dumps, report, summary, why_summary
    from viewer.maps.words import why as why_words
    from viewer.progress import progress
    from viewer.writing import say

    asked = Asked(
        checked_kind(kind), tuple(eye or ()), zone, between, by, start, weapon, move, diameter
    )
    shape = sized(silhouette)
    spot = numbers("--why", why, (2, 3)) if why else None
    check(asked, solid)
    content = load(found(scene), outside)
    into = folder(output)
    stem = f"{scene.stem}-{asked.kind}-{shape.name}"
    with stopped(), Kept(into) as kept, runner(workers, scheduler, cluster) as run:
        with progress("where one can stand") as done:
            table = layout(content, shape, spacing, done)
        place = table.place(spot) if spot is not None else None
        with progress(asked.kind) as done:
            made = asked.made(table, kept, run, done)
        files = write_map(made, into, stem, solid)
        told = summary(made)
        said = report(made)
        if place is not None:
            cell = asked_why(asked, table, place, kept)
            told["why"] = why_summary(cell)
            said += "\n" + why_words(cell)
    if as_json:
        say(dumps(told))
    else:
        say(said + f"\nwrote {', '.join(files)} in {into}\n")
