"""Whether a window can be opened here: run as a program, in a process of its own.

The drawing library dies of a segmentation fault, or draws where nobody sees it, where a
screen or its OpenGL can't be had. Exit status 0: it can; 3: there is no screen.
"""

import sys
from typing import Any


def main() -> int:
    """Draw in a window that isn't mapped, and look where the library put it."""
    import pyvista

    print("loaded", flush=True)
    plotter: Any = pyvista.Plotter(off_screen=True, window_size=[64, 64], lighting="none")
    plotter.disable_anti_aliasing()
    kind = plotter.render_window.GetClassName()
    if "EGL" in kind or "OSOpenGL" in kind:
        return 3
    plotter.add_mesh(pyvista.Plane(i_size=9, j_size=9), color="#0000FF", lighting=False)
    plotter.view_xy()
    red, green, blue = plotter.screenshot(return_img=True)[32, 32, :3].tolist()
    plotter.close()
    return 0 if red < 20 and green < 20 and blue > 235 else 1


if __name__ == "__main__":
    sys.exit(main())
