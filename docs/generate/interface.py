"""The reference of the Python interface: which modules it has, and a page for each group."""

import ast
import importlib
from pathlib import Path
from typing import Final

from docs.generate.markdown import plain, table

ROOT: Final = Path(__file__).resolve().parents[2]

GROUPS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "ruling": (
        "Scenes and rulings",
        (
            "rules.scenefile",
            "rules.dispute",
            "rules.ruling",
            "rules.verdict",
            "rules.finding",
            "rules.declaration",
            "rules.reading",
            "rules.readings",
            "rules.comparing",
            "rules.stances",
            "rules.zones",
            "rules.infinity.weapons",
            "rules.scenefile.mesh_uses",
        ),
    ),
    "fire": (
        "Lines of fire and searches",
        (
            "rules.lines_of_fire",
            "rules.sighting",
            "rules.search",
            "rules.catching",
        ),
    ),
    "events": (
        "Area Templates: events and their log",
        (
            "rules.area_templates.battle",
            "rules.area_templates.events",
            "rules.area_templates.rolls",
            "rules.area_templates.state",
            "rules.area_templates.log",
            "rules.area_templates.verdicts",
            "spatial.depths",
            "rules.area_templates.dependence",
        ),
    ),
    "tables": (
        "Checking, repairing and importing tables",
        (
            "rules.checking",
            "rules.flaw",
            "rules.repairing",
            "rules.tabletop_simulator.saves",
            "rules.tabletop_simulator.items",
            "rules.tabletop_simulator.importing",
            "rules.tabletop_simulator.mapping",
            "rules.tabletop_simulator.models",
        ),
    ),
    "maps": (
        "Maps of a whole table",
        (
            "rules.maps.layout",
            "rules.maps.exposure",
            "rules.maps.blast",
            "rules.maps.template",
            "rules.maps.lanes",
            "rules.maps.comparing",
            "rules.maps.why",
            "spatial.stands",
            "spatial.seeing",
            "spatial.exposure",
            "spatial.patches",
            "spatial.working",
        ),
    ),
    "solids": (
        "Solids, silhouettes and templates",
        (
            "meshes.units",
            "meshes.mesh",
            "meshes.solids",
            "meshes.silhouettes",
            "meshes.templates",
            "meshes.kit.pieces",
            "meshes.kit.walls",
            "meshes.kit.building",
        ),
    ),
    "files": (
        "Mesh files",
        (
            "meshes.files",
            "meshes.inspecting",
            "meshes.guessing",
            "meshes.health",
            "meshes.repair",
            "meshes.topology",
            "meshes.sources",
        ),
    ),
    "geometry": (
        "What meets what: contact, sight, fire",
        (
            "spatial.scene",
            "spatial.outcome",
            "spatial.contact",
            "spatial.rays",
            "spatial.kernel",
            "spatial.sight",
            "spatial.region",
            "spatial.prove",
            "spatial.chart",
            "spatial.polygons",
            "spatial.tracing",
            "spatial.openings",
            "spatial.evidence",
            "spatial.fire",
            "spatial.front",
        ),
    ),
    "standing": (
        "Standing and maps of where one can",
        (
            "spatial.support",
            "spatial.footing",
            "spatial.headroom",
            "spatial.piercing",
            "spatial.resting",
            "spatial.floors",
            "spatial.columns",
            "spatial.standing",
            "spatial.climbing",
        ),
    ),
    "output": (
        "Words, JSON, pictures, reports",
        (
            "viewer.text",
            "viewer.record",
            "viewer.log_text",
            "viewer.log_record",
            "viewer.picture",
            "viewer.drawing.framing",
            "viewer.drawing.items",
            "viewer.report.making",
            "viewer.exporting",
            "viewer.writing",
            "viewer.bundled",
        ),
    ),
}
"""The groups by the names of their pages: a title, and modules in reading order.

They are what one calls from outside, and whatever those take and give back: the
build fails where a signature names a class that isn't listed here.
"""


def pages() -> dict[str, str]:
    """Return the page of each group, reStructuredText, by its name.

    Examples
    --------
    >>> pages()["files"].splitlines()[0]
    'Mesh files'
    """
    return {name: _page(title, modules) for name, (title, modules) in GROUPS.items()}


def overview() -> str:
    """Return a table for each group: its modules, and the first line that each says of itself.

    Examples
    --------
    >>> "spatial.contact" in overview()
    True
    """
    parts = []
    for name, (title, modules) in GROUPS.items():
        rows = [[f"{{py:mod}}`{module}`", plain(first_line(module))] for module in modules]
        heading = f"### [{title}](generated/python-{name}.rst)"
        parts.append(f"{heading}\n\n{table(('module', 'what it holds'), rows)}")
    pages = "\n".join(f"generated/python-{name}" for name in GROUPS)
    parts.append(f"```{{toctree}}\n:hidden:\n\n{pages}\n```\n")
    return "\n".join(parts)


def first_line(module: str) -> str:
    """Return the first line of a module's docstring, without importing it.

    Examples
    --------
    >>> first_line("meshes.units")
    'The one place a length or an angle is converted.'
    """
    path = ROOT.joinpath(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return said.split("\n\n")[0].replace("\n", " ")


def _page(title: str, modules: tuple[str, ...]) -> str:
    parts = [f"{title}\n{'=' * len(title)}\n"]
    for module in modules:
        others = ", ".join(_from_elsewhere(module))
        without = f"   :exclude-members: {others}\n" if others else ""
        head = f"{module}\n{'-' * len(module)}"
        parts.append(f"{head}\n\n.. automodule:: {module}\n   :members:\n{without}")
    return "\n".join(parts)


def _from_elsewhere(module: str) -> list[str]:
    """What a module hands on that is described where it is written; a package has nothing else."""
    found = importlib.import_module(module)
    if hasattr(found, "__path__"):
        return []
    named = [(name, getattr(found, name)) for name in getattr(found, "__all__", ())]
    return [name for name, value in named if getattr(value, "__module__", module) != module]
