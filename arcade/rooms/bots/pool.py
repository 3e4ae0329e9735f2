"""Runs slow bots and coaches in worker processes, off the event loop.

A worker is a plain child process behind pipes (`arcade.rooms.bots.worker`), not a pool of
`concurrent.futures`: that cannot stop a choice that takes too long, leaves its processes behind
when it is killed, and runs the main program's file again in each of them.
"""

import asyncio
import contextlib
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import structlog
from msgspec import Struct

from arcade.engine.coach import Advice
from arcade.engine.game import Outcome
from arcade.engine.offers import Offer
from arcade.rooms.bots.deal import Deal, Progress
from arcade.rooms.bots.worker import LENGTH, Answer, Asked, Continue, Positions, Question
from arcade.tasks import NoSlot, WorkSlots, shielded

READY_TIME = 30.0
"""Seconds a new worker may take to start; then it is killed, and the next question starts one."""

QUEUE = 16
"""Questions that one worker may have before it; at 150 ms each, more would time out anyway."""

SLICE = 0.2
"""Seconds for which a worker plays a whole deal on before it answers what waits."""
SLICE_TIMEOUT = 60.0
"""Seconds that a slice may take with its time in the queue: nobody waits for it at a table."""

LOG_EVERY = 60.0
"""Minimum seconds between two log messages about unanswered questions."""

PROGRAM = "from arcade.rooms.bots.worker import main; main()"

log = structlog.get_logger()


def _nobody() -> tuple[str, Callable[[float], None]]:
    return "", lambda _: None


class NoAnswer(Exception):
    """The question timed out, the queue is full, or the worker broke; the message says which."""


class BotPool:
    """At most `workers` processes, each started when it is first needed.

    A question times out after `patience` seconds, including its time in the queue; a worker that
    has not answered by then, or has ended, is replaced for the next question.
    """

    def __init__(self, workers: int = 1, patience: float = 2.0) -> None:
        self._patience = patience
        self._slots = WorkSlots(workers, queue=(QUEUE - 1) * workers)
        self.payer: Callable[[], tuple[str, Callable[[float], None]]] = _nobody
        """Returns the account that asks, and a function that charges seconds to it; waiting
        accounts are answered in turn."""
        self._asking = Counter[str]()
        self._unanswered = 0
        self._warn_after = 0.0
        self._workers = tuple(_Worker() for _ in range(workers))
        self._idle = [*self._workers]

    @property
    def processes(self) -> tuple[int, ...]:
        return tuple(worker.pid for worker in self._workers if worker.pid)

    async def choose(
        self, game: str, bot: str, view: Struct, offers: Sequence[Offer], seed: bytes
    ) -> object:
        return await self._ask(Question("choose", game, bot, view, tuple(offers), seed))

    async def advise(
        self, game: str, view: Struct, offers: Sequence[Offer], seed: bytes
    ) -> tuple[Advice, ...]:
        """Let a game's coach rate the offers; () if it has none; raises `NoAnswer`."""
        weighed: tuple[Advice, ...]
        weighed = await self._ask(Question("advise", game, "", view, tuple(offers), seed))
        return weighed

    async def chances(self, game: str, views: Sequence[Struct]) -> tuple[tuple[float, ...], ...]:
        """Return every seat's chance to win after each view, see `arcade.engine.coach`.

        Raises `NoAnswer`.
        """
        judged: tuple[tuple[float, ...], ...] = await self._ask(Positions(game, tuple(views)))
        return judged

    async def play(self, deal: Deal, bots: tuple[str, ...]) -> Outcome:
        """Let bots play a deal to its end, in slices between other questions; raises `NoAnswer`."""
        outcome = (await self.play_to(deal, bots, sys.maxsize)).outcome
        assert outcome is not None
        return outcome

    async def play_to(
        self, deal: Deal, bots: tuple[str, ...], most: int, progress: Progress | None = None
    ) -> Progress:
        """Let bots play a deal on up to a number of moves, or to its end; raises `NoAnswer`."""
        while progress is None or (progress.outcome is None and progress.made < most):
            progress = await self._ask(Continue(deal, bots, progress, SLICE, most), SLICE_TIMEOUT)
        return progress

    async def close(self) -> None:
        """End the processes; pending and later questions raise `NoAnswer`."""
        await asyncio.gather(*(worker.close() for worker in self._workers))

    async def _ask(self, question: Asked, patience: float = 0) -> Any:
        account, charge = self.payer()
        if account and self._asking[account] >= QUEUE // 2:
            raise self._none("too many of one account wait")
        clock = asyncio.get_running_loop().time
        self._asking[account] += 1
        try:
            async with asyncio.timeout(patience or self._patience), self._slots.slot(account):
                worker, began = self._idle.pop(), clock()
                try:
                    answer = await worker.ask(question)
                finally:
                    charge(clock() - began)
                    self._idle.append(worker)
        except NoSlot:
            raise self._none("too many wait") from None
        except TimeoutError:
            raise self._none(f"nothing found within {patience or self._patience:g} s") from None
        finally:
            self._asking -= Counter((account,))
        if answer.wrong:
            log.error("bot worker failed", game=question.game, error=answer.wrong)
            raise NoAnswer("the chooser failed")
        return answer.result

    def _none(self, why: str) -> NoAnswer:
        """Log an unanswered question, once in `LOG_EVERY` seconds at most; return the error."""
        self._unanswered += 1
        now = asyncio.get_running_loop().time()
        if now >= self._warn_after:
            self._warn_after = now + LOG_EVERY
            log.warning("bot workers too busy", why=why, unanswered=self._unanswered)
            self._unanswered = 0
        return NoAnswer(why)


