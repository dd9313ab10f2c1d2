"""What is wrong with a scene file, in words: the place and the remedy."""

import difflib
from collections.abc import Iterable, Sequence
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from rules.scenefile import areas, keys, scenery, zones
from rules.scenefile.places import Steps, place, quoted, shown, visible
from spatial.scene import SceneError

_LISTS: Final = (*keys.SECTIONS, "template")
_ANGLES: Final = ("facing", "turn", "tip", "tilt", "away")
_EXPECTED: Final = {
    "float_type": "a number",
    "finite_number": "a finite number",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "string_type": "a text in quotes",
    "string_unicode": "a text of whole characters",
    "string_too_short": "a text that isn't empty",
    "list_type": "a list",
    "tuple_type": "a list of numbers",
    "dict_type": "a table",
    "model_type": "a table",
}


def refuse(source: str, found: Sequence[str]) -> None:
    """Raise one error with every problem, each once and behind the file's name.

    Raises
    ------
    SceneError
        If there is a problem.

    Examples
    --------
    >>> refuse("a.toml", ["slack: must be 0 or more"])
    Traceback (most recent call last):
    spatial.scene.SceneError: a.toml: slack: must be 0 or more
    """
    if found:
        raise SceneError("\n".join(f"{source}: {visible(one)}" for one in dict.fromkeys(found)))


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a suggestion for a name that isn't known: the nearest that is, or all.

    Examples
    --------
    >>> nearest("Betta", ["Alpha", "Beta"])
    'did you mean "Beta"?'
    >>> nearest("Zoe", ["Alpha", "Beta"])
    'there are "Alpha", "Beta"'
    """
    every = list(dict.fromkeys(known))
    folded = {one.casefold().strip(): one for one in every}
    near = difflib.get_close_matches(name.casefold().strip(), folded, n=1, cutoff=0.5)
    if near:
        return f"did you mean {quoted(folded[near[0]])}?"
    if not every:
        return "there is none"
    some = ", ".join(quoted(one) for one in every[:12])
    return f"there {'is' if len(every) == 1 else 'are'} {some}{', ...' if len(every) > 12 else ''}"


def of_validation(error: ValidationError, content: Any) -> list[str]:
    """Put pydantic's errors into the project's words.

    Parameters
    ----------
    error : ValidationError
        Of `SceneKeys`.
    content : dict
        What was validated.
    """
    errors = error.errors(include_url=False)
    # A list that lacks numbers is one problem, however many it lacks.
    needs: dict[Steps, int] = {}
    for one in errors:
        if one["type"] == "missing" and isinstance(one["loc"][-1], int):
            needs[one["loc"][:-1]] = one["loc"][-1] + 1
    found = []
    for one in errors:
        short = one["loc"][:-1]
        if short in needs:
            steps = without_tags(short)
            got = len(_at(steps, content))
            found.append(f"{place(steps, content)}: expected {needs[short]} numbers, got {got}")
        else:
            found.append(_words(one, content))
    return found


def without_tags(loc: Steps) -> Steps:
    """Return pydantic's place without its steps that name a kind of value.

    Examples
    --------
    >>> without_tags(("scenery", 0, "box", "size", 2))
    ('scenery', 0, 'size', 2)
    """
    match loc:
        case ("scenery" | "event", int(), _, *_):
            return (*loc[:2], *loc[3:])
        case ("trooper" | "target", int(), "silhouette", _, *_):
            return (*loc[:3], *loc[4:])
        case ("attack", int(), "template", int(), "aim", _, *_):
            return (*loc[:5], *loc[6:])
    return loc


def known_at(loc: Steps) -> type[BaseModel]:
    """Return the keys that are known in the table that a place, with tags, lies in."""
    match loc[:-1]:
        case ("table",):
            return keys.TableKeys
        case ("templates", _):
            return keys.TemplateKeys
        case ("weapon", _):
            return keys.WeaponKeys
        case ("scenery", _, "building", "openings", _):
            return scenery.SideOpeningKeys
        case ("scenery", _, _, "openings", _):
            return scenery.OpeningKeys
        case ("scenery", _, _, "holes", _):
            return scenery.HoleKeys
        case ("scenery", _, str(kind)):
            return scenery.PIECES[kind]
        case ("token", _):
            return areas.TokenKeys
        case ("area", _):
            return areas.AreaKeys
        case ("zone", _):
            return zones.ZoneKeys
        case ("event", _, _, "roll", "die"):
            return areas.FacesKeys
        case ("event", _, _, "roll"):
            return areas.RollKeys
        case ("event", _, str(kind)):
            return areas.EVENTS[kind]
        case ("trooper" | "target", _, "silhouette", _):
            return keys.SizeKeys
        case ("trooper", _):
            return keys.TrooperKeys
        case ("target", _):
            return keys.TargetKeys
        case ("attack", _, "template", _):
            return keys.AimKeys
        case ("attack", _):
            return keys.AttackKeys
    return keys.SceneKeys


def _at(steps: Steps, content: Any) -> Any:
    for step in steps:
        content = content[step]
    return content


def _words(one: Any, content: Any) -> str:
    loc: Steps = one["loc"]
    if loc[-1] == "[key]":
        return f"{place(loc[:-2], content)}: the name {shown(loc[-2])} {_reason(one, loc)}"
    steps = without_tags(loc)
    for kind, key in (("piece_kind", "kit"), ("event_kind", "kind")):
        if one["type"] == kind and isinstance(one["input"], dict) and key in one["input"]:
            steps = (*steps, key)
    return f"{place(steps, content)}: {_reason(one, loc)}"


def _reason(one: Any, loc: Steps) -> str:
    kind, value, limits = one["type"], one["input"], one.get("ctx", {})
    match kind:
        case "missing":
            return "is missing; add it"
        case "extra_forbidden":
            return _unknown(str(loc[-1]), loc)
        case "piece_kind":
            return _no_kind(value)
        case "event_kind":
            return _no_event(value)
        case "literal_error":
            return _not_among(value, limits["expected"])
        case "value_error":
            return str(limits["error"])
        case "string_too_long":
            return f"is longer than {limits['max_length']} characters; shorten it"
        case "too_short" if loc[0] == "engaged":
            return f"expected at least two names, got {len(value)}"
        case "too_short" if loc[-1] == "polygon":
            return f"expected at least three corners, got {len(value)}"
        case "too_short":
            return f"expected at least {limits['min_length']} numbers, got {len(value)}"
        case "too_long":
            return f"expected at most {limits['max_length']} numbers, got {len(value)}"
        case "greater_than":
            return f"expected a number above {limits['gt']:g}, got {shown(value)}"
        case "greater_than_equal":
            return f"expected {limits['ge']:g} or more, got {shown(value)}"
        case "less_than_equal":
            return f"expected {limits['le']:g} or less, got {shown(value)}"
        case "list_type" if loc[-1] in _LISTS and isinstance(value, dict):
            above = "attack." if loc[-1] == "template" else ""
            return f"expected a list of tables; head each with [[{above}{loc[-1]}]]"
    return f"expected {_expected(kind, loc)}, got {shown(value)}"


def _expected(kind: str, loc: Steps) -> str:
    key = without_tags(loc)[-1]
    if kind == "string_type" and key == "silhouette":
        return 'a name such as "S2", or a table with diameter and height'
    if kind == "float_type" and key == "aim":
        return "a trooper's name, or a number of degrees"
    if kind == "float_type" and key in _ANGLES:
        return "a number of degrees"
    if kind == "list_type" and key == "at":
        return "a list of numbers"
    return _EXPECTED.get(kind, "something else")


def _unknown(key: str, loc: Steps) -> str:
    known = list(known_at(loc).model_fields)
    if key == "kit" and "mesh" in known:
        return "a piece has a kit or a mesh; remove one of them"
    if loc[0] == "event" and loc[2] in ("blast", "flare") and key in ("target", "targets"):
        return "it is aimed at a point, not at a model; give the point in at"
    near = difflib.get_close_matches(key.lower(), known, n=1, cutoff=0.6)
    hint = f"did you mean {quoted(near[0])}?" if near else f"known here: {', '.join(known)}"
    return f"is no known key; {hint}"


def _no_kind(piece: Any) -> str:
    if not isinstance(piece, dict):
        return f"expected a table, got {shown(piece)}"
    if "kit" not in piece:
        return f"needs a kit ({', '.join(scenery.KITS)}), or a mesh, which is a file"
    kit = piece["kit"]
    if isinstance(kit, str) and kit not in scenery.KITS:
        return f"there is no kit called {quoted(kit)}; {nearest(kit, scenery.KITS)}"
    return f"expected one of {', '.join(scenery.KITS)}, got {shown(kit)}"


def _no_event(event: Any) -> str:
    kinds = ", ".join(areas.EVENTS)
    if not isinstance(event, dict):
        return f"expected a table, got {shown(event)}"
    if "kind" not in event:
        return f"needs a kind: {kinds}"
    kind = event["kind"]
    if kind == "smoke":
        return 'smoke comes from Fire Tokens only; use kind = "add tokens"'
    if isinstance(kind, str):
        return f"there is no event called {quoted(kind)}; {nearest(kind, areas.EVENTS)}"
    return f"expected one of {kinds}, got {shown(kind)}"


def _not_among(value: Any, expected: str) -> str:
    return f"expected {expected.replace(chr(39), chr(34))}, got {shown(value)}"
