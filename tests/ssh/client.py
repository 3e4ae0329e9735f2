"""The command line of the OpenSSH client, with nothing of this machine's own configuration."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import asyncssh

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
        """Give the command line of `ssh`."""
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
        return ["ssh", "-F", "/dev/null", *pairs, *options, *where, *words]

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
        process = await asyncio.create_subprocess_exec(
            *self.command(*words, user=user, options=options),
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


def make_key(path: Path) -> Path:
    """Make a person's key."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    key.write_private_key(path)
    path.chmod(0o600)
    return path
