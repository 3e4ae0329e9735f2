"""A recording for the documents: people's terminals as asciicast v2, read at a person's pace.

Its scenes are also written as one SVG that shows them in turn: `python -m tests.ssh.film NAME`.
"""

import asyncio
import json
import re
import sys
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, Protocol

import pyte
from pyte.screens import Char
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style

from tests import drawing
from tests.ssh.terminal import UNKNOWN_TO_PYTE

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"

LOOK = 0.02
"""Seconds between two looks at what has come."""
STILL = 0.5
"""Seconds without anything new after which a picture is taken to be whole."""
FASTEST = 0.12
"""The longest pause within a movement, in seconds; a slow machine does not show."""


class Filmed(Protocol):
    """What has a screen, read by pyte."""

    @property
    def screen(self) -> pyte.Screen: ...


async def take(film: "Film | None", name: str, seconds: float) -> None:
    """Record a scene where a film is made."""
    if film is not None:
        await film.scene(name, seconds)


class Film:
    """Records terminals from now on, one below the other, scene by scene.

    With `caption`, a line below them tells what is not seen on a screen: the keys pressed.
    """

    def __init__(self, *terminals: Filmed, caption: str | None = None) -> None:
        self.caption = caption
        self._terminals = terminals
        self._shown: dict[int, str] = {}
        self._now = 0.0
        self._events: list[tuple[float, str, str]] = []

    async def scene(self, name: str, seconds: float) -> None:
        """Take what comes until it is still; then let it stand, under a marker of that name."""
        self._events.append((self._now, "m", name))
        loop = asyncio.get_running_loop()
        took: list[tuple[float, str]] = []
        last = loop.time()
        while loop.time() - last < STILL or not took:
            if changed := self._changed():
                last = loop.time()
                took.append((last, changed))
            await asyncio.sleep(LOOK)
        pauses = [
            0.0,
            *(min(FASTEST, after - before) for (before, _), (after, _) in pairwise(took)),
        ]
        for pause, (_, data) in zip(pauses, took, strict=True):
            self._now += pause
            self._events.append((self._now, "o", data))
        self._now += seconds

    def rows(self) -> list[list[Segment]]:
        """Return the picture as it is now."""
        pictures = [picture(terminal.screen) for terminal in self._terminals]
        rule = [Segment("─" * self._terminals[0].screen.columns, Style())]
        rows = [row for picture_rows in pictures for row in (rule, *picture_rows)][1:]
        if self.caption is not None:
            rows += [rule, [Segment(self.caption.ljust(80), Style())]]
        return rows

    def _changed(self) -> str:
        """Return what writes the lines that are others than before."""
        lines = {y: "".join(map(_written, row)) for y, row in enumerate(self.rows(), 1)}
        fresh = {y: line for y, line in lines.items() if self._shown.get(y) != line}
        self._shown = lines
        return "".join(f"\x1b[{y}H{line}" for y, line in fresh.items())

    def write(self, name: str, title: str, size: tuple[int, int]) -> Path:
        """Write docs/pictures/<name>.cast and .svg."""
        head = {"version": 2, "width": size[0], "height": size[1], "title": title}
        self._events.append((self._now, "o", ""))
        lines = [head, *([round(at, 3), kind, data] for at, kind, data in self._events)]
        path = FOLDER / f"{name}.cast"
        text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
        path.write_text(text + "\n", encoding="utf-8")
        write(name)
        return path


def _written(piece: Segment) -> str:
    return (piece.style or Style()).render(piece.text, color_system=ColorSystem.TRUECOLOR)


GROUND = Style.parse("#e8dcc8 on #1e1814")
"""The terminal's own colours; the arcade names every other one itself."""


def write(name: str) -> None:
    """Write docs/pictures/<name>.svg from <name>.cast."""
    (FOLDER / f"{name}.svg").write_text(draw(name), encoding="utf-8", newline="\n")


def draw(name: str) -> str:
    """Give <name>.cast as one SVG, which shows each scene for its time, again and again."""
    head, *_ = _read(name)
    return drawing.film(scenes(name), (head["width"], head["height"]), head["title"], GROUND)


@cache
def scenes(name: str) -> tuple[drawing.Scene, ...]:
    """Return each scene of a recording: when it begins, when it ends, and its last picture."""
    head, *events = _read(name)
    screen = pyte.Screen(head["width"], head["height"])
    stream, scenes_found = pyte.ByteStream(screen), list[drawing.Scene]()
    begun: float | None = None
    for at, kind, data in events:
        if kind == "m":
            if begun is not None:
                scenes_found.append((begun, at, picture(screen)))
            begun = at
        else:
            stream.feed(UNKNOWN_TO_PYTE.sub(b"", data.encode()))
    if begun is not None:
        scenes_found.append((begun, events[-1][0], picture(screen)))
    return tuple(scenes_found)


def _read(name: str) -> list[Any]:
    return [json.loads(line) for line in (FOLDER / f"{name}.cast").read_text("utf-8").splitlines()]


def picture(screen: pyte.Screen) -> list[list[Segment]]:
    """Return a client's screen line by line."""
    rows = ([screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines))
    return [
        [
            Segment("".join(cell.data for cell in same), style)
            for style, same in groupby(cells, _style)
        ]
        for cells in rows
    ]


def _style(char: Char) -> Style:
    return Style(
        color=_colour(char.fg),
        bgcolor=_colour(char.bg),
        bold=char.bold,
        italic=char.italics,
        reverse=char.reverse,
    )


def _colour(name: str) -> str | None:
    if name == "default":
        return None
    return f"#{name}" if re.fullmatch("[0-9a-f]{6}", name) else name


if __name__ == "__main__":
    write(sys.argv[1])
