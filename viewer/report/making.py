"""From a scene file to a report: ruled on, drawn, written."""

import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from rules.area_templates.battle import Battle
from rules.dispute import Dispute
from rules.maps.telling import bare_table
from viewer.drawing.items import Items
from viewer.maps.files import opened
from viewer.maps.finished import HeatMap
from viewer.progress import progress
from viewer.report import attacks, events
from viewer.report.content import Content, Picture
from viewer.report.mapped import Maps, laid, maps_of, of_maps, with_maps
from viewer.report.source import Source, source
from viewer.writing import OutputError, check_folder, write

if TYPE_CHECKING:
    from PIL.Image import Image

Done: TypeAlias = Callable[[float], None]
"""Is told how much of the work is done, from 0 to 1."""

Steps: TypeAlias = list[tuple[str, Items]]
"""What the view in 3D shows, one after another, each with its caption."""


def check(output: Path, as_markdown: bool) -> None:
    """Refuse what can't end in a report, before any work is done.

    Parameters
    ----------
    output : Path
        The file to be written.
    as_markdown : bool
        Markdown with its pictures beside it, not HTML.

    Raises
    ------
    OutputError
        If its ending is another one, it can't be written there, or nothing can be drawn
        on this machine.
    """
    from viewer import picture

    check_folder(output)
    ending = ".md" if as_markdown else ".html"
    if output.suffix.lower() != ending:
        other = " (--md asks for Markdown)" if as_markdown else "; --md writes Markdown"
        raise OutputError(f"{output}: the report is a {ending} file; give it that ending{other}")
    picture.check_machine()
    if find_spec("trame_vtk") is None and not as_markdown:
        raise OutputError(
            "the report's view in 3D needs trame-vtk, which isn't installed; "
            'install it with: pip install "blastfocus[viewer]", or ask for --md'
        )


def make(
    path: Path,
    asked: Dispute | Battle,
    output: Path,
    as_markdown: bool = False,
    maps: Sequence[Path] = (),
) -> None:
    """Rule on a scene, and write the report whole or not at all.

    Parameters
    ----------
    path : Path
        The scene file.
    asked : Dispute or Battle
        What it holds.
    output : Path
    as_markdown : bool
    maps : sequence of Path
        Files of maps of its layout. Where nothing happens in the scene, the report is
        about them.

    Raises
    ------
    OutputError
        If it can't be written.
    RulingError
        If it can't be ruled on, or a file is no map of this layout.
    """
    heats = [opened(one, asked) for one in maps]
    files = tuple((one.name, one.read_bytes()) for one in maps)
    with progress("ruling and drawing") as done:
        if isinstance(asked, Dispute):
            content, of, steps = _of_attacks(path, asked, done)
            bodies = asked.scene.bodies
        else:
            content, of, steps = _of_events(path, asked, done)
            bodies = asked.start.pieces
        of = replace(of, maps=files)
        is_bare = not (asked.attacks if isinstance(asked, Dispute) else asked.events)
        if heats:
            plans = _plans(heats, done)
            if is_bare:
                content, of = of_maps(asked.name, heats, plans), replace(of, record=b"")
                steps = steps or [("", _bare(asked))]
            else:
                content = with_maps(content, heats, plans)
        done(0.8)
        if as_markdown:
            from viewer.report import markdown

            markdown.save(content, of, output)
            return
        from viewer.report import html

        levels = [z for body in bodies for z in body.levels]
        view, notes = _view(steps, levels, maps_of(heats, is_bare))
        write(output, html.page(content, of, view, notes).encode())


def _view(
    steps: Sequence[tuple[str, Items]], levels: Sequence[float], maps: Maps
) -> tuple[str, tuple[str, ...]]:
    """The page with the view in 3D, and what it leaves out."""
    from viewer.report.interactive import interactive
    from viewer.report.parts import drawn

    if not steps:
        return "", ()
    found = laid(drawn([items for _, items in steps], levels), maps, len(steps))
    notes = []
    if maps.layers and not maps.is_shown:
        notes.append("The list called Map, on its right, lays a map over the table.")
    if found.triangles != found.of:
        notes.append(
            f"Of the scenery's {found.of} triangles the view in 3D shows {found.triangles}, so "
            "that it turns smoothly. The ruling and the pictures used all of them."
        )
    return interactive(found, steps, maps), tuple(notes)


def _plans(heats: Sequence[HeatMap], done: Done) -> list[bytes]:
    """The plans of each map, level by level, PNG."""
    from viewer.maps.heat import drawn

    plans = []
    for number, heat in enumerate(heats):
        done(0.7 + 0.1 * number / len(heats))
        plans.append(_png(drawn(heat)))
    return plans


def _bare(battle: Dispute | Battle) -> Items:
    """A table on which nothing happens."""
    from viewer.drawing.ruled import scenery_of

    table = bare_table(battle)
    return Items(battle.name, "", table.size, tuple(scenery_of(table.bodies)), (), (), ())


def _of_attacks(path: Path, dispute: Dispute, done: Done) -> tuple[Content, Source, Steps]:
    from rules.comparing import compare
    from rules.ruling import rule
    from viewer.drawing.framing import Framing
    from viewer.drawing.ruled import items
    from viewer.picture import image_of
    from viewer.record import dumps

    ruling = rule(dispute)
    done(0.15)
    found = compare(dispute) if dispute.attacks else None
    done(0.3)
    image = image_of(ruling, dispute, Framing(is_sheet=True))
    sheet = Picture("sheet", _png(image), "The table, and the lines that decide.", is_sheet=True)
    of = source(path, dispute.sha256, dumps(ruling, dispute), dispute.files)
    return attacks.content(ruling, found, sheet), of, [("", items(ruling, dispute))]


def _of_events(path: Path, battle: Battle, done: Done) -> tuple[Content, Source, Steps]:
    from rules.area_templates.dependence import dependences
    from rules.area_templates.log import run
    from viewer.drawing.framing import Framing
    from viewer.drawing.stepped import step_items
    from viewer.log_record import dumps
    from viewer.picture import step_image

    log = run(battle)
    pictures = []
    for step in log.steps:
        done(0.1 + 0.7 * (step.number - 1) / len(log.steps))
        png = _png(step_image(log, battle, step, Framing()))
        name = f"event-{step.number}"
        pictures.append(Picture(name, png, f"The table after event {step.number}."))
    of = source(path, battle.sha256, dumps(log, battle), battle.files)
    steps = [(f"after event {step.number}", step_items(log, step)) for step in log.steps]
    return events.content(log, dependences(battle), pictures), of, steps


def _png(image: "Image") -> bytes:
    content = io.BytesIO()
    image.save(content, "PNG", optimize=True)
    return content.getvalue()
