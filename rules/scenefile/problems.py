"""What is wrong with a scene file, in words: the place and the remedy."""

import difflib
from collections.abc import Sequence
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from rules.scenefile import keys
from spatial.scene import SceneError

# Steps in pydantic's places that name a kind of value, not a key of the file.
_KINDS = {*keys.KITS, "mesh", "name", "size", "trooper", "degrees"}


def refuse(source: str, problems: Sequence[str]) -> None:
    """Raise one error with every problem, each behind the file's name.

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
    if problems:
        raise SceneError("\n".join(f"{source}: {problem}" for problem in problems))


def of_validation(error: ValidationError, content: Any) -> list[str]:
    """Put pydantic's errors into the project's words.

    Parameters
    ----------
    error : ValidationError
    content : dict
        What was validated.
    """
    return [_words(one["type"], one["loc"], one, content) for one in error.errors()]


def place(steps: Sequence[int | str], content: Any) -> str:
    """Return a place in a file as a reader would write it; items count from 1.

    Examples
    --------
    >>> place(("trooper", 1, "facing"), {"trooper": [{}, {"name": "Beta"}]})
    'trooper[2].facing (of "Beta")'
    """
    text, here, owner = "", content, None
    for i, step in enumerate(steps):
        # A kind's step has no place of its own in the content.
        if isinstance(step, str) and step in _KINDS and i and not _has(here, step):
            if i < len(steps) - 1 or not isinstance(here, dict):
                continue
        if isinstance(step, int):
            text += f"[{step + 1}]"
            here = here[step] if isinstance(here, list) and step < len(here) else None
        else:
            text += f".{step}" if text else step
            here = here.get(step) if isinstance(here, dict) else None
        if isinstance(here, dict) and isinstance(here.get("name"), str):
            owner = here["name"]
    return f'{text} (of "{owner}")' if owner and not text.endswith("]") else text


def _has(here: Any, step: str) -> bool:
    return isinstance(here, dict) and step in here


def _words(kind: str, loc: tuple[int | str, ...], one: Any, content: Any) -> str:
    where = place(loc, content)
    value = one.get("input")
    limits = one.get("ctx", {})
    if kind == "missing":
        return f"{where}: is missing; add it"
    if kind == "extra_forbidden":
        near = difflib.get_close_matches(str(loc[-1]), _known(loc), n=1, cutoff=0.5)
        hint = f'did you mean "{near[0]}"?' if near else f"known here: {', '.join(_known(loc))}"
        return f"{where}: is no known key; {hint}"
    if kind in ("literal_error", "piece_kind"):
        if loc == ("format",):
            return f"{where}: this program reads format {keys.FORMAT}, got {_shown(value)}"
        if kind == "piece_kind":
            return f"{where}: {one['msg']}"
        return f"{where}: expected {limits['expected'].replace(chr(39), chr(34))}, got {_shown(value)}"
    expected = {
        "float_type": "a number",
        "finite_number": "a finite number",
        "int_type": "a whole number",
        "bool_type": "true or false",
        "string_type": "a text in quotes",
        "string_too_short": "a text that isn't empty",
        "string_too_long": "a shorter text",
        "list_type": "a list",
        "tuple_type": "a list",
        "dict_type": "a table",
        "model_type": "a table",
        "model_attributes_type": "a table",
        "greater_than": f"a number above {limits.get('gt')}",
        "greater_than_equal": f"a number from {limits.get('ge')} up",
        "less_than_equal": f"a number up to {limits.get('le')}",
        "too_short": f"at least {limits.get('min_length')} of them",
        "too_long": f"at most {limits.get('max_length')} of them",
    }.get(kind)
    if kind == "float_type" and loc[-1] in ("facing", "turn", "tip", "tilt", "degrees"):
        expected = "a number of degrees"
    if expected is None:
        return f"{where}: {one['msg'].removeprefix('Value error, ')}"
    return f"{where}: expected {expected}, got {_shown(value)}"


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"' if len(value) <= 60 else f'"{value[:57]}..."'
    if isinstance(value, dict | list):
        return f"a {'table' if isinstance(value, dict) else 'list'} of {len(value)}"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def _known(loc: tuple[int | str, ...]) -> list[str]:
    """The keys that are known where an unknown one stood."""
    model: Any = keys.SceneKeys
    for step in loc[:-1]:
        if isinstance(step, int):
            continue
        for found in _models(model):
            if step in found.model_fields:
                model = found.model_fields[step].annotation
                break
            kit = found.model_fields.get("kit")
            if step in _KINDS and ((kit and step in get_args(kit.annotation)) or step == "mesh"):
                if step != "mesh" or "mesh" in found.model_fields:
                    model = found
                    break
    return [name for found in _models(model) for name in found.model_fields]


def _models(annotation: Any) -> list[type[BaseModel]]:
    """The models that an annotation can hold."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in get_args(annotation) for model in _models(part)]
