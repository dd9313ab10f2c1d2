"""A scene file that is written is read back as it was meant."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.scenefile.writing import Table, text, value


@given(st.text())
def test_any_text_comes_back(words: str) -> None:
    read = tomllib.loads(f"a = {value(words)}")["a"]
    assert read == words


@given(st.lists(st.text(), max_size=4), st.text())
def test_no_comment_is_ever_a_key(comments: list[str], name: str) -> None:
    table = Table("scenery", {"name": name}, comments)
    read = tomllib.loads(text({"format": 1}, [table, table], comments))
    assert read == {"format": 1, "scenery": [{"name": name}] * 2}


@given(st.floats(-1e6, 1e6))
def test_numbers_to_a_thousandth(number: float) -> None:
    read = tomllib.loads(f"a = {value(number)}")["a"]
    assert read == pytest.approx(number, abs=5.01e-4)
    assert "-0" not in value(-abs(number)) or abs(number) >= 5e-4


def test_the_whole_of_a_file() -> None:
    off = Table("trooper", {"name": "x", "prone": True}, ["who knows"], is_off=True)
    assert text({"format": 1, "units": "mm"}, [off], ["top"], (10.0, 20.0)) == (
        '# top\n\nformat = 1\nunits = "mm"\n\n[table]\nsize = [10, 20]\n\n'
        '# who knows\n# [[trooper]]\n# name = "x"\n# prone = true\n'
    )


def test_a_value_that_no_scene_has() -> None:
    with pytest.raises(TypeError, match="no value of a scene file"):
        value(None)
