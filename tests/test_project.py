"""The project's own promises: versions, dependencies, rooms and what an import costs."""

import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[1]
LAYERS = ("meshes", "spatial", "rules", "viewer")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
IMPORTED_AS = {
    "PIL": "pillow",
    "trame_client": "trame-client",
    "trame_vtk": "trame-vtk",
    "vtkmodules": "vtk",
}
# Asked for by name when it is there, so that nothing that only rules waits for it.
LOADED_BY_NAME = {"numba"}
COMPILED = {"spatial.compiled", "spatial.packets", "spatial.walk"}
"""Loops that the kernel loads when it is first asked."""
LOCKS = ("base", "viewer", "dev")

# To import these takes longer than to rule on a table, or fails where nothing draws.
SLOW = {
    "lxml",
    "matplotlib",
    "networkx",
    "numba",
    "pyvista",
    "scipy",
    "trame_vtk",
    "trimesh",
    "vtk",
    "vtkmodules",
}


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def direct_dependencies() -> dict[str, list[Requirement]]:
    """Return the requirements of each lock: those it must hold, by its name."""
    groups = PROJECT["dependency-groups"]
    base = PROJECT["project"]["dependencies"]
    build = groups["build"]
    viewer = [*base, *PROJECT["project"]["optional-dependencies"]["viewer"], *build]
    extras = PROJECT["project"]["optional-dependencies"]
    own = (line for line in groups["dev"] if isinstance(line, str))
    dev = [*viewer, *extras["fast"], *extras["web"], *groups["docs"], *own]
    named = {"base": base, "viewer": viewer, "dev": dev}
    return {lock: [Requirement(line) for line in lines] for lock, lines in named.items()}


def locked(lock: str) -> list[tuple[str, Version, str, int]]:
    """Return name, version, marker and number of hashes of each package of a lock."""
    found = []
    for block in re.split(r"\n(?=[a-z])", text(f"requirements/{lock}.lock")):
        head = re.match(r"([a-z0-9.-]+)==(\S+?)(?: ; ([^\\\n]+?))? \\\n", block)
        if head:
            name, version, marker = head.groups()
            found.append((name, Version(version), marker or "", block.count("--hash=sha256:")))
    return found


def modules(*layers: str) -> list[Path]:
    return sorted(path for layer in layers for path in (ROOT / layer).rglob("*.py"))


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_installed_version_is_the_projects() -> None:
    try:
        installed = importlib.metadata.version("blastfocus")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("blastfocus isn't installed in this environment: run make test")
    assert installed == PROJECT["project"]["version"]


def test_version_is_in_the_changelog_or_still_to_come() -> None:
    headings = re.findall(r"^## \[(.+?)\]", text("CHANGELOG.md"), flags=re.MULTILINE)
    assert headings[0] == "Unreleased"
    version = Version(PROJECT["project"]["version"])
    released = [Version(heading) for heading in headings[1:]]
    assert released == sorted(released, reverse=True)
    assert all(number <= version for number in released)


def test_oldest_python_is_the_same_everywhere() -> None:
    oldest = re.fullmatch(r">=3\.(\d+)", PROJECT["project"]["requires-python"])
    assert oldest is not None
    minor = int(oldest[1])
    classifiers = [
        int(line.rsplit(".", 1)[1])
        for line in PROJECT["project"]["classifiers"]
        if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", line)
    ]
    assert min(classifiers) == minor
    assert PROJECT["tool"]["ruff"]["target-version"] == f"py3{minor}"
    assert f"sys.version_info < (3, {minor})" in text("Makefile")
    assert f"--python-version 3.{minor} " in text("Makefile")


def test_every_dependency_has_its_line_and_every_line_its_dependency() -> None:
    rows = re.findall(
        r"^\| ([a-z][a-z0-9-]*) \| (.+) \|$", text("docs/dependencies.md"), re.MULTILINE
    )
    lines = {name: rest.split(" | ") for name, rest in rows if name != "package"}
    assert len(lines) == sum(name != "package" for name, _ in rows)
    assert set(lines) == {canonicalize_name(r.name) for r in direct_dependencies()["dev"]}
    for name, cells in lines.items():
        assert len(cells) == 4, name
        assert all(cell.strip() for cell in cells), name


