"""What a JSON Schema says of a value, in words."""

import json
from typing import Any, Final

from docs.generate.markdown import code

_LIMITS: Final = {
    "minimum": "at least {}",
    "exclusiveMinimum": "above {}",
    "maximum": "at most {}",
    "exclusiveMaximum": "below {}",
}
_WORDS: Final = {
    "string": "text",
    "number": "number",
    "integer": "whole number",
    "boolean": "true or false",
    "object": "table",
    "array": "list",
}

SEVERAL: Final = "one of those below"
"""What is said of a table of several kinds."""


def references(value: Any) -> list[str]:
    """Return the names of the definitions that a value may be made of, in order.

    Examples
    --------
    >>> references({"items": {"oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]}})
    ['A', 'B']
    """
    if isinstance(value, list):
        return [name for part in value for name in references(part)]
    if not isinstance(value, dict):
        return []
    if "$ref" in value:
        return [value["$ref"].rsplit("/", 1)[1]]
    return [name for part in value.values() for name in references(part)]


def kind(value: dict[str, Any]) -> str:
    """Return in Markdown which values a schema allows.

    Examples
    --------
    >>> kind({"type": "integer", "minimum": 1, "maximum": 20})
    'whole number, 1 to 20'
    >>> kind({"anyOf": [{"enum": ["mm", "in"], "type": "string"}, {"type": "null"}]})
    '`"mm"`, `"in"`'
    >>> kind({"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 3})
    'list of 2 or 3 numbers'
    """
    options = value.get("anyOf") or value.get("oneOf")
    if options:
        own = [option for option in options if option.get("type") != "null"]
        if all("$ref" in option for option in own) and len(own) > 1:
            return SEVERAL
        return ", or ".join(kind(option) for option in own)
    if "$ref" in value:
        name = references(value)[0]
        return f"[table](#key-{name.removesuffix('Keys').lower()})"
    if "const" in value:
        return code(json.dumps(value["const"]))
    if "enum" in value:
        return ", ".join(code(json.dumps(choice)) for choice in value["enum"])
    if value["type"] == "array":
        return _listed(value)
    if value["type"] == "object":
        return _tabled(value)
    return _WORDS[value["type"]] + _limits(value)


def default(value: dict[str, Any]) -> str:
    """Return a value's default in Markdown; nothing where it has none.

    Examples
    --------
    >>> default({"default": 0.0}), default({"default": None}), default({"default": []})
    ('`0`', '', '')
    """
    given = value.get("default")
    if given in (None, [], {}, ""):
        return ""
    if isinstance(given, float) and given.is_integer():
        given = int(given)
    return code(json.dumps(given))


def _limits(value: dict[str, Any]) -> str:
    least, most = value.get("minimum"), value.get("maximum")
    if least is not None and most is not None:
        return f", {_number(least)} to {_number(most)}"
    said = [
        words.format(_number(value[key]))
        for key, words in _LIMITS.items()
        if value.get(key) is not None
    ]
    return "".join(f", {one}" for one in said)


def _number(value: float) -> str:
    return f"{value:g}" if abs(value) < 1e5 else str(int(value))


def _listed(value: dict[str, Any]) -> str:
    """A list: how many of what."""
    parts = value.get("prefixItems")
    if parts:
        return f"list of {len(parts)} numbers{_limits(parts[0])}"
    least, most = value.get("minItems", 0), value.get("maxItems")
    if least and most == least + 1:
        count = f"{least} or {most} "
    elif least:
        count = f"at least {least} "
    else:
        count = ""
    return f"list of {count}{_several(value['items'])}"


def _several(item: dict[str, Any]) -> str:
    """Several values of one kind."""
    if "enum" in item or "oneOf" in item or "$ref" in item:
        said = kind(item)
        return f"tables, each {said}" if "oneOf" in item else said.replace("[table]", "[tables]")
    words = {"string": "texts", "number": "numbers", "integer": "whole numbers"}
    if item["type"] == "array":
        return f"lists, each a {kind(item)}"
    return words[item["type"]] + _limits(item)


def _tabled(value: dict[str, Any]) -> str:
    """A table whose keys are names."""
    inner = value.get("additionalProperties")
    if not isinstance(inner, dict):
        return "[table](#key-readings)"
    return (
        f"{kind(inner)} for each name"
        if "$ref" in inner
        else f"table: for each name a {kind(inner)}"
    )
