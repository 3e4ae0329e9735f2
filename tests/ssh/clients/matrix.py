"""The SSH clients that are tried: how each is started, and where it comes from.

A plugin of pytest: at the end of a run that tried them it names those that are not on this machine.
"""

import ctypes.util
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[3]
MODULES = ROOT / "build" / "clients" / "node_modules"
"""Where `.ci/run` puts what npm installs."""
PROGRAMS = "tests.ssh.clients"


class Person(NamedTuple):
    """Who comes, to where; `key` is None for a guest."""

    port: int
    user: str
    home: Path
    key: Path | None


Command = Callable[[Person, Sequence[str]], list[str]]


class SSHClient(NamedTuple):
    """One client: its command line, whether it is here, and how to get it."""

    command: Command
    here: bool
    install: str
    key: str = "ed25519"


def _openssh(*options: str) -> Command:
    def command(person: Person, words: Sequence[str]) -> list[str]:
        alone = ("-F", "/dev/null", "-o", "StrictHostKeyChecking=no", "-o", "LogLevel=ERROR")
        known = f"UserKnownHostsFile={person.home / 'known_hosts'}"
        key = ("-o", "IdentityAgent=none", "-o", f"IdentityFile={person.key or 'none'}")
        where = ("-p", str(person.port), f"{person.user}@127.0.0.1")
        return ["ssh", *alone, "-o", known, *key, *options, *where, *words]

    return command


# What the versions of Debian 9 and Ubuntu 22.04 offer, by their manual pages.
_ETM = (
    *("umac-64-etm@openssh.com", "umac-128-etm@openssh.com", "hmac-sha2-256-etm@openssh.com"),
    *("hmac-sha2-512-etm@openssh.com", "hmac-sha1-etm@openssh.com", "umac-64@openssh.com"),
    *("umac-128@openssh.com", "hmac-sha2-256", "hmac-sha2-512", "hmac-sha1"),
)
_CIPHERS = (
    *("chacha20-poly1305@openssh.com", "aes128-ctr", "aes192-ctr", "aes256-ctr"),
    *("aes128-gcm@openssh.com", "aes256-gcm@openssh.com"),
)
_CURVES = (
    *("curve25519-sha256", "curve25519-sha256@libssh.org", "ecdh-sha2-nistp256"),
    *("ecdh-sha2-nistp384", "ecdh-sha2-nistp521", "diffie-hellman-group-exchange-sha256"),
    *("diffie-hellman-group16-sha512", "diffie-hellman-group18-sha512"),
)


def _lists(**lists: Sequence[str]) -> tuple[str, ...]:
    given = ((name, ",".join(values)) for name, values in lists.items())
    return tuple(part for name, values in given for part in ("-o", f"{name}={values}"))


AS_7_4 = _lists(
    KexAlgorithms=(*_CURVES, "diffie-hellman-group14-sha256", "diffie-hellman-group14-sha1"),
    Ciphers=_CIPHERS,
    MACs=_ETM,
    HostKeyAlgorithms=("ecdsa-sha2-nistp256", "ssh-ed25519", "rsa-sha2-512", "ssh-rsa"),
)
AS_8_9 = _lists(
    KexAlgorithms=("sntrup761x25519-sha512@openssh.com", *_CURVES),
    Ciphers=_CIPHERS,
    MACs=_ETM,
    HostKeyAlgorithms=("ssh-ed25519", "ecdsa-sha2-nistp256", "rsa-sha2-512", "rsa-sha2-256"),
)
ONLY_PLAIN_MACS = _lists(Ciphers=("aes256-ctr",), MACs=("hmac-sha2-256", "hmac-sha2-512"))


