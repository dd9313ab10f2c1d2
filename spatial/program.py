"""Which program an answer was found by: another one may answer otherwise."""

import hashlib
from functools import cache
from pathlib import Path


@cache
def program(names: tuple[str, ...]) -> bytes:
    """Return what tells the text of some modules of this package from another.

    Parameters
    ----------
    names : tuple of str
        Of all that decide the answer.

    Examples
    --------
    >>> program(("rays",)) == program(("rays",)), len(program(("rays",)))
    (True, 32)
    """
    found = hashlib.sha256()
    for name in names:
        found.update((Path(__file__).parent / f"{name}.py").read_bytes())
    return found.digest()
