"""Which program an answer was found by: another one may answer otherwise."""

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).resolve().parent.parent

_IMPORT: Final = re.compile(r"^ *from ((?:meshes|spatial)[\w.]*) import (\([^)]*\)|.*)", re.M)


@cache
def program(names: tuple[str, ...]) -> bytes:
    """Return what tells the text of some modules of this package from another.

    Parameters
    ----------
    names : tuple of str
        Of those that decide the answer; all that these import decides with them.

    Examples
    --------
    >>> program(("rays",)) == program(("rays",)), len(program(("rays",)))
    (True, 32)
    """
    found = hashlib.sha256()
    for path in needed(names):
        # The same program wherever it is installed, line ends aside.
        content = path.read_bytes().replace(b"\r\n", b"\n")
        found.update(f"{path.relative_to(_ROOT).as_posix()} {len(content)}\n".encode())
        found.update(content)
    return found.digest()


def needed(names: tuple[str, ...]) -> tuple[Path, ...]:
    """Return the files of some modules of this package and of all that they import.

    Parameters
    ----------
    names : tuple of str

    Examples
    --------
    >>> [path.stem for path in needed(("round",))]
    ['mesh', 'round']
    """
    found: set[Path] = set()
    left = [_ROOT / "spatial" / f"{name}.py" for name in names]
    while left:
        path = left.pop()
        if path in found:
            continue
        found.add(path)
        for module, some in _IMPORT.findall(path.read_text("utf-8")):
            each = [module, *(f"{module}.{name}" for name in re.findall(r"\w+", some))]
            files = (_ROOT.joinpath(*one.split(".")).with_suffix(".py") for one in each)
            left += [one for one in files if one.is_file()]
    return tuple(sorted(found))
