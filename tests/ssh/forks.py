"""`arcade` in a fork of a process that has loaded it: it starts in a fifth of the time.

Its dice are the test's: what it draws at random follows from `chance`.

Only the interpreter and the imports are spared; the command, its signals and its end are the real
ones. Tests of the start itself, or of what Python reads at its start, run the command as a host
types it.
"""

import asyncio
import multiprocessing
import multiprocessing.forkserver
import os
import runpy
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from subprocess import CompletedProcess, TimeoutExpired
from tempfile import TemporaryDirectory

from tests import dice
from tests.waiting import PATIENCE

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.ssh.loaded"])


def share() -> None:
    """Start what is forked here, for this process and for those that are forked of it."""
    running = multiprocessing.forkserver._forkserver
    running.ensure_running()
    # It would ask after its child, and that is no child of theirs.
    running.ensure_running = lambda: None  # type: ignore[method-assign]


def arcade(
    *words: object, folder: Path | None = None, environment: Mapping[str, str] | None = None
) -> CompletedProcess[str]:
    """Run `arcade` to its end, in the folder and environment of the test if no other is given."""
    with TemporaryDirectory() as made:
        output, log = Path(made, "output"), Path(made, "log")
        typed = [str(word) for word in words]
        fork = Fork(typed, folder or Path.cwd(), environment or {}, output, log)
        code = fork.join(PATIENCE)
        return CompletedProcess(typed, code, output.read_text(), log.read_text())


def module(*words: str, folder: Path) -> CompletedProcess[str]:
    """Run a module as `python -m` does, to its end."""
    with TemporaryDirectory() as made:
        output, log = Path(made, "output"), Path(made, "log")
        code = forked(_run_module, words, folder, output, log)
        return CompletedProcess(words, code, output.read_text(), log.read_text())


def forked(target: Callable[..., None], *given: object) -> int:
    """Run a function in a fork to its end; return the exit code."""
    process = _FORKS.Process(target=target, args=given)
    process.start()
    process.join(PATIENCE)
    if process.exitcode is None:
        process.kill()
        raise TimeoutError(target)
    return process.exitcode


class Fork:
    """A running `arcade`, as asyncio's processes are used; its stdout and stderr go to files."""

    def __init__(
        self,
        words: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        output: Path,
        log: Path,
        chance: str = "",
    ) -> None:
        output.unlink(missing_ok=True)
        self._words = words
        self._output = output
        given = (words, folder, {**os.environ, **environment}, output, log, chance)
        self._process = _FORKS.Process(target=_run, args=given)
        self._process.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process.pid
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """Its exit code, or None while it runs."""
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal."""
        os.kill(self.pid, number)

    async def lines(self, count: int) -> str:
        """Wait for this many lines of its output, or for its end."""
        sentence = ""
        while sentence.count("\n") < count and self.returncode is None:
            await asyncio.sleep(0.01)
            sentence = self._output.read_text() if self._output.exists() else ""
        return sentence

    def join(self, seconds: float) -> int:
        """Wait for its end; return the exit code. One that takes longer is killed."""
        self._process.join(seconds)
        if self._process.exitcode is None:
            self._process.kill()
            raise TimeoutExpired(self._words, seconds)
        return self._process.exitcode

    async def wait(self) -> int:
        """Wait for its end; return the exit code."""
        while (code := self.returncode) is None:
            await asyncio.sleep(0.01)
        return code


def _run(
    words: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    output: Path,
    log: Path,
    chance: str,
) -> None:
    """Become the command, in the fork."""
    _write_to(output, log)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["arcade", *words]
    from server.cluster import workers
    from server.hosting.cli import main
    from tests.ssh.warm import BOTS, fork_workers

    fork_workers({**BOTS, workers.PROGRAM: workers.main})
    with dice.fixed(chance):
        main()


def _run_module(words: Sequence[str], folder: Path, output: Path, log: Path) -> None:
    _write_to(output, log)
    os.chdir(folder)
    sys.argv = list(words)
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)


def _write_to(output: Path, log: Path) -> None:
    """Read nothing, and write stdout and stderr to these files."""
    add = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    for number, path, mode in (0, Path(os.devnull), os.O_RDONLY), (1, output, add), (2, log, add):
        opened = os.open(path, mode, 0o600)
        os.dup2(opened, number)
        os.close(opened)
