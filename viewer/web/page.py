"""The page and its files: trame's client, the view in 3D and our own script; nothing else."""

import gzip
import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from viewer.writing import OutputError

_OWN: Final = (
    *("serve.js", "serve-tools.js", "serve-plan.js", "serve-hits.js"),
    *("serve-solid.js", "serve-panel.js", "serve-names.js"),
)
_STYLE: Final = "serve.css"
_TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}
_ASSET: Final = re.compile(r"(?:src|href)=\"\./(assets/index-[\w-]+\.(?:js|css))\"")
_VUE: Final = "vue.global.js"

HEADERS: Final = {
    # Vue makes its templates into functions: hence the eval. They are ours, and fixed.
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
"""With every answer."""


@dataclass(frozen=True, slots=True)
class File:
    """Something that is served.

    Parameters
    ----------
    type : str
        Its MIME type.
    plain, packed : bytes
        As it is, and by gzip.
    """

    type: str
    plain: bytes
    packed: bytes


@dataclass(frozen=True, slots=True)
class Page:
    """Everything that is served but the table itself.

    Parameters
    ----------
    files : dict of str to File
        By the path asked for.
    state : dict
        What trame's page starts from.
    """

    files: dict[str, File]
    state: dict[str, Any]


def page() -> Page:
    """Return the page.

    Raises
    ------
    OutputError
        If the installed trame isn't built as the known one is.
    """
    from trame.app import get_server
    from trame_client.module import vue3
    from trame_vtk.modules import common

    www = Path(vue3.www)
    index = (www / "index.html").read_text("utf-8")
    assets = _ASSET.findall(index)
    if sorted(Path(one).suffix for one in assets) != [".css", ".js"] or _VUE not in index:
        raise OutputError(
            "the installed trame-client isn't built as the known one; install the version that "
            'is known to work: pip install "trame-client>=4.1,<5"'
        )
    server = get_server("blastfocus", client_type="vue3")
    server.enable_module(common)
    template = _data("serve.html")
    template_keys = ("trame__template_main", "trame__template_error")
    # A lost connection leaves the page as it is: it says so itself, and connects again.
    server.state.update({**dict.fromkeys(template_keys, template), "solid": []})
    server.state.trame__client_only = ["solid", *template_keys, "trame__busy"]
    server.state.trame__title = "Blast Focus"
    server.state.trame__styles = [f"table/{_STYLE}"]
    server.state.trame__module_scripts = ["table/serve.js"]
    server.state.ready()
    state: dict[str, Any] = {"name": "blastfocus", "state": dict(server.state.to_dict())}
    served = {"/": _file(_index(assets).encode(), ".html")}
    for name in [_VUE, *assets]:
        served[f"/{name}"] = _file((www / name).read_bytes(), Path(name).suffix)
    for url in common.scripts:
        served[f"/{url}"] = _file((Path(common.serve_path) / Path(url).name).read_bytes(), ".js")
    for name in (*_OWN, _STYLE):
        served[f"/table/{name}"] = _file(_data(name).encode(), Path(name).suffix)
    served["/table/icon.svg"] = _file(_ICON.encode(), ".svg")
    return Page(served, state)


def _index(assets: list[str]) -> str:
    """The page that loads trame's client: its own one runs a script that a policy forbids."""
    head = "".join(
        f'<script type="module" src="{one}"></script>'
        if one.endswith(".js")
        else f'<link rel="stylesheet" href="{one}">'
        for one in assets
    )
    return (
        '<!doctype html><html lang="en" data-app-name="trame" data-launcher-retry="[]"><head>'
        '<meta charset="utf-8"><title>Blast Focus</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">'
        f'<link rel="icon" href="table/icon.svg"><script src="{_VUE}"></script>{head}'
        f'<link rel="stylesheet" href="table/{_STYLE}"></head>'
        '<body><div id="app"><p class="wait">Opening the table…</p></div>'
        "<noscript><p>This page needs JavaScript.</p></noscript></body></html>"
    )


def _file(content: bytes, ending: str) -> File:
    return File(_TYPES[ending], content, gzip.compress(content, 6, mtime=0))


def _data(name: str) -> str:
    return files("viewer").joinpath(f"data/{name}").read_text("utf-8")


_ICON: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
    '<circle cx="16" cy="16" r="11" fill="#E69F00" stroke="#8F5F00" stroke-width="2"/>'
    '<path d="M16 2v28M2 16h28" stroke="#000" stroke-width="2"/>'
    '<circle cx="16" cy="16" r="4"/></svg>'
)
