"""Runs inside a measured server: how long each turn of its loop keeps everybody waiting, and why.

    python -P tools/bench/probe.py serve …

It knows nothing of the server but its command line, so that it measures any commit. Each turn of
at least `LEAST` becomes a line of the file that `BENCH_PAUSES` names, at once: a server with many
people may be killed before it has ended.
"""

import asyncio
import gc
import json
import os
import re
import selectors
import signal
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

LEAST = 0.002
"""Seconds of processor time from which a turn is written down."""
SAMPLE_EVERY = 0.01
"""Seconds of processor time after which what a turn runs is looked at, again and again."""
DEPTH = 8
"""Functions of the house, and messages, that are written down of such a look: the innermost."""
KINDS = 3
"""Kinds of callbacks that are written down of a turn: those that took longest together."""


class Turns:
    """The turns of the loop; seconds are processor time, which others' work does not lengthen."""

    def __init__(self, write: Callable[[dict[str, Any]], object]) -> None:
        self._write = write
        self._began = self._collecting = self._collected = 0.0
        self._oldest = 0
        self._calls: list[tuple[str, float]] = []
        self._samples: list[str] = []

    def begin(self) -> None:
        self._collected, self._oldest = 0.0, 0
        self._calls.clear()
        self._samples.clear()
        self._began = time.thread_time()

    def end(self) -> None:
        took = time.thread_time() - self._began
        if not self._began or took < LEAST:
            return
        kinds: dict[str, list[float]] = {}
        for name, seconds in self._calls:
            kinds.setdefault(name, []).append(seconds)
        most = sorted(kinds.items(), key=lambda kind: -sum(kind[1]))[:KINDS]
        self._write(
            {
                "at": time.monotonic(),
                "ms": took * 1000,
                "collected ms": self._collected * 1000,
                "generation": self._oldest,
                "calls": len(self._calls),
                "call ms": max((seconds for _, seconds in self._calls), default=0.0) * 1000,
                "kinds": [(name, len(every), sum(every) * 1000) for name, every in most],
                "samples": list(self._samples),
            }
        )

    def called(self, name: str, seconds: float) -> None:
        self._calls.append((name, seconds))

    def sample(self, _: int, frame: FrameType | None) -> None:
        """Note what runs now; a signal handler."""
        names: list[str] = []
        while frame is not None:
            if name := _function(frame):
                names.append(name)
            frame = frame.f_back
        self._samples.append(" < ".join(names[:DEPTH]))

    def collect(self, phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            self._collecting = time.thread_time()
        else:
            self._collected += time.thread_time() - self._collecting
            self._oldest = max(self._oldest, about["generation"])


_HOUSE = re.compile(r"(?<!site-packages)/(arcade|screens|server)/")


def _function(frame: FrameType) -> str:
    """Name a function of the house, or the message that Textual passes on; "": of neither."""
    code = frame.f_code
    if _HOUSE.search(code.co_filename):
        return code.co_qualname
    if code.co_name != "_dispatch_message":
        return ""
    widget, message = (type(frame.f_locals.get(name)).__name__ for name in ("self", "message"))
    return f"{message} of {widget}"


def _name(call: object) -> str:
    task = getattr(call, "__self__", None)
    if isinstance(task, asyncio.Task):
        return f"task {getattr(task.get_coro(), '__qualname__', task)}"
    return str(getattr(call, "__qualname__", type(call).__name__))


def watch(turns: Turns) -> None:
    """Measure each turn of every loop of this process from now on."""
    select, run = selectors.DefaultSelector.select, asyncio.Handle._run

    def measured_select(selector: Any, timeout: float | None = None) -> Any:
        turns.end()
        try:
            return select(selector, timeout)
        finally:
            turns.begin()

    def measured_run(handle: Any) -> None:
        name, before = _name(handle._callback), time.thread_time()
        run(handle)
        turns.called(name, time.thread_time() - before)

    signal.signal(signal.SIGVTALRM, turns.sample)
    signal.setitimer(signal.ITIMER_VIRTUAL, SAMPLE_EVERY, SAMPLE_EVERY)
    setattr(selectors.DefaultSelector, "select", measured_select)  # noqa: B010  mypy knows methods
    setattr(asyncio.Handle, "_run", measured_run)  # noqa: B010
    gc.callbacks.append(turns.collect)


def main() -> None:
    file = open(os.environ["BENCH_PAUSES"], "a", encoding="utf-8", buffering=1)  # noqa: PTH123, SIM115  loads nothing
    watch(Turns(lambda turn: file.write(f"{json.dumps(turn)}\n")))
    from server.hosting.cli import main as serve

    serve()


if __name__ == "__main__":
    main()
