"""The whole product in lines: `ssh play@host plain`, through a pipe and on a plain terminal."""

import asyncio
import re
from collections.abc import Mapping

import pytest
from rich.cells import cell_len

from tests.ssh.client import Client
from tests.ssh.process import Server
from tests.waiting import PATIENCE


class Pipe:
    """`ssh … plain` with its input and output as pipes: an expect loop of a few lines."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.output: list[str] = []

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
            raise AssertionError("\n".join(self.output[-30:])) from None
        if not line:
            raise EOFError("\n".join(self.output[-20:]))
        self.output.append(line.rstrip("\n"))
        return self.output[-1]

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


def answer(number: str, sentence: str) -> str:
    """Take a choice: all dice, the first square of a tile, else the choice as it stands."""
    if sentence.startswith("keep dice, roll"):
        return "roll all three"
    if sentence.startswith("keep dice"):
        return f"{number} all"
    if match := re.match(r"lay \d+ – add the square: (\w+)", sentence):
        return f"{number} {match[1]}"
    if match := re.match(r"lay the star – write lay \* SQUARE as NUMBER: (\w+) (\d+)", sentence):
        return f"lay * {match[1]} as {match[2]}"
    if match := re.search("add (?:a name|names): ([^,]+)", sentence):
        return f"{number} {match[1]}"
    return number


@pytest.mark.parametrize("key", GAMES)
async def test_a_whole_game_through_a_pipe(server: Server, key: str) -> None:
    pipe = await Pipe.open(server.guest(), "plain")
    pipe.type("normal")
    pipe.type(GAMES[key] + " bots=simple pace=none")
    code = (await pipe.until("^Table ")).split()[1].rstrip(",")
    await pipe.until("Write start to begin")
    pipe.type("start")
    for turn in range(400):
        line = await pipe.until(r"^\d+\. |^Write again|Write yes|^  to\.$")
        if line.startswith("Write again"):
            break
        if not line[0].isdecimal():
            pipe.type("yes")
            continue
        at = len(pipe.output) - 1
        pipe.type(f"no-{turn}")
        await pipe.until(f"Unknown command: no-{turn}")
        listed = [
            sentence.split(". ", 1)
            for sentence in pipe.output[at:]
            if re.match(r"\d+\. ", sentence)
        ]
        number, label = next((pair for pair in listed if " – " in pair[1]), listed[-1])
        pipe.type(answer(number, label))
    else:
        raise AssertionError("\n".join(pipe.output[-30:]))
    assert re.search(r"\. Place 1, \S+( \(you\))?: ", " ".join(" ".join(pipe.output).split()))
    await it_can_be_told_again(pipe, code)
    pipe.type("leave")
    pipe.type("quit")
    assert await pipe.end() == 0, pipe.output[-5:]
    for line in pipe.output:
        assert cell_len(line) < 80, line
        assert line.isprintable(), repr(line)


async def it_can_be_told_again(pipe: Pipe, code: str) -> None:
    """The game that is over, turn by turn: the first, the last, and how it ended."""
    pipe.type(f"replay {code}")
    turns = re.search(r"(\d+) turns?\.", await pipe.until(f"^Game 1 of table {code}"))
    assert turns
    for command, answers in (
        ("back", ("First step",)),
        ("next", ("Turn 1 of",)),
        (f"turn {turns[1]}", (f"Table {code}", f"Turn {turns[1]} of {turns[1]}:")),
        ("next", ("Last step", f"Table {code}")),
        ("turn 0", ("There is no such turn",)),
    ):
        pipe.type(command)
        for answer in answers:
            await pipe.until(answer)


async def test_what_keys_do_at_a_table_lines_do_too(server: Server) -> None:
    first, other = (
        await Pipe.open(server.guest(), "plain"),
        await Pipe.open(server.guest(), "plain"),
    )
    first.type("new 421 3 coach=true")
    code = (await first.until("^Table ")).split()[1].rstrip(",")
    for command, answer in (
        ("fair", "not even this server"),
        ("fair mind the step", "Your words are sealed"),
        ("odds", "The odds are told on your turn"),
        ("pause", "No game is running"),
        ("next", "No game waits for you"),
    ):
        first.type(command)
        await first.until(answer)
    other.type("come")
    await other.until("Nobody has invited you")
    other.type("decline")
    await other.until("Nobody has invited you")
    other.type("who")
    name = (await other.until("^guest-.*: in the lobby")).split(":")[0]
    first.type(f"invite {name}")
    await other.until(rf"invites you to table {code} \(Le 421\): y to come, n to say no")
    other.type("n")
    await other.until("You decline; guest-.* is told")
    await first.until(f"{name} declines your invitation to table {code}")
    third = await Pipe.open(server.guest(), "plain")
    third.type(f"watch {code}")
    await third.until(f"^Table {code}, Le 421")
    third.type(f"invite {name}")
    await other.until(f"invites you to table {code}")
    assert await third.end() == 0
    other.type("y")
    await other.until(f"^Table {code}, Le 421")
    first.type("start")
    await first.until("rolls?|leads?")
    for command, answer in (("pause", "asks? for a pause"), ("gesture bravo", "claps")):
        first.type(command)
        await other.until(answer)
    other.type("pause")
    await first.until("The game is paused")
    first.type("continue")
    await other.until("ends the pause")
    other.type("endgame")
    await first.until("asks? to end the game")
    first.type("sit " + "9" * 5000)
    first.type("endgame")
    await other.until("ended without a result")
    assert await first.end() == 0
    assert await other.end() == 0


async def test_a_table_is_watched_and_talked_at(server: Server) -> None:
    talker = await Pipe.open(server.guest(), "plain")
    talker.type("new golden-zero 2")
    table = await talker.until(r"^Table \w+, Golden Zero")
    code = table.split()[1].rstrip(",")
    other = await Pipe.open(server.guest(), "plain")
    other.type("list")
    await other.until(f"^{code}: Golden Zero, waiting")
    other.type(f"watch {code}")
    await other.until(r"^Table \w+, Golden Zero")
    talker.type("say bonjour")
    await other.until(r"^\[talk\] guest-.*: bonjour")
    talker.type("start")
    await other.until(r"The target is|Target")
    other.type("look")
    await other.until("You have nothing to do now")
    await talker.until(r"^1\. ")
    own, others = (" ".join(map(str.strip, pipe.output)) for pipe in (talker, other))
    assert "You hold" in own and "You hold" not in others
    assert await talker.end() == 0
    assert await other.end() == 0


async def test_a_script_waits_for_its_turn(server: Server) -> None:
    script = "new 421 2 pot=11\nstart\nwait\nroll\nstop\nwait\nleave\n"
    answer = await server.guest().run("plain", given=script.encode(), timeout=PATIENCE)
    assert answer.code == 0
    assert re.search(r"\b\d{3}, |\b421( in one)?!|Nénette!|You stand on \d{3}", answer.out)
    assert answer.out.rstrip().endswith("You are in the lobby again.")


async def test_mistakes_are_told(server: Server) -> None:
    script = "dance\nroll\njoin ZZZZZ\nnew chess\nnew 421 pot=12\nlanguage fr\nliste\n"
    answer = await server.guest().run("plain", given=script.encode(), timeout=PATIENCE)
    assert answer.code == 0
    for sentence in (
        "Unknown command: dance.",
        "There is no table ZZZZZ.",
        "There is no game chess",
        "pot cannot be 12",
        "Maintenant en français.",
        "Aucune table",
    ):
        assert sentence in answer.out, answer.out


async def test_games_are_named_as_people_call_them(server: Server) -> None:
    script = "rules 21\nrules golden zero\nnew golden zero 3 hands=2\nleave\nstanding 30\n"
    answer = await server.guest().run("plain", given=script.encode(), timeout=PATIENCE)
    assert answer.code == 0
    for sentence in ("This board is a reconstruction", "Golden Zero", "Droit", "Trente"):
        assert sentence in answer.out, answer.out
    assert "There is no game" not in answer.out


async def test_a_key_chooses_a_name_first(server: Server) -> None:
    person = server.person()
    script = "no good name!\njeanne\nwho\n"
    answer = await person.run("plain", given=script.encode(), timeout=PATIENCE)
    assert "You are jeanne." in answer.out
    assert "jeanne: in the lobby" in answer.out


async def test_the_user_name_plain_talks_in_lines_with_a_terminal_and_without(
    server: Server,
) -> None:
    answer = await server.guest().run(user="plain", given=b"who\nquit\n", timeout=PATIENCE)
    assert answer.code == 0 and "in the lobby" in answer.out
    terminal = server.guest().open(user="plain")
    await terminal.wait_for("Write help")
    terminal.type("quit\r")
    assert await terminal.ended() == 0
    assert "\x1b" not in terminal.output


@pytest.mark.parametrize(("user", "environment"), [("plain", None), ("play", {"ACCESSIBLE": "1"})])
async def test_plain_mode_stays_chosen_until_the_screens_are(
    server: Server, user: str, environment: Mapping[str, str] | None
) -> None:
    person = server.person()
    first = person.open(user=user, environment=environment)
    await first.wait_for("in plain mode. For the screens, write screens.")
    first.type(f"anna-{user}\r")
    await first.wait_for(f"You are anna-{user}.")
    first.type("quit\r")
    assert await first.ended() == 0
    piped = await person.run(given=b"who\n", timeout=PATIENCE)
    assert f"anna-{user}: in the lobby" in piped.out
    again = person.open()
    await again.wait_for("in plain mode")
    again.type("screens\r")
    await again.wait_for("Next time you have the screens: ssh -p")
    again.type("quit\r")
    assert await again.ended() == 0
    assert "\x1b" not in again.output
    screens = person.open()
    await screens.wait_for("Play now")
    screens.type("q")
    assert await screens.ended() == 0


@pytest.mark.parametrize("command", [(), ("plain",)])
async def test_a_dumb_terminal_talks_in_lines(server: Server, command: tuple[str, ...]) -> None:
    terminal = server.guest().open(*command, environment={"TERM": "dumb"})
    await terminal.wait_for("Write help")
    terminal.type("lisst\x7f\x7ft\r")
    await terminal.wait_for("No table is open")
    for command, answer in (
        ("games", "No such game is over yet"),
        ("profile", "No game has been played to its end yet"),
        ("results 421", "Nobody has finished it yet"),
        ("help", "At a table, help lists more"),
        ("learn trente", "Write next to go on"),
        ("next", "1. "),
    ):
        terminal.type(command + "\r")
        await terminal.wait_for(answer)
    terminal.type("quit\r")
    assert await terminal.ended() == 0
    assert "\x1b" not in terminal.output
