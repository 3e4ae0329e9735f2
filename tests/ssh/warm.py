"""Workers of the server and of its bots as forks, which saves their interpreters and imports.

A forked worker has its own session, pipes and signals, like one that is started as a program.
Servers that are started as a host types it (`Server.typed`) start their workers as programs, and
so do the tests of the bots' processes (`tests/rooms/bots/test_thinking.py`).
"""

import asyncio
import contextlib
import gc
import io
import os
import signal
import sys
import traceback
from asyncio.subprocess import Process
from collections.abc import Callable, Collection, Mapping
from contextvars import Context
from functools import partial
from pathlib import Path
from typing import Any

from arcade.rooms.bots import pool, worker
from tests import dice

_STREAMS = 3

BOTS: Mapping[str, Callable[[], None]] = {pool.PROGRAM: worker.main}
"""What a program of a worker does, by its text."""


def fork_workers(mains: Mapping[str, Callable[[], None]]) -> None:
    """Have this process fork what it would start as one of these programs."""
    start = asyncio.create_subprocess_exec

    async def fork(*words: Any, **options: Any) -> Process:
        if words[-1] in mains:
            # What subprocess calls between fork and exec: here it does not come back.
            kept = options.get("pass_fds", ())
            options["preexec_fn"] = partial(run_forked, kept, mains[words[-1]])
        return await start(*words, **options)

    asyncio.create_subprocess_exec = fork


def run_forked(kept: Collection[int], main: Callable[[], None]) -> None:
    """Be a worker to the end of the process, with none of its parent's files and handlers."""
    code: Any = 1
    try:
        gc.freeze()  # what the parent has left behind must close no file of this process
        _forget(kept)
        dice.unfix()
        Context().run(main)
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)


def _forget(kept: Collection[int]) -> None:
    signal.set_wakeup_fd(-1)
    for caught in signal.valid_signals():
        if callable(signal.getsignal(caught)):
            signal.signal(caught, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in [int(path.name) for path in Path("/proc/self/fd").iterdir()]:
        if number >= _STREAMS and number not in kept:
            with contextlib.suppress(OSError):  # the one that listed them
                os.close(number)
    sys.stdin = io.TextIOWrapper(open(0, "rb", closefd=False))  # noqa: SIM115
    sys.stdout = io.TextIOWrapper(open(1, "wb", closefd=False))  # noqa: SIM115
    sys.stderr = io.TextIOWrapper(open(2, "wb", closefd=False), write_through=True)  # noqa: SIM115
