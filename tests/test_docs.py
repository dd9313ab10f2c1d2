"""What the pages say is so: every example runs, and the generated pages have everything."""

import contextlib
import doctest
import importlib
import importlib.util
import io
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from docs.generate import commands, gallery, interface, keys, pictures, ruin, tutorial
from docs.generate.console import Block, blocks, run, spans
from docs.generate.offline import requests
from docs.generate.worked import every, worked
from meshes.files import load as load_mesh
from rules.scenefile import read, schema, starter
from rules.tabletop_simulator.mapping import load as load_mapping
from tests.rules.tabletop_simulator import saves
from viewer import bundled, picture

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted(DOCS.glob("*.md")),
    *sorted((ROOT / "scenes").rglob("README.md")),
]

# ------------------------------------------------- what isn't typed here, and why
NOT_TYPED: Final = {
    r"make \w+": "builds an environment of its own; the target has to exist",
    r"\.ci/run": "runs these tests; it has to exist",
    r"py -m venv \.venv": "for Windows",
    r"\.venv\\Scripts\\.*": "for Windows; the lock or the scene that it names has to exist",
    r"pip install \"blastfocus\[[a-z,]+\]\"": "fetches packages; the extras have to exist",
    r"dask (scheduler|worker .*)": "runs until it is stopped, on several machines",
    r"python -m tests\.\w+\.\w+": "measures for minutes; the module has to exist",
    r"blastfocus map .* --scheduler \S+": "asks a Dask cluster, which tests/spatial does",
    r"blastfocus (view|serve)\b.*": "stays open until it is closed, which tests/viewer does",
}

# ------------------------------------------------- what is asked of less, to take less time
LESS: Final = {
    r"(map scenes/burst-across-levels\.toml exposure)": r"\1 --spacing 100",
    r"(--map maps/burst-across-levels-exposure-S2)(\.npz)": r"\1-100mm\2",
    r"--spacing 5\b": "--spacing 50",
    r"los scenes/burst-across-levels\.toml --all": "los scenes/covered-enemy.toml --all",
    r"draw scenes/burst-across-levels\.toml": "draw scenes/covered-enemy.toml",
}
DRAWS: Final = re.compile(
    r"blastfocus (draw|report|inspect|stand|map|compare|find .*-o)\b.*(-o|--3d)\b"
)


def small_table(turn: int) -> bytes:
    """A table that is mapped in no time."""
    return (
        'format = 1\nname = "Small"\nrules = "infinity-codeone"\n[table]\nsize = [150, 100]\n'
        '[[scenery]]\nname = "crate"\nkit = "box"\nsize = [30, 20, 30]\nat = [75, 50]\n'
        f"turn = {turn}\n"
    ).encode()


def chain_rifle() -> bytes:
    """A table on which Alpha has a Chain Rifle and some to spare, as the page has it."""
    who = {"Alpha": ("blue", 40, 100), "1": ("red", 120, 90), "2": ("red", 130, 120)}
    who["4"] = ("blue", 60, 220)
    troopers = [
        f'[[trooper]]\nname = "{name}"\nside = "{side}"\nsilhouette = "S2"\nat = [{x}, {y}]\n'
        for name, (side, x, y) in who.items()
    ]
    head = 'format = 1\nname = "Whom?"\nrules = "infinity-codeone"\n[table]\nsize = [300, 300]\n'
    return (head + "".join(troopers)).encode()


def mesh() -> bytes:
    return (DOCS / "tutorial" / "ruin.stl").read_bytes()


def a_save() -> bytes:
    return saves.save(saves.mat(), saves.bundle("2", Nickname="Palm"))


PREPARED: Final[dict[str, dict[str, Callable[[], bytes]]]] = {
    "README.md": {"save.json": a_save, "scene.toml": starter},
    "docs/checking.md": {"scene.toml": starter},
    "docs/finding.md": {"scene.toml": chain_rifle},
    "docs/formats.md": {"tower.stl": mesh, "table.json": a_save, "scene.toml": starter},
    "docs/maps.md": {
        "table.toml": lambda: small_table(0),
        "first.toml": lambda: small_table(0),
        "second.toml": lambda: small_table(30),
    },
    "docs/tutorial.md": {"ruin.stl": mesh},
}
"""Files that a page's reader is taken to have, beside those that its commands write."""


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.fixture(scope="module")
def trouble() -> str | None:
    return picture.trouble()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, trouble: str | None) -> None:
    """Pictures with fewer pixels; whether any can be drawn is found out once."""
    monkeypatch.setattr("viewer.picture.trouble", lambda: trouble)
    monkeypatch.setattr("viewer.drawing.panel.SMOOTH", 1)
    monkeypatch.setattr("viewer.drawing.page._S", 1)
    monkeypatch.setattr("viewer.drawing.sheet.WIDTH", 960)
    monkeypatch.setattr("viewer.drawing.sheet.HEIGHT", 600)


