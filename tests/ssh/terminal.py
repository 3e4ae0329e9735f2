"""A person's terminal: the real OpenSSH client in a pseudo-terminal, its screen read by pyte."""

import asyncio
import codecs
import contextlib
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
from collections.abc import Callable, Mapping, Sequence

import pyte

from tests.ssh.emulator import Screen, Stream
from tests.waiting import PATIENCE

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ENTER, ESCAPE, TAB = "\r", "\x1b", "\t"

# pyte takes these for text; a terminal that does not know them says nothing.
UNKNOWN_TO_PYTE = re.compile(rb"\x1b\[[<>][0-9;]*u|\x1b\[\?[0-9]+(?:\$p|n)|\x1b\]22;[^\x07]*\x07")
_UNFINISHED = re.compile(rb"\x1b(?:\[[<>?]?[0-9;$]*|\][^\x07]{0,40})?\Z")

# Synchronized output: whoever looks sees whole frames, as on today's terminals.
ASKED, FRAME_BEGINS, FRAME_ENDS = b"\x1b[?2026$p", b"\x1b[?2026h", b"\x1b[?2026l"
IT_IS_KNOWN = b"\x1b[?2026;2$y"


class Terminal:
    """One client process, what it showed (`raw`), and the screen as it stands."""

    def __init__(self, process: subprocess.Popen[bytes], master: int, size: tuple[int, int]):
        self.process = process
        self.raw = bytearray()
        self._master = master
        self._screen = Screen(*size)
        self._stream = Stream(self._screen)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._left = b""
        self._lines: list[str] = []
        self._news = asyncio.Event()
        self._open = True
        self.listen(True)

    @classmethod
    def start(
        cls,
        command: Sequence[str],
        size: tuple[int, int] = (100, 30),
        environment: Mapping[str, str] | None = None,
    ) -> "Terminal":
        """Start a command in a pseudo-terminal of (columns, rows)."""
        master, slave = pty.openpty()
        _set_size(slave, size)
        process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={"PATH": os.environ["PATH"], "TERM": "xterm-256color", **(environment or {})},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        os.set_blocking(master, False)
        return cls(process, master, size)

    # What one does

    def type(self, keys: str) -> None:
        """Press keys."""
        self.send(keys.encode())

    def send(self, data: bytes) -> int:
        """Send bytes as they are; return how many were taken, none once it is closed."""
        if not self._open:
            return 0
        try:
            return os.write(self._master, data)
        except BlockingIOError:
            return 0

    async def press(self, *keys: str, pause: float = 0.05) -> None:
        """Press one key after another, as a person does."""
        for key in keys:
            self.type(key)
            await asyncio.sleep(pause)

    @property
    def columns(self) -> int:
        return self._screen.columns

    def resize(self, columns: int, rows: int) -> None:
        """Change the window."""
        self._screen.resize(rows, columns)
        _set_size(self._master, (columns, rows))

    def listen(self, on: bool) -> None:
        """Read what comes, or stop reading: then everything on the way fills up."""
        if on:
            self._loop = asyncio.get_running_loop()
            self._loop.add_reader(self._master, self._read)
        else:
            self._loop.remove_reader(self._master)

    # What one sees

    @property
    def lines(self) -> list[str]:
        """The lines of the screen, without the blanks at their ends."""
        if changed := self._screen.dirty:
            lines = [*self._lines, *[""] * self._screen.lines][: self._screen.lines]
            for y in changed.intersection(range(self._screen.lines)):
                lines[y] = "".join(self._cells_of(y)).rstrip()
            self._lines = lines
            changed.clear()
        return self._lines

    @property
    def cells(self) -> list[list[str]]:
        """What stands in each cell of each line; a wide letter's second cell is empty.

        Also where a picture has come by half: pyte's own `display` breaks on half a wide letter.
        """
        return [self._cells_of(y) for y in range(self._screen.lines)]

    def _cells_of(self, y: int) -> list[str]:
        row = self._screen.buffer[y]
        return [row[x].data for x in range(self._screen.columns)]

    @property
    def screen(self) -> pyte.Screen:
        """The screen as pyte has it, with its colours."""
        return self._screen

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines)

    @property
    def output(self) -> str:
        """Everything that ever came, as it came."""
        return self.raw.decode(errors="replace")

    @property
    def title(self) -> str:
        """The window's title."""
        return str(self._screen.title)

    async def wait_for(
        self, wanted: str | Callable[[str], object], timeout: float = PATIENCE
    ) -> str:
        """Wait until the screen has a text (or satisfies a function); return the screen."""
        shows: Callable[[str], object] = (
            (lambda text: wanted in text) if isinstance(wanted, str) else wanted
        )
        try:
            async with asyncio.timeout(timeout):
                while not shows(self.text):
                    if not self._open:
                        break
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            pass
        if not shows(self.text):
            state = "" if self._open else f" (ended with {self.process.poll()})"
            state += f" (held back: {self._left!r})" if self._left else ""
            raise AssertionError(f"no {wanted!r}{state} in:\n{self.text}")
        return self.text

    async def wait_gone(self, unwanted: str) -> str:
        """Wait until the screen has no such text any more."""
        return await self.wait_for(lambda text: unwanted not in text)

    async def ended(self, timeout: float = PATIENCE) -> int:
        """Wait for the client to end, all it said read; return its exit code."""
        async with asyncio.timeout(timeout):
            while self._open:
                self._news.clear()
                await self._news.wait()
            while self.process.poll() is None:
                await asyncio.sleep(0.01)
        return self.process.returncode

    def kill(self) -> None:
        """End the client as a broken line does: at once, without a word."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def close(self) -> None:
        """Put everything away."""
        self.kill()
        self._finish()

    def _read(self) -> None:
        try:
            data = os.read(self._master, 65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.raw += data
            self._feed(data)
        else:
            self._finish()
        self._news.set()

    def _feed(self, data: bytes) -> None:
        data = self._left + data
        cut = _UNFINISHED.search(data)
        end = cut.start() if cut else len(data)
        begun = data.rfind(FRAME_BEGINS, 0, end)
        if begun > data.rfind(FRAME_ENDS, 0, end):
            end = begun
        self._left = data[end:]
        self._stream.feed(self._decoder.decode(UNKNOWN_TO_PYTE.sub(b"", data[:end])))
        if ASKED in data[:end]:
            self.send(IT_IS_KNOWN)

    def _finish(self) -> None:
        if self._open:
            self._open = False
            with contextlib.suppress(RuntimeError):
                self.listen(False)
            os.close(self._master)


def _set_size(terminal: int, size: tuple[int, int]) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
