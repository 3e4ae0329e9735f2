"""The host key: made once, kept private, shown by its fingerprint."""

import os
from pathlib import Path

import asyncssh

from server.errors import CannotDo


def load_or_make(path: Path) -> asyncssh.SSHKey:
    """Load the host key, or make it where there is none.

    Raises `CannotDo` when it cannot be read or written, or when others than the owner may
    read it.
    """
    try:
        if path.is_dir():
            raise CannotDo(f"{path} is a folder. Name a file in it with --host-key.")
        if not path.exists():
            make(path)
        if path.stat().st_mode & 0o077:
            raise CannotDo(f"Others may read the host key {path}. Close it with: chmod 600 {path}")
        return asyncssh.read_private_key(path)
    except OSError as error:
        raise CannotDo(f"Cannot read the host key {path}: {error.strerror}.") from error
    except asyncssh.KeyImportError as error:
        raise CannotDo(
            f"{path} is no private key that can be used ({error}). "
            "Move it away, and a new one is made at the next start."
        ) from error


def make(path: Path) -> asyncssh.SSHKey:
    """Make an ed25519 key at `path`, mode 0600, its public half beside it.

    Raises `CannotDo` when something lies there already or nothing can be written there.
    """
    key = asyncssh.generate_private_key("ssh-ed25519", comment="ssh-arcade")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # O_EXCL: two servers starting at once must not end with half of each other's key.
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(key.export_private_key())
        path.with_name(path.name + ".pub").write_bytes(key.export_public_key())
    except FileExistsError as error:
        raise CannotDo(f"{path} is there already; it stays as it is.") from error
    except OSError as error:
        raise CannotDo(f"Cannot write the host key {path}: {error.strerror}.") from error
    return key
