"""GLB: what a file must not contain for its shape to be read in full.

trimesh reads the shapes. It passes over some ways to store them without a
word, or puts zeros in their place; those are refused here first.
"""

import json
import struct
from typing import Any, Final

from meshes.mesh import MeshError

_TRIANGLES: Final = 4
_STRIP: Final = 5
_FAN: Final = 6
_PACKED: Final = {
    "KHR_draco_mesh_compression": "compression",
    "EXT_meshopt_compression": "compression",
    "KHR_meshopt_compression": "compression",
    "EXT_mesh_gpu_instancing": "instancing",
}


def check_glb(file: bytes, max_triangles: int) -> None:
    """Refuse a GLB whose triangles trimesh would miss or make up.

    Parameters
    ----------
    file : bytes
        The file.
    max_triangles : int
        Greatest number of triangles.

    Raises
    ------
    MeshError
        If it is no GLB, was cut short, keeps its shape in another file, or
        stores it compressed, sparse, normalised or as triangle fans. Other
        errors of a damaged file come out as they are.

    Notes
    -----
    Format: glTF 2.0 specification, "GLB File Format Specification" and
    "Accessors".

    Examples
    --------
    >>> check_glb(struct.pack("<4sIII4s", b"glTF", 1, 20, 0, b"JSON"), 100)
    Traceback (most recent call last):
    meshes.mesh.MeshError: is GLB version 1, not 2; export it again
    """
    magic, version, length, json_length, kind = struct.unpack_from("<4sIII4s", file)
    if magic != b"glTF" or kind != b"JSON":
        raise MeshError("isn't a GLB file; export it as GLB")
    if version != 2:
        raise MeshError(f"is GLB version {version}, not 2; export it again")
    if length > len(file) or 20 + json_length > length:
        raise MeshError(f"was cut short: {len(file)} bytes of {length}; fetch or export it again")
    header: dict[str, Any] = json.loads(file[20 : 20 + json_length])
    for extension in header.get("extensionsUsed", []):
        if extension in _PACKED:
            raise MeshError(f"uses {extension}; export it without {_PACKED[extension]}")
    for buffer in header.get("buffers", []):
        if not buffer.get("uri", "data:").startswith("data:"):
            raise MeshError("keeps its shape in another file; export it as one GLB")
    accessors = header.get("accessors", [])
    for accessor in accessors:
        if accessor["count"] > 3 * max_triangles:
            raise MeshError(f"has more than {max_triangles} triangles; export a coarser piece")
    for mesh in header.get("meshes", []):
        for primitive in mesh["primitives"]:
            mode = primitive.get("mode", _TRIANGLES)
            if mode == _FAN:
                raise MeshError("has triangle fans; export it as plain triangles")
            if mode not in (_TRIANGLES, _STRIP):
                continue
            for number in (primitive["attributes"]["POSITION"], primitive.get("indices")):
                if number is not None:
                    _check_accessor(accessors[number])


def _check_accessor(accessor: dict[str, Any]) -> None:
    for word in ("sparse", "normalized"):
        if accessor.get(word):
            raise MeshError(f"stores positions or triangles {word}; export them plainly")
    if "bufferView" not in accessor:
        raise MeshError("has positions or triangles without numbers; export it again")
