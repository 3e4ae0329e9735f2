"""One of several processes that serve the same port; started by `server.workers` alone.

Its settings are the first line of its input; what it is open as, the first of its output. It ends
when its input does: its parent is gone then.
"""

import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import msgspec

from server import logs, run
from server.config import Settings
from server.environment import forget_terminal
from server.errors import CannotDo

CANNOT = 2
"""The exit code of one that cannot start."""
GOODBYE = 10.0
"""Seconds to end in when the parent is gone."""


def encode(settings: Settings) -> bytes:
    """Write settings as a line of JSON."""
    return msgspec.json.encode(settings, enc_hook=str) + b"\n"


def main() -> None:
    """Serve until told to end."""
    forget_terminal(os.environ)
    settings = msgspec.json.decode(sys.stdin.buffer.readline(), type=Settings, dec_hook=_path)
    logs.configure(settings.log_level)
    threading.Thread(target=_watch_parent, daemon=True).start()
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


def _watch_parent() -> None:
    """End this process when its parent is gone, in good order if that can be had in time."""
    while os.read(sys.stdin.fileno(), 4096):
        continue
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GOODBYE)
    os._exit(1)
