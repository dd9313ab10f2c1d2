"""Files a person asked for: whole or not at all."""

import os
import tempfile
from pathlib import Path


class OutputError(ValueError):
    """A file that can't be written; the message names the place and the remedy."""


def check_folder(path: Path) -> None:
    """Refuse a path whose folder isn't there, before any work is done.

    Raises
    ------
    OutputError
        If the folder doesn't exist, or the path is a folder.
    """
    if not path.parent.is_dir():
        raise OutputError(f"{path}: there is no folder {path.parent}; make it first")
    if path.is_dir():
        raise OutputError(f"{path}: is a folder; name a file in it")


def write_new(path: Path, content: bytes) -> None:
    """Write a file that doesn't exist yet.

    Raises
    ------
    OutputError
        If it exists, or can't be written.
    """
    if path.exists():
        raise OutputError(f"{path}: exists already; choose another name")
    write(path, content)


def write(path: Path, content: bytes) -> None:
    """Write a file whole: to a temporary one beside it, then renamed.

    Raises
    ------
    OutputError
        If it can't be written.
    """
    check_folder(path)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            # A temporary file is its owner's alone; this one is a file like any other.
            mask = os.umask(0)
            os.umask(mask)
            Path(name).chmod(0o666 & ~mask)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        why = (error.strerror or "can't be written").lower()
        raise OutputError(f"{path}: {why}; choose another place") from None
