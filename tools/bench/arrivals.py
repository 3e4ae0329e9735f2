"""Many who log in at the same moment, in a process of their own.

    python -m tools.bench.arrivals PORT NUMBER

In the loop of those who press keys, what two hundred clients reckon for their log-ins would be
measured with the keys. It gives way to them (`nice`), prints a line once all have a picture, and
ends with its input.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tools.bench.people import Person, gather

NICE = 15


async def _arrive(port: int, number: int) -> None:
    people = await gather(Person.come(port, "play", b" n") for _ in range(number))
    sys.stdout.write(f"{len(people)}\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)
    for person in people:
        person.line.abort()


@asynccontextmanager
async def arrivals(port: int, number: int) -> AsyncIterator[int]:
    """Have `number` guests log in at once, and leave at the end; return how many got in."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", __name__, str(port), str(number)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        yield int(await process.stdout.readline())
    finally:
        process.stdin.close()
        await process.wait()


if __name__ == "__main__":
    os.nice(NICE)
    asyncio.run(_arrive(*map(int, sys.argv[1:])))
