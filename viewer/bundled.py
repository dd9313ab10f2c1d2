"""The scenes that come with the program."""

import difflib
import os
from pathlib import Path
from typing import Final

from spatial.scene import SceneError

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

    Raises
    ------
    SceneError
        If a path is written so, and there is neither.
    """
    written = path.parts == ("scenes", path.name)
    if not written or os.path.lexists(path):
        return path
    bundled = folder() / path.name
    if os.path.isfile(bundled):
        return bundled
    near = difflib.get_close_matches(path.stem, names(), n=1)
    hint = f"did you mean scenes/{near[0]}.toml?" if near else "`blastfocus scenes` lists them"
    raise SceneError(f"{path}: there is no such file, nor a scene that comes along; {hint}")
