"""Scene files changed at random, and the same ones in another unit."""

import copy
import random
from collections.abc import Collection, Iterator, Sequence
from typing import Any


def places(content: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield every place in a file's content, as the keys and positions that lead to it."""
    items = content.items() if isinstance(content, dict) else enumerate(content)
    for key, value in items:
        yield (*above, key)
        if isinstance(value, dict | list):
            yield from places(value, (*above, key))


def at(content: Any, steps: tuple[Any, ...]) -> Any:
    """Return what stands in a place."""
    for step in steps:
        content = content[step]
    return content


def change(
    content: Any,
    every: Sequence[tuple[Any, ...]],
    keys: Sequence[str],
    values: Sequence[Any],
    rng: random.Random,
) -> None:
    """Change one of some places: nothing there, something else, a key more, an item twice."""
    steps = rng.choice(every)
    holder, key = at(content, steps[:-1]), steps[-1]
    match rng.randrange(5):
        case 0:
            del holder[key]
        case 1:
            holder[key] = copy.deepcopy(at(content, rng.choice(every)))
        case 2 if isinstance(holder, dict):
            holder[rng.choice(keys)] = copy.deepcopy(rng.choice(values))
        case 3 if isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        case _:
            holder[key] = copy.deepcopy(rng.choice(values))


def is_said(problems: str, names: tuple[str, ...]) -> bool:
    """Tell whether problems are said once each, behind the file's name, and can be seen."""
    lines = problems.split("\n")
    return len(set(lines)) == len(lines) and all(
        line.startswith(names) and line.isprintable() for line in lines
    )


def in_mm(content: Any, lengths: Collection[str], key: str = "") -> Any:
    """Return a scene in inches with every length, known by its key, written in mm."""
    if isinstance(content, dict):
        return {name: in_mm(value, lengths, name) for name, value in content.items()}
    if isinstance(content, list):
        return [in_mm(value, lengths, key) for value in content]
    if key == "units":
        return "mm"
    return content * 25.4 if key in lengths and not isinstance(content, str) else content
