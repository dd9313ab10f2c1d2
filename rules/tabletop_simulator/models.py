"""Where a mesh address leads on this machine, and what is read there. Never the network."""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from meshes.mesh import Floats, MeshError
from meshes.soup import Shape, factors, set_down
from rules.tabletop_simulator.frames import from_file
from rules.tabletop_simulator.mapping import Local, Mapping

MOST_READ: Final = 10_000_000
"""Triangles of all files of one import together."""

_UPLOAD: Final = re.compile(r"/ugc/\d+/[0-9A-Fa-f]+", re.I)


def squeezed(address: str) -> str:
    """Return the name that the simulator's cache gives an address, without its ending.

    Examples
    --------
    >>> squeezed("http://example.com/ugc/12/0AF-B/")
    'httpexamplecomugc120AFB'
    """
    return re.sub(r"[^0-9A-Za-z]", "", address)


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """A mesh as it stands in a piece's own frame.

    Parameters
    ----------
    path : Path
        Where it was read.
    corners : ndarray of shape (n, 3)
        mm at scale 1, z up.
    faces : ndarray of shape (m, 3)
    """

    path: Path
    corners: Floats
    faces: "np.ndarray"


@dataclass(slots=True)
class Models:
    """The meshes that can be had, each read once.

    Parameters
    ----------
    folder : Path or None
        The simulator's cache of models, ``Mods/Models``, or the folder ``Mods``.
    mapping : Mapping
        Counts before the folder.
    """

    folder: Path | None = None
    mapping: Mapping = field(default_factory=lambda: Mapping({}, {}))
    names: dict[str, Path] = field(default_factory=dict)
    read: dict[Local, Model | str] = field(default_factory=dict)
    triangles: int = 0
    used: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        folders = [] if self.folder is None else [self.folder, self.folder / "Models"]
        for folder in folders:
            if not os.path.isdir(folder):
                continue
            inside = folder.resolve()
            for entry in sorted(os.scandir(folder), key=lambda one: one.name):
                # A link that leads out of the folder is none of the cache's files.
                # One that leads to itself is no file; `entry.is_file` would raise.
                if os.path.isfile(entry) and Path(entry.path).resolve().is_relative_to(inside):
                    self.names.setdefault(Path(entry.name).stem.lower(), Path(entry.path))

    def model(self, address: str, nickname: str) -> Model | str:
        """Return a mesh, or why it can't be had, a clause without a full stop.

        Parameters
        ----------
        address : str
            Of the mesh or the asset bundle; empty where there is none.
        nickname : str
            Without markup.
        """
        local = self._local(address, nickname)
        if isinstance(local, str):
            return local
        if local not in self.read:
            self.read[local] = self._read(local)
        return self.read[local]

    def _local(self, address: str, nickname: str) -> Local | str:
        if address and address in self.mapping.addresses:
            self.used.add(address)
            return self.mapping.addresses[address]
        if nickname and nickname in self.mapping.names:
            self.used.add(nickname)
            return self.mapping.names[nickname]
        if not address:
            return "it has no mesh of its own"
        path = self.names.get(squeezed(address).lower()) or self._moved(address)
        if path is not None:
            return Local(path)
        if self.folder is None:
            return "its mesh is an address, and no folder of models was named"
        return "its mesh isn't in the folder of models"

    def _moved(self, address: str) -> Path | None:
        """The same upload under the address of another server."""
        upload = _UPLOAD.search(address)
        if upload is None:
            return None
        end = squeezed(upload[0]).lower()
        found = [path for name, path in self.names.items() if name.endswith(end)]
        return found[0] if len(found) == 1 else None

    def _read(self, local: Local) -> Model | str:
        # A table without one of them never waits for what reads mesh files.
        from meshes import files

        try:
            _, shapes = files.read(local.path)
            self.triangles += sum(len(faces) for _, faces in shapes)
            if self.triangles > MOST_READ:
                return f"the table has more than {MOST_READ} triangles with it"
            if local.units is None:
                return Model(local.path, *_joined(shapes))
            mesh = set_down(shapes, local.up, factors(local.units, local.up, 1.0))
        except MeshError as error:
            return str(error)
        return Model(local.path, mesh.vertices, mesh.faces)


def _joined(shapes: list[Shape]) -> tuple[Floats, "np.ndarray"]:
    corners, faces, count = [], [], 0
    for points, triangles in shapes:
        if len(triangles) and not 0 <= triangles.min() <= triangles.max() < len(points):
            raise MeshError("has a triangle with a corner that doesn't exist; export it again")
        corners.append(points)
        faces.append(triangles + count)
        count += len(points)
    joined = np.concatenate(corners)
    if not np.isfinite(joined).all():
        raise MeshError("has a number that isn't finite; export the piece again")
    return from_file(joined), np.concatenate(faces)
