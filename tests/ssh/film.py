"""A recording for the documents: a person's terminal as asciicast v2, read at a person's pace.

Its scenes are also written as one SVG that shows them in turn: `python -m tests.ssh.film NAME`.
"""

import asyncio
import json
import re
import sys
from itertools import pairwise
from pathlib import Path

import pyte

from tests.ssh import pictures
from tests.ssh.pictures import FOLDER
from tests.ssh.terminal import UNKNOWN_TO_PYTE, Terminal

LOOK = 0.02
"""Seconds between two looks at what has come."""
STILL = 0.5
"""Seconds without anything new after which a picture is taken to be whole."""
FASTEST = 0.12
"""The longest pause within a movement, in seconds; a slow machine does not show."""


class Film:
    """Records a terminal from now on, scene by scene."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._seen = 0
        self._now = 0.0
        self._events: list[tuple[float, str, str]] = []

    async def scene(self, name: str, seconds: float) -> None:
        """Take what comes until it is still; then let it stand, under a marker of that name."""
        self._events.append((self._now, "m", name))
        loop = asyncio.get_running_loop()
        took: list[tuple[float, bytes]] = []
        last = loop.time()
        while loop.time() - last < STILL or not took:
            raw = bytes(self._terminal.raw)
            if len(raw) > self._seen:
                last = loop.time()
                took.append((last, raw[self._seen :]))
                self._seen = len(raw)
            await asyncio.sleep(LOOK)
        pauses = [
            0.0,
            *(min(FASTEST, after - before) for (before, _), (after, _) in pairwise(took)),
        ]
        for pause, (_, data) in zip(pauses, took, strict=True):
            self._now += pause
            self._events.append((self._now, "o", data.decode(errors="replace")))
        self._now += seconds

    def write(self, name: str, title: str, size: tuple[int, int]) -> Path:
        """Write docs/pictures/<name>.cast and .svg."""
        head = {"version": 2, "width": size[0], "height": size[1], "title": title}
        self._events.append((self._now, "o", ""))
        lines = [head, *([round(at, 3), kind, data] for at, kind, data in self._events)]
        path = FOLDER / f"{name}.cast"
        text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
        path.write_text(text + "\n", encoding="utf-8")
        draw(name)
        return path


PAGE = """\
<svg viewBox="{box}" xmlns="http://www.w3.org/2000/svg">
<style>
{styles}
</style>
{frames}
</svg>
"""


def draw(name: str) -> None:
    """Write docs/pictures/<name>.svg: each scene of <name>.cast for its time, again and again.

    What knows no animation shows the last scene.
    """
    seen = scenes(name)
    whole = seen[-1][1]
    styles, frames = [], []
    for number, ((begin, _, picture), end) in enumerate(
        zip(seen, [*(one[0] for one in seen[1:]), whole], strict=True)
    ):
        rest = "visible" if number + 1 == len(seen) else "hidden"
        first = "hidden" if number else "visible"
        styles.append(
            f"@keyframes s{number} {{ 0% {{ visibility: {first} }} "
            f"{100 * begin / whole:.2f}% {{ visibility: visible }} "
            f"{100 * end / whole:.2f}%, 100% {{ visibility: hidden }} }}\n"
            f"#s{number} {{ visibility: {rest}; "
            f"animation: s{number} {whole:.1f}s step-end infinite }}"
        )
        frames.append(f'<g id="s{number}">\n{picture}</g>')
    box = re.findall('viewBox="([^"]+)"', seen[0][2])[0]
    page = PAGE.format(box=box, styles="\n".join(styles), frames="\n".join(frames))
    pictures.write(name, page)


def scenes(name: str) -> list[tuple[float, float, str]]:
    """Give each scene of a recording: when it begins, when it ends, and its still picture."""
    head, *events = map(json.loads, (FOLDER / f"{name}.cast").read_text("utf-8").splitlines())
    screen = pyte.Screen(head["width"], head["height"])
    stream = pyte.ByteStream(screen)
    found: list[tuple[float, float, str]] = []
    begun: float | None = None

    def end(at: float) -> None:
        if begun is not None:
            label = f"{name}-{len(found)}"
            found.append((begun, at, pictures.picture(screen, label, head["title"])))

    for at, kind, data in events:
        if kind == "m":
            end(at)
            begun = at
        else:
            stream.feed(UNKNOWN_TO_PYTE.sub(b"", data.encode()))
    end(events[-1][0])
    return found


if __name__ == "__main__":
    draw(sys.argv[1])
