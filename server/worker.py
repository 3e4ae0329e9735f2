"""One of several processes that serve the same port; started by `server.workers` alone.

Its settings are the first line of its input; what it is open as, the first of its output. It ends
when its input does: its parent is gone then.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import msgspec

from server import logs, run
from server.config import Settings
from server.environment import forget_terminal
from server.errors import CannotDo

CANNOT = 2
"""The exit code of one that cannot start."""


def encode(settings: Settings) -> bytes:
    """Write settings as a line of JSON."""
    return msgspec.json.encode(settings, enc_hook=str) + b"\n"


def main() -> None:
    """Serve until told to end."""
    forget_terminal(os.environ)
    settings = msgspec.json.decode(sys.stdin.buffer.readline(), type=Settings, dec_hook=_path)
    logs.configure(settings.log_level)
    try:
        run.serve(settings, _opened)
    except CannotDo as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(CANNOT)


def _path(kind: type, value: Any) -> Path:
    if kind is not Path:
        raise NotImplementedError(kind)
    return Path(value)


def _opened(opened: run.Open) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(opened, enc_hook=str) + b"\n")
    sys.stdout.flush()
    asyncio.get_running_loop().add_reader(sys.stdin.fileno(), _look)


def _look() -> None:
    if not os.read(sys.stdin.fileno(), 4096):
        asyncio.get_running_loop().remove_reader(sys.stdin.fileno())
        os.kill(os.getpid(), signal.SIGTERM)
