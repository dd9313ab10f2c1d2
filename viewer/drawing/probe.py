"""Whether pictures can be drawn here: run as a program, in a process of its own.

The drawing library dies of a segmentation fault where OpenGL can't be had, so
the question is asked where that kills nobody. It has to draw something: windows
are made without complaint where nothing can be drawn in them.
"""

import sys
from typing import Any


def draws() -> bool:
    """Draw a translucent square over a solid one and look at the mixed colour."""
    import pyvista

    print("loaded", flush=True)
    plotter: Any = pyvista.Plotter(off_screen=True, window_size=[64, 64], lighting="none")
    plotter.disable_anti_aliasing()
    plotter.enable_depth_peeling(8)
    plotter.add_mesh(pyvista.Plane(i_size=9, j_size=9), color="#0000FF", lighting=False)
    above = pyvista.Plane(center=(0, 0, 1), i_size=9, j_size=9)
    plotter.add_mesh(above, color="#FF0000", opacity=0.5, lighting=False)
    plotter.view_xy()
    red, green, blue = plotter.screenshot(return_img=True)[32, 32, :3].tolist()
    plotter.close()
    return 100 < red < 156 and green < 20 and 100 < blue < 156


if __name__ == "__main__":
    sys.exit(0 if draws() else 1)
