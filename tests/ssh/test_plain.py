"""The whole product in lines: `ssh play@host plain`, through a pipe and on a plain terminal."""

import asyncio
import re
from collections.abc import Mapping

import pytest
from rich.cells import cell_len

from tests.ssh.client import Client
from tests.ssh.process import Server

PATIENCE = 30


class Pipe:
    """`ssh … plain` with its input and output as pipes: an expect loop of a few lines."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.said: list[str] = []

    @classmethod
    async def open(cls, client: Client, *words: str) -> "Pipe":
        return cls(
            await asyncio.create_subprocess_exec(
                *client.command(*words),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
            )
        )

    def type(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(line.encode() + b"\n")

    async def line(self) -> str:
        """Read the next line; raises `EOFError` at the end."""
        assert self._process.stdout
        try:
            async with asyncio.timeout(PATIENCE):
                line = (await self._process.stdout.readline()).decode()
        except TimeoutError:
            raise AssertionError("\n".join(self.said[-30:])) from None
        if not line:
            raise EOFError("\n".join(self.said[-20:]))
        self.said.append(line.rstrip("\n"))
        return self.said[-1]

    async def until(self, pattern: str) -> str:
        while not re.search(pattern, line := await self.line()):
            pass
        return line

    async def end(self) -> int:
        assert self._process.stdin
        self._process.stdin.close()
        while True:
            try:
                await self.line()
            except EOFError:
                break
        return await self._process.wait()


GAMES: Mapping[str, str] = {
    "421": "new 421 2 pot=11",
    "trente": "new trente 2",
    "golden-zero": "new golden-zero 2 hands=2",
    "golden21": "new golden21 3 years=1",
    "vingt-et-un": "new vingt-et-un 2",
}


def answer(number: str, said: str) -> str:
    """Take a choice: all dice, the first square of a tile, else the choice as it stands."""
    if said.startswith("keep dice"):
        return f"{number} all"
    if found := re.match(r"lay \d+ – add the square: (\w+)", said):
        return f"{number} {found[1]}"
    if found := re.match(r"lay the star – write lay \* SQUARE as NUMBER: (\w+) (\d+)", said):
        return f"lay * {found[1]} as {found[2]}"
    return number


@pytest.mark.parametrize("key", GAMES)
async def test_a_whole_game_through_a_pipe(server: Server, key: str) -> None:
    pipe = await Pipe.open(server.guest(), "plain")
    pipe.type(GAMES[key] + " bots=simple")
    await pipe.until("Write start to begin")
    pipe.type("start")
    for _ in range(400):
        line = await pipe.until(r"^1\. |The game is over")
        if line.startswith("The game is over") or "The game is over" in line:
            break
        number, said = line.split(". ", 1)
        pipe.type(answer(number, said))
    else:
        raise AssertionError("\n".join(pipe.said[-30:]))
    pipe.type("leave")
    pipe.type("quit")
    assert await pipe.end() == 0, pipe.said[-5:]
    for line in pipe.said:
        assert cell_len(line) < 80, line
        assert line.isprintable(), repr(line)


async def test_a_table_is_watched_and_talked_at(server: Server) -> None:
    one = await Pipe.open(server.guest(), "plain")
    one.type("new golden-zero 2")
    table = await one.until(r"^Table \w+, Golden Zero")
    code = table.split()[1].rstrip(",")
    other = await Pipe.open(server.guest(), "plain")
    other.type("list")
    await other.until(f"^{code}: Golden Zero, waiting")
    other.type(f"watch {code}")
    await other.until(r"^Table \w+, Golden Zero")
    one.type("say bonjour")
    await other.until("^guest-.*: bonjour")
    one.type("start")
    await other.until(r"The target is|Target")
    other.type("look")
    await other.until("There is nothing for you to do now")
    assert not any("Your closed cards" in line for line in other.said)
    await one.until("Your closed cards")
    assert await one.end() == 0
    assert await other.end() == 0


async def test_a_script_waits_for_its_turn(server: Server) -> None:
    script = "new 421 2 pot=11\nstart\nwait\nroll\nstop\nwait\nleave\n"
    said = await server.guest().run("plain", given=script.encode(), timeout=PATIENCE)
    assert said.code == 0
    assert re.search(r"^guest-\w+ throws \d-\d-\d\.$", said.out, re.MULTILINE)
    assert said.out.rstrip().endswith("You are in the lobby again.")


async def test_mistakes_are_told(server: Server) -> None:
    script = "dance\nroll\njoin ZZZZZ\nnew chess\nnew 421 pot=12\nlanguage fr\nliste\n"
    said = await server.guest().run("plain", given=script.encode(), timeout=PATIENCE)
    assert said.code == 0
    for sentence in (
        "That is no command here",
        "There is no table ZZZZZ.",
        "There is no game chess",
        "pot cannot be 12",
        "Maintenant en français.",
        "Aucune table",
    ):
        assert sentence in said.out, said.out


async def test_a_key_chooses_a_name_first(server: Server) -> None:
    person = server.person()
    script = "no good name!\njeanne\nwho\n"
    said = await person.run("plain", given=script.encode(), timeout=PATIENCE)
    assert "You are jeanne." in said.out
    assert "jeanne: in the lobby" in said.out


@pytest.mark.parametrize("command", [(), ("plain",)])
async def test_a_dumb_terminal_talks_in_lines(server: Server, command: tuple[str, ...]) -> None:
    terminal = server.guest().open(*command, environment={"TERM": "dumb"})
    await terminal.wait_for("Write help")
    terminal.type("lisst\x7f\x7ft\r")
    await terminal.wait_for("No table is open")
    terminal.type("quit\r")
    assert await terminal.ended() == 0
    assert "\x1b" not in terminal.said
