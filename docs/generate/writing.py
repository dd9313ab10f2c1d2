"""Everything that is made, put where the pages take it from."""

from pathlib import Path
from typing import Final

from docs.generate import commands, gallery, interface, keys
from docs.generate.pictures import draw_all
from viewer import bundled, picture

FOLDER: Final = "generated"


def write(docs: Path, pictures: bool = True) -> None:
    """Make the parts of pages that come from the code, and the gallery's pictures.

    A file whose content is what it was stays untouched, so that only what changed
    is read again.

    Parameters
    ----------
    docs : Path
        The folder of the pages; what is made goes into its folder ``generated``.
    pictures : bool
        Whether to draw.

    Raises
    ------
    OSError
        If nothing can be drawn on this machine, and the remedy.
    """
    into = docs / FOLDER
    texts = {
        "commands.inc": commands.page(),
        "keys.inc": keys.page(),
        "python.inc": interface.overview(),
        "infinity-scenes.inc": gallery.scenes(""),
        "infinity-overview.inc": gallery.overview(""),
        "area-templates-scenes.inc": gallery.scenes("area-templates"),
        "area-templates-overview.inc": gallery.overview("area-templates"),
    }
    texts |= {f"python-{name}.rst": page for name, page in interface.pages().items()}
    into.mkdir(exist_ok=True)
    for name, text in texts.items():
        path = into / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")
    for path in into.iterdir():
        if path.is_file() and path.name not in texts:
            path.unlink()
    if not pictures:
        return
    why = picture.trouble()
    if why is not None:
        raise OSError(f"the gallery's pictures: {why}")
    draw_all(bundled.names(), into / "gallery")