def reason_not_typed(command: str) -> str | None:
    return next((why for form, why in NOT_TYPED.items() if re.fullmatch(form, command)), None)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_what_a_page_says_to_type_works(page: Path, tmp_path: Path, trouble: str | None) -> None:
    """Each command in the page's order, in one folder; what it is said to print it prints."""
    for name, content in PREPARED.get(name_of(page), {}).items():
        (tmp_path / name).write_bytes(content())
    said = ""
    undrawn = []
    for block in blocks(page.read_text(encoding="utf-8")):
        where = f"{name_of(page)}:{block.line}"
        if block.file:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "text":
            if said:
                shown_in(block, said, where)
        elif block.language == "python":
            said = executed(block, tmp_path)
        elif block.commands:
            said = ""
            for command in block.commands:
                if reason_not_typed(command) is not None:
                    continue
                assert command.startswith("blastfocus "), f"{where}: {command}: never typed"
                if trouble is not None and DRAWS.search(command):
                    undrawn.append(command)
                    continue
                status, printed = run(lessened(command), tmp_path)
                # Something is wrong with the tutorial's table.
                allowed = {0, 1} if command.startswith("blastfocus check ") else {0}
                assert status in allowed, f"{where}: {command}: {printed}"
                said += printed
    if undrawn:
        pytest.skip(f"all else works, these can't be drawn here: {undrawn}")


def lessened(command: str) -> str:
    for form, instead in LESS.items():
        command = re.sub(form, instead, command)
    return command


def shown_in(block: Block, said: str, where: str) -> None:
    """Check that lines of output are the program's, in its order, up to what is left out."""
    at = 0
    for line in block.text.splitlines():
        if line.strip() in ("", "…"):
            continue
        found = said.find(line, at)
        assert found >= 0, f"{where}: isn't printed: {line}"
        at = found + len(line)


def executed(block: Block, folder: Path) -> str:
    """Run a Python example where its files are, and the scenes that come along."""
    printed = io.StringIO()
    if not (folder / "scenes").exists():
        (folder / "scenes").symlink_to(bundled.folder())
    with contextlib.chdir(folder), contextlib.redirect_stdout(printed):
        exec(compile(block.text, "example", "exec"), {})
    return printed.getvalue()


# ------------------------------------------------- what isn't typed is still there


def test_what_is_not_typed_exists() -> None:
    made = (ROOT / "Makefile").read_text(encoding="utf-8")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    met = set()
    for page in PAGES:
        for block in blocks(page.read_text(encoding="utf-8")):
            for command in block.commands:
                why = reason_not_typed(command)
                if why is None:
                    continue
                met.add(why)
                words = command.split()
                if words[0] == "make":
                    assert re.search(rf"^{words[1]}:", made, re.M), command
                for lock in re.findall(r"requirements\S+\.lock", command):
                    assert (ROOT / lock.replace("\\", "/")).is_file(), command
                for scene in re.findall(r"scenes/\S+\.toml", command):
                    assert (ROOT / scene).is_file(), command
                if words[:2] == ["python", "-m"]:
                    assert importlib.util.find_spec(words[2]) is not None, command
                if words[0] == "pip":
                    named = re.findall(r"\[(.*)\]", command)[0].split(",")
                    assert set(named) <= set(extras), command
                if words[0] == "blastfocus":
                    known_options(command)
    assert (ROOT / ".ci" / "run").is_file()
    assert met == set(NOT_TYPED.values()), "reasons for what no page says any more"


def known_options(command: str) -> None:
    """Check that a command has the options that it is given."""
    names = sorted(commands.names(), key=len, reverse=True)
    name = next((one for one in names if command.startswith(f"blastfocus {one}")), "")
    assert name or re.match(r"blastfocus (--help|--version|import)", command), command
    section = commands.page().partition(f"## blastfocus {name}\n")[2].partition("\n## ")[0]
    for option in re.findall(r"(?<=\s)--?[a-z0-9][a-z0-9-]*", command):
        assert re.search(rf"[`\s]{option}[`,\s]", section), f"{command}: {option}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_within_sentences_are_the_programs(page: Path) -> None:
    for command in spans(page.read_text(encoding="utf-8")):
        known_options(command)


