"""The bench still finds on the screens what it waits for, at the smallest size of its modes.

The others (memory, workers, browsers, logs) cost as much again; `make bench` runs them each night.
"""

import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextvars import Context
from functools import partial
from typing import Any

import pytest

from arcade.tasks import Slices
from tests.ssh.warm import run_forked
from tests.waiting import PATIENCE
from tools.bench import fingers, floor, modes, people, probe, running
from tools.bench.__main__ import measure
from tools.bench.running import Extent
from tools.soak import loudness

SMALLEST = Extent(4, (1,), (1,), 1, 2, 2, 2, 2, 0.8)
READING = ("first-frame", "keys", "fingers", "watchers", "full-house", "storm", "screens")
MAINS: dict[str, Callable[[], Any]] = {
    str(running.PROBE): probe.main,
    "tools.bench.floor": lambda: asyncio.run(floor.main()),
    "tools.bench.people": people.main,
    "tools.soak.loudness": loudness.main,
}
"""What a measured server or its visitors do, by the word of the command line that names it."""


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure briefly, in processes that are forks: what figures say is of no interest."""
    start = asyncio.create_subprocess_exec

    async def fork(*words: str, **options: Any) -> asyncio.subprocess.Process:
        for number, word in enumerate(words):
            if word in MAINS:
                be = partial(_be, MAINS[word], words[number:], options.get("env"))
                options["preexec_fn"] = partial(run_forked, (), be)
        return await start(*words, **options)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", fork)
    monkeypatch.setattr(fingers, "PATTERNS", {"one key": fingers.PATTERNS["one key"]})
    monkeypatch.setattr(modes, "LOUD", 1.0)
    monkeypatch.setattr(people, "CHANGES", 1)


def _be(main: Callable[[], Any], words: Sequence[str], environment: dict[str, str] | None) -> None:
    if environment is not None:
        os.environ.clear()
        os.environ.update(environment)
    sys.argv = [*words]
    logging.root.handlers.clear()  # they write to files of pytest
    main()


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("mode", READING)
async def test_a_mode_of_the_bench_runs(mode: str) -> None:
    (figures, _) = await measure([mode], SMALLEST, PATIENCE)
    assert figures[mode] and f"{mode} failed" not in figures


async def test_a_long_turn_says_what_it_ran() -> None:
    turns: list[dict[str, Any]] = []
    measured = probe.Turns(turns.append)
    measured.begin()
    began = time.thread_time()

    def work() -> None:
        measured.sample(signal.SIGVTALRM, sys._getframe())
        while time.thread_time() - began < probe.LEAST:
            pass

    Slices(1.0).ask(work, Context())
    measured.end()
    assert turns[0]["samples"] == ["Slices._do < Slices.ask"]
