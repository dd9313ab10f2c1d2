"""Keys that fit together: troopers on their pieces, attacks by somebody there."""

import difflib
from dataclasses import replace
from pathlib import Path

from rules.dispute import Dispute
from rules.infinity.sides import melees
from rules.infinity.weapons import weapons
from rules.readings import readings_of
from rules.scenefile import attacks, pieces, problems, standing
from rules.scenefile.draft import Draft
from rules.scenefile.kept import Kept
from rules.scenefile.kinds import on_paper
from rules.scenefile.places import Steps, quoted
from rules.scenefile.sizes import template_set
from rules.scenefile.zones import zone
from spatial.rays import TABLE
from spatial.scene import Scene


def dispute(
    draft: Draft, source: str, folder: Path | None, outside: bool, sha256: str, kept: Kept
) -> Dispute:
    """Put a scene's keys together.

    Parameters
    ----------
    draft : Draft
    source : str
        The file's name, for messages.
    folder : Path or None
        Where mesh paths start.
    outside : bool
        Whether mesh paths may leave that folder.
    sha256 : str
        Of the file's bytes.
    kept : Kept
        What an earlier reading built.

    Raises
    ------
    SceneError
        With all that is wrong.
    """
    keys = draft.keys
    check_names(draft)
    check_readings(draft)
    check_active(draft)
    _check_sides(draft)
    _check_engaged(draft)
    built = kept.pieces(draft, lambda: pieces.built(draft, folder, outside))
    bodies = list(built.bodies)
    own = attacks.own_weapons(draft)
    troopers = [
        *standing.troopers(draft, bodies, kept),
        *standing.targets(draft, bodies, own, kept),
    ]
    sizes = template_set(draft)
    made = attacks.attacks(draft, sizes, own, bodies, troopers)
    problems.refuse(source, draft.found)
    made_of = Dispute(
        name=keys.name,
        rules=keys.rules,
        slack=draft.slack,
        active=keys.active or "",
        readings=keys.readings,
        scene=Scene(
            (*bodies, *(trooper.body for trooper in troopers)),
            draft.extent,
        ),
        troopers=tuple(troopers),
        attacks=tuple(made),
        templates=sizes,
        notes=(
            *(
                f"the weapon {quoted(row.name)} is as the scene describes it"
                for row in keys.weapon
                if row.name in weapons()
            ),
            *built.sizes,
            *built.guesses,
            *standing.notes(draft, troopers),
            *standing.assumed(draft),
        ),
        sha256=sha256,
        files=built.files,
        neutral=tuple(keys.neutral),
        engaged=None if keys.engaged is None else tuple(map(tuple, keys.engaged)),
        zones=tuple(map(zone, keys.zone)),
        weapons=tuple(own.values()),
        units=keys.units,
    )
    return replace(made_of, notes=(*made_of.notes, *engagements(made_of)))


def engagements(dispute: Dispute) -> list[str]:
    """Return who is in close combat with whom, a clause for each close combat.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> engagements(read(starter(), "starter.toml"))
    []
    """
    sides = {one.name: one.side for one in dispute.troopers}
    why = "their bases touch" if dispute.engaged is None else "the scene says so"
    said = []
    for group in dict.fromkeys(melees(dispute).values()):
        by_side: dict[str, list[str]] = {}
        for name in group:
            by_side.setdefault(sides[name], []).append(name)
        who = " with ".join(f"{', '.join(names)} ({side})" for side, names in by_side.items())
        said.append(f"in close combat, as {why}: {who}")
    return said


