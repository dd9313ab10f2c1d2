"""The registry of readings: complete, and documented as it stands."""

import re
import runpy
from pathlib import Path

import pytest

from rules.readings import READINGS, chosen, readings_of
from rules.verdict import RulingError

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "infinity-codeone.md").read_text(encoding="utf-8")


def test_names_are_unique_and_each_has_a_choice_to_make() -> None:
    names = [(reading.rules, reading.name) for reading in READINGS]
    assert len(set(names)) == len(names)
    for reading in READINGS:
        assert len(reading.choices) >= 2, reading.name
        assert reading.default == next(iter(reading.choices))
        assert all(meaning.strip() for meaning in reading.choices.values()), reading.name
        assert reading.source.endswith("."), reading.name


def test_a_choice_stands_in_for_the_default_and_the_others_stay() -> None:
    found = chosen("infinity-codeone", {"tilt": "level_only"})
    assert found["tilt"] == "level_only"
    assert found["models_block"] == "no"
    assert list(found) == [reading.name for reading in readings_of("infinity-codeone")]


@pytest.mark.parametrize(
    ("choices", "said"),
    [({"tilted": "yes"}, "no reading is called"), ({"tilt": "yes"}, "readings.tilt: expected")],
)
def test_what_is_not_in_the_registry_is_refused(choices: dict[str, str], said: str) -> None:
    with pytest.raises(RulingError, match=said):
        chosen("infinity-codeone", choices)


def test_the_page_holds_the_registry_as_it_is() -> None:
    made = runpy.run_path(str(ROOT / "tests" / "make_readings.py"))
    assert made["written"]("infinity-codeone", PAGE) == PAGE
    for reading in readings_of("infinity-codeone"):
        assert f"### {reading.name}\n" in PAGE


def test_the_page_names_rooms_scenes_and_tests_that_exist() -> None:
    head = PAGE.partition("## Readings")[0]
    scenes = set(re.findall(r"`([a-z0-9-]+\.toml)`", head))
    assert scenes
    assert {name for name in scenes if not (ROOT / "scenes" / name).exists()} == set()
    tests = set(re.findall(r"tests/[a-z_/]+\.py", head))
    assert {name for name in tests if not (ROOT / name).exists()} == set()
    modules = {path.stem for path in (ROOT / "rules" / "infinity").glob("*.py")}
    for module, name in re.findall(r"`([a-z_]+)\.([a-zA-Z_.]+)`", head):
        if module in modules:
            text = (ROOT / "rules" / "infinity" / f"{module}.py").read_text(encoding="utf-8")
            wanted = name.rpartition(".")[2]
            assert re.search(rf"\b{wanted}\b", text), f"{module}.{name}"
