"""Lines against triangles one by one, for numba to compile.

Two tests. The exact one is that of `spatial.rays.Blockers.first`, operation by
operation in the same order, so that both give the same bits. The loose one runs in
single precision with bounds on its rounding: it never misses a line that the exact
one stops, and says so of hardly any other.

A leaf is nine rows of eight columns: the corners of eight triangles. A packet of
lines is an array of five rows: the line, relative to the focus (0-2), and its slopes
along the packet's two lesser axes (3, 4). A frame holds a packet: least and greatest
of these rows (0-9), the forward axis (10), its sign (11), and whether the slopes
count (12).
"""

from importlib import import_module
from typing import Any, Final

import numpy as np

from meshes.mesh import Floats, Ints
from spatial.blocks import WIDTH

try:
    numba: Any = import_module("numba")
except ImportError:
    numba = None

PACKET: Final = 256
"""Lines that walk down the tree together."""

NEVER: Final = np.float32(1e30)
NOTHING: Final = np.float32(0)
ONE: Final = np.float32(1)
HALF: Final = np.float32(0.5)
_ROUGH: Final = np.float32(2e-6)
"""Many times what single precision rounds by."""


def helper(function: Any, free: bool = False) -> Any:
    """Return a function that compiled ones may call; `free` lets its arithmetic be reordered."""
    if numba is None:
        return function
    freely = {"contract", "nnan", "ninf", "nsz"} if free else False
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return numba.njit(nogil=True, error_model="numpy", fastmath=freely, **options)(function)


def _face(
    leaves: Floats, n: int, i: int, focus: Floats, on_face: float, graze: float, out: Floats
) -> bool:
    """Work out a triangle's sides, slacks, depth and AABB, as `Blockers.first` does.

    Into `out`: three sides turned inward (0-8), three slacks (9-11), depth (12),
    middle and half size of the AABB (13-18). False where it is seen edge-on.
    """
    ax, ay, az = leaves[n, 0, i] - focus[0], leaves[n, 1, i] - focus[1], leaves[n, 2, i] - focus[2]
    bx, by, bz = leaves[n, 3, i] - focus[0], leaves[n, 4, i] - focus[1], leaves[n, 5, i] - focus[2]
    cx, cy, cz = leaves[n, 6, i] - focus[0], leaves[n, 7, i] - focus[1], leaves[n, 8, i] - focus[2]
    ux, uy, uz = bx - ax, by - ay, bz - az
    vx, vy, vz = cx - ax, cy - ay, cz - az
    wx, wy, wz = cx - bx, cy - by, cz - bz
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    rise = ax * nx + ay * ny + az * nz
    if not abs(rise) > on_face * np.sqrt(nx * nx + ny * ny + nz * nz):
        return False
    s = 1.0 if rise > 0 else -1.0
    out[0], out[1], out[2] = (
        (ay * bz - az * by) * s,
        (az * bx - ax * bz) * s,
        (ax * by - ay * bx) * s,
    )
    out[3], out[4], out[5] = (
        (by * cz - bz * cy) * s,
        (bz * cx - bx * cz) * s,
        (bx * cy - by * cx) * s,
    )
    out[6], out[7], out[8] = (
        (cy * az - cz * ay) * s,
        (cz * ax - cx * az) * s,
        (cx * ay - cy * ax) * s,
    )
    out[9] = np.sqrt(ux * ux + uy * uy + uz * uz) * graze
    out[10] = np.sqrt(wx * wx + wy * wy + wz * wz) * graze
    # From a to c and from c to a the differences are the same but for their signs.
    out[11] = np.sqrt(vx * vx + vy * vy + vz * vz) * graze
    out[12] = abs(rise)
    least, most = min(ax, bx, cx), max(ax, bx, cx)
    out[13], out[16] = (least + most) / 2, (most - least) / 2
    least, most = min(ay, by, cy), max(ay, by, cy)
    out[14], out[17] = (least + most) / 2, (most - least) / 2
    least, most = min(az, bz, cz), max(az, bz, cz)
    out[15], out[18] = (least + most) / 2, (most - least) / 2
    return True


