"""The changed scene in a file of its own."""

from pathlib import Path

from rules.scenefile.editing import Sheet
from viewer.writing import OutputError, write, write_new


def save(sheet: Sheet, path: Path, replace: bool = False) -> None:
    """Write a sheet's text.

    Parameters
    ----------
    sheet : Sheet
    path : Path
    replace : bool
        Whether a file of that name may be written over.

    Raises
    ------
    OutputError
        If there is such a file and it isn't to be replaced, it can't be written, or what it
        says couldn't be read from there.
    """
    ending = sheet.path.suffix.lower()
    if path.suffix.lower() != ending:
        raise OutputError(f"{path}: this scene is a {ending} file; give it that ending")
    meshes = [row["mesh"] for row in sheet.content.get("scenery", []) if "mesh" in row]
    if meshes and path.resolve().parent != sheet.path.resolve().parent:
        raise OutputError(
            f"{path}: the scene's mesh files lie beside {sheet.path}; save it in that folder"
        )
    content = sheet.text().encode()
    if replace:
        write(path, content)
    else:
        write_new(path, content)


def proposed(path: Path) -> Path:
    """Return a numbered name beside a file that isn't taken yet.

    Examples
    --------
    >>> proposed(Path("no-such-folder/roof.toml")).name
    'roof-2.toml'
    """
    number = 2
    while (found := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists():
        number += 1
    return found
