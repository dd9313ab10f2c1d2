"""The reference of the command line, from the command itself."""

import re
from typing import Any

import typer

from docs.generate.markdown import code, plain, table
from viewer.cli import app


def page() -> str:
    """Return every command with its arguments and options, in the order of ``--help``.

    Examples
    --------
    >>> [line for line in page().splitlines() if line.startswith("## ")][:3]
    ['## blastfocus rule', '## blastfocus check', '## blastfocus draw']
    """
    program: Any = typer.main.get_command(app)
    context = program.make_context("blastfocus", [], resilient_parsing=True)
    return "\n".join(_command(name, context, command) for name, command in _leaves(program))


def names() -> list[str]:
    """Return the name of every command, of two words where it has two.

    Examples
    --------
    >>> names()[-1]
    'import tts'
    """
    return [name for name, _ in _leaves(typer.main.get_command(app))]


def _leaves(group: Any, before: str = "") -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            found += _leaves(command, f"{before}{name} ")
        else:
            found.append((before + name, command))
    return found


def _piece(piece: str) -> str:
    """A part of a usage line without the second pair of brackets, or braces, that Typer puts.

    Examples
    --------
    >>> [_piece(one) for one in ("[OPTIONS]", "{SCENE}", "[[A]]", "{FILE...}")]
    ['[OPTIONS]', 'SCENE', '[A]', 'FILE...']
    """
    inner = re.fullmatch(r"\{(.*)\}|\[(\[.*\])\]", piece)
    return (inner[1] or inner[2]) if inner else piece


def _command(name: str, parent: Any, command: Any) -> str:
    context = type(parent)(command, info_name=name, parent=parent)
    pieces = [_piece(piece) for piece in command.collect_usage_pieces(context)]
    usage = " ".join(["blastfocus", name, *pieces])
    arguments: list[tuple[str, str]] = []
    options: list[tuple[str, str]] = []
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is None or parameter.name == "help":
            continue
        row = (code(record[0]), plain(record[1]))
        (arguments if parameter.param_type_name == "argument" else options).append(row)
    return (
        f"## blastfocus {name}\n\n"
        f"{plain(command.help)}\n\n"
        f"```text\n{usage}\n```\n\n"
        f"{table(['argument', 'what it is'], arguments)}\n"
        f"{table(['option', 'what it does'], options)}"
    )
