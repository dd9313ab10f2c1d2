"""`blastfocus view` where no window can be opened: one message with a remedy."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.xvfb import WHY_NOT, XVFB, screen
from viewer.cli import app
from viewer.window import opening
from viewer.window.asking import proposed
from viewer.window.flowing import flowed
from viewer.window.keys import Press, pressed
from viewer.writing import OutputError

SCENE = Path(__file__).resolve().parents[2] / "scenes" / "covered-enemy.toml"
on_linux = pytest.mark.skipif(platform.system() != "Linux", reason="screens are named so on Linux")


def _view(*arguments: str, display: str | None) -> subprocess.CompletedProcess[str]:
    named = {} if display is None else {"DISPLAY": display}
    kept = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    return subprocess.run(
        [sys.executable, "-m", "viewer.cli", "view", *arguments],
        capture_output=True,
        text=True,
        env=kept | named,
        timeout=300,
        check=False,
    )


@on_linux
def test_without_a_screen_there_is_one_message_and_a_remedy() -> None:
    done = _view(str(SCENE), display=None)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        "the window needs a screen, and DISPLAY names none; run it on a desktop, "
        "or draw a picture: blastfocus draw SCENE -o picture.png\n"
    )


@on_linux
def test_a_screen_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyvista")
    monkeypatch.setenv("DISPLAY", ":9876")
    with pytest.raises(OutputError, match=r"^the window needs .*blastfocus draw SCENE"):
        opening.check()


@pytest.mark.skipif(XVFB is None, reason=WHY_NOT)
def test_a_screen_will_do() -> None:
    with screen():
        opening.check()


@pytest.mark.skipif(XVFB is None, reason=WHY_NOT)
def test_a_map_that_is_none_is_refused_before_a_window_opens(tmp_path: Path) -> None:
    path = tmp_path / "map.npz"
    path.write_bytes(b"no map")
    with screen() as display:
        done = _view(str(SCENE), "--map", str(path), display=display)
    assert done.returncode == 2
    assert str(path) in done.stderr
    assert "Traceback" not in done.stderr


def test_a_size_is_two_numbers() -> None:
    done = _view(str(SCENE), "--size", "large", display=":0")
    assert done.returncode == 2
    assert done.stderr == (
        "--size large: expected pixels across and down, such as 1280x820, "
        "from 300x200 to 9999x9999\n"
    )


@pytest.mark.parametrize(
    "size", ["299x400", "400x199", "\N{FULLWIDTH DIGIT ONE}280x820", "12800x820"]
)
def test_a_size_that_cannot_be_is_refused_with_the_limits(size: str) -> None:
    ran = CliRunner().invoke(app, ["view", str(SCENE), "--size", size])
    assert ran.exit_code != 0
    assert "from 300x200 to 9999x9999" in f"{ran.output}{ran.exception}"


def test_steps_are_a_tenth_with_shift_and_ten_times_as_large_with_ctrl() -> None:
    assert pressed("Up") == Press("up", 1.0)
    assert pressed("Up", shift=True) == Press("up", 0.1)
    assert pressed("Up", ctrl=True) == Press("up", 10.0)
    assert pressed("braceleft", shift=True) == Press("turn_left", 0.1)
    # Letters that mean something else with Ctrl keep that meaning.
    assert pressed("p") == Press("back")
    assert pressed("p", ctrl=True) == Press("picture")
    assert pressed("A", shift=True) == Press("shift_left")
    assert pressed("l", ctrl=True) is None
    assert pressed("Shift_L", shift=True) is None


def test_names_that_are_taken_are_not_proposed(tmp_path: Path) -> None:
    scene = tmp_path / "roof.toml"
    for name in ("roof.toml", "roof-2.toml", "roof.glb"):
        (tmp_path / name).touch()
    assert proposed(scene, "save").name == "roof-3.toml"
    assert proposed(scene, "export").name == "roof-2.glb"
    assert proposed(scene, "picture").name == "roof.png"
    question = proposed(scene, "save").typed("BackSpace").typed("x")
    assert question.name == "roof-3.tomx"
    assert not question.replaces


def test_wrapped_lines_are_paragraphs_again() -> None:
    wrapped = "  1  " + "word " * 19 + "\n     longer than its place\n  2  next\n"
    assert [(one.indent, one.text.count(" ")) for one in flowed(wrapped)] == [(2, 24), (2, 2)]
