"""The window: the table on the left, the words on the right, what is asked over both."""

from collections.abc import Sequence
from dataclasses import replace
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final

from rules.verdict import RulingError
from viewer.drawing import bodies, palette
from viewer.drawing.items import Items
from viewer.drawing.sprites import flat_layer
from viewer.drawing.views import ISO
from viewer.live.glass import Glass
from viewer.live.look import Look
from viewer.live.moment import Moment
from viewer.live.stage import Stage
from viewer.live.table import LiveTable
from viewer.window.gazing import Outlook, Rings, from_eye, from_focus
from viewer.window.laid import Laid
from viewer.window.naming import apart
from viewer.window.opening import LEAST
from viewer.window.overlays import Overlays
from viewer.window.panel import Panel
from viewer.window.sheet import read
from viewer.window.single import single
from viewer.window.sliders import Slider, sliders
from viewer.window.state import State
from viewer.window.views import Eye
from viewer.window.watching import Watch

if TYPE_CHECKING:
    from viewer.maps.layers import Layer
    from viewer.window.events import Events

_PANEL: Final = 430
_STRIPS: Final = ((700, 68), (400, 102), (0, 126))
"""Views at least so wide have a strip so high for what their signs mean, pixels."""
_QUIET: Final = 0.15
"""How long nothing has moved before labels look for new places, s."""


