"""Runs inside a measured server: how long each turn of its loop keeps everybody waiting, and why.

    python -P tools/bench/probe.py serve …

It knows nothing of the server but its command line, so that it measures any commit. Turns of at
least `LEAST` go into the file that `BENCH_PAUSES` names, when the server ends.
"""

import asyncio
import atexit
import gc
import json
import os
import selectors
import time
from typing import Any

LEAST = 0.002
"""Seconds of processor time from which a turn is written down."""


class Turns:
    """The turns of the loop; seconds are processor time, which others' work does not lengthen."""

    def __init__(self) -> None:
        self.pauses: list[dict[str, Any]] = []
        self._began = self._collecting = self._collected = self._longest = 0.0
        self._oldest = 0
        self._call: object = None

    def begin(self) -> None:
        self._began = time.thread_time()
        self._collected = self._longest = 0.0
        self._oldest = 0
        self._call = None

    def end(self) -> None:
        took = time.thread_time() - self._began
        if self._began and took >= LEAST:
            pause = {
                "at": time.monotonic(),
                "ms": took * 1000,
                "collected ms": self._collected * 1000,
                "generation": self._oldest,
                "call ms": self._longest * 1000,
                "call": _name(self._call),
            }
            self.pauses.append(pause)

    def called(self, handle: Any, seconds: float) -> None:
        if seconds > self._longest:
            self._longest, self._call = seconds, handle._callback

    def collect(self, phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            self._collecting = time.thread_time()
        else:
            self._collected += time.thread_time() - self._collecting
            self._oldest = max(self._oldest, about["generation"])


def _name(call: object) -> str:
    task = getattr(call, "__self__", None)
    if isinstance(task, asyncio.Task):
        return f"task {getattr(task.get_coro(), '__qualname__', task)}"
    return str(getattr(call, "__qualname__", call))


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
        before = time.thread_time()
        run(handle)
        turns.called(handle, time.thread_time() - before)

    setattr(selectors.DefaultSelector, "select", measured_select)  # noqa: B010  mypy knows methods
    setattr(asyncio.Handle, "_run", measured_run)  # noqa: B010
    gc.callbacks.append(turns.collect)


def main() -> None:
    turns = Turns()
    watch(turns)
    there = os.environ["BENCH_PAUSES"]

    def write() -> None:
        with open(there, "w", encoding="utf-8") as file:  # noqa: PTH123  loads nothing
            json.dump(turns.pauses, file)

    atexit.register(write)
    from server.hosting.cli import main as serve

    serve()


if __name__ == "__main__":
    main()
