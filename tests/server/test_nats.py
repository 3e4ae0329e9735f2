"""The workers' own log ends with its parent, also where that is process 1, as in a container."""

import asyncio
import sys

ORPHANS = """
import os
from server.nats import _end_with

def code(really: int, expected: int) -> int:
    if (child := os.fork()) == 0:
        os.getppid = lambda: really
        _end_with(expected)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

print(code(1, 1), code(7, 7), code(1, 7))
"""


async def test_only_whose_parent_has_died_meanwhile_does_not_begin() -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", ORPHANS), stdout=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(60):
        out, _ = await process.communicate()
    assert out.split() == [b"0", b"0", b"1"]
