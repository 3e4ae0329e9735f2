"""What the tests of faults share: people who act through ssh, and files that are broken."""

import asyncio
import sys
from pathlib import Path
from typing import Any

from tests.ssh.client import Said
from tests.ssh.process import ARCADE

LOG = "arcade.sqlite3"


async def arcade(*words: str) -> Said:
    """Run `arcade` on the command line."""
    process = await asyncio.create_subprocess_exec(
        ARCADE,
        *words,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    assert process.returncode is not None
    return Said(process.returncode, out.decode(), err.decode())


def flip(path: Path, wanted: bytes) -> None:
    """Flip one bit in the first byte of what is wanted, wherever it stands in the file."""
    data = path.read_bytes()
    assert wanted in data, sys.getsizeof(data)
    for at in _all(data, wanted):
        with path.open("r+b") as file:
            file.seek(at)
            file.write(bytes([data[at] ^ 1]))


def _all(data: bytes, wanted: bytes) -> list[int]:
    found, at = [], data.find(wanted)
    while at >= 0:
        found.append(at)
        at = data.find(wanted, at + 1)
    return found


def acts(facts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give the actions of a record."""
    return [one["fact"] for one in facts if one["fact"]["fact"] == "acted"]
