"""Answers that are kept between runs, each under the key that says what it hangs on.

One SQLite file in the folder of the maps. It may be deleted at any time: what it held is
then worked out again, and so is an answer that was damaged.
"""

import hashlib
import sqlite3
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from viewer.writing import OutputError

FOLDER: Final = "cache"
FILE: Final = "tiles.sqlite"

_PATIENCE: Final = 60.0
_REFUSED: Final = {
    sqlite3.SQLITE_FULL: ("the disk is full", "make room, or choose another folder"),
    sqlite3.SQLITE_BUSY: ("another program has it open", "wait for it, or choose another folder"),
    sqlite3.SQLITE_READONLY: ("can't be written", "choose another folder"),
    sqlite3.SQLITE_CANTOPEN: ("can't be opened or made", "choose another folder"),
}
"""What is said of an error, and what helps; else the file is damaged."""

_SUM: Final = 8
"""Bytes before each answer by which a damaged one is found."""


class Kept(MutableMapping[str, bytes]):
    """Answers by key, in a file; each is safe as soon as it is put in.

    Parameters
    ----------
    folder : Path
        Of the maps; it is there.

    Raises
    ------
    OutputError
        If the file can't be made or read.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Kept(Path(folder)) as kept:
    ...         kept["a"] = b"1"
    ...     with Kept(Path(folder)) as kept:
    ...         kept["a"], "b" in kept
    (b'1', False)
    """

    __slots__ = ("_base", "_found", "path")

    def __init__(self, folder: Path) -> None:
        self.path = folder / FOLDER / FILE
        # What was there once stays, whatever becomes of the file.
        self._found: dict[str, bytes] = {}
        try:
            self.path.parent.mkdir(exist_ok=True)
            # Each statement by itself: nothing is open when the program is stopped.
            self._base = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise self._refused(error) from None
        try:
            self._base.execute("PRAGMA synchronous = OFF")
            self._base.execute(
                "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, answer BLOB NOT NULL)"
            )
        except sqlite3.Error as error:
            self._base.close()
            raise self._refused(error) from None

    def _refused(self, error: Exception) -> OutputError:
        # An error of SQLite has a code, in the lowest eight bits what kind it is of.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CANTOPEN) & 0xFF
        said, remedy = _REFUSED.get(code, (str(error), "delete the file, or choose another folder"))
        return OutputError(f"{self.path}: {said}; {remedy}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._base.close()

    def __getitem__(self, key: str) -> bytes:
        if key in self._found:
            return self._found[key]
        try:
            row = self._base.execute("SELECT answer FROM answers WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            raise self._refused(error) from None
        held = b"" if row is None else bytes(row[0])
        if row is None or held[:_SUM] != _sum(key, held[_SUM:]):
            raise KeyError(key)
        self._found[key] = held[_SUM:]
        return held[_SUM:]

    def __setitem__(self, key: str, answer: bytes) -> None:
        try:
            held = _sum(key, answer) + answer
            self._base.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, held))
        except sqlite3.Error as error:
            raise self._refused(error) from None
        self._found[key] = answer

    def __delitem__(self, key: str) -> None:
        self._found.pop(key, None)
        if self._base.execute("DELETE FROM answers WHERE key = ?", (key,)).rowcount == 0:
            raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        rows = self._base.execute("SELECT key FROM answers ORDER BY key").fetchall()
        return iter([row[0] for row in rows])

    def __len__(self) -> int:
        return int(self._base.execute("SELECT count(*) FROM answers").fetchone()[0])


def _sum(key: str, answer: bytes) -> bytes:
    return hashlib.sha256(key.encode() + answer).digest()[:_SUM]
