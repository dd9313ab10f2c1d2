"""Nothing in the built pages may ask a network for anything when it is opened.

python -m docs.generate.offline out/docs
"""

import re
import sys
from pathlib import Path
from typing import Final

_LOADED: Final = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed|object)\b[^>]*?\b(?:src|data)\s*=\s*["']"""
    r"""(?:https?:)?//[^"']*"""
    r"""|<link\b(?![^>]*\brel=["'](?:canonical|license)["'])[^>]*?\bhref\s*=\s*["'](?:https?:)?//[^"']*""",
    re.I,
)
_STYLED: Final = re.compile(r"""(?:url\(|@import)\s*["']?(?:https?:)?//[^"')]*""", re.I)


def requests(site: Path) -> list[str]:
    """Return what pages and styles of a folder would load from elsewhere, with their place.

    Links that a reader may follow are none.
    """
    found = []
    for path in sorted(site.rglob("*")):
        if path.suffix not in (".html", ".css", ".svg"):
            continue
        text = path.read_text(encoding="utf-8")
        patterns = (_STYLED,) if path.suffix == ".css" else (_LOADED, _STYLED)
        place = path.relative_to(site).as_posix()
        found += [f"{place}: {match[0]}" for one in patterns for match in one.finditer(text)]
    return found


if __name__ == "__main__":
    asked = requests(Path(sys.argv[1]))
    print("\n".join(asked))
    sys.exit(1 if asked else 0)
