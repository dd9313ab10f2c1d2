"""The scenes that come with the program."""

from pathlib import Path
from typing import Final

_HERE: Final = Path(__file__).parent


def folder() -> Path:
    """Return the folder of the bundled scenes."""
    # Inside the package where it is installed, beside it in a checkout.
    inside = _HERE / "scenes"
    return inside if inside.is_dir() else _HERE.parent / "scenes"


def names() -> list[str]:
    """Return the bundled scenes' names, sorted, without their ending."""
    return sorted(path.stem for path in folder().glob("*.toml"))


def found(path: Path) -> Path:
    """Return a scene's path: the file itself, else the bundled one of that name.

    Only a path written ``scenes/NAME.toml`` names a bundled scene, and only
    where no file of that path exists.
    """
    bundled = folder() / path.name
    written = path.parts == ("scenes", path.name)
    return bundled if written and not path.exists() and bundled.is_file() else path
