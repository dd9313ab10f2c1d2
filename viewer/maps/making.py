"""Making the files of a map: refused before any work, written whole, stopped with a word."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rules.maps.comparing import Comparison
from rules.maps.layout import Known, Layout, TableMap
from rules.verdict import RulingError
from viewer.maps import files
from viewer.maps.asking import Asked
from viewer.maps.finished import heat_map
from viewer.writing import OutputError, write

if TYPE_CHECKING:
    from PIL.Image import Image

    from rules.maps.why import Why


def check(asked: Asked, solid: bool) -> None:
    """Refuse what can't end in a map, before any work is done.

    Raises
    ------
    RulingError
        If an option doesn't go with the kind of map.
    OutputError
        If nothing can be drawn here.
    """
    own: dict[str, dict[str, object]] = {
        "exposure": {"zone": asked.zone, "eye": asked.eyes},
        "blast": {"diameter": asked.diameter},
        "lanes": {"between": asked.between, "eye": asked.eyes},
        "template": {"by": asked.by, "from": asked.start, "weapon": asked.weapon,
                     "move": asked.move, "eye": asked.eyes},
    }  # fmt: skip
    for kind, options in own.items():
        for name, value in options.items():
            if value and name not in own[asked.kind]:
                raise RulingError(f"--{name} belongs to {kind}; leave it out of {asked.kind}")
    if any(not 0 < eye < 1000 for eye in asked.eyes):
        raise RulingError("--eye: expected a height above 0 and below 1000 mm")
    if asked.diameter is not None and not 0 < asked.diameter < 2000:
        raise RulingError("--diameter: expected a number above 0 and below 2000 mm")
    if asked.by and asked.start:
        raise RulingError("--by and --from: give one of them")
    if asked.move and asked.start:
        raise RulingError("--move belongs to --by; leave it out with --from")
    if asked.between is not None and not all(asked.between):
        raise RulingError("--between: expected the names of two zones")
    if find_spec("PIL") is None or find_spec("matplotlib") is None:
        raise OutputError(
            "drawing needs Pillow and PyVista, which aren't installed; "
            'install them with: pip install "blastfocus[viewer]"'
        )
    if solid:
        from viewer.picture import trouble

        why = trouble()
        if why is not None:
            raise OutputError(why)


def asked_why(asked: Asked, table: Layout, place: int, known: Known) -> "Why":
    """Return why a place of a map is as it is.

    Raises
    ------
    RulingError
        If it can't be asked there.
    """
    from rules.maps import why

    if asked.kind == "blast":
        return why.why_blast(table, place, asked.diameter, known)
    if asked.kind == "template":
        from rules.maps.template import armed, is_teardrop, users
        from rules.maps.why_circle import why_circle
        from rules.maps.why_template import why_template

        places, arm = users(table, asked.by, asked.start, asked.move), armed(table, asked.weapon)
        if is_teardrop(table, arm):
            return why_template(table, place, places, arm, known)
        return why_circle(table, place, places, arm, asked.sampling, known)
    zone = asked.zone if asked.kind == "exposure" else _across(asked, table, place)
    return why.why(table, place, zone, asked.sampling, known)


def _across(asked: Asked, table: Layout, place: int) -> str:
    """The zone that lanes lead to from a place."""
    one, other = asked.between or (table.zones[0].name, table.zones[1].name)
    for zone, across in ((one, other), (other, one)):
        if table.zone(zone)[place]:
            return across
    raise RulingError(f"--why: the place is neither in {one} nor in {other}")


@contextmanager
def stopped() -> Iterator[None]:
    """End with a word and exit status 130 where the work is stopped by Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt:
        if sys.stderr is not None:
            print("stopped; what is finished is kept: run it again to go on", file=sys.stderr)
        raise SystemExit(130) from None


def write_map(found: TableMap, folder: Path, stem: str, solid: bool = False) -> list[str]:
    """Write a map's picture and data; return the names of the files."""
    from viewer.maps.heat import drawn

    heat = heat_map(found)
    made = {
        f"{stem}.npz": files.npz(files.arrays(found)),
        f"{stem}.csv": files.table(found),
        f"{stem}.png": png(drawn(heat)),
    }
    if solid:
        from viewer.maps.solid import drawn as drawn_solid

        made[f"{stem}-3d.png"] = png(drawn_solid(heat))
    for name, content in made.items():
        write(folder / name, content)
    return list(made)


def write_comparison(both: Comparison, folder: Path, stem: str) -> list[str]:
    """Write the picture and the data of two layouts; return the names of the files."""
    from viewer.maps.heat import side_by_side

    places = both.one.layout.found.places[both.pairs[:, 0]]
    levels = both.one.layout.found.level[both.pairs[:, 0]]
    first, second = (one.main[both.pairs[:, k]] for k, one in enumerate((both.one, both.other)))
    rows = zip(
        places.tolist(), levels.tolist(), first.tolist(), second.tolist(),
        both.difference.tolist(), strict=True,
    )  # fmt: skip
    head = ["x_mm", "y_mm", "z_mm", "level", "first", "second", "difference"]
    held = {
        "format": np.array(1),
        "kind": np.array(both.one.kind),
        "places": places,
        "level": levels,
        "first": first,
        "second": second,
        "difference": both.difference,
    }
    made = {
        f"{stem}.npz": files.npz(held),
        f"{stem}.csv": files.written(head, [[*at, *rest] for at, *rest in rows]),
        f"{stem}.png": png(side_by_side(both)),
    }
    for name, content in made.items():
        write(folder / name, content)
    return list(made)


def png(image: "Image") -> bytes:
    """Return a picture as the bytes of a PNG file."""
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()
