"""Saves of Tabletop Simulator made by the project, with every trap that people's own have."""

import json
from pathlib import Path
from typing import Any

BLOCK = "http://example.invalid/ugc/12/0AF1/"
"""The address of a block: 1 along its file's x, 2 along y, 3 along z, from the origin."""

GONE = "http://example.invalid/ugc/13/DEAD/"
BUNDLE = "http://example.invalid/ugc/14/B0B0/"
CACHED = "httpexampleinvalidugc120AF1.obj"

BLOCK_OBJ = """mtllib none.mtl
v 0 0 0
v 1 0 0
v 1 2 0
v 0 2 0
v 0 0 3
v 1 0 3
v 1 2 3
v 0 2 3
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
"""


def transform(
    at: tuple[float, float, float] = (0, 1.06, 0),
    turns: tuple[float, float, float] = (0, 0, 0),
    scale: tuple[float, float, float] = (1, 1, 1),
) -> dict[str, float]:
    rows = (("pos", at), ("rot", turns), ("scale", scale))
    return {f"{word}{axis}": row[i] for word, row in rows for i, axis in enumerate("XYZ")}


def model(
    guid: str, address: str = BLOCK, where: dict[str, float] | None = None, **more: Any
) -> dict[str, Any]:
    """A custom model; its collider is a file that must never be asked for."""
    mesh = {"MeshURL": address, "ColliderURL": f"{address}collider"}
    return {
        "Name": "Custom_Model",
        "GUID": guid,
        "Transform": where or transform(),
        "CustomMesh": mesh,
        **more,
    }


def bundle(guid: str, where: dict[str, float] | None = None, **more: Any) -> dict[str, Any]:
    asset = {"AssetbundleURL": BUNDLE}
    where = where or transform()
    kind = "Custom_Assetbundle"
    return {"Name": kind, "GUID": guid, "Transform": where, "CustomAssetbundle": asset, **more}


def mat(guid: str = "aaaaaa", at: tuple[float, float, float] = (0, 0.96, 0)) -> dict[str, Any]:
    """A mat of 48 x 48 inches, a tenth of an inch thick."""
    return {
        "Name": "Custom_Tile",
        "GUID": guid,
        "Nickname": "Mat",
        "Transform": transform(at, (0, 180, 0), (24, 1, 24)),
        "CustomImage": {"CustomTile": {"Thickness": 0.1, "Stretch": True}},
    }


def bag(script: str, *contents: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "Name": "Bag",
        "GUID": "bbbbbb",
        "Transform": transform((-26, 1, -59), (0, 90, 0)),
        "LuaScript": script,
        "ContainedObjects": list(contents),
        **more,
    }


def save(*items: dict[str, Any], name: str = "A table") -> bytes:
    return json.dumps({"SaveName": name, "ObjectStates": list(items)}).encode()


def cache(folder: Path) -> Path:
    """The simulator's folder of models, with the block in it."""
    models = folder / "Mods" / "Models"
    models.mkdir(parents=True)
    (models / CACHED).write_text(BLOCK_OBJ)
    return models
