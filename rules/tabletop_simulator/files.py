"""A file that an import was given, read whole."""

from pathlib import Path

from spatial.scene import SceneError


def content_of(path: Path, most: int, remedy: str) -> bytes:
    """Return a file's bytes.

    Parameters
    ----------
    path : Path
        A plain file; a pipe or a device may have no end.
    most : int
        So many bytes are read at most.
    remedy : str
        What helps where it has more.

    Raises
    ------
    SceneError
        If it is missing, no plain file, too large, or can't be opened.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "save.json")
    ...     _ = path.write_bytes(b"{}")
    ...     content_of(path, 100, "save fewer things")
    b'{}'
    """
    try:
        if path.exists() and not path.is_file():
            raise SceneError(f"{path}: is no plain file; check the path")
        with path.open("rb") as stream:
            content = stream.read(most + 1)
    except SceneError:
        raise
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or "can't be read").lower()
        raise SceneError(f"{path}: {why}; check the path") from None
    if len(content) > most:
        raise SceneError(f"{path}: is larger than {most} bytes; {remedy}")
    return content
