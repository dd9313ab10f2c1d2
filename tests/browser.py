"""Headless Chromium over its debugging pipe: what it loads, says, draws and prints."""

import base64
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Final

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
WHY_NOT: Final = "no Chromium here: on Debian, apt-get install chromium"

_FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--no-first-run",
    "--disable-quic",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    # WebGL by software: the same pixels with and without a graphics card.
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--remote-debugging-pipe",
)
# Chromium reads its orders from descriptor 3 and answers on 4.
_LAUNCH: Final = (
    "import fcntl, os, sys; "
    "r, w = (fcntl.fcntl(int(fd), fcntl.F_DUPFD, 10) for fd in sys.argv[1:3]); "
    "os.dup2(r, 3); os.dup2(w, 4); os.execvp(sys.argv[3], sys.argv[3:])"
)
_PATIENCE: Final = 40.0


class Browser:
    """One page of a headless Chromium, and everything it asked for or complained of.

    Parameters
    ----------
    folder : Path
        For its profile; empty, and the caller's to remove.
    width, height : int
        The window's, in pixels.
    """

    def __init__(self, folder: Path, width: int = 1280, height: int = 900) -> None:
        assert CHROMIUM is not None
        orders, self._orders = os.pipe()
        self._answers, answers = os.pipe()
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-c", _LAUNCH, str(orders), str(answers), CHROMIUM, *_FLAGS),
                f"--user-data-dir={folder}",
                f"--window-size={width},{height}",
                "about:blank",
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(orders, answers),
        )
        os.close(orders)
        os.close(answers)
        self._read = b""
        self._number = 0
        self.requests: list[str] = []
        self.complaints: list[str] = []
        try:
            targets = self._ask("Target.getTargets")["targetInfos"]
            page = next(one["targetId"] for one in targets if one["type"] == "page")
            attached = self._ask("Target.attachToTarget", targetId=page, flatten=True)
            self._session = attached["sessionId"]
            for domain in ("Page", "Runtime", "Log", "Network"):
                self.ask(f"{domain}.enable")
            self.size(width, height)
        except BaseException:
            self._end()
            raise

    def __enter__(self) -> "Browser":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    def _end(self) -> None:
        os.close(self._orders)
        os.close(self._answers)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def size(self, width: int, height: int) -> None:
        """Give the window another size, in pixels."""
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def open(self, path: Path) -> None:
        """Open a file, and wait until it has loaded."""
        self.requests.clear()
        self.complaints.clear()
        self._go(path.resolve().as_uri())

    def visit(self, url: str) -> None:
        """Open an address, and wait until it has loaded."""
        self.requests.clear()
        self.complaints.clear()
        self._go(url)

    def leave(self) -> None:
        """Go away from the page, so that nothing of it is left."""
        self._go("about:blank")

    def _go(self, url: str) -> None:
        self.ask("Page.navigate", url=url)
        there = f"location.href === {json.dumps(url)}"
        self.wait_for(f"{there} && document.readyState === 'complete'")

    def run(self, script: str) -> Any:
        """Run a script in the page, and return what it comes to; promises are awaited."""
        found = self.ask(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def wait_for(self, script: str) -> None:
        """Wait until a script comes to something true."""
        end = time.monotonic() + _PATIENCE
        while not self.run(script):
            assert time.monotonic() < end, f"never came true: {script}"
            time.sleep(0.1)

    def finger(self, wanted: bool) -> None:
        """Have the page take fingers, or a mouse."""
        self.ask("Emulation.setTouchEmulationEnabled", enabled=wanted, maxTouchPoints=5)
        self.ask("Emulation.setEmitTouchEventsForMouse", enabled=False)

    def tap(self, x: float, y: float) -> None:
        """Put a finger down, and lift it."""
        self.swipe([(x, y)])

    def swipe(self, way: list[tuple[float, float]], lift: bool = True) -> None:
        """Put a finger down, move it from place to place, and lift it there."""
        for number, (x, y) in enumerate(way):
            kind = "touchMove" if number else "touchStart"
            self.ask("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y}])
        if lift:
            self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def mouse(self, way: list[tuple[float, float]], lift: bool = True) -> None:
        """Press the mouse's button, move it from place to place, and let go there."""
        for number, (x, y) in enumerate(way):
            kind = "mouseMoved" if number else "mousePressed"
            self.ask(
                "Input.dispatchMouseEvent",
                **{"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1},
            )
        if lift:
            x, y = way[-1]
            self.ask(
                "Input.dispatchMouseEvent",
                **{"type": "mouseReleased", "x": x, "y": y, "button": "left", "clickCount": 1},
            )

    def screenshot(self, box: tuple[float, float, float, float] | None = None) -> bytes:
        """Return the window, or a box of the page (left, top, width, height), as a PNG file."""
        clip: dict[str, Any] = {}
        if box is not None:
            names = ("x", "y", "width", "height")
            clip = {"clip": {**dict(zip(names, box, strict=True)), "scale": 1}}
            clip["captureBeyondViewport"] = True
        shot = self.ask("Page.captureScreenshot", format="png", **clip)
        return base64.b64decode(shot["data"])

    def pdf(self) -> bytes:
        """Return the page as it prints on A4, as a PDF file."""
        printed = self.ask(
            "Page.printToPDF",
            paperWidth=8.27,
            paperHeight=11.69,
            printBackground=False,
            preferCSSPageSize=True,
        )
        return base64.b64decode(printed["data"])

    def ask(self, method: str, **parameters: Any) -> Any:
        """Give the page an order of the DevTools protocol, and return the answer."""
        return self._ask(method, self._session, **parameters)

    def _ask(self, method: str, session: str = "", **parameters: Any) -> Any:
        self._number += 1
        order: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if session:
            order["sessionId"] = session
        left = json.dumps(order).encode() + b"\0"
        while left:
            left = left[os.write(self._orders, left) :]
        while True:
            message = self._next()
            if message.get("id") == self._number:
                assert "error" not in message, (method, message["error"])
                return message["result"]
            self._take(message)

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._read:
            more = os.read(self._answers, 1 << 20)
            assert more, "Chromium has ended"
            self._read += more
        text, self._read = self._read.split(b"\0", 1)
        message: dict[str, Any] = json.loads(text)
        return message

    def _take(self, message: dict[str, Any]) -> None:
        """Take note of an event."""
        told = message.get("params", {})
        match message.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(told["request"]["url"])
            case "Network.webSocketCreated":
                self.requests.append(told["url"])
            case "Runtime.consoleAPICalled" if told["type"] in ("error", "warning", "assert"):
                words = [str(one.get("value", one.get("description"))) for one in told["args"]]
                self.complaints.append(" ".join(words))
            case "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(told["exceptionDetails"]))
            case "Log.entryAdded" if told["entry"]["level"] in ("error", "warning"):
                self.complaints.append(told["entry"]["text"])
            case "Page.javascriptDialogOpening":
                self.complaints.append(f"a dialog: {told['message']}")
