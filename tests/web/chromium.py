"""Chromium without a window, as Debian has it, driven by its DevTools protocol over a WebSocket."""

import asyncio
import json
import os
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.waiting import PATIENCE

PROGRAM = "chromium-headless-shell"
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-port=0"),
    *("--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"),
    *("--disable-component-update", "--no-proxy-server", "--lang=en"),
    "--font-render-hinting=none",  # letters are as wide as on a phone
)
LISTEN = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  violations.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`));
"""
ROWS = """
[...document.querySelectorAll(".xterm-rows > div")]
  .filter((row) => row.checkVisibility({ visibilityProperty: true }))
  .map((row) => row.textContent.replace(/\\u00a0/g, " ").trimEnd()).join("\\n")
"""
"""What the terminal shows."""
FIRST_CELL = """
(text) => {
  for (const row of document.querySelectorAll(".xterm-rows > div")) {
    let at = row.textContent.replace(/\\u00a0/g, " ").indexOf(text);
    const letters = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    while (at >= 0 && letters.nextNode()) {
      const node = letters.currentNode;
      if (at < node.length) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect().toJSON();
      }
      at -= node.length;
    }
  }
}
"""


def box_of(element: str) -> str:
    """Ask where the element is that a selector names, in sight; null for a disabled button."""
    return f"""(() => {{ const found = document.querySelector({json.dumps(element)});
      if (found.tagName === "BUTTON" && found.disabled) return null;
      found.scrollIntoViewIfNeeded();
      return found.getBoundingClientRect().toJSON(); }})()"""


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """Run one browser; return the address of its debugging port."""
    program = shutil.which(PROGRAM)
    assert program, f"The pages are tried in Chromium: apt-get install {PROGRAM}"
    command = [program, *FLAGS, f"--user-data-dir={folder}", "about:blank"]
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        address = next(line for line in process.stderr if "DevTools listening on" in line)
        try:
            yield address.split()[-1]
        finally:
            os.killpg(process.pid, signal.SIGKILL)  # with its helpers


class Devtools:
    """One conversation with the browser: calls, and the events that come in between."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self.events: list[dict[str, Any]] = []
        self._reading = asyncio.create_task(self._read())

    async def call(self, method: str, **parameters: Any) -> Any:
        number = len(self._answers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        answer = await asyncio.wait_for(self._answers[number], PATIENCE)
        assert "error" not in answer, (method, answer["error"])
        return answer["result"]

    async def _read(self) -> None:
        async for text in self._socket:
            message = json.loads(text)
            answer = self._answers.get(message.get("id"))
            if answer is not None and not answer.done():
                answer.set_result(message)
            elif answer is None:
                self.events.append(message)


class Page(Devtools):
    """A tab, seen and used as somebody in front of it would."""

    async def open(self, address: str) -> None:
        await self.call("Page.enable")
        await self.call("Runtime.enable")
        await self.call("Log.enable")
        await self.call("Page.addScriptToEvaluateOnNewDocument", source=LISTEN)
        await self.call("Page.navigate", url=address)

    async def run(self, script: str) -> Any:
        """Run a script in the page, and return what it gives, awaited."""
        answer = await self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    async def until(self, condition: str) -> Any:
        """Wait until an expression is true in the page, also across its loading anew.

        It is looked at when the page changes, and now and then for what changes beside it.
        """
        script = f"""new Promise((resolve) => {{
          const ask = () => {{ let now; try {{ now = {condition}; }} catch {{}}
            if (now) {{ observer.disconnect(); clearInterval(clock); resolve(now); }} }};
          const observer = new MutationObserver(ask), clock = setInterval(ask, 100);
          observer.observe(document,
            {{ attributes: true, characterData: true, childList: true, subtree: true }});
          ask();
        }})"""
        try:
            return await asyncio.wait_for(self.run(script), PATIENCE)
        except TimeoutError:
            text = await self.run("document.body.innerText")
            raise AssertionError(f"not so: {condition}\n{text}") from None

    async def shown(self) -> str:
        """Return what the terminal shows."""
        text: str = await self.run(ROWS)
        return text

    async def see(self, *texts: str) -> str:
        """Wait until the terminal shows one of some texts; return all that it shows."""
        await self.until(f"{json.dumps(texts)}.some((text) => {ROWS}.includes(text))")
        return await self.shown()

    async def changed(self, before: str) -> None:
        """Wait until the terminal shows something else; at most a second, as a person would
        before they press again: what they pressed may have come as the picture changed.
        """
        until = await self.run("performance.now() + 1000")
        changed = f"{ROWS} !== {json.dumps(before)}"
        await self.until(f"{changed} || performance.now() > {until}")

    async def click(self, text: str) -> None:
        """Click with a mouse on the first cell of a text that the terminal shows."""
        box = await self.until(f"({FIRST_CELL.strip()})({json.dumps(text)})")
        spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        for kind in ("mousePressed", "mouseReleased"):
            await self.call(
                "Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **spot
            )

    async def type(self, text: str) -> None:
        """Type letters, and Enter as \\r."""
        for letter in text:
            enter = {"key": "Enter", "windowsVirtualKeyCode": 13}
            key = enter if letter == "\r" else {"key": letter}
            await self.call("Input.dispatchKeyEvent", type="keyDown", text=letter, **key)

    async def write(self, text: str) -> None:
        """Write as a keyboard of a phone does: composed, with no key pressed."""
        await self.call("Input.insertText", text=text)

    async def paste(self, text: str) -> None:
        """Paste into the terminal."""
        await self.run(
            f"const data = new DataTransfer(); data.setData('text/plain', {json.dumps(text)});"
            "document.querySelector('.xterm-helper-textarea').dispatchEvent("
            "new ClipboardEvent('paste', { clipboardData: data, bubbles: true })); 0"
        )

    async def tap(self, element: str) -> None:
        """Touch the middle of the element that a selector names, once it is there and enabled."""
        await self.touch_box(await self.until(box_of(element)))

    async def tap_on(self, text: str) -> None:
        """Touch the first cell of a text that the terminal shows."""
        await self.touch_box(await self.until(f"({FIRST_CELL.strip()})({json.dumps(text)})"))

    async def touch_box(self, box: dict[str, float]) -> None:
        """Touch the middle of what the page gave as a box."""
        await self.touch(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    async def touch(self, x: float, y: float) -> None:
        points = [{"x": x, "y": y}]
        await self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=points)
        await self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def roles(self) -> set[tuple[str, str]]:
        """Return what a screen reader finds: the role and the name of each thing."""
        tree = await self.call("Accessibility.getFullAXTree")
        nodes = [node for node in tree["nodes"] if not node["ignored"]]
        return {(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes}

    async def phone(self, width: int = 390, height: int = 844) -> None:
        """Be a phone from the next page on."""
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=3,
            mobile=True,
        )
        await self.call("Emulation.setTouchEmulationEnabled", enabled=True)

    async def faults(self) -> list[Any]:
        """Return what the page was refused, and the errors it has told."""
        faults = [*await self.run("violations")]
        for event in self.events:
            if event["method"] == "Runtime.exceptionThrown":
                faults.append(event["params"]["exceptionDetails"])
            elif event["method"] == "Log.entryAdded":
                faults.append(event["params"]["entry"]["text"])
        return faults


class Tabs(Devtools):
    """The browser of one person after another: each has stored nothing yet."""

    def __init__(self, socket: ClientConnection, address: str) -> None:
        super().__init__(socket)
        self._pages = address.partition("/devtools/")[0] + "/devtools/page/"
        self._sockets: list[ClientConnection] = []

    async def person(self) -> Page:
        context = await self.call("Target.createBrowserContext", disposeOnDetach=True)
        return await self.tab(context["browserContextId"])

    async def tab(self, context: str) -> Page:
        target = await self.call("Target.createTarget", url="about:blank", browserContextId=context)
        socket = await connect(self._pages + target["targetId"], max_size=None)
        self._sockets.append(socket)
        return Page(socket)

    async def close(self) -> None:
        for socket in self._sockets:
            await socket.close()


@asynccontextmanager
async def tabs(address: str) -> AsyncIterator[Tabs]:
    async with connect(address, max_size=None) as socket:
        browser = Tabs(socket, address)
        try:
            yield browser
        finally:
            await browser.close()