class Window:
    """A table that is looked at and changed.

    Parameters
    ----------
    table : LiveTable
    plotter : pyvista.Plotter
        Empty; on a screen.
    layers : sequence of Layer
        Of a map of this table.

    Notes
    -----
    Keys, mouse and clock only change what is to be shown; `draw` shows it.
    """

    def __init__(self, table: LiveTable, plotter: Any, layers: Sequence["Layer"] = ()) -> None:
        self.table: LiveTable = table
        self.plotter = plotter
        self.state = State()
        self.stage = Stage(plotter)
        self.glass = Glass(self.stage)
        self.overlays = Overlays(flat_layer(plotter.render_window))
        self.rings = Rings(self.stage.layers[0], self.stage.layers[2])
        self.laid = Laid(layers, self.stage.layers[0])
        self.watch = Watch()
        self.eye: Eye = Eye(plotter)
        self.state.look = Look(step=table.opening_step)
        self.events: Events | None = None
        self.items: Items = table.items(self.state.look)
        self.outlook: Outlook | None = None
        self.panel: Panel | None = None
        self.sliders: tuple[Slider, ...] = ()
        self.is_stale = True
        self.is_over = False
        self.is_running = False
        self.viewer = ""
        self._viewed = "side"
        self._holder = ""
        self._compared = -1
        self._seen = -1
        self._asked: tuple[object, Outlook | None] | None = None
        self._size = (0, 0)
        self._moved = 0.0
        self._is_laid = False
        self.arrange()
        self.view(ISO)

    @property
    def look(self) -> Look:
        """What of the table is to be seen."""
        name = self.state.picked if self.state.kind == "trooper" else ""
        return replace(self.state.look, trooper=name)

    @property
    def top(self) -> float:
        """How high the table reaches, mm."""
        whole = self.table.items(replace(self.look, cut=None, level=None))
        acting = [solid.mesh.bounds[1, 2] for solid in whole.solids if solid.acts]
        return float(max([bodies.highest(whole), *acting]))

    @property
    def split(self) -> int:
        """Where the words begin, pixels from the left."""
        wide, _ = self._size
        return wide - min(_PANEL, round(0.42 * wide))

    @property
    def size(self) -> tuple[int, int]:
        """Of the window, pixels."""
        return self._size

    def arrange(self) -> bool:
        """Divide the window anew if it has another size; tell whether it has."""
        wide, high = self.plotter.render_window.GetSize()
        if (wide, high) == self._size:
            return False
        self._size = max(wide, LEAST[0]), max(high, LEAST[1])
        wide, high = self._size
        strip = next(strip for least, strip in _STRIPS if self.split >= least)
        self.stage.place((0.0, strip / high, self.split / wide, 1.0))
        return True

    def view(self, name: str) -> None:
        """Look from a side, a Blast Focus or the eye of whoever is picked.

        Parameters
        ----------
        name : str
            One of `PARALLEL`, ``"focus"``, or ``"eye"``.
        """
        if name == "eye" and self.state.kind != "trooper":
            self.state.said = "pick a trooper first: with Tab, or a click"
            self.refresh()
            return
        if name == "focus" and not self.table.placements:
            self.state.said = "no template is placed here, so there is no Blast Focus"
            self.refresh()
            return
        self._viewed = name if name in ("focus", "eye") else "side"
        sky = palette.BACKGROUND if self._viewed == "side" else palette.SKY
        self.plotter.set_background(sky)
        if self._viewed == "side":
            self.viewer = ""
            self.refresh()
            _, _, wide, high = self.stage.room
            self.eye.look(name, self.items, wide, high)
        else:
            self.viewer = self.state.picked
            self.refresh(is_new=True)
        self.moved()

    def fit(self) -> None:
        """Bring all of it into view again, from where it is looked at."""
        if self._viewed == "side":
            self.view(self.eye.name)
        else:
            self.refresh(is_new=True)

    def refresh(self, is_new: bool = False) -> None:
        """Bring everything up to date with the table and what is chosen of it.

        Parameters
        ----------
        is_new : bool
            Whether a view from a point looks at what there is to be seen from it.
        """
        table, state = self.table, self.state
        try:
            self.items, self.outlook = self._shown()
        except RulingError as error:
            state.said = str(error)
            state.look = Look()
            self.items, self.outlook = self._shown()
        if self.outlook is None and self._viewed != "side":
            # Whose eye it was isn't there at this event.
            self.view(ISO)
            return
        if self.outlook is not None:
            # Another Blast Focus looks at its own template.
            if is_new or self._holder != self.outlook.holder:
                outlook = self.outlook
                self.eye.stand(self._viewed, outlook.eye, outlook.way, outlook.angle)
            else:
                self.eye.follow(self.outlook.eye)
        self._holder = "" if self.outlook is None else self.outlook.holder
        shown = self.items
        if self.outlook is not None:
            shown = replace(shown, strokes=self.outlook.lines)
        self.stage.show(shown)
        self.stage.see_through(self.outlook is None)
        seen = None if self.outlook is None else self.outlook.seen
        self.rings.show(None if table.is_held else seen)
        self.laid.show(state.map, state.look.level, round(self.split) - 20)
        self.stage.choose(state.kind, state.picked)
        self.glass.show(apart(self.items), table.is_held, self.look.trooper, state.has_labels)
        self._compare()
        handle = state.handle(table)
        top = 0.0 if state.look.cut is None else self.top
        self.sliders = sliders(handle, state.look, top, table.steps)
        self._read()
        self._seen = table.version
        self.moved()

    def moved(self) -> None:
        """Say that something moved: it is drawn soon, and labels wait for it to rest."""
        self.is_stale, self._is_laid = True, False
        self._moved = monotonic()

    def tick(self) -> None:
        """Take what the background has found, and draw what has changed."""
        self.table.poll()
        is_new = self.watch.poll()
        is_resized = self.arrange()
        if is_new or is_resized or self.table.version != self._seen:
            self.refresh()
        rests = monotonic() - self._moved > _QUIET and not self.table.is_held
        # What lies where nothing is drawn now would stay there.
        rests = rests or is_resized
        if self.is_stale or (rests and not self._is_laid):
            self.draw(rests)

    def draw(self, rests: bool = True) -> None:
        """Draw the window.

        Parameters
        ----------
        rests : bool
            Whether labels look for new places.
        """
        self.eye.settle()
        self.glass.lay(rests, self.overlays.surround(self, rests))
        if self.glass.left_out != self.state.left_out:
            self.state.left_out = self.glass.left_out
            self._read()
        self.plotter.render_window.Render()
        self.is_stale, self._is_laid = False, rests

    def settle(self) -> None:
        """Wait for the background, then draw all in its final place."""
        self.table.settle()
        self.refresh()
        while self.watch.is_thinking and not self.watch.poll():
            sleep(0.01)
        self.refresh()
        self.draw()

    def _shown(self) -> tuple[Items, Outlook | None]:
        _, _, wide, high = self.stage.room
        position = self.state.position
        asked = (self.table.version, self.watch.number, self.look, position,
                 self._viewed, self.viewer, wide, high)  # fmt: skip
        if self._asked is None or self._asked[0] != asked:
            self._asked = asked, self._looked(wide, high)
        outlook = self._asked[1]
        if outlook is not None:
            return outlook.items, outlook
        return self._single.items(self.look), None

    @property
    def _single(self) -> Moment:
        return single(self.table.now, self.state.look, self.state.position)

    def _compare(self) -> None:
        """Where readings are compared, ask again after each change."""
        table = self.table
        if self.state.mode != "comparison" or table.is_held:
            return
        if table.comparison:
            self._compared = -1
        elif self._compared != table.now.number:
            self._compared = table.now.number
            table.ask_readings()

    def _looked(self, wide: float, high: float) -> Outlook | None:
        if self._viewed == "focus":
            return from_focus(self._single, self.look, wide, high)
        if self._viewed == "eye":
            watched = self.watch.of(self.table.now, self.viewer, wide, high)
            return from_eye(self.table, self.look, self.viewer, watched, wide / max(high, 1.0))
        return None

    def _read(self) -> None:
        wide, high = self._size
        room = wide - self.split
        self.panel = read(self.table, self.state, self.sliders, self.look, self.items, room, high)
        self.state.scroll = min(self.state.scroll, self.panel.most)
        self.overlays.write(self.panel.image, self.split)
        self.overlays.cover(self)
