"""What a person asked for: files whole or not at all, and words on standard output."""

import os
import sys
import tempfile
from pathlib import Path


class OutputError(ValueError):
    """A file that can't be written; the message names the place and the remedy."""


def say(text: str) -> None:
    """Write a text to standard output, now.

    Raises
    ------
    OutputError
        If it can't be written: a full disk.
    BrokenPipeError
        If its reader has gone.
    """
    if sys.stdout is None:
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # What is left in the buffer would fail once more when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise OutputError(f"standard output: {why(error)}; write it elsewhere") from None


def check_folder(path: Path) -> None:
    """Refuse a path whose folder isn't there, before any work is done.

    Raises
    ------
    OutputError
        If the folder doesn't exist, or the path is a folder.
    """
    if not os.path.isdir(path.parent):
        raise OutputError(f"{path}: there is no folder {path.parent}; make it first")
    if os.path.isdir(path):
        raise OutputError(f"{path}: is a folder; name a file in it")


def write_new(path: Path, content: bytes) -> None:
    """Write a file that doesn't exist yet.

    Raises
    ------
    OutputError
        If it exists, or can't be written.
    """
    check_folder(path)
    try:
        # Exclusive: nothing is overwritten, a link that leads nowhere included.
        with path.open("xb") as stream:
            try:
                stream.write(content)
                stream.flush()
            except BaseException:
                path.unlink(missing_ok=True)
                raise
    except FileExistsError:
        raise OutputError(f"{path}: exists already; choose another name") from None
    except OSError as error:
        raise OutputError(f"{path}: {why(error)}; choose another place") from None


def write(path: Path, content: bytes) -> None:
    """Write a file whole: to a temporary one beside it, then renamed.

    Raises
    ------
    OutputError
        If it can't be written.
    """
    check_folder(path)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            # A temporary file is its owner's alone; this one is a file like any other.
            Path(name).chmod(0o666 & ~umask())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise OutputError(f"{path}: {why(error)}; choose another place") from None


def umask() -> int:
    """Return the permissions that this person's new files don't have."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def why(error: OSError) -> str:
    """Return why something can't be written, as a clause.

    Examples
    --------
    >>> why(OSError(28, "No space left on device"))
    'no space left on device'
    """
    return (error.strerror or "can't be written").lower()