def test_what_is_imported_is_declared_and_what_is_declared_is_imported() -> None:
    graph = grimp.build_graph(*LAYERS, include_external_packages=True, cache_dir=None)
    roots = {module.partition(".")[0] for module in graph.modules}
    roots -= {*LAYERS, *sys.stdlib_module_names}
    imported = {IMPORTED_AS.get(root, root) for root in roots} | LOADED_BY_NAME
    project = PROJECT["project"]
    extras = project["optional-dependencies"].values()
    declared = [*project["dependencies"], *(line for extra in extras for line in extra)]
    assert imported == {canonicalize_name(Requirement(line).name) for line in declared}


def test_every_dependency_is_bounded_on_both_sides() -> None:
    for requirement in direct_dependencies()["dev"]:
        operators = {clause.operator for clause in requirement.specifier}
        assert operators == {">=", "<"}, str(requirement)


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_holds_the_projects_dependencies(lock: str) -> None:
    pinned = locked(lock)
    for requirement in direct_dependencies()[lock]:
        versions = [v for name, v, _, _ in pinned if name == canonicalize_name(requirement.name)]
        assert versions, f"{requirement} isn't in {lock}.lock: run make lock"
        assert all(version in requirement.specifier for version in versions), str(requirement)


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_pins_by_hash_and_names_no_place(lock: str) -> None:
    lines = text(f"requirements/{lock}.lock").splitlines()
    assert not [line for line in lines if "//" in line or line.startswith("-")]
    names = [line for line in lines if re.match("[A-Za-z]", line)]
    pinned = locked(lock)
    assert len(pinned) == len(names)
    assert all(hashes for _, _, _, hashes in pinned)
    # numpy is built for each platform and each Python apart, four Pythons on five platforms.
    assert sum(hashes for name, _, _, hashes in pinned if name == "numpy") >= 4 * 5


def test_locks_agree_with_one_another() -> None:
    base, viewer, dev = ({(name, v) for name, v, _, _ in locked(lock)} for lock in LOCKS)
    assert base < viewer < dev
    assert "pyvista" not in {name for name, _ in base}


@pytest.mark.parametrize("path", modules(*LAYERS), ids=dotted)
def test_module_is_at_most_300_lines(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= 300


@pytest.mark.parametrize("layer", LAYERS)
def test_layer_says_it_is_typed(layer: str) -> None:
    assert (ROOT / layer / "py.typed").is_file()


@pytest.mark.parametrize("layers", [("meshes", "spatial", "rules"), LAYERS], ids=["engine", "all"])
def test_import_leaves_the_slow_libraries_out(layers: tuple[str, ...]) -> None:
    names = [dotted(path) for path in modules(*layers) if path.name != "__main__.py"]
    names = [name for name in names if name not in COMPILED]
    code = (
        "import importlib, json, sys\n"
        f"for name in {names!r}:\n"
        "    importlib.import_module(name)\n"
        "print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert run.returncode == 0, run.stderr
    imported = set(json.loads(run.stdout))
    assert imported >= set(layers)
    assert not imported & SLOW


def rooms_on_disk() -> set[str]:
    rooms = set()
    for layer in LAYERS:
        for path in (ROOT / layer).iterdir():
            if path.suffix == ".py" and not path.name.startswith("__"):
                rooms.add(f"{layer}/{path.name}")
            elif (path / "__init__.py").is_file():
                rooms.add(f"{layer}/{path.name}/")
    return rooms


def test_contributing_lists_every_room_and_no_other() -> None:
    listed = re.findall(r"^\| .+\? \| `(.+?)` \|$", text("CONTRIBUTING.md"), re.MULTILINE)
    assert len(listed) == len(set(listed))
    on_disk = rooms_on_disk()
    assert not set(listed) - on_disk, "rooms that no longer exist"
    assert not on_disk - set(listed), "rooms without a line in CONTRIBUTING.md"


@pytest.mark.parametrize(
    "page",
    sorted(p.relative_to(ROOT).as_posix() for p in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]),
)
def test_links_between_pages_lead_somewhere(page: str) -> None:
    links = re.findall(r"\]\((?!https?://|#)([^)#\s]+)", text(page))
    missing = [link for link in links if not ((ROOT / page).parent / link).exists()]
    assert not missing
