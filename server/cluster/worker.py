"""One of several processes that serve the same port; started by `server.cluster.workers` alone.

Its settings are the first line of its input. What it is open as is a line of its output, and empty
lines around that one say that its loop runs; one more says that its machine is being drained. It
ends when its input does: its parent is gone then.
"""

import contextlib
import ctypes
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import msgspec

from server.cluster.nats import DEATH_SIGNAL
from server.hosting import run
from server.hosting.config import Settings
from server.hosting.environment import forget_terminal
from server.hosting.errors import CannotDo
from server.monitoring import logs
from server.monitoring.heartbeat import Heartbeat

CANNOT = 2
"""The exit code of one that cannot start."""
DRAINED = b"drained"
"""The line by which it tells its parent that the machine takes in nobody any more."""
GOODBYE = 10.0
"""Seconds to end in when the parent is gone."""


def encode(settings: Settings) -> bytes:
    """Write settings as a line of JSON."""
    return msgspec.json.encode(settings, enc_hook=str) + b"\n"


def main() -> None:
    """Serve until told to end."""
    forget_terminal(os.environ)
    settings = msgspec.json.decode(sys.stdin.buffer.readline(), type=Settings, dec_hook=to_path)
    logs.configure(settings.log_level)
    if sys.platform == "linux":  # one that is stopped (SIGSTOP) must not outlive its parent
        ctypes.CDLL(None).prctl(DEATH_SIGNAL, signal.SIGCONT)
    os.set_blocking(sys.stdout.fileno(), False)  # a parent that hangs must not hang its workers
    threading.Thread(target=_watch_parent, daemon=True).start()
    try:
        heartbeat = Heartbeat(_alive, beats(settings.watchdog))
        run.serve(settings, _opened, heartbeat, _drained)
    except CannotDo as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(CANNOT)


def beats(patience: float) -> float:
    """Say how often a worker whose silence is borne for so long says that it lives."""
    return min(1.0, patience / 5)


def _alive() -> None:
    _say(b"")


def _drained() -> None:
    _say(DRAINED)


def _say(what: bytes) -> None:
    with contextlib.suppress(OSError):
        os.write(sys.stdout.fileno(), what + b"\n")


def to_path(kind: type, value: Any) -> Path:
    """Read the one kind of value that JSON has no type for."""
    if kind is not Path:
        raise NotImplementedError(kind)
    return Path(value)


def _opened(opened: run.ServerInfo) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(opened, enc_hook=str) + b"\n")
    sys.stdout.flush()


def _watch_parent() -> None:
    """End this process when its parent is gone, in good order if that can be had in time."""
    while os.read(sys.stdin.fileno(), 4096):
        continue
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GOODBYE)
    os._exit(1)