class _Worker:
    """One process, or none yet; answers one question at a time."""

    def __init__(self) -> None:
        self._start: asyncio.Task[Process] | None = None
        self._process: Process | None = None
        self._closed = False

    @property
    def pid(self) -> int:
        process = self._process
        return process.pid if process is not None and process.returncode is None else 0

    async def ask(self, question: Asked) -> Answer:
        """Send a question and wait for the answer; raises `NoAnswer` if the process ends."""
        if self._closed:
            raise NoAnswer("the bot pool is closed")
        if self._start is None:
            self._start = asyncio.create_task(self._begin())
        start = self._start
        try:
            # A question that times out must not cancel the start: the next one needs it too.
            process = await shielded(start)
        except Exception as error:
            self._start = None
            log.error("bot worker did not start", error=repr(error))
            raise NoAnswer("no worker could be started") from error
        except asyncio.CancelledError:
            if start.cancelled():  # by `close`, not by the one who asks
                raise NoAnswer("the bot pool is closed") from None
            raise
        try:
            return await _exchange(process, question)
        except (OSError, EOFError) as error:
            self._start = None
            code = await _end(process)
            if not self._closed:
                log.error("bot worker ended", pid=process.pid, code=code, game=question.game)
            raise NoAnswer("the worker ended") from error
        except BaseException:
            # Timed out or cancelled: a later answer would be taken for the next question's.
            self._start = None
            log.warning("bot worker given up", pid=process.pid, game=question.game)
            _kill(process)
            raise

    async def close(self) -> None:
        self._closed = True
        if self._start is not None and not self._start.done():
            self._start.cancel()
            await asyncio.wait([self._start])
        if self._process is not None:
            await _end(self._process)

    async def _begin(self) -> Process:
        path = os.pathsep.join(folder or str(Path.cwd()) for folder in sys.path)
        self._process = process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-c", PROGRAM),
            stdin=PIPE,
            stdout=PIPE,
            # The terminal may be the app's own; a bot's errors are in the answer.
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
            # Not in the terminal's process group: Ctrl+C is for the parent.
            start_new_session=True,
        )
        try:
            async with asyncio.timeout(READY_TIME):
                await _hear(process)
        except BaseException:
            await _end(process)
            raise
        return process


async def _exchange(process: Process, question: Asked) -> Answer:
    assert process.stdin is not None
    process.stdin.write(pickle.dumps(question))
    await process.stdin.drain()
    return await _hear(process)


async def _hear(process: Process) -> Answer:
    assert process.stdout is not None
    length = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
    answer: Answer = pickle.loads(await process.stdout.readexactly(length))  # noqa: S301  our child
    return answer


def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()


async def _end(process: Process) -> int:
    _kill(process)
    return await process.wait()
