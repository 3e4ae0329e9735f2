"""Copies a log into another, or its file while a server writes it; verifies and restores copies.

Blocking, except `copy`. A copied file appears under its name only when complete and on disk.
"""

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path

from msgspec import Struct

from arcade.eventlog.file import (
    FROM,
    HEAD,
    LAST,
    LAST_NUMBER,
    LASTS,
    STREAMS,
    Lock,
    check_ours,
    first_chain,
    verify,
)
from arcade.eventlog.log import CannotOpen, Damaged, Entry, EventLog, Token, superseded
from arcade.eventlog.owner import as_owner, chown_to_owner, exists, refuse_links

PART = ".part"
FILE_SUFFIXES = ("", "-wal", "-shm", "-journal")


class Contents(Struct, frozen=True):
    streams: int
    facts: int
    damaged: tuple[str, ...] = ()


def back_up(source: Path, target: Path) -> Contents:
    """Copy a consistent state of a log, even while it is written; `target` must not exist.

    Damaged streams are copied unchanged, and reported. Raises CannotOpen.
    """
    if not (exists(source) and source.is_file()):
        raise CannotOpen(f"there is no log {source}: name its folder with --data")
    if is_empty(source):
        raise CannotOpen(f"{source} is empty: there is nothing to copy")
    return _copy(source, target)


def restore(backup: Path, target: Path, replace: bool = False, damaged: bool = False) -> Contents:
    """Put an undamaged copy where a server will find it; there must be no log yet.

    `replace`: a log that is there is kept under another name (`set_aside`). `damaged`: tables may
    be damaged. Raises CannotOpen, and then leaves everything as it was.
    """
    check_backup(backup, damaged)
    with as_owner(target.parent):
        try:
            target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock = Lock(target)
        except OSError as error:
            raise CannotOpen(f"cannot write {error.filename} ({error.strerror})") from error
        try:
            chown_to_owner(lock.number, target.parent)
            if not replace:
                for path in _beside(target):
                    refuse_existing(path)
            aside = set_aside(target) if replace else None
            try:
                return _copy(backup, target)
            except BaseException:
                if aside is not None:
                    _rename(aside, target)
                raise
        finally:
            lock.release()


def set_aside(path: Path) -> Path:
    """Rename a log, a file with those beside it or a folder, to the first free NAME.damaged."""
    names = (f"{path.name}.damaged{f'-{n}' if n else ''}" for n in count())
    aside = next(
        candidate for candidate in map(path.with_name, names) if not os.path.lexists(candidate)
    )
    _rename(path, aside)
    return aside


def _rename(path: Path, to: Path) -> None:
    for file, other in zip(_beside(path), _beside(to), strict=True):
        if os.path.lexists(file):
            file.rename(other)


def check_backup(backup: Path, damaged: bool = False) -> Contents:
    """Verify a backup before it is restored; raises CannotOpen, also if it is damaged.

    `damaged`: unless only tables are, without which a server starts.
    """
    if not (exists(backup) and backup.is_file()):
        raise CannotOpen(f"there is no backup {backup}")
    if is_empty(backup):
        raise CannotOpen(f"{backup} is empty: take another backup")
    contents = examine(backup)
    tables = all(name.startswith("room.") for name in contents.damaged)
    if contents.damaged and not (damaged and tables):
        do = "take another backup"
        if tables:
            do += ", or add --damaged: these tables stay closed, the others open"
        raise CannotOpen(f"{backup} is damaged (in {', '.join(contents.damaged)}): {do}")
    return contents


def examine(path: Path, quick: bool = False) -> Contents:
    """Verify the chain of every stream in a file, even while a server writes it.

    `quick`: only count the streams. Raises CannotOpen.
    """
    try:
        with _open(path) as db, as_owner(path.parent):
            check_ours(db, path)
            db.execute("BEGIN")  # one consistent state
            if quick:
                return Contents(*db.execute("SELECT count(*), 0 FROM heads").fetchone())
            return _examine(db)
    except sqlite3.Error as error:
        _refuse_another_users(path)
        raise CannotOpen(f"{path} is no log, or a damaged one ({error})") from error


def is_ours(path: Path) -> bool:
    """Tell whether a log may be opened: SQLite writes even where it reads."""
    with as_owner(path.parent):
        return os.access(path, os.R_OK | os.W_OK, effective_ids=True)


def _refuse_another_users(path: Path) -> None:
    if not is_ours(path):
        raise CannotOpen(f"{path} belongs to another user: give it to the server's")


def newest_fact(path: Path, stream: str) -> bytes | None:
    """Return the last fact of a stream in a file, unverified; raises CannotOpen."""
    try:
        with _open(path) as db, as_owner(path.parent):
            row = db.execute(LAST, (stream.encode(),)).fetchone()
    except sqlite3.Error as error:
        raise CannotOpen(f"{path} is no log, or a damaged one ({error})") from error
    return None if row is None else bytes(row[0])