# ------------------------------------------------- parts of files


def parts_of_files() -> Iterator[Any]:
    for page in PAGES:
        for block in blocks(page.read_text(encoding="utf-8")):
            if block.language == "toml" and not block.file:
                yield pytest.param(block.text, id=f"{name_of(page)}:{block.line}")


@pytest.mark.parametrize("text", list(parts_of_files()))
def test_every_part_of_a_file_is_read(text: str, tmp_path: Path) -> None:
    """A whole scene is one; a part is one beside the starter's other tables."""
    found = tomllib.loads(text)
    if "addresses" in found:
        (tmp_path / "mapping.toml").write_text(text, encoding="utf-8")
        (tmp_path / "palm.obj").write_text(saves.BLOCK_OBJ, encoding="utf-8")
        (tmp_path / "crate.stl").write_bytes(mesh())
        mapping = load_mapping(tmp_path / "mapping.toml")
        assert len(mapping.addresses) == len(found["addresses"])
    elif "case" in found:
        assert set(found) <= {"source", "case"}
        case = found["case"][0] if isinstance(found["case"], list) else found["case"]
        every_key = {
            key for one in (*every(), *every("area-templates")) for key in keys_of(one.cases)
        }
        assert keys_of(case) <= every_key | {"A", "B"}
    else:
        whole = found if "format" in found else {**tomllib.loads(starter().decode()), **found}
        made = read(json.dumps(whole).encode(), "part.json")
        assert made.name == whole["name"]


def keys_of(value: Any) -> set[str]:
    """Every key of a table and of what is in it."""
    if isinstance(value, dict):
        inner = [keys_of(one) for one in value.values()]
        return set(value).union(*inner) if inner else set(value)
    if isinstance(value, list | tuple):
        return set().union(*(keys_of(one) for one in value))
    return set()


# ------------------------------------------------- what is made from the code


def test_reference_has_every_key_of_a_scene_file() -> None:
    said = keys.page()
    definitions = {"": schema(), **schema()["$defs"]}
    for name, definition in definitions.items():
        if name:
            assert f"({keys.anchor(name)})=" in said, name
        for key in definition["properties"]:
            assert f"| `{key}` |" in said, f"{name}: {key}"
    linked = set(re.findall(r"\(#(key-[a-z]+)\)", said))
    assert linked <= set(re.findall(r"^\((key-[a-z]+)\)=$", said, re.M))


def test_reference_has_the_values_and_defaults_of_a_key() -> None:
    rows = [line for line in keys.page().splitlines() if line.startswith("| `facets` |")]
    assert rows == ["| `facets` | whole number, 3 to 720 | `48` | how many flat sides |"]
    units = [line for line in keys.page().splitlines() if line.startswith("| `units` |")]
    assert units[0].startswith('| `units` | `"mm"`, `"cm"`, `"in"` | `"mm"` | both |')


def test_examples_in_the_reference_are_scenes_tables() -> None:
    texts = [(bundled.folder() / f"{name}.toml").read_text("utf-8") for name in bundled.names()]
    shown = [block.text.strip() for block in blocks(keys.page()) if block.language == "toml"]
    assert len(shown) > 20
    for table in shown:
        assert tomllib.loads(table)
        assert any(table in text for text in texts)


def test_reference_has_every_command_with_its_options() -> None:
    said = commands.page()
    for name in commands.names():
        status, printed = run(f"blastfocus {name} --help", ROOT)
        assert status == 0
        section = said.partition(f"## blastfocus {name}\n")[2].partition("\n## ")[0]
        options = set(re.findall(r"^  (?:-\w, )?(--[a-z0-9-]+)", printed, re.M)) - {"--help"}
        assert options == set(re.findall(r"^\| `(?:-\w, )?(--[a-z0-9-]+)", section, re.M)), name


@pytest.mark.parametrize("name", interface.GROUPS)
def test_interface_lists_modules_that_say_what_they_hold(name: str) -> None:
    title, modules = interface.GROUPS[name]
    assert interface.pages()[name].startswith(f"{title}\n")
    for module in modules:
        assert importlib.util.find_spec(module) is not None
        assert interface.first_line(module), module
        assert f"automodule:: {module}\n" in interface.pages()[name]


# ------------------------------------------------- the gallery


def section_of(said: str, anchor: str) -> str:
    """What a page says from one target to the next."""
    return re.split(r"\n(?=\([a-z-]+\)=\n)", said.partition(f"({anchor})=\n")[2])[0]


