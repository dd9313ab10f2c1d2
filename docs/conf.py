"""The site: what Sphinx is told, and what is made from the code before it reads.

``make docs`` builds it. Pages are Markdown; what comes from the code, the scene files and
their expected outcomes is made by `docs.generate` into ``docs/generated``, which is never
committed.
"""

import os
import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.ext.napoleon import Config
from sphinx.ext.napoleon.docstring import NumpyDocstring

if TYPE_CHECKING:
    from sphinx.application import Sphinx

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
LAYERS = ("meshes", "spatial", "rules", "viewer")
sys.path.insert(0, str(ROOT))

project = "Blast Focus"
author = "The Blast Focus authors"
version = release = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "version"
]
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["generate"]
myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 3

# ------------------------------------------------- the Python interface
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
add_module_names = False
nitpicky = True
nitpick_ignore_regex = [
    # Of other projects: their documentation isn't asked for over the network.
    (r"py:.*", r"(numpy|np|PIL|pathlib|collections|typing|trimesh|random|types|enum)\..*"),
    (r"py:.*", r"(Path|Image|Random|Any|Callable|Iterable|Iterator|Mapping|Sequence|Literal)"),
    # Unions, which have no entry of their own.
    (r"py:class", r"(Event|Evidence|Shape|Kind)"),
    # What numpydoc says in words: "array of shape (n, 3)", or as choices: {"mm", "cm"}.
    (r"py:class", r"[a-z0-9_]+|.*[^\w.].*"),
]
# How finely a search looks: for those who work on the search itself.
nitpick_ignore = [("py:class", "rules.infinity.sampling.Steps")]

# ------------------------------------------------- the pages
smartquotes = False  # two hyphens are an option, no dash
html_theme = "furo"
html_title = "Blast Focus"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
highlight_language = "none"
pygments_style = "friendly"
pygments_dark_style = "monokai"

# Pages beside the folder of the docs, and what stands for them here.
ELSEWHERE = {
    "../scenes/README.md": "gallery.md",
    "../CONTRIBUTING.md": "contributing.md",
    "../README.md": "index.md",
}


def _made(app: "Sphinx") -> None:
    from docs.generate.writing import write

    write(DOCS, pictures="BLASTFOCUS_NO_PICTURES" not in os.environ)


def _links(app: "Sphinx", page: str, source: list[str]) -> None:
    """Lead links to pages of the repository to those that hold the same here."""
    for path, here in ELSEWHERE.items():
        source[0] = source[0].replace(f"]({path})", f"]({here})")


def _numpydoc(
    app: "Sphinx", what: Any, name: str, subject: object, options: object, lines: list[str]
) -> None:
    """Read the sections of a docstring.

    The extension that does this by itself takes the words before a colon in a property's
    docstring for its type.
    """
    if what in ("module", "class", "exception", "function", "method"):
        config: Any = Config(napoleon_use_rtype=False)
        read = NumpyDocstring(lines, config, app, what, name, subject, options).lines()
        lines[:] = [_qualified(line, subject) for line in read]


def _qualified(line: str, subject: object) -> str:
    """Spell out whose class a type is: several modules may have one of that name."""
    if not line.startswith(":type "):
        return line
    names = vars(sys.modules[getattr(subject, "__module__", "builtins")])

    def whole(match: re.Match[str]) -> str:
        found = names.get(match[0])
        if isinstance(found, type) and found.__module__.partition(".")[0] in LAYERS:
            return f"~{found.__module__}.{found.__qualname__}"
        return match[0]

    return re.sub(r"\b[A-Z]\w+\b", whole, line)


def setup(app: "Sphinx") -> None:
    """Make what comes from the code, then read."""
    app.connect("builder-inited", _made)
    app.connect("source-read", _links)
    app.connect("autodoc-process-docstring", _numpydoc)
