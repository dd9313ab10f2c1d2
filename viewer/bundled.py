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
    """Return the bundled scenes' names, sorted, without their ending: the first game's
    scenes, then those of others as ``FOLDER/NAME``."""
    here = folder()
    own = sorted(path.stem for path in here.glob("*.toml"))
    # What a scene is expected to say, and its meshes, are no scenes.
    games = sorted(path for path in here.iterdir() if (path / "expected").is_dir())
    return own + [f"{g.name}/{path.stem}" for g in games for path in sorted(g.glob("*.toml"))]


def found(path: Path) -> Path:
    """Return a scene's path: the file itself, else the bundled one of that name.

    Only a path written ``scenes/NAME.toml`` or ``scenes/FOLDER/NAME.toml`` names a
    bundled scene, and only where no file of that path exists.

    Raises
    ------
    SceneError
        If a path is written so, and there is neither.
    """
    written = len(path.parts) in (2, 3) and path.parts[0] == "scenes"
    if not written or os.path.lexists(path):
        return path
    bundled = folder().joinpath(*path.parts[1:])
    if os.path.isfile(bundled):
        return bundled
    near = difflib.get_close_matches(
        path.with_suffix("").as_posix().removeprefix("scenes/"), names(), n=1
    )
    hint = f"did you mean scenes/{near[0]}.toml?" if near else "`blastfocus scenes` lists them"
    raise SceneError(f"{path}: there is no such file, nor a scene that comes along; {hint}")