@pytest.mark.parametrize("folder", ["", "area-templates"])
def test_gallery_has_every_worked_scene(folder: str) -> None:
    said, listed = gallery.scenes(folder), gallery.overview(folder)
    for one in every(folder):
        anchor = one.name.rpartition("/")[2]
        section = section_of(said, anchor)
        assert f"(#{anchor})" in listed
        assert "**From**: " in section
        assert one.path in section
        for picture_name in pictures.names(one):
            assert f"generated/gallery/{picture_name}.png" in section
        for case in one.cases[1:]:
            for reading, choice in case["readings"].items():
                assert f'`{reading} = "{choice}"`' in section
        for command in blocks(section)[-1].commands if blocks(section) else ():
            known_options(command)


def test_gallery_says_at_a_glance_who_is_hit() -> None:
    said = gallery.scenes("")
    section = section_of(said, "covered-enemy")
    assert "Affected: [2]{.hit} · Not affected: [Beta]{.spared} [1]{.spared}" in section
    row = next(line for line in section.splitlines() if line.startswith("| 1 |"))
    assert row.startswith("| 1 | [not affected]{.spared} | focus line, behind wall | at s = 107.5")
    section = section_of(said, "railings")
    assert "[A sees 1]{.hit} · [B doesn't see 2]{.spared}" in section


def test_gallery_says_what_another_reading_changes() -> None:
    section = section_of(gallery.scenes(""), "dome-or-ball")
    assert re.search(r"`template_body = \"both_sides\"`:\n  - .*\[AFFECTED\]\{\.hit\}", section)
    areas = section_of(gallery.scenes("area-templates"), "blast-levels")
    assert "event 2, 3: [NO]{.spared}: its base is 30 below that level" in areas


@pytest.mark.parametrize("name", ["covered-enemy", "area-templates/blast-off-roof"])
def test_gallery_draws_what_it_shows(name: str, tmp_path: Path, trouble: str | None) -> None:
    if trouble is not None:
        pytest.skip(trouble)
    from PIL import Image

    pictures.draw(name, tmp_path)
    assert sorted(path.stem for path in tmp_path.iterdir()) == pictures.names(worked(name))
    with Image.open(tmp_path / f"{pictures.names(worked(name))[0]}.png") as drawn:
        wide, high = pictures.SIZE
        assert drawn.height == high
        assert drawn.width > 2 * wide
        # A hit trooper's orange.
        colours = [colour for _, colour in drawn.convert("RGB").getcolors(1_000_000)]
        assert any(r > 180 and 60 < g < 130 and b < 60 for r, g, b in colours)


# ------------------------------------------------- the tutorial


def test_tutorials_mesh_is_what_its_maker_makes(tmp_path: Path) -> None:
    from meshes.files import save

    save(ruin.ruin(), tmp_path / "ruin.stl")
    kept = load_mesh(tutorial.MESH, units="in", up="z")
    made = load_mesh(tmp_path / "ruin.stl", units="in", up="z")
    assert kept.triangles == pytest.approx(made.triangles, abs=1e-4)


def test_tutorial_shows_what_its_commands_write() -> None:
    page = tutorial.PAGE.read_text(encoding="utf-8")
    typed = " ".join(command for block in blocks(page) for command in block.commands)
    for written, kept in tutorial.PICTURES.items():
        assert f"(pictures/{kept})" in page
        assert (DOCS / "pictures" / kept).is_file()
        name = written.partition("/")[0] if "/" in written else Path(written).stem
        assert f"-o {name}" in typed


# ------------------------------------------------- pages that ask for nothing


def test_what_a_page_would_load_from_elsewhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "style.css").write_text('@import url("https://fonts.example/a.css");')
    (tmp_path / "page.html").write_text(
        '<a href="https://example.com">a link is none</a>\n<img src="own.png">\n'
        '<script async src="//cdn.example/x.js"></script>\n'
        '<link rel="stylesheet" href="https://cdn.example/x.css">\n'
        '<p style="background: url(http://example.com/a.png)">'
    )
    assert [line.partition(":")[0] for line in requests(tmp_path)] == [
        *["page.html"] * 3,
        "style.css",
    ]


# ------------------------------------------------- the makers' own examples

MAKERS = sorted(path.stem for path in (DOCS / "generate").glob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("name", MAKERS)
def test_makers_examples_run(name: str) -> None:
    module = importlib.import_module(f"docs.generate.{name}")
    assert doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0
