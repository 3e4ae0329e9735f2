"""The log of one server: a SQLite file, with one thread to write it and one to read it."""

import asyncio
import sqlite3
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import ParamSpec, Self, TypeVar

from arcade.eventlog.file import Append, File, Reader
from arcade.eventlog.log import CannotOpen, Entry, GrowingLog, NotStored, Token, check_append

P = ParamSpec("P")
R = TypeVar("R")
Waiting = tuple[Append, asyncio.Future[Token]]


class SQLiteLog(GrowingLog):
    """An `EventLog` in a file. Appends that wait for the disk are committed together."""

    def __init__(self, file: File, writer: "Thread", reader: "Thread") -> None:
        self._file = file
        self._writer = writer
        self._reader = reader
        self._waiting: list[Waiting] = []
        self._writing: asyncio.Task[None] | None = None
        super().__init__()

    @classmethod
    async def open(cls, path: Path) -> "SQLiteLog":
        """Open the log in `path`, creating file and directory if needed; raises CannotOpen."""
        writer = Thread("log-writer")
        try:
            file = await writer.run(File, path)
        except BaseException:
            writer.end()
            raise
        return cls(file, writer, Thread("log-reader"))

    async def append(self, stream: str, data: Sequence[bytes], expected: Token) -> Token:
        check_append(stream, data)
        if self.closed:
            raise NotStored("the log is closed")
        stored: asyncio.Future[Token] = asyncio.get_running_loop().create_future()
        self._waiting.append((Append(stream, tuple(data), expected), stored))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        return await stored

    async def can_store(self) -> bool:
        return not self.closed and await self._writer.run(self._file.can_write)

    async def read(self, stream: str, after: Token = 0) -> list[Entry]:
        self._check_open()
        return await self._reader.run(self._file.load, stream, after)

    async def between(self, stream: str, after: Token, until: Token) -> list[Entry]:
        self._check_open()
        return await self._reader.run(self._file.load, stream, after, until)

    async def streams(self) -> list[str]:
        self._check_open()
        return await self._reader.run(self._file.streams)

    async def check(self, stream: str) -> None:
        self._check_open()
        await self._reader.run(self._file.load, stream, 0)

    async def ends(self, streams: Collection[str] | None = None) -> dict[str, Entry]:
        self._check_open()
        ends = await self._reader.run(self._file.ends)
        wanted = ends.keys() if streams is None else ends.keys() & set(streams)
        return {name: ends[name] for name in wanted}

    async def close(self) -> None:
        if self.closed:
            return
        self.stop_growing()
        if self._writing:
            await asyncio.wait([self._writing])
        # Queued behind pending reads, so that nothing uses the file any more.
        await self._reader.run(self._file.close)
        self._reader.end()
        self._writer.end()

    async def _write(self) -> None:
        """Store group after group until none is left; a group is all that came meanwhile."""
        while self._waiting:
            group, self._waiting = self._waiting, []
            outcomes = await self._writer.run(self._file.store, [append for append, _ in group])
            for (append, stored), outcome in zip(group, outcomes, strict=True):
                if isinstance(outcome, Token):
                    self.report(append.stream, outcome)
                if stored.done():  # the caller was cancelled
                    continue
                if isinstance(outcome, Token):
                    stored.set_result(outcome)
                else:
                    stored.set_exception(outcome)


class SQLiteReader:
    """A `ReadableLog` in a file that a server may be writing; blocks its loop while it reads."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)

    def __enter__(self) -> Self:
        try:
            self._file = Reader(self._path)
        except sqlite3.Error as error:
            raise CannotOpen(f"cannot read {self._path} ({error})") from error
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    async def read(self, stream: str, after: Token = 0) -> list[Entry]:
        return self._file.load(stream, after)

    async def streams(self) -> list[str]:
        return self._file.streams()


class Thread:
    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(1, name)

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, lambda: work(*args, **kwargs))

    def end(self) -> None:
        self._executor.shutdown(wait=False)