def _dropbear(person: Person, words: Sequence[str]) -> list[str]:
    key: list[str] = []
    if person.key:
        made = person.key.with_suffix(".dropbear")
        if not made.exists():
            _convert("dropbearconvert", "openssh", "dropbear", person.key, made)
        key = ["-i", str(made)]
    terminal = [] if words else ["-t"]
    where = ["-p", str(person.port), f"{person.user}@127.0.0.1"]
    return ["dbclient", "-y", "-y", *terminal, *key, *where, *words]


def _plink(person: Person, words: Sequence[str]) -> list[str]:
    key: list[str] = []
    if person.key:
        made = person.key.with_suffix(".ppk")
        if not made.exists():
            _convert("puttygen", person.key, "-O", "private", "-o", made)
        key = ["-i", str(made)]
    trusted = ["-hostkey", (person.home / "fingerprint").read_text()]
    terminal = ["-T"] if words else ["-t"]
    where = ["-P", str(person.port), f"{person.user}@127.0.0.1"]
    return ["plink", "-ssh", "-batch", "-noagent", *trusted, *terminal, *key, *where, *words]


def _convert(*command: object) -> None:
    subprocess.run([str(word) for word in command], check=True, capture_output=True)


def _program(name: str) -> Command:
    def command(person: Person, words: Sequence[str]) -> list[str]:
        who = (str(person.port), person.user, str(person.key or "-"))
        return [sys.executable, "-m", f"{PROGRAMS}.{name}", *who, *words]

    return command


def _node(person: Person, words: Sequence[str]) -> list[str]:
    who = (str(person.port), person.user, str(person.key or "-"))
    return ["node", str(Path(__file__).parent / "with_ssh2.js"), *who, *words]


def _has(*programs: str) -> bool:
    return all(map(shutil.which, programs))


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


SSH_CLIENTS: Mapping[str, SSHClient] = {
    "OpenSSH": SSHClient(_openssh(), _has("ssh"), "apt-get install openssh-client"),
    "OpenSSH as 7.4": SSHClient(_openssh(*AS_7_4), _has("ssh"), "openssh-client", "rsa"),
    "OpenSSH as 8.9": SSHClient(_openssh(*AS_8_9), _has("ssh"), "openssh-client", "ecdsa"),
    "plain HMACs only": SSHClient(_openssh(*ONLY_PLAIN_MACS), _has("ssh"), "openssh-client"),
    "Dropbear": SSHClient(
        _dropbear, _has("dbclient", "dropbearconvert"), "apt-get install dropbear-bin"
    ),
    "PuTTY's plink": SSHClient(_plink, _has("plink", "puttygen"), "apt-get install putty-tools"),
    "paramiko": SSHClient(
        _program("with_paramiko"), importlib.util.find_spec("paramiko") is not None, "make ready"
    ),
    "asyncssh": SSHClient(_program("with_asyncssh"), True, "make ready", "ecdsa"),
    "npm ssh2": SSHClient(
        _node,
        _has("node") and (MODULES / "ssh2").is_dir(),
        "npm install --prefix build/clients ssh2",
    ),
    "libssh": SSHClient(_program("with_libssh"), _loads("libssh.so.4"), "apt-get install libssh-4"),
    "libssh2": SSHClient(
        _program("with_libssh2"), _loads("libssh2.so.1"), "apt-get install libssh2-1"
    ),
}


def environment(home: Path) -> dict[str, str]:
    """Return the environment in which a client runs: nothing of this machine's own settings."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "NODE_PATH": str(MODULES),
        "TERM": "xterm-256color",
    }


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Name the clients that could not be tried here."""
    reports = [report for some in terminalreporter.stats.values() for report in some]
    if any("test_client_matrix" in getattr(report, "nodeid", "") for report in reports):
        missing = {name: client.install for name, client in SSH_CLIENTS.items() if not client.here}
        count = f"{len(SSH_CLIENTS) - len(missing)} of {len(SSH_CLIENTS)}"
        terminalreporter.write_line(f"SSH clients tried: {count}")
        for name, install in missing.items():
            terminalreporter.write_line(f"    not on this machine: {name} ({install})")
