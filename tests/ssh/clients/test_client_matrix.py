"""Every client lists the tables, plays a turn, is resumed after a broken line, reads the record."""

import asyncio
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ssh.client import Said
from tests.ssh.clients.matrix import ROOT, SSH_CLIENTS, Person, SSHClient, environment
from tests.ssh.forks import Fork
from tests.ssh.process import QUICK
from tests.ssh.seats import CODE, whose_turn
from tests.ssh.terminal import ENTER, Terminal
from tests.waiting import PATIENCE

HERE = [name for name, client in SSH_CLIENTS.items() if client.here]
PEOPLE = ("ada", "bob", "cleo", "dora", "emil", "fanny", "guy", "hugo", "ines", "jules", "karl")
NAMES = dict(zip(SSH_CLIENTS, PEOPLE, strict=True))


class House:
    """The one server that all clients visit."""

    def __init__(self, folder: Path) -> None:
        (folder / "quick.toml").write_text(QUICK)
        output = folder / "announced.txt"
        words = ("serve", "--port", "0", "--data", str(folder / "data"))
        config = {"ARCADE_CONFIG": str(folder / "quick.toml")}
        self._fork = Fork(words, folder, config, output, folder / "server.log", "clients")
        asyncio.run(self._fork.lines(4))
        announced = output.read_text()
        self.folder = folder
        self.port = int(re.findall(r" port (\d+)", announced)[0])
        (folder / "fingerprint").write_text(re.findall(r"SHA256:\S+", announced)[0])

    def close(self) -> None:
        self._fork.send_signal(9)
        self._fork.join(PATIENCE)

    def person(self, key: Path | None = None, user: str = "play") -> Person:
        return Person(self.port, user, self.folder, key)

    def key(self, name: str, kind: str) -> Path:
        path = self.folder / f"{NAMES[name]}_key"
        size = ("-b", "2048") if kind == "rsa" else ()
        made = ("ssh-keygen", "-q", "-t", kind, *size, "-N", "", "-f", path)
        subprocess.run(made, check=True)
        return path


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    running = House(tmp_path_factory.mktemp("house"))
    yield running
    running.close()


def open_terminal(client: SSHClient, person: Person) -> Terminal:
    return Terminal.start(client.command(person, ()), (100, 30), environment(person.home))


async def ask(client: SSHClient, person: Person, *words: str) -> Said:
    """Run a command without a terminal."""
    process = await asyncio.create_subprocess_exec(
        *client.command(person, words),
        env=environment(person.home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    async with asyncio.timeout(PATIENCE):
        out, err = await process.communicate()
    assert process.returncode is not None
    return Said(process.returncode, out.decode(), err.decode())


def test_the_page_names_every_client() -> None:
    page = (ROOT / "docs" / "playing.md").read_text()
    table = page.partition("## Tried with\n")[2].partition("\n## ")[0]
    assert re.findall(r"^\| ([^|]+?) \|", table, re.MULTILINE)[1:] == list(SSH_CLIENTS)


@pytest.mark.parametrize("name", HERE)
async def test_a_client_plays(house: House, name: str) -> None:
    client = SSH_CLIENTS[name]
    listing = asyncio.create_task(ask(client, house.person(), "rooms", "--json"))
    person = house.person(house.key(name, client.key))
    terminal = open_terminal(client, person)
    await terminal.wait_for("What shall we call you?")
    terminal.type(NAMES[name] + ENTER + ENTER)
    await terminal.wait_for("Play now")
    terminal.type(ENTER)
    code = CODE.findall(await terminal.wait_for(CODE.search))[0]
    await whose_turn(terminal)
    shown = terminal.lines[2:-3]
    terminal.type(ENTER)
    await terminal.wait_for(lambda _: terminal.lines[2:-3] != shown)
    tables = await listing
    assert tables.code == 0 and isinstance(json.loads(tables.out), list), tables

    terminal.kill()  # the line breaks
    again = open_terminal(client, house.person(person.key, user=code))
    record = await ask(client, house.person(), "record", code)
    facts = [json.loads(line)["fact"]["fact"] for line in record.out.splitlines()]
    assert record.code == 0 and "acted" in facts, record
    await again.wait_for(lambda text: f"table {code}" in text and "watching" not in text)
    again.kill()
