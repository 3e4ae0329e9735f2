"""Clients with nothing of this machine's own configuration: the OpenSSH one, and asyncssh's."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import asyncssh

from arcade.club.club import Club
from arcade.players.player import Player
from tests.ssh.terminal import Terminal


class Said(NamedTuple):
    """What a command without a terminal gave."""

    code: int
    out: str
    err: str


class Client:
    """Somebody with a home folder of their own; `key` is None for a guest."""

    def __init__(self, home: Path, port: int, key: Path | None = None) -> None:
        self.home = home
        self.port = port
        self.key = key

    def command(self, *words: str, user: str = "play", options: Sequence[str] = ()) -> list[str]:
        """Return the command line of `ssh`."""
        settings = {
            "UserKnownHostsFile": str(self.home / "known_hosts"),
            "GlobalKnownHostsFile": "/dev/null",
            "StrictHostKeyChecking": "no",
            "LogLevel": "ERROR",
            "IdentityAgent": "none",
            "IdentitiesOnly": "yes",
            "IdentityFile": str(self.key or "none"),
        }
        pairs = [part for name, value in settings.items() for part in ("-o", f"{name}={value}")]
        where = ["-p", str(self.port), f"{user}@127.0.0.1"]
        return ["ssh", "-F", "/dev/null", *options, *pairs, *where, *words]  # the first one counts

    def open(
        self,
        *words: str,
        user: str = "play",
        size: tuple[int, int] = (100, 30),
        environment: Mapping[str, str] | None = None,
        options: Sequence[str] = (),
    ) -> Terminal:
        """Open a terminal; with words, `ssh -t` and a command. The environment is sent along."""
        extra = [part for name in environment or () for part in ("-o", f"SendEnv={name}")]
        if words:
            extra.append("-t")
        command = self.command(*words, user=user, options=[*extra, *options])
        return Terminal.start(command, size, environment)

    async def run(
        self,
        *words: str,
        user: str = "play",
        options: Sequence[str] = (),
        given: bytes | None = None,
        timeout: float = 20.0,
    ) -> Said:
        """Run a command without a terminal; `given` is its input (None: there is none)."""
        command = self.command(*words, user=user, options=options)
        return await run(*command, given=given, timeout=timeout)


async def run(
    *command: str, given: bytes | None = None, timeout: float = 60.0, cwd: Path | None = None
) -> Said:
    """Run a command to its end; `given` is its input (None: there is none)."""
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=cwd,
        stdin=asyncio.subprocess.DEVNULL if given is None else asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(timeout):
            out, err = await process.communicate(given)
    except TimeoutError:
        process.kill()
        await process.wait()
        raise
    assert process.returncode is not None
    return Said(process.returncode, out.decode(), err.decode())


class Nobody(asyncssh.SSHClient):
    """Logs in without a key: answers the question that has no prompts."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, *_: object) -> list[str]:
        return []


async def connect(port: int, **options: Any) -> asyncssh.SSHClientConnection:
    """Log in by asyncssh, with nothing of this machine's own; without a key, as a guest."""
    usual = {
        "username": "play",
        "client_factory": Nobody,
        "client_keys": None,
        "known_hosts": None,
        "config": None,
        "agent_path": None,
    }
    return await asyncssh.connect("127.0.0.1", port, **{**usual, **options})


async def name_owner(club: Club, key: Path | None, name: str) -> Player:
    """Give the owner of a key a name."""
    assert key is not None
    fingerprint = asyncssh.read_private_key(key).get_fingerprint()
    return await club.choose_name(club.accounts.known(fingerprint), name)


def make_key(path: Path) -> Path:
    """Make a person's key."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    key.write_private_key(path)
    path.chmod(0o600)
    return path
