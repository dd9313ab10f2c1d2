"""Write the readings of each rule system into its page: `python tests/make_readings.py docs`."""

import re
import sys
from pathlib import Path

from rules.readings import Reading, readings_of

PAGES = {"infinity-codeone": "infinity-codeone.md"}
_MARKED = re.compile(r"(<!-- readings: [^>]*-->\n)(.*?)(<!-- /readings -->)", re.DOTALL)


def section(rules: str) -> str:
    """Return the readings of a rule system as Markdown."""
    return "\n".join(_entry(reading) for reading in readings_of(rules))


def written(rules: str, page: str) -> str:
    """Return a page with its marked section as the registry has it."""
    if not _MARKED.search(page):
        raise ValueError(f"{PAGES[rules]}: has no section marked for readings; add it")
    return _MARKED.sub(lambda found: f"{found[1]}\n{section(rules)}\n{found[3]}", page)


def _entry(reading: Reading) -> str:
    rows = [f"### {reading.name}", "", reading.source, "", "| choice | meaning |", "|---|---|"]
    for choice, meaning in reading.choices.items():
        default = " (default)" if choice == reading.default else ""
        rows.append(f"| `{choice}`{default} | {meaning} |")
    return "\n".join([*rows, ""])


def main(folder: Path) -> None:
    """Write every page of a folder anew."""
    for rules, name in PAGES.items():
        path = folder / name
        path.write_text(written(rules, path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
