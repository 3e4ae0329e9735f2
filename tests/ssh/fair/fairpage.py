"""The commands of docs/fair-dice.md, run where the server's host key is a known one."""

import re
import subprocess
from pathlib import Path

from tests.ssh.process import Server

PAGE = Path(__file__).parents[3] / "docs" / "fair-dice.md"


class Reader:
    """Somebody who follows the page: a folder with the host's key in .ssh/known_hosts."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.folder = folder
        self.host = f"[127.0.0.1]:{server.port}"
        known_hosts = folder / ".ssh" / "known_hosts"
        known_hosts.parent.mkdir()
        key = next(server.folder.rglob("*host*key*.pub"))
        known_hosts.write_text(f"{self.host} {key.read_text()}")
        self.known_hosts = ["-f", str(known_hosts)]

    def commands(self, mark: str, skip: int) -> str:
        """Return the page's block of commands that has the mark, without its first lines."""
        blocks = re.findall(r"```\n(.*?)```", PAGE.read_text(), re.DOTALL)
        block = next(block for block in blocks if mark in block)
        known = f"-F '{self.host}' -f .ssh/known_hosts"
        return str(block.split("\n", skip)[skip]).replace("-F host", known)

    def run(self, script: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["sh", "-ec", script], cwd=self.folder, capture_output=True, text=True, check=False
        )