face = helper(_face)


def _stop(
    f: Floats, x: float, y: float, z: float, length: float, graze: float, near: float
) -> float:
    """Where a line is stopped by a face, from 0 to 1; inf where it isn't."""
    u = x * f[0] + y * f[1] + z * f[2]
    v = x * f[3] + y * f[4] + z * f[5]
    w = x * f[6] + y * f[7] + z * f[8]
    if not (u >= -f[9] * length and v >= -f[10] * length and w >= -f[11] * length):
        return np.inf
    total = u + v + w
    if not total * (1 + graze) >= f[12]:
        return np.inf
    # Slack must not make a sliver reach farther than its AABB.
    ex, ey, ez = x / 2, y / 2, z / 2
    mx, my, mz = ex - f[13], ey - f[14], ez - f[15]
    hx, hy, hz = f[16] + near, f[17] + near, f[18] + near
    gx, gy, gz = abs(ex), abs(ey), abs(ez)
    if (
        abs(mx) > hx + gx or abs(my) > hy + gy or abs(mz) > hz + gz
        or abs(my * ez - mz * ey) > hy * gz + hz * gy
        or abs(mz * ex - mx * ez) > hz * gx + hx * gz
        or abs(mx * ey - my * ex) > hx * gy + hy * gx
    ):  # fmt: skip
        return np.inf
    return float(f[12] / total)


stop = helper(_stop)


def _flat(leaves: Floats, n: int, i: int, focus: Floats, planes: Floats, on_face: float) -> bool:
    """Whether a triangle lies in a plane of faces through the focus."""
    for k in range(len(planes)):
        nx, ny, nz = planes[k, 0], planes[k, 1], planes[k, 2]
        within = True
        for c in range(3):
            x, y, z = (
                leaves[n, 3 * c, i] - focus[0], leaves[n, 3 * c + 1, i] - focus[1],
                leaves[n, 3 * c + 2, i] - focus[2],
            )  # fmt: skip
            within = within and abs(x * nx + y * ny + z * nz) <= on_face
        if within:
            return True
    return False


flat = helper(_flat)


def _loose(sides: Any, i: int, d: Any, count: int, hits: Ints) -> int:
    """Count and mark the lines that a face may stop, with a little slack."""
    a0, a1, a2, b0, b1, b2 = (
        sides[0, i], sides[1, i], sides[2, i], sides[3, i], sides[4, i], sides[5, i],
    )  # fmt: skip
    c0, c1, c2 = sides[6, i], sides[7, i], sides[8, i]
    ta, tb, tc, near = sides[9, i], sides[10, i], sides[11, i], sides[12, i]
    found = 0
    for k in range(count):
        x, y, z = d[0, k], d[1, k], d[2, k]
        u = x * a0 + y * a1 + z * a2
        v = x * b0 + y * b1 + z * b2
        w = x * c0 + y * c1 + z * c2
        hit: Any = np.int32((u >= ta) & (v >= tb) & (w >= tc) & (u + v + w >= near))
        hits[k] = hit
        found += hit
    return found


loose = helper(_loose, free=True)


