"""`blastfocus find`: which placements catch whom."""

from typing import TYPE_CHECKING, Annotated

import typer

from viewer.commands.options import AsJson, Outside, SceneFile

if TYPE_CHECKING:
    from rules.catching import Catches
    from rules.dispute import Dispute


def find(
    scene: SceneFile,
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="Whose attack it is.")],
    weapon: Annotated[
        str,
        typer.Option(
            "--weapon", metavar="NAME", help='As on a profile, such as "Nanopulser (+1B)".'
        ),
    ],
    hit: Annotated[
        list[str] | None,
        typer.Option("--hit", metavar="NAMES", help="Who has to be caught: 1,2"),
    ] = None,
    spare: Annotated[
        list[str] | None,
        typer.Option("--spare", metavar="NAMES", help="Who may not be, besides allies."),
    ] = None,
    as_json: AsJson = False,
    outside: Outside = False,
) -> None:
    """Find placements of a template that catch the most enemies and no ally."""
    from rules.dispute import Dispute
    from rules.scenefile import load
    from viewer.bundled import found
    from viewer.writing import say

    try:
        asked = load(found(scene), outside)
        if not isinstance(asked, Dispute):
            from rules.verdict import RulingError

            raise RulingError(f'{scene}: rules: placements aren\'t searched for "{asked.rules}"')
        catches = _searched(asked, by, weapon, hit or [], spare or [])
    except KeyboardInterrupt:
        typer.echo("stopped", err=True)
        raise typer.Exit(130) from None
    if as_json:
        from viewer import found_record

        say(found_record.dumps(catches, asked))
    else:
        from viewer import found_text

        say(found_text.report(catches))


def _searched(
    asked: "Dispute", by: str, weapon: str, hit: list[str], spare: list[str]
) -> "Catches":
    from rules import search
    from viewer.progress import progress

    names = {one.name for one in asked.troopers}
    wanted, spared = _split("--hit", hit, names), _split("--spare", spare, names)
    with progress("placements") as done:
        return search.find(asked, by, weapon, wanted, spared, done)


def _split(option: str, written: list[str], names: set[str]) -> list[str]:
    """Names parted by commas, unless that is somebody's name."""
    from rules.verdict import RulingError

    parted = []
    for text in written:
        apart = [text] if text in names else [part.strip() for part in text.split(",")]
        named = [part for part in apart if part]
        if not named:
            raise RulingError(f'{option} "{text}": names nobody; leave it out, or write it as 1,2')
        parted += named
    return list(dict.fromkeys(parted))
