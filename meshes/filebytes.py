"""A mesh file's bytes, and how many of them and of its triangles are borne."""

import stat
from pathlib import Path
from typing import Final

from meshes.mesh import MeshError

MOST_TRIANGLES: Final = 2_000_000
MOST_BYTES: Final = 200_000_000


def file_bytes(path: Path, max_bytes: int = MOST_BYTES) -> bytes:
    """Read a file whole.

    Parameters
    ----------
    path : Path
        A plain file; a pipe or a device has no size and no end.
    max_bytes : int

    Raises
    ------
    MeshError
        If it is missing, no plain file, too large, or can't be opened. The message
        doesn't name it.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "a.stl")
    ...     _ = path.write_bytes(b"solid")
    ...     file_bytes(path)
    b'solid'
    """
    try:
        about = path.stat()
        if about.st_size > max_bytes:
            raise MeshError(
                f"has {about.st_size} bytes, more than {max_bytes}; export a coarser piece"
            )
        if not stat.S_ISREG(about.st_mode) and not stat.S_ISDIR(about.st_mode):
            raise MeshError("can't be opened: it is no plain file; copy it to one")
        with path.open("rb") as stream:
            # It may have grown since.
            file = stream.read(max_bytes + 1)
    except FileNotFoundError:
        raise MeshError("there is no such file; check the name and the folder") from None
    except OSError as error:
        raise MeshError(f"can't be opened: {error.strerror}") from error
    if len(file) > max_bytes:
        raise MeshError(f"has more than {max_bytes} bytes; export a coarser piece")
    return file


def limit(triangles: int, max_triangles: int = MOST_TRIANGLES) -> int:
    """Return a number of triangles, or refuse it.

    Raises
    ------
    MeshError
        If there are more than `max_triangles`.

    Examples
    --------
    >>> limit(12)
    12
    """
    if triangles > max_triangles:
        raise MeshError(f"has {triangles} triangles, more than {max_triangles}; simplify it")
    return triangles
