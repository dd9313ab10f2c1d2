"""A report as one HTML file, whole in itself."""

import base64
import html
from importlib.resources import files
from string import Template

from viewer.json_text import version
from viewer.report.content import MARKS, Content, Glance, Picture, Section, Table, visible
from viewer.report.interactive import framed
from viewer.report.offline import check, policy
from viewer.report.source import Source


def page(content: Content, source: Source, view: str, notes: tuple[str, ...] = ()) -> str:
    """Return a report as HTML.

    Parameters
    ----------
    content : Content
    source : Source
        What was ruled on.
    view : str
        The page with the view in 3D; empty where there is none.
    notes : tuple of str
        What was left out of it, in words.

    Raises
    ------
    OutputError
        If it would load anything from elsewhere.
    """
    made = Template(_data("report.html")).substitute(
        policy=html.escape(policy([view])),
        version=_text(version()),
        style=_data("report.css"),
        title=_text(content.title),
        subtitle=_text(content.subtitle),
        glance=_glance(content.glance),
        warnings="\n".join(f'<p class="warning">{_text(one)}</p>' for one in content.warnings),
        sections="\n".join(_section(one) for one in content.sections),
        view=_view(view, notes),
        text=_text(content.text),
        source=_source(source),
        picture=_picture(content.picture),
    )
    check(made)
    return made


def _data(name: str) -> str:
    return files("viewer").joinpath(f"data/{name}").read_text("utf-8")


def _text(said: str) -> str:
    """A text of the scene's or ours, as text: no part of it is markup."""
    return html.escape(visible(said))


def _glance(glance: tuple[Glance, ...]) -> str:
    entries = []
    for one in glance:
        names = "".join(f"<span>{_text(name)}</span>" for name in one.names)
        entries.append(
            f'<li class="{one.sign}"><b>{MARKS[one.sign]} {_text(one.word)}</b>'
            f'<span class="names">{names}</span></li>'
        )
    return f'<ul class="glance">\n{"".join(entries)}\n</ul>' if entries else ""


def _section(section: Section) -> str:
    parts = [f"<h2>{_text(section.title)}</h2>"]
    parts += [_table(section.table)] if section.table is not None else []
    parts += [f"<p>{_text(one)}</p>" for one in section.said]
    for title, entries in section.lists:
        inner = "".join(f"<li>{_text(entry)}</li>" for entry in entries)
        parts.append(f"<h3>{_text(title)}</h3><ul>{inner}</ul>")
    parts.append(_picture(section.picture))
    kind = ' class="event"' if section.own_page else ""
    return f"<section{kind}>\n{chr(10).join(parts)}\n</section>"


def _table(table: Table) -> str:
    heads = "".join(f'<th scope="col">{_text(head)}</th>' for head in table.heads)
    rows = []
    for row in table.rows:
        close = '<span class="close">CLOSE CALL</span>' if row.close else ""
        # On a narrow screen each cell stands below the last, under its head.
        cells = "".join(
            f'<td data-head="{_text(head)}">{_text(cell)}</td>'
            for head, cell in zip(table.heads[2:], row.cells, strict=True)
        )
        rows.append(
            f'<tr><th scope="row">{_text(row.name)}</th>'
            f'<td class="ruling {row.sign}">{MARKS[row.sign]} {_text(row.outcome)}{close}</td>'
            f"{cells}</tr>"
        )
    body = "\n".join(rows)
    return (
        f'<table class="verdicts"><thead><tr>{heads}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table>"
    )


def _picture(picture: Picture | None) -> str:
    if picture is None:
        return ""
    coded = base64.b64encode(picture.png).decode()
    kind = ' class="sheet"' if picture.is_sheet else ""
    return (
        f'<figure{kind}><img src="data:image/png;base64,{coded}" alt="{_text(picture.says)}">'
        f"<figcaption>{_text(picture.says)}</figcaption></figure>"
    )


def _view(view: str, notes: tuple[str, ...]) -> str:
    if not view:
        return ""
    said = "".join(f"<p>{_text(note)}</p>" for note in notes)
    return f'<section class="screen">\n<h2>In 3D</h2>\n{said}{framed(view)}\n</section>'


def _source(source: Source) -> str:
    saved = [(f"Save the scene file, {source.name}", source.name, source.scene)]
    if source.record:
        name = f"{source.stem}.json"
        saved.append((f"Save the ruling for programs, {name}", name, source.record))
    saved += [(f"Save the map for programs, {name}", name, held) for name, held in source.maps]
    links = [
        f'<a class="button" download="{_text(name)}" '
        f'href="data:application/octet-stream;base64,{base64.b64encode(content).decode()}">'
        f"{_text(title)}</a>"
        for title, name, content in saved
    ]
    rows = "".join(
        f"<tr><td>{_text(path)}</td><td><code>{_text(digest)}</code></td></tr>"
        for path, digest in source.every
    )
    meshes = (
        " Put its mesh files beside it by these names: the same bytes have the same SHA-256."
        if source.files
        else ""
    )
    again = (
        f"Ruled by Blast Focus {_text(version())}. To rule on it again, save the scene file "
        f"and run <code>blastfocus rule {_text(source.name)}</code>: the outcomes are the same "
        "on every machine."
        if source.record
        else f"Mapped by Blast Focus {_text(version())}. To map it again, save the scene file and "
        f"run <code>blastfocus map {_text(source.name)} KIND -o maps/</code> with the kind, the "
        "silhouette and the spacing that are named above."
    )
    return (
        f'<p class="screen">{"".join(links)}</p>\n'
        f"<p>{again}{meshes}</p>\n"
        f'<table><thead><tr><th scope="col">File</th><th scope="col">SHA-256</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )
