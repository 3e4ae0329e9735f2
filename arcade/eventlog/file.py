"""The SQLite file of a log: its lock, its schema, and the hash chain that detects damage.

Blocking; `sqlite.py` keeps it off the event loop.
"""

import errno
import fcntl
import os
import sqlite3
import stat
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from arcade.eventlog.log import CannotOpen, Conflict, Damaged, Entry, NotStored, Token


class Lock:
    """The right to write `path`, held until `release` or the end of the process."""

    def __init__(self, path: Path) -> None:
        """Acquire it; raises CannotOpen naming the holder, OSError if unwritable."""
        # The lock file stays: removing one may remove another process's.
        lock = path.with_name(path.name + ".lock")
        self.number = _open(lock)
        """The file descriptor of the lock; a process that inherits it holds the lock too."""
        try:
            fcntl.flock(self.number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(self.number, 32).decode("ascii", "replace").strip() or "unknown"
            self.release()
            raise CannotOpen(
                f"another arcade server uses {path} (process {holder}): "
                "stop it, or give this one another data directory"
            ) from None
        os.ftruncate(self.number, 0)
        os.write(self.number, b"%d\n" % os.getpid())

    def release(self) -> None:
        os.close(self.number)


def holder(path: Path) -> str:
    """Return the id of the process that may write `path`, "" for none, without locking."""
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    try:
        file = os.open(path.with_name(path.name + ".lock"), flags)
    except OSError:
        return ""
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return os.read(file, 32).decode("ascii", "replace").strip() or "unknown"
    finally:
        os.close(file)
    return ""


def _open(lock: Path) -> int:
    """Open the lock file; never follow a link, whose target would be truncated."""
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    try:
        file = os.open(lock, flags, 0o600)
    except OSError as error:
        if error.errno != errno.ELOOP:
            raise
        raise CannotOpen(f"{lock} is a link: remove it") from error
    status = os.fstat(file)
    if not stat.S_ISREG(status.st_mode) or status.st_nlink != 1:
        os.close(file)
        raise CannotOpen(f"{lock} is a link, or no file: remove it")
    return file


APPLICATION = int.from_bytes(b"arcd", "big")
SCHEMA = 2
"""Version of the tables below; newer files are refused."""
# A head repeats where its stream ends, so that a missing tail is detected.
TABLES = (
    "CREATE TABLE facts (stream TEXT, number INTEGER, fact BLOB, chain BLOB,"
    " PRIMARY KEY (stream, number)) WITHOUT ROWID",
    "CREATE TABLE heads (stream TEXT PRIMARY KEY, number INTEGER, chain BLOB) WITHOUT ROWID",
)
LAST_NUMBER = 2**63 - 1
"""The largest number of a fact."""
INSERT = "INSERT INTO facts VALUES (?, ?, ?, ?)"
MOVE_HEAD = "REPLACE INTO heads VALUES (?, ?, ?)"
# Names are passed as bytes: a damaged one may not be UTF-8.
HEAD = "SELECT number, chain FROM heads WHERE stream = CAST(? AS TEXT)"
FROM = (
    "SELECT number, fact, chain FROM facts"
    " WHERE stream = CAST(? AS TEXT) AND number BETWEEN ? AND ? ORDER BY number"
)
LAST = "SELECT fact FROM facts WHERE stream = CAST(? AS TEXT) ORDER BY number DESC LIMIT 1"
LASTS = "SELECT fact FROM heads JOIN facts USING (stream, number)"
# One index search for each stream; DISTINCT would scan every fact.
STREAMS = """
WITH RECURSIVE names(name) AS (
    SELECT min(stream) FROM facts
    UNION ALL
    SELECT (SELECT min(stream) FROM facts WHERE stream > name) FROM names WHERE name IS NOT NULL
)
SELECT name FROM names WHERE name IS NOT NULL UNION SELECT stream FROM heads ORDER BY 1
"""

ENDS = """
SELECT heads.stream, heads.number, heads.chain, last.fact, last.chain, earlier.chain
FROM heads JOIN facts AS last ON last.stream = heads.stream AND last.number = heads.number
LEFT JOIN facts AS earlier
    ON earlier.stream = heads.stream AND earlier.number = heads.number - 1
"""


class Append(Struct, frozen=True):
    stream: str
    data: Sequence[bytes]
    expected: Token


Row = tuple[int, bytes, bytes]
"""A fact's number, the fact, and the chain after it."""
Place = tuple[int, bytes]
"""A fact's number and the chain after it."""
Outcome = Token | Conflict | NotStored


class Reader:
    """A file open for reading, even beside its writer."""

    def __init__(self, path: Path) -> None:
        """Open the file; raises sqlite3.Error."""
        self._path = path
        self._reading = _open_to_read(path)

    def load(self, stream: str, after: Token, until: Token = LAST_NUMBER) -> list[Entry]:
        """Read what is stored after a place, up to another, and verify its chain; raises
        Damaged.
        """
        name, db = _bytes(stream), self._reading
        try:
            db.execute("BEGIN")  # one consistent state
            end = db.execute(HEAD, (name,)).fetchone() or (0, first_chain(stream))
            rows = db.execute(FROM, (name, after, until)).fetchall()
            if until < end[0]:
                last, _, chain = rows[-1] if rows else (0, b"", first_chain(stream))
                end = last, chain
            return verify(stream, rows, end, after)
        except (sqlite3.Error, TypeError) as error:
            raise Damaged(stream, after + 1) from error
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")

    def streams(self) -> list[str]:
        """Return the names of all streams, sorted; raises CannotOpen if the file is damaged."""
        try:
            return [name for (name,) in self._reading.execute(STREAMS)]
        except sqlite3.Error as error:
            what = f"{self._path} is damaged ({error}): put a good copy in its place"
            raise CannotOpen(what) from error

    def ends(self) -> dict[str, Entry]:
        """Return each stream's last entry, except where its chain is broken."""
        try:
            rows = self._reading.execute(ENDS).fetchall()
        except sqlite3.Error:
            return {}  # reading the streams one by one will tell which
        entries = (_end(*row) for row in rows)
        return {entry.stream: entry for entry in entries if entry is not None}

    def close(self) -> None:
        self._reading.close()


class File(Reader):
    """One open file: `store` for one thread, `load` and `streams` for another."""

    def __init__(self, path: Path) -> None:
        """Open the file, creating it if needed; raises CannotOpen."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = Lock(path)
            try:
                self._writing = _open_to_write(path)
                super().__init__(path)
            except BaseException:
                self._lock.release()
                raise
        except OSError as error:
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            do = "make room on the disk" if full else "make its directory writable"
            raise CannotOpen(
                f"cannot write {path} ({error.strerror}): {do}, or give another data directory"
            ) from error
        except sqlite3.Error as error:
            full = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL
            do = "make room on the disk" if full else "put a good copy in its place"
            raise CannotOpen(
                f"cannot use {path} ({error}): {do}, or give another data directory"
            ) from error

    def store(self, group: Sequence[Append]) -> list[Outcome]:
        """Store a group in one durable transaction; return an outcome for each append, in order.

        A conflict fails only its own append. If the disk refuses the group, each append is tried
        alone: a large one must not make small ones fail.
        """
        db = self._writing
        try:
            db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            return [NotStored(str(error)) for _ in group]
        try:
            outcomes = [_insert(db, append) for append in group]
            db.execute("COMMIT")
        except Exception as error:  # any error: a writer that dies would hang every table
            if db.in_transaction:  # SQLite has already rolled back if the disk is full
                db.execute("ROLLBACK")
            if len(group) == 1:
                return [NotStored(str(error))]
            return [outcome for append in group for outcome in self.store([append])]
        return outcomes

    def can_write(self) -> bool:
        """Try to write what is there already."""
        try:
            self._writing.execute(f"PRAGMA user_version = {SCHEMA}")
        except sqlite3.Error:
            return False
        return True

    def close(self) -> None:
        """Close both connections (the last one checkpoints the WAL) and release the lock."""
        super().close()
        self._writing.close()
        self._lock.release()


def first_chain(stream: str) -> bytes:
    """Return the chain before a stream's first fact: SHA-256 of its name."""
    return sha256(_bytes(stream)).digest()


def next_chain(chain: bytes, fact: bytes) -> bytes:
    """Return the chain after a fact: SHA-256 of the chain before it and the fact."""
    digest = sha256(chain)
    digest.update(fact)
    return digest.digest()


def verify(stream: str, rows: list[Row], end: Place, after: Token) -> list[Entry]:
    """Return the entries after `after`; `rows` start with the row at that place, if there is one.

    Raises Damaged unless their chain leads to the stream's end; TypeError where a flipped
    byte has changed what kind of value something is.
    """
    if after and not rows and end[0] < after:
        return []
    number, chain = 0, first_chain(stream)
    if after and rows:
        number, _, chain = rows.pop(0)
    if number != after:
        raise Damaged(stream, after)
    entries = []
    for stored_number, fact, stored_chain in rows:
        number, chain = number + 1, next_chain(chain, fact)
        if (stored_number, stored_chain) != (number, chain):
            raise Damaged(stream, number)
        entries.append(Entry(stream, number, fact))
    if (number, chain) != end:
        raise Damaged(stream, number + 1)
    return entries


def _end(
    stream: str, number: int, chain: bytes, fact: bytes, stored: bytes, earlier: bytes
) -> Entry | None:
    try:
        start = first_chain(stream) if number == 1 else earlier
        whole = chain == stored == next_chain(start, fact)
    except TypeError:
        return None  # a flipped byte has changed the type of a value
    return Entry(stream, number, fact) if whole else None


def _insert(db: sqlite3.Connection, append: Append) -> Outcome:
    name = _bytes(append.stream)
    number, chain = db.execute(HEAD, (name,)).fetchone() or (0, first_chain(append.stream))
    if append.expected != number:
        return Conflict(append.stream, append.expected)
    for fact in append.data:
        number, chain = number + 1, next_chain(chain, fact)
        db.execute(INSERT, (append.stream, number, fact, chain))
    db.execute(MOVE_HEAD, (append.stream, number, chain))
    return Token(number)


def _open_to_write(path: Path) -> sqlite3.Connection:
    # Created here with mode 0600; SQLite gives the files beside it the same mode.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        schema = check_ours(db, path)
        (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise CannotOpen(
                f"{path} is where SQLite cannot keep a write-ahead log (a network drive?): "
                "give a data directory on a local disk"
            )
        db.execute("PRAGMA synchronous = FULL")
        if not schema:
            db.execute("BEGIN IMMEDIATE")
            for table in TABLES:
                db.execute(table)
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {SCHEMA}")
            db.execute("COMMIT")
    except BaseException:
        db.close()
        raise
    return db


def check_ours(db: sqlite3.Connection, path: Path) -> int:
    """Return the file's schema version, 0 for a new file; raises CannotOpen, and writes nothing."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (schema,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION and (application or schema or tables):
        raise CannotOpen(f"{path} belongs to another program: give another data directory")
    if schema > SCHEMA:
        raise CannotOpen(
            f"{path} was written by a newer ssh-arcade (schema {schema}, this one knows {SCHEMA}): "
            "install the newer one again, or give another data directory"
        )
    return int(schema)


def _open_to_read(path: Path) -> sqlite3.Connection:
    uri = path.absolute().as_uri() + "?mode=ro"
    db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    db.text_factory = lambda name: name.decode("utf-8", "surrogateescape")
    return db


def _bytes(stream: str) -> bytes:
    return stream.encode("utf-8", "surrogateescape")
