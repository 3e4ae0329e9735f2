"""What the system tells of a running process."""

import os
import signal
import time
from pathlib import Path

from tests.waiting import until


def runs(pid: int) -> bool:
    """Whether it is there, and not only waiting to be buried."""
    try:
        return state(pid) != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def state(pid: int) -> str:
    """Return its state: R runs, S sleeps, T is stopped, Z waits to be buried."""
    return _stat(pid)[0]


async def suspend(pid: int) -> None:
    """Stop it, and wait until it stands still: on a busy machine it goes on for a moment."""
    os.kill(pid, signal.SIGSTOP)
    await until(lambda: state(pid) == "T")


def resident(pid: int) -> int:
    """Return its memory in bytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def processor(pid: int) -> float:
    """Return the seconds of processor time it has used."""
    user, system = map(int, _stat(pid)[11:13])
    return (user + system) / os.sysconf("SC_CLK_TCK")


def at_work(pid: int) -> float:
    """Return the seconds it has been at work, exact also while it works: a clock to measure by."""
    return time.clock_gettime((~pid << 3) | 2)  # another's CLOCK_PROCESS_CPUTIME_ID


def _stat(pid: int) -> list[str]:
    """Read its state and figures: `man 5 proc`, from the third field on."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
