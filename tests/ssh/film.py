"""A recording for the documents: a person's terminal as asciicast v2, read at a person's pace."""

import asyncio
import json
from itertools import pairwise
from pathlib import Path

from tests.ssh.pictures import FOLDER
from tests.ssh.terminal import Terminal

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
        """Write docs/pictures/<name>.cast."""
        head = {"version": 2, "width": size[0], "height": size[1], "title": title}
        self._events.append((self._now, "o", ""))
        lines = [head, *([round(at, 3), kind, data] for at, kind, data in self._events)]
        path = FOLDER / f"{name}.cast"
        text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
        path.write_text(text + "\n", encoding="utf-8")
        return path
