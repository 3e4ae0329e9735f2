"""One writer a file: a lock of the operating system, which even kill -9 lets go."""

import fcntl
import os
from pathlib import Path

from arcade.eventlog.log import CannotOpen


class Lock:
    """The right to write `path`, held until let go or until the process ends."""

    def __init__(self, path: Path) -> None:
        """Take it; raises CannotOpen naming the process that has it, OSError if unwritable."""
        # The lock file stays where it is: who removes one may remove another's.
        lock = path.with_name(path.name + ".lock")
        self._file = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(self._file, 32).decode("ascii", "replace").strip() or "unknown"
            self.let_go()
            raise CannotOpen(
                f"another arcade server uses {path} (process {holder}): "
                "stop it, or give this one another data directory"
            ) from None
        os.ftruncate(self._file, 0)
        os.write(self._file, b"%d\n" % os.getpid())

    @property
    def number(self) -> int:
        """The open file that holds it: who inherits that file holds it too."""
        return self._file

    def let_go(self) -> None:
        """Let others write."""
        os.close(self._file)
