"""The usage of addresses, shared by all processes of one machine.

Every worker maps one table in memory. Each writes only its own rows and reads everybody's, so
that nobody waits for a lock, or for a process that hangs.
"""

import mmap
import os
import tempfile
from hashlib import blake2b
from math import inf

ROWS = 65536
"""Names that one process can hold; beyond that it drops the least recently used one."""
PROBES = 8
"""How many rows a name may choose from."""
ROW = 3
"""Numbers in a row: the hash of the name, a value, and when it was written."""


def make_table(workers: int) -> int:
    """Return the file descriptor of an empty table for that many processes."""
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("arcade-limits")
    else:
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    os.ftruncate(descriptor, workers * ROWS * ROW * 8)
    return descriptor


class MachineUse:
    def __init__(self, table: int, workers: int, worker: int, salt: bytes) -> None:
        """Clear the rows that an earlier process with this number wrote."""
        self._workers, self.worker = workers, worker
        self._salt = salt[:64]
        self._map = mmap.mmap(table, workers * ROWS * ROW * 8)
        self._keys = memoryview(self._map).cast("q")
        self._values = memoryview(self._map).cast("d")
        size = ROWS * ROW * 8
        self._map[worker * size : (worker + 1) * size] = bytes(size)

    def row(self, name: str) -> "Row":
        return Row(self, name)

    def key(self, name: str) -> int:
        """Return a hash that strangers cannot predict; never 0, which marks an empty row."""
        digest = blake2b(name.encode(), digest_size=8, key=self._salt).digest()
        return int.from_bytes(digest, "big", signed=True) or 1

    def read(self, key: int) -> list[tuple[int, float, float]]:
        """Return the process, the value and the time of each row of a name."""
        rows = []
        for worker in range(self._workers):
            for slot in self._slots(worker, key):
                if self._keys[slot] == key:
                    rows.append((worker, self._values[slot + 1], self._values[slot + 2]))
                    break
        return rows

    def write(self, key: int, value: float, at: float) -> None:
        """Write this process's row of a name."""
        slots = [*self._slots(self.worker, key)]
        slot = next(
            (slot for slot in slots if self._keys[slot] == key),
            min(slots, key=lambda slot: self._values[slot + 2]),
        )
        if self._keys[slot] != key:
            self._keys[slot] = 0  # nobody reads the old name with the new value
        self._values[slot + 1], self._values[slot + 2] = value, at
        self._keys[slot] = key

    def _slots(self, worker: int, key: int) -> range:
        first = worker * ROWS + key % (ROWS - PROBES)
        return range(first * ROW, (first + PROBES) * ROW, ROW)


class Row:
    def __init__(self, use: MachineUse, name: str) -> None:
        self._use = use
        self._key = use.key(name)

    def newest(self, value: float, at: float) -> tuple[float, float]:
        """Return the newest value, of this process or another, and when it was written.

        Of several written at the same time, the lowest counts.
        """
        for _, other, then in self._use.read(self._key):
            if (then, -other) > (at, -value):
                value, at = other, then
        return value, at

    def write(self, value: float, at: float) -> None:
        self._use.write(self._key, value, at)

    def count(self, here: int) -> None:
        """Write how many there are in this process; the row stays while there are any."""
        self._use.write(self._key, here, inf if here else 0)

    @property
    def elsewhere(self) -> int:
        """Count those in the other processes."""
        rows = self._use.read(self._key)
        return sum(int(value) for worker, value, _ in rows if worker != self._use.worker)
