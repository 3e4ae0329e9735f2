"""What the tests of faults share: files that are broken, and what a record tells."""

from pathlib import Path
from typing import Any

LOG = "arcade.sqlite3"


def flip(path: Path, wanted: bytes) -> None:
    """Flip one bit in the first byte of what is wanted, wherever it stands in the file."""
    data = path.read_bytes()
    assert wanted in data, len(data)
    for at in _all(data, wanted):
        with path.open("r+b") as file:
            file.seek(at)
            file.write(bytes([data[at] ^ 1]))


def _all(data: bytes, wanted: bytes) -> list[int]:
    positions, at = [], data.find(wanted)
    while at >= 0:
        positions.append(at)
        at = data.find(wanted, at + 1)
    return positions


def acts(facts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the actions of a record."""
    return [fact["fact"] for fact in facts if fact["fact"]["fact"] == "acted"]
