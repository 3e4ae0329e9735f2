"""The host key: generated once, kept private, shown by its fingerprint."""

import base64
import hashlib
import hmac
import os
from collections.abc import Callable
from pathlib import Path

import asyncssh
import structlog

from arcade.club.speech.ssh_command import split
from server.config.environment import HOST_KEYS, KEY_NAME, CannotDo

log = structlog.get_logger()

LEAST_BITS = 2048
"""Bits of an RSA key: fewer can be broken."""


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
        key = asyncssh.read_private_key(path)
        if weak := weakness(key):
            raise CannotDo(
                f"The host key {path} is too weak: {weak}. "
                "Move it away, and a new one is made at the next start."
            )
        return key
    except OSError as error:
        raise CannotDo(f"Cannot read the host key {path}: {error.strerror}.") from error
    except asyncssh.KeyImportError as error:
        raise CannotDo(
            f"{path} is no private key that can be used ({error}). "
            "Move it away, and a new one is made at the next start."
        ) from error


def load_next(path: Path | None) -> list[asyncssh.SSHKey]:
    """Load the key that is announced, if there is one; raises `CannotDo` as `load_or_make` does."""
    if path is None:
        return []
    if not path.exists():
        raise CannotDo(f"There is no next host key {path}. Make it with: arcade keygen {path}")
    return [load_or_make(path)]


def keep_with(data: Path, path: Path) -> None:
    """Copy the chosen key to the data folder unless that has one: it then moves with the data.

    Raises `CannotDo` as `load_or_make` does.
    """
    own = data / HOST_KEYS / KEY_NAME
    if own == path:
        return
    key = load_or_make(path)
    try:
        for folder in (data, own.parent):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write(own, key)
    except FileExistsError:
        if differ(data, path):
            log.warning("two host keys", used=str(path), other=str(own), see="arcade doctor")
    except OSError as error:
        log.warning("host key not copied", to=str(own), error=str(error))


def differ(data: Path, path: Path) -> bool:
    """Whether a key other than the chosen one is stored with the data."""
    try:
        other = asyncssh.read_private_key(data / HOST_KEYS / KEY_NAME)
        return other.get_fingerprint() != asyncssh.read_private_key(path).get_fingerprint()
    except (OSError, asyncssh.KeyImportError):
        return False


def weakness(key: asyncssh.SSHKey) -> str:
    """Return why a key is too weak; "" if it is not."""
    algorithm = key.get_algorithm()
    if algorithm == "ssh-dss":
        return "DSA"
    bits = int(getattr(key.pyca_key, "key_size", LEAST_BITS))
    return f"RSA of {bits} bits" if algorithm == "ssh-rsa" and bits < LEAST_BITS else ""


def public(key: asyncssh.SSHKey) -> str:
    """Return the public key in OpenSSH's form, without a comment."""
    return " ".join(key.export_public_key().decode().split()[:2])


def known_hosts(public_key: str, address: str) -> str:
    """Return a line of `known_hosts` for a server at an address, HOST or HOST:PORT."""
    host, port = split(address)
    return f"{host if port in ('', '22') else f'[{host}]:{port}'} {public_key}"


_SSHFP = {"ssh-rsa": 1, "ecdsa-sha2-nistp": 3, "ssh-ed25519": 4, "ssh-ed448": 6}
"""Kinds of keys in the DNS, by how their names begin (RFC 4255, 6594, 7479, 8709)."""


def sshfp(public_key: str, address: str) -> str:
    """Return the SSHFP record of a key (SHA-256), after the host's name if the address has one."""
    kind, data = public_key.split()
    number = next(number for name, number in _SSHFP.items() if kind.startswith(name))
    digest = hashlib.sha256(base64.b64decode(data)).hexdigest()
    host, _ = split(address)
    name = f"{host}. " if "." in host and not host.replace(".", "").isdigit() else ""
    return f"{name}IN SSHFP {number} 2 {digest}"


def signer(key: asyncssh.SSHKey) -> Callable[[bytes, str], bytes]:
    """Return a function that signs with the host key, as `ssh-keygen -Y verify` reads it."""
    return lambda data, namespace: asyncssh.create_sshsig(key, data, namespace=namespace)


def derive(key: asyncssh.SSHKey, purpose: str) -> bytes:
    """Return a secret that all processes with this key share."""
    private = key.export_private_key("pkcs8-der")
    return hmac.digest(private, f"ssh-arcade: {purpose}".encode(), "sha256")


def make(path: Path) -> asyncssh.SSHKey:
    """Make an ed25519 key at `path`, mode 0600, its public half beside it.

    Raises `CannotDo` if the file exists, or cannot be written.
    """
    key = asyncssh.generate_private_key("ssh-ed25519", comment="ssh-arcade")
    try:
        folders = (path.parent, *path.parent.parents)
        for folder in reversed([folder for folder in folders if not folder.exists()]):
            folder.mkdir(mode=0o700, exist_ok=True)  # the data folder may be among them
        _write(path, key)
    except FileExistsError as error:
        raise CannotDo(f"{path} is there already; it stays as it is.") from error
    except OSError as error:
        raise CannotDo(f"Cannot write the host key {path}: {error.strerror}.") from error
    return key


def _write(path: Path, key: asyncssh.SSHKey) -> None:
    # O_EXCL: two servers starting at once must not end with half of each other's key.
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(key.export_private_key())
    except OSError:
        path.unlink()  # a part of a key would keep the server from starting, on a full disk
        raise
    public = path.with_name(path.name + ".pub")
    public.unlink(missing_ok=True)
    with public.open("xb") as file:
        file.write(key.export_public_key())
