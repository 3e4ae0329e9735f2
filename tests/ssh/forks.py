"""`arcade` in a fork of a process that has loaded it: it starts in a fifth of the time.

Its dice are the test's: what it draws at random follows from `chance`.

Only the interpreter and the imports are spared; the command, its signals and its end are the real
ones. Tests of the start itself, or of its environment, run the command as a host types it.
"""

import asyncio
import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests import dice

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.ssh.loaded"])


class Fork:
    """A running `arcade`, as asyncio's processes are used; `output` is where its stdout goes."""

    def __init__(
        self,
        words: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        output: Path,
        chance: str,
    ) -> None:
        output.unlink(missing_ok=True)
        self._output = output
        self._process = _FORKS.Process(
            target=_run, args=(words, folder, environment, output, chance)
        )
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
        """Wait for so many lines of its output, or for its end."""
        said = ""
        while said.count("\n") < count and self.returncode is None:
            await asyncio.sleep(0.01)
            said = self._output.read_text() if self._output.exists() else ""
        return said

    async def wait(self) -> int:
        """Wait for its end; gives the exit code."""
        while (code := self.returncode) is None:
            await asyncio.sleep(0.01)
        return code


def _run(
    words: Sequence[str], folder: Path, environment: Mapping[str, str], output: Path, chance: str
) -> None:
    """Become the command, in the fork."""
    for number, path, mode in ((0, Path(os.devnull), os.O_RDONLY), (1, output, os.O_WRONLY)):
        opened = os.open(path, mode | os.O_CREAT, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    log = os.open(folder / "server.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(log, 2)
    os.close(log)
    os.chdir(folder)
    os.environ.update(environment)
    sys.argv = ["arcade", *words]
    from server.hosting.cli import main

    with dice.fixed(chance):
        main()
