"""`blastfocus import`: tables from other programs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from viewer.commands.options import Outside

if TYPE_CHECKING:
    from rules.tabletop_simulator.importing import Import

imports = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Import a table from another program."
)


@imports.callback()
def _options() -> None:
    """Keep the program's name a word of its own, though there is only one yet."""


@imports.command()
def tts(
    save: Annotated[Path, typer.Argument(metavar="SAVE", help="A save or a saved object (JSON).")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder to write, a new one.")],
    models: Annotated[
        Path | None,
        typer.Option("--models", help="The simulator's folder of cached models, Mods/Models."),
    ] = None,
    mapping: Annotated[
        Path | None,
        typer.Option("--map", help="A mapping file: local meshes for addresses and names."),
    ] = None,
    name: Annotated[str, typer.Option("--name", help="The scene's name.")] = "",
    stand_in: Annotated[
        float, typer.Option("--stand-in", help="Side of a placeholder's box at scale 1, mm.")
    ] = 76.2,
    ground: Annotated[
        float | None,
        typer.Option("--ground", help="Height of the table's top there, inches; else the mat's."),
    ] = None,
    outside: Outside = False,
) -> None:
    """Import a save of Tabletop Simulator: a scene file and its meshes. Never goes online."""
    import math

    from meshes import files
    from rules.tabletop_simulator import mapping as mappings
    from rules.tabletop_simulator import saves
    from rules.tabletop_simulator.importing import imported
    from rules.tabletop_simulator.models import Models
    from rules.tabletop_simulator.names import plain
    from spatial.scene import SceneError
    from viewer.folders import check_new_folder, whole_folder
    from viewer.progress import progress
    from viewer.writing import OutputError, say

    check_new_folder(output)
    if not 1 <= stand_in <= 1000:
        raise OutputError(f"--stand-in {stand_in:g}: expected 1 to 1000 mm")
    if ground is not None and not math.isfinite(ground):
        raise OutputError(f"--ground {ground:g}: expected a number of inches")
    if models is not None and not models.is_dir():
        raise OutputError(f"{models}: there is no such folder; name the one of cached models")
    known = mappings.Mapping({}, {}) if mapping is None else mappings.load(mapping, outside)
    read = saves.load(save)
    title = name or plain(read.name) or plain(read.items[0].nickname if read.items else "")
    try:
        with progress("meshes") as done:
            made = imported(
                read, Models(models, known), title or save.stem, stand_in=stand_in, ground=ground
            )
            with whole_folder(output) as folder:
                (folder / "scene.toml").write_text(made.scene, encoding="utf-8", newline="\n")
                if made.mapping:
                    text = made.mapping
                    (folder / "unread.toml").write_text(text, encoding="utf-8", newline="\n")
                if made.meshes:
                    (folder / "meshes").mkdir()
                for number, (path, mesh) in enumerate(made.meshes.items(), 1):
                    files.save(mesh, folder / path)
                    done(number / len(made.meshes))
    except SceneError as error:
        raise SceneError(f"{save}: {error}") from None
    say(_report(made, output))


def _report(made: "Import", output: Path) -> str:
    from viewer.phrases import count
    from viewer.wrapping import item

    lines = [
        f"wrote {output / 'scene.toml'}: {count(made.pieces, 'piece')} of the save, "
        f"{len(made.placed)} with a mesh, {count(len(made.placeholders), 'placeholder')}, "
        f"{count(len(made.troopers), 'trooper')}, {len(made.left_out)} left out"
    ]
    if len(made.placed) + len(made.placeholders) + len(made.left_out) > made.pieces:
        lines.append("Pieces that are fastened to others are counted by themselves.")
    for head, rows in (("placeholders", made.placeholders), ("left out", made.left_out)):
        if rows:
            lines += ["", head]
        for name, why in rows:
            lines += item(f"- {name}: ", why)
    if made.notes:
        lines += ["", "notes", *(row for note in made.notes for row in item("- ", note))]
    if made.placeholders:
        told = "What a placeholder may hide is UNDECIDED in a ruling." + (
            " unread.toml lists their addresses, for --map." if made.mapping else ""
        )
        lines += ["", told]
    return "\n".join(lines) + "\n"
