"""The table of the text's sentences: its functions, scenes and readings are those there are."""

import importlib
import re
from collections import Counter
from itertools import groupby
from pathlib import Path

import pytest

from rules.area_templates import citations
from rules.area_templates.readings import AREA_READINGS
from rules.finding import Citation

ROOT = Path(__file__).resolve().parents[3]
TEXT = (ROOT / "docs" / "area-templates.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in TEXT.splitlines()
    if re.match(r"\| [A-Z].* \| \d+ \| ", line)
]

# How many sentences stand under each heading of the text; lists count by sentence too.
SENTENCES = {
    "General Template Rules": 9,
    "Blast Template": 2,
    "Determine the attack location": 10,
    "Resolve the attack": 8,
    "Smoke Area": 10,
    "Moving fire and smoke": 3,
    "Smoke and Defense": 2,
    "Flare Template": 8,
}


def test_every_sentence_has_one_row() -> None:
    assert Counter(row[0] for row in ROWS) == SENTENCES
    for heading, rows in groupby(ROWS, key=lambda row: row[0]):
        assert [int(row[1]) for row in rows] == list(range(1, SENTENCES[heading] + 1))
    assert list(dict.fromkeys(row[0] for row in ROWS)) == list(SENTENCES)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[1]}")
def test_a_row_names_what_there_is(row: list[str]) -> None:
    assert len(row) == 5
    named = re.findall(r"`([a-z_]+)\.(\w+)`", row[3])
    assert named
    for module, name in named:
        assert hasattr(importlib.import_module(f"rules.area_templates.{module}"), name)
    scenes = re.findall(r"`([a-z-]+)`", row[4])
    assert scenes
    for scene in scenes:
        assert (ROOT / "scenes" / "area-templates" / f"{scene}.toml").is_file()


def test_every_scene_shows_a_sentence() -> None:
    shown = {name for row in ROWS for name in re.findall(r"`([a-z-]+)`", row[4])}
    scenes = {path.stem for path in (ROOT / "scenes" / "area-templates").glob("*.toml")}
    # Levels are no sentence's: they show what the text leaves open.
    assert shown == scenes - {"blast-levels"}


def test_every_reading_is_listed_with_its_choices_and_its_source() -> None:
    names = re.findall(r"^\| `(\w+)` \| `", TEXT, re.MULTILINE)
    assert names == [reading.name for reading in AREA_READINGS]
    for reading in AREA_READINGS:
        choices = "<br>".join(f"`{one}`: {words}" for one, words in reading.choices.items())
        assert f"| `{reading.name}` | {choices} | {reading.source} |" in TEXT


def test_every_heading_that_is_cited_is_one_of_the_text() -> None:
    cited = [one for one in vars(citations).values() if isinstance(one, Citation)]
    assert {one.heading for one in cited} == set(SENTENCES)
