"""The reference of the scene file, from its JSON Schema."""

from collections.abc import Iterator
from typing import Any, Final

from docs.generate.examples import example
from docs.generate.kinds import SEVERAL, default, kind, references
from docs.generate.markdown import code, plain, table
from rules.readings import AREA_TEMPLATES, INFINITY, readings_of
from rules.scenefile import schema
from rules.scenefile.foreign import OWN

GAMES: Final = {INFINITY: "Infinity CodeOne", AREA_TEMPLATES: "Area Templates"}
"""The games by their name in a scene file."""

_OWN_TABLES: Final = {"template": "[[attack.template]]"}
"""Tables within tables that have a head of their own; others are written in braces."""
_HEADS: Final = ("key", "value", "default", "what it is")


def page() -> str:
    """Return every key of a scene file: its values, its default, what it is, an example.

    Examples
    --------
    >>> lines = page().splitlines()
    >>> next(line for line in lines if line.startswith("| `prone`"))
    '| `prone` | true or false | `false` | whether its silhouette is SX |'
    """
    whole = schema()
    parts = [_top(whole), _readings()]
    parts += [_section(whole, *place) for place in _places(whole)]
    return "\n".join(parts)


def anchor(name: str) -> str:
    """Return the target of a definition's section, such as ``key-trooper``.

    Examples
    --------
    >>> anchor("SideOpeningKeys")
    'key-sideopening'
    """
    return f"key-{name.removesuffix('Keys').lower()}"


def _top(whole: dict[str, Any]) -> str:
    """The keys at the top of the file, each game's own marked."""
    rows = []
    for key, value in whole["properties"].items():
        game = next((GAMES[rules] for rules, own in OWN.items() if key in own), "both")
        row = _row(whole, key, value)
        rows.append([*row[:3], game, row[3]])
    heads = [*_HEADS[:3], "game", _HEADS[3]]
    return f"## The top of the file\n\n{table(heads, rows)}"


def _readings() -> str:
    """The keys of ``[readings]``."""
    parts = ["(key-readings)=\n## `[readings]`\n"]
    for rules, game in GAMES.items():
        rows = [
            [
                code(reading.name),
                "<br>".join(
                    f"{code(choice)}{' (default)' if choice == reading.default else ''}: "
                    f"{plain(meaning)}"
                    for choice, meaning in reading.choices.items()
                ),
            ]
            for reading in readings_of(rules)
        ]
        page = "infinity-codeone" if rules == INFINITY else "area-templates"
        parts.append(f"Of {game}; [why each is open]({page}.md):\n")
        parts.append(table(["reading", "choices"], rows))
    return "\n".join(parts)


def _places(whole: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Where tables stand in a file, as they are written there, and what each may be."""
    seen: set[str] = set()
    waiting = [(whole["properties"], True)]
    while waiting:
        properties, at_top = waiting.pop(0)
        for key, value in properties.items():
            names = [name for name in references(value) if name not in seen]
            if not names:
                continue
            seen.update(names)
            yield _written(key, value, at_top), names
            waiting += [(whole["$defs"][name]["properties"], False) for name in names]


def _written(key: str, value: dict[str, Any], at_top: bool) -> str:
    """How a table is written in a file."""
    is_list = value.get("type") == "array"
    if not at_top:
        braces = f"{key} = [{{ … }}]" if is_list else f"{key} = {{ … }}"
        return _OWN_TABLES.get(key, braces)
    if is_list:
        return f"[[{key}]]"
    return f"[{key}.NAME]" if value.get("type") == "object" else f"[{key}]"


def _section(whole: dict[str, Any], written: str, names: list[str]) -> str:
    definitions = {name: whole["$defs"][name] for name in names}
    if len(names) == 1:
        return _definition(whole, names[0], f"## {code(written)}", written, ())
    shared = [
        key
        for key, value in definitions[names[0]]["properties"].items()
        if "const" not in value
        and all(value == one["properties"].get(key) for one in definitions.values())
    ]
    rows = [
        _row(whole, key, definitions[names[0]]["properties"][key], definitions[names[0]])
        for key in shared
    ]
    parts = [f"({anchor(_key(written))})=\n## {code(written)}\n"]
    if rows:
        parts.append(f"Each of them has\n\n{table(_HEADS, rows)}")
    for name, one in definitions.items():
        head = f"### {code(_told_by(one))}"
        parts.append(_definition(whole, name, head, written, tuple(shared)))
    return "\n".join(parts)


def _key(written: str) -> str:
    return written.strip("[]")


def _told_by(definition: dict[str, Any]) -> str:
    """The key that tells a table from others in its place: a mesh's has any value."""
    told = [
        f'{key} = "{one["const"]}"'
        for key, one in definition["properties"].items()
        if "const" in one
    ]
    return told[0] if told else 'mesh = "…"'


def _definition(
    whole: dict[str, Any], name: str, head: str, written: str, shared: tuple[str, ...]
) -> str:
    one = whole["$defs"][name]
    rows = [
        _row(whole, key, value, one)
        for key, value in one["properties"].items()
        if key not in shared
    ]
    shown = example(written, head)
    block = f"\n```toml\n{shown}\n```\n" if shown else ""
    return (
        f"({anchor(name)})=\n{head}\n\n{plain(one['description'])}\n\n{table(_HEADS, rows)}{block}"
    )


def _row(
    whole: dict[str, Any], key: str, value: dict[str, Any], of: dict[str, Any] | None = None
) -> list[str]:
    required = key in (of or whole).get("required", [])
    said = value.get("description", "")
    if not said and references(value):
        said = whole["$defs"][references(value)[0]]["description"]
    values = kind(value).replace(SEVERAL, f"[one of these](#{anchor(key)})")
    return [code(key), values, "needed" if required else default(value), plain(said)]
