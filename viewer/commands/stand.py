"""`blastfocus stand`: where a silhouette can stand."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from viewer.commands.map_options import SPACING
from viewer.commands.options import Outside, SceneFile

if TYPE_CHECKING:
    from viewer.maps.kept import Kept


def stand(
    scene: SceneFile,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="A picture (.png), or a folder for it; the map itself (.npz) comes beside it.",
        ),
    ] = None,
    silhouette: Annotated[
        str, typer.Option("--silhouette", help="S0 to S8, or a size in mm such as 30x45.")
    ] = "S2",
    spacing: Annotated[
        float, typer.Option("--spacing", help="From one place to the next, mm.")
    ] = SPACING,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
    outside: Outside = False,
) -> None:
    """Map where a silhouette can stand, upright and prone, and what it climbs between."""
    from rules.dispute import Dispute
    from rules.scenefile import load
    from spatial.standing import standing_map
    from viewer import standing_words
    from viewer.bundled import found
    from viewer.maps.asking import sized
    from viewer.progress import progress
    from viewer.writing import say

    shape = sized(silhouette)
    name = f"{scene.stem}-standing-{shape.name}"
    name += "" if spacing == SPACING else f"-{spacing:g}mm"
    picture = None if output is None else _picture(output, name)
    asked = load(found(scene), outside)
    table = asked.scene if isinstance(asked, Dispute) else asked.start.scene
    with _kept(output) as kept, progress("where one can stand") as done:
        standing = standing_map(table, shape, spacing, progress=done, known=kept)
    if picture is not None:
        import io

        from viewer import standing_file
        from viewer.drawing import standing as drawing
        from viewer.writing import write

        content = io.BytesIO()
        drawing.picture(standing, table, asked.name).save(content, "PNG")
        write(picture.with_suffix(".npz"), standing_file.content(standing))
        write(picture, content.getvalue())
    if as_json:
        say(standing_words.dumps(standing, asked.name))
        return
    said = standing_words.report(standing, asked.name)
    if picture is not None:
        said += f"wrote {picture} and {picture.with_suffix('.npz').name}\n"
    say(said)


@contextmanager
def _kept(output: Path | None) -> "Iterator[Kept | None]":
    """Parts that are known, where the output is a folder of maps: they share what they find."""
    from viewer.maps.kept import FILE, FOLDER, Kept
    from viewer.maps.making import stopped

    if output is None or not (output / FOLDER / FILE).is_file():
        yield None
        return
    with stopped(), Kept(output) as kept:
        yield kept


def _picture(output: Path, name: str) -> Path:
    """Where the picture is written; refused before any work is done."""
    import os
    from importlib.util import find_spec

    from viewer.writing import OutputError, check_folder

    folder = os.path.isdir(output)
    picture = output / f"{name}.png" if folder else output
    if picture.suffix.lower() != ".png":
        raise OutputError(
            f"{output}: is no folder, and a picture is a PNG file; make the folder first, "
            "or give the picture the ending .png"
        )
    check_folder(picture)
    check_folder(picture.with_suffix(".npz"))
    if find_spec("PIL") is None or find_spec("matplotlib") is None:
        raise OutputError(
            "drawing needs Pillow and PyVista, which aren't installed; "
            'install them with: pip install "blastfocus[viewer]"'
        )
    return picture
