"""Keys that fit together as a battle of Area Templates: a start, and what happens."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from meshes.solids import Point
from rules.area_templates.battle import Battle
from rules.area_templates.events import Spot
from rules.area_templates.readings import AREA_READINGS
from rules.area_templates.sizes import PER_TOKEN, RADIUS
from rules.area_templates.smoke import begun
from rules.area_templates.state import Area, Model, State, Thing
from rules.reading import choose
from rules.scenefile import pieces, problems, standing
from rules.scenefile.building import check_active, check_names, check_readings
from rules.scenefile.draft import Draft, is_off_table
from rules.scenefile.happenings import Named, events, spot
from rules.scenefile.kept import Kept
from rules.scenefile.places import Steps
from rules.scenefile.zones import zone
from spatial.heights import highest_surface
from spatial.scene import Body, Scene


def battle(
    draft: Draft, source: str, folder: Path | None, outside: bool, sha256: str, kept: Kept
) -> Battle:
    """Put a scene's keys together.

    Parameters
    ----------
    draft, source, folder, outside, sha256, kept
        As for `building.dispute`.

    Raises
    ------
    SceneError
        With all that is wrong.
    """
    keys = draft.keys
    check_names(draft)
    check_readings(draft)
    check_active(draft)
    built = kept.pieces(draft, lambda: pieces.built(draft, folder, outside))
    bodies = list(built.bodies)
    scenery = Scene(tuple(bodies))
    models = tuple(
        Model(one.name, one.side, one.silhouette, one.body)
        for one in standing.troopers(draft, bodies, kept)
    )
    things = tuple(
        Thing(one.subject, _on(scenery, spot(one.at, ("token", i, "at"), draft)))
        for i, one in enumerate(keys.token)
        if one.at is not None
    )
    own = [one.subject for one in keys.token if one.at is not None]
    named = Named(tuple(draft.stated("trooper")), (*draft.stated("scenery"), *own))
    tokens = _tokens(draft, named)
    _check_areas(draft, named, built.bodies)
    happening = events(draft, named)
    problems.refuse(source, draft.found)
    start = State(models, tuple(bodies), things, tokens, size=draft.extent)
    for area in _areas(draft, start):
        start = start.with_area(area)
    return Battle(
        name=keys.name,
        start=begun(start, choose(AREA_READINGS, keys.readings)),
        events=happening,
        readings=keys.readings,
        slack=draft.slack,
        active=keys.active or "",
        notes=(*built.sizes, *built.guesses),
        source=source,
        sha256=sha256,
        files=built.files,
        zones=tuple(map(zone, keys.zone)),
        units=keys.units,
    )


def _on(scenery: Scene, at: Spot) -> Point:
    return at if len(at) == 3 else (*at, highest_surface(scenery, at))


def _tokens(draft: Draft, named: Named) -> dict[str, int]:
    tokens: dict[str, int] = {}
    for i, one in enumerate(draft.keys.token):
        steps: Steps = ("token", i, "subject")
        if one.at is None:
            named.check_subject(one.subject, steps, draft)
            if one.subject in tokens:
                draft.note(steps, "has its tokens already; write them together in one count")
        tokens[one.subject] = one.count
    return tokens


def _check_areas(draft: Draft, named: Named, pieces: Sequence[Body]) -> None:
    outside = {piece.name for piece in pieces if is_off_table(piece.pose.at, draft)}
    for i, one in enumerate(draft.keys.area):
        steps: Steps = ("area", i)
        if one.at is not None:
            spot(one.at, (*steps, "at"), draft)
        if one.subject is not None:
            named.check_subject(one.subject, (*steps, "subject"), draft)
        if one.kind == "smoke":
            if one.subject is None:
                problem = "is missing; smoke comes from Fire Tokens only, so say whose"
                draft.note((*steps, "subject"), problem)
            elif one.diameter is None and not _count(draft, one.subject):
                problem = "is missing; its subject carries no Fire Tokens that would tell it"
                draft.note((*steps, "diameter"), problem)
            if one.at is None and one.subject in outside:
                problem = "is missing; its subject lies outside the battlefield"
                draft.note((*steps, "at"), problem)
            continue
        if one.at is None:
            draft.note((*steps, "at"), "is missing; give its centre")
        if one.diameter is not None:
            problem = "only a Smoke Area has a size of its own; remove it"
            draft.note((*steps, "diameter"), problem)


def _count(draft: Draft, subject: str) -> int:
    return next((one.count for one in draft.keys.token if one.subject == subject), 0)


def _areas(draft: Draft, start: State) -> Iterator[Area]:
    for one in draft.keys.area:
        maker = one.subject or ""
        on_maker = one.at is None
        at: Spot = start.place(maker) if one.at is None else (one.at[0], one.at[1])
        if one.at is not None and len(one.at) == 3:
            at = (one.at[0], one.at[1], one.at[2])
        centre = _on(start.scene, at)
        if one.kind == "smoke":
            diameter = one.diameter or _count(draft, maker) * PER_TOKEN
            yield Area(one.name, "smoke", centre, diameter, maker, on_maker)
        else:
            last = start.turn if one.kind == "flare" else None
            yield Area(one.name, one.kind, centre, 2 * RADIUS, maker, last_turn=last)
