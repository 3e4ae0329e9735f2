"""The host key: made once, private."""

import os
import resource
import stat
from pathlib import Path

import asyncssh
import pytest

from server.config.environment import CannotDo
from server.ssh import host_key


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_it_is_made_once_and_private(tmp_path: Path) -> None:
    path = tmp_path / "new" / "host"
    first = host_key.load_or_make(path)
    assert mode(path) == 0o600
    assert first.get_algorithm() == "ssh-ed25519"
    before = path.read_bytes()
    assert host_key.load_or_make(path).get_fingerprint() == first.get_fingerprint()
    assert path.read_bytes() == before


def test_it_is_private_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        host_key.make(tmp_path / "host")
    finally:
        os.umask(before)
    assert mode(tmp_path / "host") == 0o600


def test_an_open_key_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "host"
    host_key.make(path)
    path.chmod(0o640)
    with pytest.raises(CannotDo, match=f"chmod 600 {path}"):
        host_key.load_or_make(path)


def test_what_is_no_key_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "host"
    path.write_text("hello")
    path.chmod(0o600)
    with pytest.raises(CannotDo, match="no private key"):
        host_key.load_or_make(path)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    with pytest.raises(CannotDo, match="is a folder"):
        host_key.load_or_make(tmp_path)


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "host"
    host_key.make(path)
    with pytest.raises(CannotDo, match="stays as it is"):
        host_key.make(path)


def test_a_full_disk_leaves_no_part_of_a_key(tmp_path: Path) -> None:
    path = tmp_path / "key"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(CannotDo, match="Cannot write the host key"):
            host_key.load_or_make(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not path.exists()
    host_key.load_or_make(path)


def test_what_cannot_be_looked_at(tmp_path: Path) -> None:
    with pytest.raises(CannotDo, match="Cannot"):
        host_key.load_or_make(tmp_path / ("x" * 300) / "key")  # as in a folder of another user's


@pytest.mark.parametrize(("algorithm", "size"), [("ssh-rsa", {"key_size": 1024}), ("ssh-dss", {})])
def test_a_weak_key_is_refused(tmp_path: Path, algorithm: str, size: dict[str, int]) -> None:
    path = tmp_path / "host"
    asyncssh.generate_private_key(algorithm, **size).write_private_key(path)
    path.chmod(0o600)
    with pytest.raises(CannotDo, match="too weak"):
        host_key.load_or_make(path)


def test_its_public_half_follows_no_link(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("kept")
    (tmp_path / "host.pub").symlink_to(tmp_path / "kept")
    host_key.make(tmp_path / "host")
    assert (tmp_path / "kept").read_text() == "kept"
    assert (tmp_path / "host.pub").read_text().startswith("ssh-ed25519 ")