def _loosened(leaves: Floats, n: int, focus: Floats, frame: Any, longest: Any, sides: Any) -> None:
    """Work out the sides of a leaf's triangles for the loose test.

    Into `sides`, a column each: sides (0-8), least volumes (9-11), least total (12),
    and whether some line of the packet may meet the triangle (13).
    """
    mx, my, mz = (
        (frame[0] + frame[5]) * HALF,
        (frame[1] + frame[6]) * HALF,
        (frame[2] + frame[7]) * HALF,
    )
    hx, hy, hz = (
        (frame[5] - frame[0]) * HALF,
        (frame[6] - frame[1]) * HALF,
        (frame[7] - frame[2]) * HALF,
    )
    fx, fy, fz = focus[0], focus[1], focus[2]
    slack = -longest * _ROUGH
    for i in range(WIDTH):
        ax, ay, az = (
            np.float32(leaves[n, 0, i] - fx),
            np.float32(leaves[n, 1, i] - fy),
            np.float32(leaves[n, 2, i] - fz),
        )
        bx, by, bz = (
            np.float32(leaves[n, 3, i] - fx),
            np.float32(leaves[n, 4, i] - fy),
            np.float32(leaves[n, 5, i] - fz),
        )
        cx, cy, cz = (
            np.float32(leaves[n, 6, i] - fx),
            np.float32(leaves[n, 7, i] - fy),
            np.float32(leaves[n, 8, i] - fz),
        )
        # Edges from the corners themselves: a x b = a x (b - a), without its cancellation.
        ux, uy, uz = (
            np.float32(leaves[n, 3, i] - leaves[n, 0, i]),
            np.float32(leaves[n, 4, i] - leaves[n, 1, i]),
            np.float32(leaves[n, 5, i] - leaves[n, 2, i]),
        )
        vx, vy, vz = (
            np.float32(leaves[n, 6, i] - leaves[n, 3, i]),
            np.float32(leaves[n, 7, i] - leaves[n, 4, i]),
            np.float32(leaves[n, 8, i] - leaves[n, 5, i]),
        )
        wx, wy, wz = (
            np.float32(leaves[n, 0, i] - leaves[n, 6, i]),
            np.float32(leaves[n, 1, i] - leaves[n, 7, i]),
            np.float32(leaves[n, 2, i] - leaves[n, 8, i]),
        )
        px, py, pz = ay * uz - az * uy, az * ux - ax * uz, ax * uy - ay * ux
        qx, qy, qz = by * vz - bz * vy, bz * vx - bx * vz, bx * vy - by * vx
        rx, ry, rz = cy * wz - cz * wy, cz * wx - cx * wz, cx * wy - cy * wx
        rise = ax * (uz * wy - uy * wz) + ay * (ux * wz - uz * wx) + az * (uy * wx - ux * wy)
        s = ONE if rise > NOTHING else -ONE
        far_a, far_b, far_c = (
            abs(ax) + abs(ay) + abs(az),
            abs(bx) + abs(by) + abs(bz),
            abs(cx) + abs(cy) + abs(cz),
        )
        long_u, long_v, long_w = (
            abs(ux) + abs(uy) + abs(uz),
            abs(vx) + abs(vy) + abs(vz),
            abs(wx) + abs(wy) + abs(wz),
        )
        blur = _ROUGH * far_a * long_u * long_w
        # Nearly edge-on: which way it faces is lost in rounding; the exact test decides.
        unsure = s * rise <= blur
        ta = -NEVER if unsure else slack * far_a * long_u
        tb = -NEVER if unsure else slack * far_b * long_v
        tc = -NEVER if unsure else slack * far_c * long_w
        near = -NEVER if unsure else s * rise - blur + ta + tb + tc
        px, py, pz, qx, qy, qz, rx, ry, rz = (
            px * s, py * s, pz * s, qx * s, qy * s, qz * s, rx * s, ry * s, rz * s,
        )  # fmt: skip
        sides[0, i], sides[1, i], sides[2, i], sides[3, i], sides[4, i] = px, py, pz, qx, qy
        sides[5, i], sides[6, i], sides[7, i], sides[8, i] = qz, rx, ry, rz
        sides[9, i], sides[10, i], sides[11, i], sides[12, i] = ta, tb, tc, near
        u = px * mx + py * my + pz * mz + abs(px) * hx + abs(py) * hy + abs(pz) * hz
        v = qx * mx + qy * my + qz * mz + abs(qx) * hx + abs(qy) * hy + abs(qz) * hz
        w = rx * mx + ry * my + rz * mz + abs(rx) * hx + abs(ry) * hy + abs(rz) * hz
        nx, ny, nz = px + qx + rx, py + qy + ry, pz + qz + rz
        total = nx * mx + ny * my + nz * mz + abs(nx) * hx + abs(ny) * hy + abs(nz) * hz
        may = (u >= ta) & (v >= tb) & (w >= tc) & (total >= near)
        sides[13, i] = ONE if may else NOTHING


loosened = helper(_loosened, free=True)
