"""The examples in a page: its commands, its files, and how they are run."""

import contextlib
import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_FENCE: Final = re.compile(
    r"^(?P<fence>`{3,})(?P<language>[^\n`]*)\n(?P<text>.*?)^(?P=fence)$", re.S | re.M
)
_NAMED: Final = re.compile(r"# (\S+\.(?:toml|json))\n")


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a page: fenced, or indented by four spaces.

    Parameters
    ----------
    language : str
        What the fence names; empty where it names nothing, or where there is none.
    line : int
        Of the page, from 1: that of the block's first line of text.
    text : str
    """

    language: str
    line: int
    text: str

    @property
    def file(self) -> str:
        """The file that the block is to be saved as, if its first line names one."""
        named = _NAMED.match(self.text)
        return named[1] if named and self.language == "toml" else ""

    @property
    def commands(self) -> list[str]:
        """The lines to type, without what is said of them; none of output and of files."""
        if self.language not in ("", "console"):
            return []
        lines = (line.split(" # ")[0].strip() for line in self.text.splitlines())
        return [line for line in lines if line]


def blocks(page: str) -> list[Block]:
    r"""Return the blocks of a page in order.

    Examples
    --------
    >>> page = "Type\n\n    make demo    # draws\n\nor\n\n```\nblastfocus scenes\n```\n"
    >>> [(one.line, one.commands) for one in blocks(page)]
    [(3, ['make demo']), (8, ['blastfocus scenes'])]
    """
    found = []
    rest = page
    for match in _FENCE.finditer(page):
        line = page.count("\n", 0, match.start("text")) + 1
        found.append(Block(match["language"].strip(), line, match["text"]))
        rest = rest.replace(match[0], "\n" * match[0].count("\n"), 1)
    # Indented, after an empty line, and no item of a list within a list.
    for match in re.finditer(r"(?<=\n\n)(?: {4}(?!- |\d+\. )\S[^\n]*\n)+", rest):
        text = re.sub(r"^ {4}", "", match[0], flags=re.M)
        found.append(Block("", rest.count("\n", 0, match.start()) + 1, text))
    return sorted(found, key=lambda block: block.line)


def spans(page: str) -> list[str]:
    """Return the commands that stand within a page's sentences.

    Examples
    --------
    >>> spans("Ask `blastfocus rule scene.toml`, or `rule`.")
    ['blastfocus rule scene.toml']
    """
    return re.findall(r"(?<!`)`(blastfocus [^`\n]+)`(?!`)", _FENCE.sub("", page))


def run(command: str, folder: Path) -> tuple[int, str]:
    """Run a command of ``blastfocus`` in a folder, in this process.

    Parameters
    ----------
    command : str
    folder : Path

    Returns
    -------
    tuple of int and str
        Its exit status, and all that it printed.
    """
    from typer.testing import CliRunner

    from meshes.mesh import MeshError
    from rules.verdict import RulingError
    from spatial.scene import SceneError
    from viewer.cli import app
    from viewer.writing import OutputError

    words = shlex.split(command)
    with _inside(folder):
        done = CliRunner().invoke(app, words[1:], prog_name=words[0])
    failed = done.exception
    if isinstance(failed, MeshError | RulingError | SceneError | OutputError):
        return 2, str(failed)
    if failed is not None and not isinstance(failed, SystemExit):
        raise failed
    return done.exit_code, done.output


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
