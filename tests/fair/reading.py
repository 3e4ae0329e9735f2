"""A record read by `verify` or `replay` as a host types it, in a fork of what has loaded both.

Must not import: what only tests need. Each fork would load it.
"""

import os
import resource
import runpy
import sys
import time
from pathlib import Path

from server.hosting import verify
from server.hosting.cli import main

MEMORY = {"verify": 150 * 2**20, "replay": 550 * 2**20}
"""What the program may take of addresses, beside what it has by itself."""


def read(command: str, file: Path, out: Path, spent: Path) -> None:
    """Read a record with a program, in a fork; notes its processor time."""
    output = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for number in (1, 2):
        os.dup2(output, number)
    size = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY[command],) * 2)
    before = time.process_time()
    try:
        if command == "verify":
            sys.argv = ["verify", str(file)]
            runpy.run_path(verify.__file__, run_name="__main__")
        else:
            sys.argv = ["arcade", command, str(file)]
            main()
    finally:
        spent.write_text(str(time.process_time() - before))
