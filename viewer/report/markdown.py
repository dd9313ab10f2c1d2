"""A report as Markdown, for a forum, with its pictures beside it."""

import re
from pathlib import Path
from typing import Final
from urllib.parse import quote

from viewer.json_text import version
from viewer.report.content import MARKS, Content, Picture, Section, Table, visible
from viewer.report.source import Source
from viewer.writing import write

# What Markdown takes for markup anywhere, at the start of a line, and in an address.
_MARKUP: Final = re.compile(r"([\\`*_\[\]|~@$^])")
_AT_START: Final = re.compile(r"^(\d*)([-+#=.)])")
_ADDRESS: Final = re.compile(r":(?=//)|(?<=\bwww)\.", re.IGNORECASE)
_FENCE: Final = re.compile(r"`{3,}")


def page(content: Content, source: Source, beside: dict[str, str]) -> str:
    """Return a report as Markdown.

    Parameters
    ----------
    content : Content
    source : Source
        What was ruled on.
    beside : dict of str to str
        The file name of each picture, by its own name.
    """
    lines = [f"# {literal(content.title)}", "", literal(content.subtitle)]
    for one in content.glance:
        names = ", ".join(literal(name) for name in one.names)
        lines += ["", f"**{MARKS[one.sign]} {literal(one.word)}**{': ' if names else ''}{names}"]
    for warning in content.warnings:
        lines += ["", f"> **{literal(warning)}**"]
    for section in content.sections:
        lines += _section(section, beside)
    lines += _picture(content.picture, beside)
    text = visible(content.text.rstrip("\n"))
    fence = "`" * (max([2, *(len(run) for run in _FENCE.findall(text))]) + 1)
    lines += ["", "## In words", "", f"{fence}text", text, fence]
    lines += [
        *("", "## Check it yourself", ""),
        f"{'Ruled' if source.record else 'Mapped'} by Blast Focus {literal(version())} on these "
        "files:",
        *("", "| File | SHA-256 |", "| --- | --- |"),
    ]
    for path, digest in source.every:
        lines.append(f"| {literal(path)} | {digest} |")
    return "\n".join(lines) + "\n"


def save(content: Content, source: Source, output: Path) -> None:
    """Write a report as Markdown, the pictures first: it never names one that isn't there.

    Raises
    ------
    OutputError
        If a file can't be written.
    """
    found = [content.picture, *(section.picture for section in content.sections)]
    pictures = [one for one in found if one is not None]
    beside = {one.name: f"{output.stem}-{one.name}.png" for one in pictures}
    for one in pictures:
        write(output.with_name(beside[one.name]), one.png)
    write(output, page(content, source, beside).encode())


def literal(said: str) -> str:
    """Return a text as Markdown that shows it as it is, on one line.

    Examples
    --------
    >>> literal("<b>*1*</b> | 2")
    '&lt;b&gt;\\\\*1\\\\*&lt;/b&gt; \\\\| 2'
    """
    safe = _MARKUP.sub(r"\\\1", visible(" ".join(said.split())))
    safe = _ADDRESS.sub(lambda found: "\\" + found[0], _AT_START.sub(r"\1\\\2", safe))
    return safe.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _section(section: Section, beside: dict[str, str]) -> list[str]:
    lines = ["", f"## {literal(section.title)}"]
    lines += _table(section.table) if section.table is not None else []
    for one in section.said:
        lines += ["", literal(one)]
    for title, entries in section.lists:
        lines += ["", f"**{literal(title)}**", "", *(f"- {literal(entry)}" for entry in entries)]
    return [*lines, *_picture(section.picture, beside)]


def _table(table: Table) -> list[str]:
    lines = ["", _line([literal(head) for head in table.heads])]
    lines.append(_line(["---"] * len(table.heads)))
    for row in table.rows:
        close = " **CLOSE CALL**" if row.close else ""
        ruling = f"**{MARKS[row.sign]} {literal(row.outcome)}**{close}"
        lines.append(_line([f"**{literal(row.name)}**", ruling, *map(literal, row.cells)]))
    return lines


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _picture(picture: Picture | None, beside: dict[str, str]) -> list[str]:
    if picture is None:
        return []
    return ["", f"![{literal(picture.says)}]({quote(beside[picture.name])})"]
