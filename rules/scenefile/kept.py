"""What of a scene needn't be built anew when its file is read again with another place or two."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from meshes.silhouettes import Silhouette
from rules.scenefile.draft import Draft
from spatial.scene import Body


@dataclass(frozen=True, slots=True, eq=False)
class Built:
    """The scenery of a scene.

    Parameters
    ----------
    bodies : tuple of Body
    files : tuple of (path, SHA-256)
        Of each mesh file, by its path in the scene.
    guesses : tuple of str
        What was assumed of mesh files.
    sizes : tuple of str
        How large the mesh files' pieces turned out.
    """

    bodies: tuple[Body, ...]
    files: tuple[tuple[str, str], ...]
    guesses: tuple[str, ...]
    sizes: tuple[str, ...]


@dataclass(slots=True)
class Kept:
    """What the last reading built: its scenery, and everybody in place.

    A reading that finds the same keys takes it over. Mesh files aren't looked at again:
    they count as they were when they were first read.
    """

    scenery: tuple[Any, Built] | None = None
    stood: dict[tuple[str, int], tuple[Any, Silhouette, Body]] = field(default_factory=dict)

    def pieces(self, draft: Draft, build: Callable[[], Built]) -> Built:
        """Return the scenery: what is known, or what `build` builds.

        Parameters
        ----------
        draft : Draft
            Faulty pieces aren't kept: each reading names them.
        build : callable
        """
        keys = tuple(draft.content.get(key) for key in ("scenery", "units", "table"))
        if self.scenery is not None and self.scenery[0] == keys:
            return self.scenery[1]
        self.scenery = None
        self.stood.clear()
        before = len(draft.found)
        built = build()
        if len(draft.found) == before and len(draft.kept["scenery"]) == len(draft.keys.scenery):
            self.scenery = (keys, built)
        return built

    def placed(
        self,
        who: tuple[str, int],
        keys: Any,
        draft: Draft,
        place: Callable[[], tuple[Silhouette, Body] | None],
    ) -> tuple[Silhouette, Body] | None:
        """Return a trooper in its place: as it is known, or as `place` puts it.

        Parameters
        ----------
        who : tuple of str and int
            Of which list of tables, and which of them.
        keys : Any
            Its keys; it is placed anew where they differ.
        draft : Draft
        place : callable
        """
        known = self.stood.get(who)
        if known is not None and self.scenery is not None and known[0] == keys:
            return known[1], known[2]
        before = len(draft.found)
        found = place()
        if found is not None and len(draft.found) == before:
            self.stood[who] = (keys, *found)
        return found
