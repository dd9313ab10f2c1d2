"""What a report was made of: the scene file itself, and what it names."""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from viewer.writing import OutputError


@dataclass(frozen=True, slots=True)
class Source:
    """A scene file as it was read.

    Parameters
    ----------
    name : str
        The file's own name.
    scene : bytes
        Its content.
    record : bytes
        The ruling for programs, JSON; empty where nothing was ruled on.
    files : tuple of (path, SHA-256)
        Of each mesh file, by its path in the scene.
    maps : tuple of (name, content)
        Of each map's own file.
    """

    name: str
    scene: bytes = field(repr=False)
    record: bytes = field(repr=False)
    files: tuple[tuple[str, str], ...] = ()
    maps: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)

    @property
    def sha256(self) -> str:
        """Of the scene file's bytes.

        Examples
        --------
        >>> Source("a.toml", b"", b"").sha256[:8]
        'e3b0c442'
        """
        return hashlib.sha256(self.scene).hexdigest()

    @property
    def every(self) -> tuple[tuple[str, str], ...]:
        """Name and SHA-256 of every file: the scene's, its mesh files', the maps'."""
        maps = ((name, hashlib.sha256(held).hexdigest()) for name, held in self.maps)
        return ((self.name, self.sha256), *self.files, *maps)

    @property
    def stem(self) -> str:
        """The file's name without its ending."""
        return Path(self.name).stem


def source(path: Path, sha256: str, record: str, files: tuple[tuple[str, str], ...]) -> Source:
    """Return a scene file that was ruled on.

    Parameters
    ----------
    path : Path
    sha256 : str
        Of what was ruled on.
    record : str
        The ruling as JSON.
    files : tuple of (path, SHA-256)

    Raises
    ------
    OutputError
        If the file isn't any more what was ruled on.
    """
    try:
        scene = path.read_bytes()
    except OSError:
        scene = b""
    if hashlib.sha256(scene).hexdigest() != sha256:
        raise OutputError(f"{path}: was changed while it was ruled on; ask again")
    return Source(path.name, scene, record.encode("ascii"), files)
