"""An advisory file lock for the single writer, which the system releases even after kill -9."""

import errno
import fcntl
import os
import stat
from pathlib import Path

from arcade.eventlog.log import CannotOpen


class Lock:
    """The right to write `path`, held until `release` or the end of the process."""

    def __init__(self, path: Path) -> None:
        """Acquire it; raises CannotOpen naming the holder, OSError if unwritable."""
        # The lock file stays: removing one may remove another process's.
        lock = path.with_name(path.name + ".lock")
        self._file = _open(lock)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(self._file, 32).decode("ascii", "replace").strip() or "unknown"
            self.release()
            raise CannotOpen(
                f"another arcade server uses {path} (process {holder}): "
                "stop it, or give this one another data directory"
            ) from None
        os.ftruncate(self._file, 0)
        os.write(self._file, b"%d\n" % os.getpid())

    @property
    def number(self) -> int:
        """The file descriptor of the lock; a process that inherits it holds the lock too."""
        return self._file

    def release(self) -> None:
        os.close(self._file)


def holder(path: Path) -> str:
    """Return the id of the process that may write `path`, "" for none, without locking."""
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    try:
        file = os.open(path.with_name(path.name + ".lock"), flags)
    except OSError:
        return ""
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return os.read(file, 32).decode("ascii", "replace").strip() or "unknown"
    finally:
        os.close(file)
    return ""


def _open(lock: Path) -> int:
    """Open the lock file; never follow a link, whose target would be truncated."""
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    try:
        file = os.open(lock, flags, 0o600)
    except OSError as error:
        if error.errno != errno.ELOOP:
            raise
        raise CannotOpen(f"{lock} is a link: remove it") from error
    found = os.fstat(file)
    if not stat.S_ISREG(found.st_mode) or found.st_nlink != 1:
        os.close(file)
        raise CannotOpen(f"{lock} is a link, or no file: remove it")
    return file
