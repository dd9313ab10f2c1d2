"""`blastfocus compare`: two layouts side by side."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from viewer.commands.map_options import MapOptions, with_map_options
from viewer.commands.options import MapKind, Outside, SceneFile


@with_map_options
def compare(
    scene: SceneFile,
    other: Annotated[Path, typer.Argument(metavar="OTHER", help="Another layout's scene file.")],
    kind: MapKind,
    how: MapOptions,
    outside: Outside = False,
) -> None:
    """Map two layouts alike, and show what differs from the first to the second."""
    from rules.maps.comparing import compared, sizes
    from rules.maps.layout import layout
    from rules.scenefile import load
    from viewer.bundled import found
    from viewer.maps.asking import folder
    from viewer.maps.kept import Kept
    from viewer.maps.making import stopped, write_comparison
    from viewer.maps.words import compared as compared_words
    from viewer.maps.words import compared_summary, dumps
    from viewer.progress import progress
    from viewer.writing import say

    asked, shape = how.asked(kind)
    contents = [load(found(one), outside) for one in (scene, other)]
    sizes(*contents)
    if contents[0].name == contents[1].name:
        # A copy of a scene file often has the name of the first: then the files' tell them apart.
        files = [path.name if scene.name != other.name else str(path) for path in (scene, other)]
        contents = [
            replace(content, name=f"{content.name} ({file})")
            for content, file in zip(contents, files, strict=True)
        ]
    into = folder(how.output)
    stem = how.stem(f"{scene.stem}-{other.stem}", asked, shape.name)
    with stopped(), Kept(into) as kept, how.run() as run:
        maps = []
        for content in contents:
            with progress(f"{content.name}: where one can stand") as done:
                table = layout(content, shape, how.spacing, done, kept)
            with progress(f"{content.name}: {asked.kind}") as done:
                maps.append(asked.made(table, kept, run, done))
        both = compared(*maps)
        written = write_comparison(both, into, stem)
    if how.as_json:
        say(dumps(compared_summary(both)))
    else:
        say(compared_words(both) + f"\nwrote {', '.join(written)} in {into}\n")
