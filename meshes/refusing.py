"""Whatever goes wrong with a mesh file: one error that names it, and no noise."""

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from meshes.mesh import MeshError


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Let whatever goes wrong while a file is read come out as a MeshError that names it.

    Examples
    --------
    >>> with named(Path("tower.stl")):
    ...     raise MeshError("has no triangles; export the piece again")
    Traceback (most recent call last):
    meshes.mesh.MeshError: tower.stl: has no triangles; export the piece again
    """
    try:
        with quiet():
            yield
    except MeshError as error:
        raise MeshError(f"{path.name}: {error}") from error.__cause__
    except ImportError as error:
        raise MeshError(f"{path.name}: needs {error.name} to be read; install it") from error
    except Exception as error:
        kind = path.suffix[1:].upper()
        raise MeshError(
            f"{path.name}: can't be read as {kind}: it is damaged, cut short or of another kind "
            f"({type(error).__name__}: {str(error)[:100]}); fetch or export it again"
        ) from error


@contextmanager
def quiet() -> Iterator[None]:
    """Silence a reader's warnings, save one that it gave up on a text.

    Examples
    --------
    >>> with quiet():
    ...     warnings.warn("a picture is missing")
    """
    logging.getLogger("trimesh").addHandler(logging.NullHandler())
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        # numpy stops at a word that is no number and only warns.
        warnings.filterwarnings("error", "string or file could not be read", DeprecationWarning)
        yield
