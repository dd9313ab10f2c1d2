"""A folder written whole or not at all."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from viewer.writing import OutputError, umask, why


def check_new_folder(path: Path) -> None:
    """Refuse a folder that can't be written, before any work is done.

    Raises
    ------
    OutputError
        If its own folder isn't there, it is a file or a link, or it has something in it.
    """
    if not os.path.isdir(path.absolute().parent):
        raise OutputError(f"{path}: there is no folder {path.parent}; make it first")
    if os.path.islink(path) or (os.path.lexists(path) and not os.path.isdir(path)):
        raise OutputError(f"{path}: is no folder; name another one")
    try:
        full = os.path.isdir(path) and bool(os.listdir(path))
    except OSError as error:
        raise OutputError(f"{path}: {why(error)}; name another") from None
    if full:
        raise OutputError(f"{path}: has something in it already; name an empty or a new folder")


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """Yield a folder to write into, which becomes `path` once all is written.

    Until then it lies beside it under a name that starts with a dot. Whatever is raised
    takes it away.

    Raises
    ------
    OutputError
        As `check_new_folder`, or if something can't be written.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as outer:
    ...     with whole_folder(Path(outer, "table")) as inside:
    ...         _ = (inside / "scene.toml").write_text("format = 1")
    ...     os.listdir(outer), os.listdir(Path(outer, "table"))
    (['table'], ['scene.toml'])
    """
    check_new_folder(path)
    try:
        made = tempfile.mkdtemp(dir=path.absolute().parent, prefix=f".{path.absolute().name[:80]}.")
    except OSError as error:
        raise OutputError(f"{path}: {why(error)}; choose another place") from None
    try:
        yield Path(made)
        # A temporary folder is its owner's alone; this one is a folder like any other.
        Path(made).chmod(0o777 & ~umask())
        check_new_folder(path)
        if os.path.isdir(path):
            path.rmdir()
        Path(made).rename(path)
    except OSError as error:
        shutil.rmtree(made, ignore_errors=True)
        raise OutputError(f"{path}: {why(error)}; choose another place") from None
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
