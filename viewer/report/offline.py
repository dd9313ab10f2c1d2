"""Pages that ask nobody for anything: references to hosts taken out, and looked for again."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from typing import Any, Final

from viewer.writing import OutputError

_ICONS: Final = re.compile(r"https://kitware\.github\.io/vtk-js/icon/[^`\"']*")
_NO_ICON: Final = "data:,"
# In remarks and messages, which nothing ever loads; and a base that only splits paths.
_SAID: Final = re.compile(
    r"https?://(?=www\.kitware\.com/|kitware\.github\.io/|karthikkaranth\.me/)"
)
_BASE: Final = re.compile(r"\"http://any\"")

_LOADS: Final = (
    *("src", "href", "srcset", "poster", "data", "action", "formaction", "background", "cite"),
    *("manifest", "ping", "longdesc", "profile", "codebase", "imagesrcset", "xlink:href"),
)
_INERT: Final = ("application/json", "text/plain")
_HOST: Final = re.compile(r"\b(?:https?|wss?|ftp)://|[\"'`]//[\w-]+\.\w", re.IGNORECASE)
_STYLE: Final = re.compile(r"url\(\s*['\"]?(?!data:)|@import", re.IGNORECASE)


def without_hosts(viewer: str) -> str:
    """Return the export's viewer without its references to outside hosts.

    Parameters
    ----------
    viewer : str
        The page that the export brings, without a scene.

    Raises
    ------
    OutputError
        If it isn't the page that is known here: it no longer asks for its icons where
        it did, or asks for more.

    Examples
    --------
    >>> page = 'a.href=`https://kitware.github.io/vtk-js/icon/favicon-16.png`'
    >>> without_hosts(f"<script>{page}</script>")
    '<script>a.href=`data:,`</script>'
    """
    without, icons = _ICONS.subn(_NO_ICON, viewer)
    if icons != 1:
        raise _changed("doesn't ask for its icons as it did")
    without = _BASE.sub('"file:///"', _SAID.sub("", without))
    found = references(without)
    if found:
        raise _changed(f"refers to {found[0]}")
    return without


def _changed(how: str) -> OutputError:
    return OutputError(
        f"the installed trame-vtk {how}, so the report might need a network; install the "
        'version that is known to work: pip install "trame-vtk>=2.11,<2.12"'
    )


def references(page: str) -> list[str]:
    """Return what a page would load from elsewhere: nothing, if it is whole.

    Examples
    --------
    >>> references('<p>see http://example.org</p><img src="data:image/png;base64,AA==">')
    []
    >>> references('<img src="http://example.org/a.png"><style>b { background: url(x) }</style>')
    ['img src="http://example.org/a.png"', 'style: url(x) }']
    """
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.found


def check(page: str) -> None:
    """Refuse a finished page that isn't whole.

    Raises
    ------
    OutputError
        If it refers to anything outside itself.
    """
    found = references(page)
    if found:
        raise OutputError(
            f"the report would load something from elsewhere ({found[0]}); not written"
        )


class _Reader(HTMLParser):
    """Takes note of everything in a page that makes a browser load something."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self._inside = tag if named.get("type", "") not in _INERT else ""
        for name, value in named.items():
            if name == "srcdoc":
                self.found += references(value)
            elif name == "style":
                self._look(f'{tag} style="{value}"', value, _STYLE)
            elif name in _LOADS and not value.startswith(("data:", "#")):
                self.found.append(f'{tag} {name}="{value[:80]}"')
        if named.get("http-equiv", "").lower() == "refresh":
            self.found.append("meta refresh")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self._inside = ""

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "script":
            self._look("script", data, _HOST)
        elif self._inside == "style":
            self._look("style", data, _STYLE)

    def _look(self, where: str, text: str, pattern: re.Pattern[str]) -> None:
        for match in pattern.finditer(text):
            self.found.append(f"{where}: {text[match.start() : match.start() + 60]}")


def inert(value: Any) -> str:
    """Return a value as JSON that can stand in a script element and end nothing.

    Examples
    --------
    >>> inert({"name": "</script><b>"})
    '{"name": "\\\\u003c/script\\\\u003e\\\\u003cb\\\\u003e"}'
    """
    said = json.dumps(value, allow_nan=False)
    return said.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def policy(pages: list[str]) -> str:
    """Return the policy by which a browser runs no script but those in some pages.

    Parameters
    ----------
    pages : list of str
        HTML whose scripts are ours.

    Returns
    -------
    str
        For the page's ``Content-Security-Policy``: nothing is loaded, whatever a page says.
    """
    hashes = dict.fromkeys(_hash(script) for page in pages for script in _scripts(page))
    allowed = " ".join(f"'sha256-{one}'" for one in hashes) or "'none'"
    return (
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src {allowed}; base-uri 'none'; form-action 'none'"
    )


def _scripts(page: str) -> list[str]:
    found = re.findall(r"<script([^>]*)>(.*?)</script>", page, re.DOTALL)
    return [text for attributes, text in found if not any(one in attributes for one in _INERT)]


def _hash(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
