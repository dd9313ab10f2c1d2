"""The gallery: the worked scenes of both games, who is hit in each, and why."""

from collections.abc import Mapping
from typing import Any, Final

from docs.generate.markdown import code, plain, table
from docs.generate.outcomes import HIT, SPARED, differences, glance, tables
from docs.generate.pictures import FEW, names
from docs.generate.steps import event_tables, step_differences, told
from docs.generate.worked import Worked, every

PICTURES: Final = "generated/gallery"
"""Where the pictures are, from the page."""


def overview(folder: str) -> str:
    """Return a table of a folder's scenes: what each shows, and its ruling.

    Examples
    --------
    >>> overview("area-templates").splitlines()[2]
    '| [Above and below](#blast-levels) | a Blast on the ground between roofs, and one on a roof |
    by default a ball: up to a roof 30 mm high, not to one of 60 |'
    """
    rows = [
        [f"[{plain(one.title)}](#{_anchor(one)})", one.shows, one.ruling] for one in every(folder)
    ]
    return table(("scene", "what it shows", "ruling"), rows)


def scenes(folder: str) -> str:
    """Return a section for each of a folder's scenes."""
    return "\n".join(_section(one) for one in every(folder))


def _anchor(one: Worked) -> str:
    return one.name.rpartition("/")[2]


def _section(one: Worked) -> str:
    has_events = "event" in one.cases[0]
    body = _events(one) if has_events else _attacks(one)
    # Where a file says whence it is, or what to type, its section does so at its end.
    told = [part for part in one.about if not part.startswith(("Case ", "blastfocus "))]
    about = "\n\n".join(plain(part.removesuffix(" Ask with")) for part in told)
    derived = "\\\n".join(plain(part) for part in one.derivation)
    by_hand = f"*Worked out by hand.* {derived}\n\n" if derived else ""
    return (
        f"({_anchor(one)})=\n## {plain(one.title)}\n\n{about}\n\n{body}\n{by_hand}{_others(one)}\n"
        f"**From**: {_source(one.source)}. "
        f"**File**: {{download}}`{one.name}.toml <../{one.path}>`.\n\n"
        f"```\n{_commands(one)}\n```\n"
    )


def _attacks(one: Worked) -> str:
    first = one.cases[0]
    pictures = [_picture(name, f"{one.title}: {_unmarked(glance(first))}") for name in names(one)]
    return "\n".join([f"{glance(first)}\n", *pictures, tables(first)])


def _events(one: Worked) -> str:
    events, pictures = one.cases[0]["event"], names(one)
    parts: list[str] = []
    for said, event, picture in zip(told(one), events, pictures, strict=True):
        parts.append(f"**{len(parts) // 3 + 1}.** {plain(said)}\n")
        parts.append(_picture(picture, f"{one.title}: {said}", len(events) > FEW))
        parts.append(event_tables(event))
    return "\n".join(parts)


def _picture(name: str, alt: str, narrow: bool = False) -> str:
    width = ":width: 480px\n" if narrow else ""
    path = f"{PICTURES}/{name}.png"
    said = " ".join(alt.split())
    return f"```{{image}} {path}\n:alt: {said}\n:target: {path}\n:loading: lazy\n{width}```\n"


def _unmarked(text: str) -> str:
    """A line without its colours, for those who hear it."""
    for colour in (HIT, SPARED):
        text = text.replace(f"{{.{colour}}}", "")
    return text.replace("[", "").replace("]", "").replace("\\", "")


def _others(one: Worked) -> str:
    """What other readings make of the scene."""
    first, items = one.cases[0], []
    for case in one.cases[1:]:
        chosen = ", ".join(code(f'{key} = "{choice}"') for key, choice in case["readings"].items())
        found = step_differences(first, case) if "event" in case else differences(first, case)
        said = "".join(f"\n  - {line}" for line in found) or " the same outcomes."
        items.append(f"- {chosen}:{said}")
    return "Under other readings:\n\n" + "\n".join(items) + "\n" if items else ""


def _source(source: str) -> str:
    parts = source.split("; ")
    return "; ".join(f"<{part}>" if part.startswith("http") else plain(part) for part in parts)


def _commands(one: Worked) -> str:
    first: Mapping[str, Any] = one.cases[0]
    if one.viewers and not first["placements"]:
        pairs = (pair.split(" > ") for pair in first["fire"])
        return "\n".join(f"blastfocus los {one.path} {a} {b}" for a, b in pairs)
    if "stances" in first and not first["placements"]:
        return f"blastfocus rule {one.path}\nblastfocus check {one.path}"
    return f"blastfocus rule {one.path}"