def check_names(draft: Draft) -> None:
    """Take note of every name that something of its list has already, or that looks like it."""
    keys = draft.keys
    groups: list[list[tuple[Steps, str]]] = [
        [
            *((("scenery", i, "name"), one.name) for i, one in enumerate(keys.scenery)),
            *((("trooper", i, "name"), one.name) for i, one in enumerate(keys.trooper)),
            *((("target", i, "name"), one.name) for i, one in enumerate(keys.target)),
            *(
                (("token", i, "subject"), one.subject)
                for i, one in enumerate(keys.token)
                if one.at is not None
            ),
        ],
        [(("weapon", i, "name"), one.name) for i, one in enumerate(keys.weapon)],
        [(("area", i, "name"), one.name) for i, one in enumerate(keys.area)],
        [(("zone", i, "name"), one.name) for i, one in enumerate(keys.zone)],
    ]
    for k, attack in enumerate(keys.attack):
        groups.append(
            [(("attack", k, "template", i, "name"), t.name) for i, t in enumerate(attack.template)]
        )
    for group in groups:
        taken: dict[str, str] = {}
        for steps, name in group:
            # Two names that look alike on paper are one name.
            alike = on_paper(name)
            if taken.get(alike) == name:
                draft.note(steps, f"{quoted(name)} is taken; give each a name of its own")
            elif alike in taken:
                problem = f"{quoted(name)} looks like {quoted(taken[alike])}; rename one of them"
                draft.note(steps, problem)
            taken.setdefault(alike, name)
    for steps, name in groups[0]:
        if name == TABLE:
            draft.note(steps, f"{quoted(name)} is what reports call the table; choose another")


def check_readings(draft: Draft) -> None:
    """Take note of every reading, and every choice of one, that the game doesn't know."""
    known = {reading.name: reading for reading in readings_of(draft.keys.rules)}
    for name, choice in draft.keys.readings.items():
        if name not in known:
            problem = f"there is no reading of that name; {problems.nearest(name, known)}"
            draft.note(("readings", name), problem)
        elif choice not in known[name].choices:
            choices = list(known[name].choices)
            allowed = " or ".join(quoted(one) for one in choices)
            near = difflib.get_close_matches(choice.lower(), choices, n=1)
            hint = f"; did you mean {quoted(near[0])}?" if near else ""
            draft.note(("readings", name), f"expected {allowed}, got {quoted(choice)}{hint}")


def check_active(draft: Draft) -> None:
    """Take note of a side whose turn it is and that nobody is on."""
    sides = [*draft.stated("trooper", "side"), *draft.stated("target", "side")]
    active = draft.keys.active
    if active is not None and sides and active not in sides:
        problem = f"no trooper is on side {quoted(active)}; {problems.nearest(active, sides)}"
        draft.note(("active",), problem)


def _check_sides(draft: Draft) -> None:
    """Sides that nobody is on, and sides that differ in capitals or blanks only."""
    keys = draft.keys
    taken: dict[str, str] = {}
    told: set[str] = set()
    places: list[tuple[Steps, str]] = [
        *((("trooper", i, "side"), one.side) for i, one in enumerate(keys.trooper)),
        *((("target", i, "side"), one.side) for i, one in enumerate(keys.target)),
    ]
    for steps, side in places:
        other = taken.setdefault(on_paper(side).casefold(), side)
        if other != side and side not in told:
            told.add(side)
            problem = f"{quoted(side)} looks like {quoted(other)}; write one side in one way"
            draft.note(steps, problem)
    sides = [*draft.stated("trooper", "side"), *draft.stated("target", "side")]
    if "neutral" not in keys.model_fields_set or not sides:
        return
    for i, side in enumerate(keys.neutral):
        if side not in sides:
            problem = f"no trooper is on side {quoted(side)}; {problems.nearest(side, sides)}"
            draft.note(("neutral", i), problem)


def _check_engaged(draft: Draft) -> None:
    """Close combat is between troopers of opposing sides."""
    rows = {one.name: one.side for one in draft.keys.trooper}
    rows |= {one.name: one.side for one in draft.keys.target if one.kind == "marker"}
    idle = {one.name: one.kind for one in draft.keys.target if one.kind != "marker"}
    stated = [*draft.stated("trooper"), *draft.stated("target")]
    for i, group in enumerate(draft.keys.engaged or []):
        for k, name in enumerate(group):
            if name not in stated:
                problem = f"no trooper is called {quoted(name)}; {problems.nearest(name, rows)}"
                draft.note(("engaged", i, k), problem)
            elif name in idle:
                what = f"{'an' if idle[name] == 'equipment' else 'a'} {idle[name]}"
                problem = f"{quoted(name)} is {what}, and fights nobody; name troopers"
                draft.note(("engaged", i, k), problem)
        sides = {rows.get(name) for name in group} - set(draft.keys.neutral)
        if len(sides) < 2 and all(name in rows for name in group):
            problem = "close combat is between opposing sides; name one of each"
            draft.note(("engaged", i), problem)
