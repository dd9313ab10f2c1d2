"""The ray tracers to compare with, each given what it likes best: single precision, prepared."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from meshes.mesh import Bools, Floats
from spatial.scene import Scene

Singles = npt.NDArray[np.float32]


def joined(scene: Scene) -> tuple[Singles, npt.NDArray[np.uint32]]:
    """All scenery as one mesh."""
    bodies = [body for body in scene.bodies if body.blocks]
    starts = np.cumsum([0] + [len(body.mesh.vertices) for body in bodies])
    vertices = np.concatenate([body.mesh.vertices for body in bodies]).astype(np.float32)
    faces = [body.mesh.faces + start for body, start in zip(bodies, starts, strict=False)]
    return vertices, np.concatenate(faces).astype(np.uint32)


class Open3D:
    """Open3D's occlusion test, on as many threads as asked."""

    def __init__(self, scene: Scene, threads: int = 2) -> None:
        import open3d

        self.tensor, self.threads = open3d.core.Tensor, threads
        self.scene = open3d.t.geometry.RaycastingScene(threads)
        vertices, faces = joined(scene)
        self.scene.add_triangles(self.tensor(vertices), self.tensor(faces))

    def prepared(self, focus: Floats, ends: Floats) -> Callable[[], Bools]:
        rays = np.concatenate([np.broadcast_to(focus, ends.shape), ends - focus], axis=1)
        ready = self.tensor(rays.astype(np.float32))
        return lambda: self.scene.test_occlusions(ready, 0.0, 1.0, self.threads).numpy()

    def occluded(self, focus: Floats, ends: Floats) -> Bools:
        return self.prepared(focus, ends)()


class Embreex:
    """embreex called directly, on one thread."""

    def __init__(self, scene: Scene) -> None:
        from embreex import rtcore_scene
        from embreex.mesh_construction import TriangleMesh

        vertices, faces = joined(scene)
        self.scene = rtcore_scene.EmbreeScene()
        self.mesh = TriangleMesh(self.scene, vertices[faces])

    def prepared(self, focus: Floats, ends: Floats) -> Callable[[], Bools]:
        starts = np.broadcast_to(focus, ends.shape).astype(np.float32).copy()
        ways, one = (ends - focus).astype(np.float32), np.ones(len(ends), np.float32)
        return lambda: self.scene.run(starts, ways, one, query="OCCLUDED") == 0

    def occluded(self, focus: Floats, ends: Floats) -> Bools:
        return self.prepared(focus, ends)()


class Trimesh:
    """trimesh's ray test as it comes: over rtree."""

    def __init__(self, scene: Scene) -> None:
        import trimesh
        from trimesh.ray.ray_triangle import RayMeshIntersector

        vertices, faces = joined(scene)
        mesh = trimesh.Trimesh(vertices.astype(float), faces.astype(np.int64), process=False)
        self.scene = RayMeshIntersector(mesh)

    def prepared(self, focus: Floats, ends: Floats) -> Callable[[], Bools]:
        starts = np.broadcast_to(focus, ends.shape)
        return lambda: self.scene.intersects_any(starts, ends - focus)


def found(make: Callable[[], object]) -> object | None:
    """A peer, or None with a word where it isn't installed."""
    try:
        return make()
    except ImportError as error:
        print(f"  left out: {error}")
        return None
