"""Options that `blastfocus map` and `blastfocus compare` share, each said once."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, get_type_hints

import typer

if TYPE_CHECKING:
    from meshes.silhouettes import Silhouette
    from rules.maps.layout import Run
    from viewer.maps.asking import Asked


SPACING: Final = 25.0
"""From one place to the next by default, mm."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MapOptions:
    """What is asked of a map on the command line, besides scenes and the kind of map."""

    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", help="A folder for the maps and for the parts that are finished."
        ),
    ]
    silhouette: Annotated[
        str, typer.Option("--silhouette", help="S0 to S8, or a size such as 30x45.")
    ] = "S2"
    spacing: Annotated[float, typer.Option("--spacing", help="From one place to the next, mm.")] = (
        SPACING
    )
    eye: Annotated[
        list[float] | None,
        typer.Option("--eye", help="Height of the viewers' eyes, mm; may be given several times."),
    ] = None
    zone: Annotated[str, typer.Option("--zone", help="exposure: whose places look.")] = ""
    between: Annotated[
        tuple[str, str] | None, typer.Option("--between", help="lanes: the names of two zones.")
    ] = None
    by: Annotated[str, typer.Option("--by", help="template: which trooper attacks.")] = ""
    start: Annotated[
        str, typer.Option("--from", help="template: anybody in this zone attacks.")
    ] = ""
    weapon: Annotated[str, typer.Option("--weapon", help="template: with which weapon.")] = ""
    move: Annotated[
        float, typer.Option("--move", min=0, help="template: how far the attacker may move, mm.")
    ] = 0.0
    diameter: Annotated[
        float | None, typer.Option("--diameter", help="blast: of the circle, mm.")
    ] = None
    workers: Annotated[
        int, typer.Option("--workers", min=0, help="Processes; 0 for one on each core.")
    ] = 0
    scheduler: Annotated[
        str,
        typer.Option("--scheduler", help="A Dask scheduler's address, such as tcp://HOST:8786."),
    ] = ""
    cluster: Annotated[
        bool, typer.Option("--cluster", help="Work on a Dask cluster of this machine.")
    ] = False
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False

    def asked(self, kind: str, solid: bool = False) -> "tuple[Asked, Silhouette]":
        """Return the map that is asked for and who stands there, refused before any work."""
        from viewer.maps.asking import Asked, checked_kind, sized
        from viewer.maps.making import check

        made = Asked(
            checked_kind(kind),
            tuple(self.eye or ()),
            self.zone,
            self.between,
            self.by,
            self.start,
            self.weapon,
            self.move,
            self.diameter,
        )
        shape = sized(self.silhouette)
        check(made, solid)
        return made, shape

    def stem(self, scenes: str, asked: "Asked", shape: str) -> str:
        """Return what the names of a map's files begin with: another question, another name."""
        spacing = [] if self.spacing == SPACING else [f"{self.spacing:g}mm"]
        return "-".join([scenes, asked.kind, shape, *spacing, *asked.words])

    @contextmanager
    def run(self) -> "Iterator[Run]":
        """Give who works the map out."""
        from viewer.maps.asking import runner

        with runner(self.workers, self.scheduler, self.cluster) as run:
            yield run


def with_map_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that has each of `MapOptions` in place of its parameter `how`.

    Examples
    --------
    >>> def show(kind: str, how: MapOptions, deep: bool = False) -> None: ...
    >>> list(inspect.signature(with_map_options(show)).parameters)[:4]
    ['kind', 'output', 'silhouette', 'spacing']
    """
    own = inspect.signature(command).parameters
    hints = get_type_hints(command, include_extras=True)
    types = get_type_hints(MapOptions, include_extras=True)
    names = [field.name for field in fields(MapOptions)]

    @wraps(command)
    def called(**given: Any) -> None:
        how = MapOptions(**{name: given.pop(name) for name in names})
        command(**given, how=how)

    keyword = inspect.Parameter.KEYWORD_ONLY
    shared = [
        inspect.Parameter(
            field.name,
            keyword,
            default=inspect.Parameter.empty if field.default is MISSING else field.default,
            annotation=types[field.name],
        )
        for field in fields(MapOptions)
    ]
    asked: list[inspect.Parameter] = []
    for name, parameter in own.items():
        if name == "how":
            asked += shared
        else:
            asked.append(parameter.replace(kind=keyword, annotation=hints[name]))
    called.__signature__ = inspect.Signature(asked)  # type: ignore[attr-defined]
    called.__annotations__ = {one.name: one.annotation for one in asked}
    return called