def newest_time(path: Path) -> int:
    """Return the latest `at` of the streams' last facts, unverified; 0: there is none.

    Raises CannotOpen.
    """
    latest = 0
    try:
        with _open(path) as db, as_owner(path.parent):
            for (fact,) in db.execute(LASTS):
                with suppress(ValueError, TypeError, AttributeError):
                    latest = max(latest, int(json.loads(fact).get("at", 0)))
    except sqlite3.Error as error:
        raise CannotOpen(f"{path} is no log, or a damaged one ({error})") from error
    return latest


def _copy(source: Path, target: Path) -> Contents:
    with as_owner(target.parent):
        return _made(source, target)


def _made(source: Path, target: Path) -> Contents:
    refuse_existing(target)
    part = target.with_name(target.name + PART)
    try:
        part.unlink(missing_ok=True)
        try:  # SIGTERM may end it as soon as there is a file
            descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600)
            chown_to_owner(descriptor, part.parent)
            os.close(descriptor)
            refuse_links(part.parent, *_beside(part))
            contents = _fill(source, part)
            # Link instead of rename: never replace a file that has appeared meanwhile.
            os.link(part, target)
        finally:
            part.unlink(missing_ok=True)
        _sync(target.parent)
    except FileExistsError as error:
        raise CannotOpen(f"{target} exists: nothing is overwritten") from error
    except OSError as error:
        raise CannotOpen(f"cannot write {target} ({error.strerror})") from error
    except sqlite3.Error as error:
        _refuse_another_users(source)
        raise CannotOpen(f"cannot copy {source} to {target} ({error})") from error
    return contents


def _fill(source: Path, part: Path) -> Contents:
    with _open(source) as old, closing(sqlite3.connect(part, isolation_level=None)) as new:
        check_ours(old, source)
        # In one step: a consistent snapshot while others go on writing.
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")
        new.text_factory = _name
        contents = _examine(new)
    _sync(part)
    return contents


def _examine(db: sqlite3.Connection) -> Contents:
    names = [name for (name,) in db.execute(STREAMS)]
    facts, damaged = 0, []
    for name in names:
        raw = name.encode("utf-8", "surrogateescape")
        try:
            end = db.execute(HEAD, (raw,)).fetchone() or (0, first_chain(name))
            facts += len(verify(name, db.execute(FROM, (raw, 0, LAST_NUMBER)).fetchall(), end, 0))
        except (Damaged, sqlite3.Error, TypeError):
            damaged.append(name)
    spent = superseded(names)
    return Contents(len(names), facts, tuple(name for name in damaged if name not in spent))


@contextmanager
def _open(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a log in a folder that may belong to another user."""
    with as_owner(path.parent):
        refuse_links(path.parent, *_beside(path))
        db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)
        try:
            db.execute("PRAGMA query_only = ON")
            db.text_factory = _name
            db.execute("SELECT 1 FROM sqlite_master").fetchone()
        except BaseException:
            db.close()
            raise
    try:
        yield db
    finally:
        with as_owner(path.parent):
            db.close()


def _beside(path: Path) -> list[Path]:
    return [path.with_name(path.name + end) for end in FILE_SUFFIXES]


def is_empty(path: Path) -> bool:
    """Return whether a log file exists but is empty: just created, or lost."""
    both = (path, path.with_name(path.name + "-wal"))
    return path.exists() and not any(file.exists() and file.stat().st_size for file in both)


def _name(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def refuse_existing(path: Path) -> None:
    """Raise CannotOpen if the path exists, OSError if no file can have that name."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return
    raise CannotOpen(f"{path} exists: nothing is overwritten")


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


FACTS, BYTES = 256, 1 << 20
"""Limits of one append; its last fact may exceed the bytes."""


async def copy(
    source: EventLog, target: EventLog, without: str = "", until: Token = 0
) -> tuple[str, ...]:
    """Copy all streams except those whose name begins with `without`; `target` must be empty.

    `until`: copy nothing after that place, in a log whose places increase over all its streams.
    Returns the names of damaged streams, which are left out; raises what the two logs raise.
    """
    damaged = []
    streams = await source.streams()
    spent = superseded(streams)
    for stream in streams:
        if without and stream.startswith(without):
            continue
        try:
            stored_entries = await source.read(stream)
        except Damaged:
            damaged += [] if stream in spent else [stream]
            continue
        entries = [entry for entry in stored_entries if not until or entry.token <= until]
        end: Token = 0
        for portion in _portions(entries):
            end = await target.append(stream, portion, end)
    return tuple(damaged)


def _portions(entries: Sequence[Entry]) -> Iterator[list[bytes]]:
    portion: list[bytes] = []
    for entry in entries:
        portion.append(entry.data)
        if len(portion) == FACTS or sum(map(len, portion)) > BYTES:
            yield portion
            portion = []
    if portion:
        yield portion
