"""What these programs share: the words of the command line, and bytes from the terminal."""

import os
import select
import sys
import tty
from collections.abc import Callable
from typing import NamedTuple

TYPE, COLUMNS, ROWS = "xterm-256color", 100, 30


class Wish(NamedTuple):
    """What the command line asks for; `key` is "" for a guest, `command` "" for a terminal."""

    port: int
    user: str
    key: str
    command: str


def wish() -> Wish:
    """Read the command line."""
    port, user, key, *words = sys.argv[1:]
    return Wish(int(port), user, "" if key == "-" else key, " ".join(words))


def carry(fd: int, read: Callable[[], bytes], write: Callable[[bytes], object]) -> None:
    """Carry bytes until the server has ended; `read` gives b"" where nothing is there yet.

    It raises EOFError at the end.
    """
    if sys.stdin.isatty():
        tty.setraw(0)
    typing = [0]
    while True:
        ready, _, _ = select.select([fd, *typing], [], [], 0.05)
        if 0 in ready:
            typed = os.read(0, 4096)
            if typed:
                write(typed)
            else:
                typing = []
        try:
            while some := read():
                os.write(1, some)
        except EOFError:
            return
