"""`blastfocus compare`: two layouts side by side."""

from pathlib import Path
from typing import Annotated

import typer

from viewer.commands.map_ import (
    AsJson,
    Between,
    By,
    Cluster,
    Diameter,
    Eye,
    Folder,
    Move,
    Scheduler,
    Shape,
    Spacing,
    Start,
    Weapon,
    Workers,
    Zone,
)
from viewer.commands.options import Outside, SceneFile


def compare(
    scene: SceneFile,
    other: Annotated[Path, typer.Argument(metavar="OTHER", help="Another layout's scene file.")],
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
    workers: Workers = 0,
    scheduler: Scheduler = "",
    cluster: Cluster = False,
    as_json: AsJson = False,
    outside: Outside = False,
) -> None:
    """Map two layouts alike, and show what differs from the first to the second."""
    from rules.maps.comparing import compared, sizes
    from rules.maps.layout import layout
    from rules.scenefile import load
    from viewer.bundled import found
    from viewer.maps.asking import Asked, checked_kind, folder, runner, sized
    from viewer.maps.kept import Kept
    from viewer.maps.making import check, stopped, write_comparison
    from viewer.maps.words import compared as compared_words
    from viewer.maps.words import compared_summary, dumps
    from viewer.progress import progress
    from viewer.writing import say

    asked = Asked(
        checked_kind(kind), tuple(eye or ()), zone, between, by, start, weapon, move, diameter
    )
    shape = sized(silhouette)
    check(asked, False)
    contents = [load(found(one), outside) for one in (scene, other)]
    sizes(*contents)
    into = folder(output)
    stem = f"{scene.stem}-{other.stem}-{asked.kind}-{shape.name}"
    with stopped(), Kept(into) as kept, runner(workers, scheduler, cluster) as run:
        maps = []
        for content in contents:
            with progress(f"{content.name}: where one can stand") as done:
                table = layout(content, shape, spacing, done)
            with progress(f"{content.name}: {asked.kind}") as done:
                maps.append(asked.made(table, kept, run, done))
        both = compared(*maps)
        files = write_comparison(both, into, stem)
    if as_json:
        say(dumps(compared_summary(both)))
    else:
        say(compared_words(both) + f"\nwrote {', '.join(files)} in {into}\n")
