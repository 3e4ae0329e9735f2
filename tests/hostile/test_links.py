"""Root works in the folder of a service that was broken into: links lead it nowhere."""

import asyncio
import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arcade.eventlog.sqlite import SQLiteLog
from server.config.environment import LOG, NATS
from tests.ssh.forks import arcade

SERVICE = 65534 if os.geteuid() == 0 else os.geteuid()
"""Whom the data folder belongs to: somebody else where the tests are root, as a host is."""
SECRET = b"for root alone\n"

Plant = Callable[[Path, Path], None]


@pytest.fixture(params=["by its owner", "by root alone"])
def folder(request: pytest.FixtureRequest) -> Iterator[Path]:
    """A folder that its owner can reach, or only root, as a container's volume from outside."""
    made = Path(tempfile.mkdtemp(dir="/tmp"))  # nobody else can reach pytest's own
    made.chmod(0o711 if request.param == "by its owner" else 0o700)
    yield made
    shutil.rmtree(made)


@pytest.fixture
def secret(folder: Path) -> Iterator[Path]:
    """A file of root's; afterwards it must be as it was."""
    path = folder / "secret"
    path.write_bytes(SECRET)
    path.chmod(0o600)
    yield path
    status = path.stat()
    assert path.read_bytes() == SECRET
    assert (status.st_uid, stat.S_IMODE(status.st_mode)) == (os.geteuid(), 0o600)


@pytest.fixture
def data(folder: Path) -> Path:
    """A data folder of the service's."""
    return owned(folder / "data")


@pytest.fixture(scope="session")
def shelf() -> Iterator[Path]:
    """A folder for what every test begins with."""
    made = Path(tempfile.mkdtemp(dir="/tmp"))
    made.chmod(0o711)
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="session")
def backup(shelf: Path) -> Path:
    """A backup of a log with one table."""
    asyncio.run(fill(shelf / "first" / LOG))
    result = arcade("backup", shelf / "backup", "--data", shelf / "first")
    assert result.returncode == 0, result.stderr
    return shelf / "backup"


@pytest.fixture(scope="session")
def restored(shelf: Path, backup: Path) -> Path:
    """A data folder into which the backup was restored."""
    return restore(backup, owned(shelf / "restored"))


@pytest.fixture(scope="session")
def restored_for_workers(shelf: Path, backup: Path) -> Path:
    """A data folder into which the backup was restored for workers: all of it is the service's."""
    made = restore(backup, owned(shelf / "workers"), "--workers")
    assert {path.lstat().st_uid for path in made.rglob("*")} == {SERVICE}
    return made


async def fill(path: Path) -> None:
    log = await SQLiteLog.open(path)
    await log.append("room.KAFEL", [b"fact"], 0)
    await log.close()


def owned(path: Path) -> Path:
    path.mkdir(mode=0o700)
    os.chown(path, SERVICE, SERVICE if os.geteuid() == 0 else -1)
    return path


def restore(backup: Path, data: Path, *more: str) -> Path:
    result = arcade("restore", backup, "--data", data, *more)
    assert result.returncode == 0, result.stderr
    return data


def copy(made: Path, data: Path) -> None:
    """Copy a data folder, with owners and modes."""
    subprocess.run(["cp", "-a", f"{made}/.", data], check=True)


def symbolic(link: Path, target: Path) -> None:
    link.symlink_to(target)


def hard(link: Path, target: Path) -> None:
    """Link as a service user may where the kernel does not forbid it (fs.protected_hardlinks)."""
    link.hardlink_to(target)


KINDS = pytest.mark.parametrize("link", [symbolic, hard])


@pytest.mark.attack(39, "links in the data folder, before root restores a backup into it")
@KINDS
@pytest.mark.parametrize("name", [f"{LOG}.lock", f"{LOG}.part", f"{LOG}-journal", LOG])
def test_restoring(
    folder: Path, secret: Path, data: Path, backup: Path, link: Plant, name: str
) -> None:
    link(data / name, secret)
    result = arcade("restore", backup, "--data", data)
    assert "Traceback" not in result.stderr
    if result.returncode == 0:
        assert (data / LOG).stat().st_uid == SERVICE
    else:
        assert name in result.stderr, result.stderr


@pytest.mark.attack(39, "links in the data folder, before root backs up the log of workers")
@KINDS
@pytest.mark.parametrize("name", ["nats.log", "nats.conf", "store.lock", "space", "other"])
def test_backing_up_what_workers_keep(
    folder: Path, secret: Path, data: Path, restored_for_workers: Path, link: Plant, name: str
) -> None:
    if name == "nats.log" and os.geteuid() == SERVICE:
        pytest.skip("the service's own nats-server writes to whatever file of the service it is")
    copy(restored_for_workers, data)
    (data / NATS / name).unlink(missing_ok=True)
    link(data / NATS / name, secret)
    result = arcade("backup", folder / "again", "--data", data, "--workers")
    assert "Traceback" not in result.stderr
    if result.returncode:
        assert name in result.stderr, result.stderr


@pytest.mark.attack(39, "a folder that is a link, where root restores the log of workers")
@pytest.mark.parametrize("name", [NATS, f"{NATS}/ports", f"{NATS}/store"])
def test_a_folder_that_is_a_link(folder: Path, data: Path, backup: Path, name: str) -> None:
    private = folder / "private"
    private.mkdir(mode=0o700)
    (private / "kept").write_bytes(SECRET)
    if "/" in name:
        owned(data / NATS)
    (data / name).symlink_to(private)
    result = arcade("restore", backup, "--data", data, "--workers")
    assert "Traceback" not in result.stderr
    if os.geteuid() == 0:
        assert [path.name for path in private.iterdir()] == ["kept"]
    assert {path.lstat().st_uid for path in (private, *private.iterdir())} == {os.geteuid()}
    assert (private / "kept").read_bytes() == SECRET


@pytest.mark.attack(39, "a log that is a link, when root backs it up")
@KINDS
@pytest.mark.parametrize("name", [f"{LOG}-wal", f"{LOG}-shm", f"{LOG}-journal"])
def test_backing_up(
    folder: Path, secret: Path, data: Path, restored: Path, link: Plant, name: str
) -> None:
    copy(restored, data)
    link(data / name, secret)
    result = arcade("backup", folder / "again", "--data", data)
    assert "Traceback" not in result.stderr


@pytest.mark.attack(39, "a lock that is no file at all")
def test_a_lock_that_is_a_pipe(data: Path, backup: Path) -> None:
    os.mkfifo(data / f"{LOG}.lock")
    result = arcade("restore", backup, "--data", data)
    assert result.returncode == 2 and f"{LOG}.lock" in result.stderr
