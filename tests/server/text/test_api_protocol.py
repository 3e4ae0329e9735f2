"""What clients and scripts read, byte for byte: the JSON API, and `ssh host COMMAND`.

`pytest tests/server/text/test_api_protocol.py --rewrite-snapshots` writes the golden files again.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.limits.allowance import Allowed
from arcade.club.operations.account import NewRecovery
from arcade.club.operations.lobby import ListTables
from arcade.club.operations.operation import Operation
from arcade.club.operations.results import (
    DailyResults,
    ListTurns,
    PlayDaily,
    ReadLeaderboards,
    ReadProfile,
    ReadRules,
)
from arcade.club.start import Start
from arcade.engine import registry
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.errors import refused
from arcade.rooms.timers import RoomSettings
from server.config.settings import Limits
from server.doors.context import ServerContext, arcade_app
from server.terminal.line_input import LineInput
from server.text.api import Api
from server.text.commands import catalogue
from server.text.commands.call import Call
from server.text.line_session import LineSession
from tests import dice
from tests.people import play

GOLDEN = Path(__file__).parent / "golden"

pytestmark = pytest.mark.virtual


@pytest.fixture
async def club(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Club]:
    async def inline(work: Callable[..., Any], *given: Any) -> Any:  # virtual time has no threads
        return work(*given)

    monkeypatch.setattr(asyncio, "to_thread", inline)
    with dice.fixed("protocol"):
        opened = await Club.open(MemoryLog(), RoomSettings(bot_pause=0.1, linger=0.1))
        yield opened
        await opened.close()


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> "Golden":
    return Golden(request.config.getoption("--rewrite-snapshots"))


class Golden:
    """Compares a transcript with the one kept, or keeps it."""

    def __init__(self, rewrite: bool) -> None:
        self._rewrite = rewrite

    def same(self, name: str, lines: Sequence[str]) -> None:
        text = "".join(lines)
        if self._rewrite:
            (GOLDEN / name).write_text(text)
        assert (GOLDEN / name).read_text() == text


class Client:
    """A client of the JSON API without a channel."""

    def __init__(
        self, club: Club, lines: list[str], name: str, language: str = "en", key: str = ""
    ) -> None:
        player, code = (club.accounts.known(key), None) if key else club.accounts.guest()
        self._name, self._lines_written = name, lines
        self._lines = LineInput(None, lambda _: None)
        self.session = LineSession(club, player, code, self._lines, self._write)
        self._api = Api(self.session, Words(language))
        self._running: asyncio.Task[None] | None = None
        self._last: dict[str, Any] = {}

    async def begin(self, wish: Start | None = None) -> None:
        self._running = asyncio.create_task(self._api.run(wish or Start()))
        await asyncio.sleep(1)

    async def _write(self, text: str) -> None:
        self._lines_written.append(f"{self._name} < {text}")
        self._last = json.loads(text)

    async def asks(self, *lines: object) -> dict[str, Any]:
        """Send requests, each when what came of the one before is there; return the last event."""
        for line in lines:
            sent = line if isinstance(line, str) else json.dumps(line)
            self._lines_written.append(f"{self._name} > {sent}\n")
            self._lines.feed(f"{sent}\n".encode())
            await asyncio.sleep(1)
        return self._last

    async def end(self) -> None:
        self._lines.end()
        assert self._running is not None
        await self._running
        self.session.close()


async def open_table(anna: Client, ben: Client) -> str:
    """Have both give their names, and one of them open a table; return its code."""
    await ben.asks(
        {"do": "hello", "id": 1},
        {"do": "join", "id": "unnamed", "code": "KAFEL"},
        {"do": "name", "id": 2, "name": "x"},
        {"do": "name", "id": 3, "name": "Ben"},
        {"do": "name", "id": 4, "name": "Benoit"},
        {"do": "recovery", "id": 5},
        {"do": "games", "id": 6},
    )
    await anna.asks(
        {"do": "name", "id": 1, "name": "Anna"},
        {"do": "recovery", "id": 2},
        {"do": "start", "id": 3},
        {"do": "lobby", "id": 4},
        {"do": "say", "id": 5, "text": "bonjour"},
        {"do": "create", "id": 6, "game": "Le 421", "seats": 2, "options": {"pot": 11}}
        | {"private": False, "table": {"turn": 0, "bots": "simple"}},
    )
    table_session = anna.session.table_session
    return table_session.code if table_session else ""


async def play_at_table(anna: Client, ben: Client, code: str) -> None:
    """Have them talk, play, pause, and be refused what they may not do."""
    await ben.asks({"do": "lobby", "id": 7}, {"do": "join", "id": 8, "code": code.lower()})
    await anna.asks(
        {"do": "say", "id": 7, "text": "à toi"},
        {"do": "start", "id": 8},
        {"do": "start", "id": 9},
        {"do": "act", "id": 10, "action": {"do": "fly"}},
        {"do": "act", "id": 11},
        {"do": "act", "id": 12, "action": {"do": "roll"}, "version": 1},
        {"do": "pause", "id": 13},
    )
    await ben.asks({"do": "act", "id": 9, "action": {"do": "roll"}}, {"do": "pause", "id": 10})
    await anna.asks({"do": "continue", "id": 14}, {"do": "continue", "id": 15})
    for client in (anna, ben):
        table_session = client.session.table_session
        assert table_session is not None
        if offers := table_session.table().offers:
            action = msgspec.to_builtins(offers[-1].action)
            version = table_session.table().version
            await client.asks({"do": "act", "id": "go", "action": action, "version": version})


async def leave_table(anna: Client, ben: Client, code: str) -> None:
    """Have them end the game and leave, and one of them go to other tables."""
    await ben.asks({"do": "end", "id": 11})
    await anna.asks({"do": "end", "id": 16}, {"do": "leave", "id": 17}, {"do": "leave", "id": 18})
    await ben.asks({"do": "leave"}, {"do": "watch", "id": 12, "code": code})
    await ben.asks(
        {"do": "create", "id": 13, "game": "vingt-et-un", "seats": 3, "private": True, "seat": 1},
        {"do": "play", "id": 14, "game": "golden zero"},
        {"do": "play", "id": 15},
        {"do": "bye", "id": 16},
    )


async def test_every_request_and_answer_of_the_api(club: Club, golden: Golden) -> None:
    lines: list[str] = []
    anna, ben = Client(club, lines, "anna"), Client(club, lines, "ben", key="SHA256:ben")
    await anna.begin()
    await ben.begin()
    code = await open_table(anna, ben)
    await play_at_table(anna, ben, code)
    await leave_table(anna, ben, code)
    await anna.asks({"do": "watch", "id": 19, "code": code})
    await club.community.invite(club.accounts.known("SHA256:ben"), anna.session.player.name, code)
    decline = {"do": "decline", "code": code}
    await anna.asks({"do": "hello"}, decline | {"id": 20}, decline | {"id": 21})
    later = Client(club, lines, "anna2", "fr")
    await later.begin(Start("join", "ZZZZZ"))
    await later.asks({"do": "start"}, {"do": "play", "game": "échecs"})
    newer = Client(club, lines, "ben2", key="SHA256:ben")
    await newer.begin(Start("watch", code))
    again = Client(club, lines, "ben3", key="SHA256:ben")
    await again.begin(Start("join", code))
    await asyncio.sleep(1)
    for client in (anna, ben, later, newer, again):
        await client.end()
    golden.same("api.txt", lines)


async def test_a_duel_is_compared_turn_by_turn_once_both_have_played(
    club: Club, golden: Golden
) -> None:
    lines: list[str] = []
    anna, ben = (Client(club, lines, name, key=f"SHA256:{name}") for name in ("anna", "ben"))
    for client, name in ((anna, "Anna"), (ben, "Benoit")):
        await client.begin()
        await client.asks({"do": "name", "id": 1, "name": name})
    await anna.asks({"do": "challenge", "id": 2, "name": "Benoit"}, {"do": "duels", "id": 3})
    (duel,) = club.duels.of(ben.session.player)
    assert duel.game == next(iter(registry.games())), "no duel before, and at no table"
    await anna.asks({"do": "challenge", "id": 4, "game": "trente"})
    for client in (anna, ben):
        await ben.asks({"do": "compare", "id": 6, "code": duel.code})
        await play(await club.play_duel(client.session.player, duel.code))
        await club.duels.settle()
    seen = await ben.asks({"do": "compare", "id": 7, "code": duel.code})
    (run,) = seen["runs"]
    assert run["turns"] and all(turn["yours"] and turn["theirs"] for turn in run["turns"])
    await anna.asks({"do": "compare", "id": 8, "code": duel.code, "language": "fr"})
    for client in (anna, ben):
        await client.end()
    golden.same("api-duel.txt", lines)


MISTAKES: tuple[object, ...] = (
    "no json",
    "[]",
    "7",
    '{"do": "hello"',
    "[" * 40,
    '{"do": "\\ud800"}',
    "{}",
    {"id": 1},
    {"do": 7},
    {"do": None, "id": 1},
    {"do": "dance", "id": 1},
    {"do": "", "id": "a"},
    {"do": "hello", "id": 1.5},
    {"do": "hello", "id": [1]},
    {"do": "hello", "id": None},
    {"do": "hello", "id": "ü\n"},
    {"do": "hello", "id": 2**70},
    {"do": "hello", "id": 1, "tempo": 3},
    {"do": "hello", "id": 1, "event": "done"},
    {"do": "join", "id": 1, "code": 7},
    {"do": "join", "id": 1, "code": "ZZZZZ", "seat": "a"},
    {"do": "join", "id": 1, "code": "ZZZZZ", "seat": 1.5},
    {"do": "join", "id": 1},
    {"do": "watch", "id": 1, "code": None},
    {"do": "watch", "id": 1},
    {"do": "act", "id": 1, "action": "roll"},
    {"do": "act", "id": 1, "action": {}, "version": "x"},
    {"do": "create", "id": 1},
    {"do": "create", "id": 1, "game": "chess"},
    {"do": "create", "id": 1, "game": 421},
    {"do": "create", "id": 1, "game": "421", "seats": "two"},
    {"do": "create", "id": 1, "game": "421", "seats": 99},
    {"do": "create", "id": 1, "game": "421", "private": 1},
    {"do": "create", "id": 1, "game": "421", "options": []},
    {"do": "create", "id": 1, "game": "421", "options": {"pot": 12}},
    {"do": "create", "id": 1, "game": "421", "options": {"pot": "ab'c"}},
    {"do": "create", "id": 1, "game": "421", "options": {"pott": 11}},
    {"do": "create", "id": 1, "game": "trente", "options": {"target": -5}},
    {"do": "create", "id": 1, "game": "golden21", "options": {"teams": True}, "seats": 5},
    {"do": "create", "id": 1, "game": "golden21", "options": {"variant": "killer", "expert": True}},
    {"do": "create", "id": 1, "game": "vingt-et-un", "options": {"teams": True}, "seats": 3},
    {"do": "create", "id": 1, "game": "421", "table": {"speed": 1}},
    {"do": "create", "id": 1, "game": "421", "table": {"turn": -1}},
    {"do": "create", "id": 1, "game": "421", "table": {"bots": "mean"}},
    {"do": "create", "id": 1, "game": "421", "table": {"watching": "hands"}},
    {"do": "play", "id": 1, "game": "belote"},
    {"do": "name", "id": 1, "name": 5},
    {"do": "say", "id": 1, "text": ["x"]},
    {"do": "say", "id": 1},
    {"do": "start", "id": 1, "code": "KAFEL", "seat": 1},
)


async def test_every_mistake_of_the_api(club: Club, golden: Golden) -> None:
    lines: list[str] = []
    anna = Client(club, lines, "anna")
    await anna.begin()
    await anna.asks(*MISTAKES)
    await anna.end()
    golden.same("api-mistakes.txt", lines)


def _signature(data: bytes, space: str) -> bytes:
    return f"(signed in {space}: {len(data)} bytes)\n".encode()


class Commands:
    """Runs command lines without a channel."""

    def __init__(self, club: Club, lines: list[str]) -> None:
        self._context, self._lines_written = ServerContext(club, Limits(), arcade_app), lines
        self._context.sweep = self._sweep  # type: ignore[method-assign]
        self._context.sign = _signature

    async def write(self, text: str) -> None:
        self._lines_written.append(text)

    async def complain(self, text: str) -> None:
        self._lines_written.extend(f"! {line}" for line in text.splitlines(keepends=True))

    async def read(self) -> str:
        return ""

    async def play(self, start: Start) -> int:
        self._lines_written.append(f"(the app: {start.do} {start.code})\n")
        return 0

    async def converse(self, mode: str, start: Start) -> int:
        self._lines_written.append(f"(a conversation, {mode}: {start.do} {start.code})\n")
        return 0

    async def _sweep(self) -> None:
        self._lines_written.append("(sessions that must not stay end)\n")

    async def run(
        self, *lines: str, language: str = "en", key: str = "SHA256:jeanne", terminal: bool = False
    ) -> None:
        for line in lines:
            self._lines_written.append(f"$ {line}\n")
            call = Call(self._context, key, "192.0.2.7", Start(), self, Words(language), terminal)
            self._lines_written.append(f"= {await catalogue.run(line, call)}\n")


async def nobody_asks(commands: Commands) -> None:
    """Run commands in an empty house, with a key that has no name and with none."""
    for language in ("en", "fr"):
        await commands.run(
            "help",
            "",
            "rooms",
            "rooms --json",
            "turns",
            "daily",
            "daily 421",
            "top",
            language=language,
        )
        await commands.run(
            "profile", "top --json", "recovery", "link", "unlink", key="", language=language
        )


async def a_game_is_played(club: Club, commands: Commands) -> str:
    """Run commands before, beside and after a game; return the table's code."""
    player = club.accounts.known("SHA256:jeanne")
    await commands.run("profile", "profile nobody")
    player = await club.choose_name(player, "Jeanne")
    code = await club.create(player, "421", {}, 2)
    table_session = await club.join(player, code)
    await commands.run("rooms", f"watch {code}", f"join {code}", "record")
    await table_session.start()
    await asyncio.sleep(60)
    for language in ("en", "fr"):
        await commands.run("rooms", "turns", "turns --json", "rooms --json", language=language)
    while table_session.table().phase == "playing":
        if offers := table_session.table().offers:
            await table_session.act(msgspec.to_builtins(offers[-1].action))
        await asyncio.sleep(1)
    await asyncio.sleep(5)
    return code


async def records_and_keys(commands: Commands, code: str) -> None:
    """Run commands about a game that is over, and about what needs a terminal or a key."""
    for language in ("en", "fr"):
        await commands.run(
            "top",
            "top 421",
            "profile",
            "profile --json",
            "profile Jeanne",
            "rooms",
            language=language,
        )
        await commands.run(
            "daily", "daily --json", "daily le 421 --json", "daily 421", language=language
        )
    await commands.run(
        f"record {code}", f"record {code.lower()} --signed", "checkpoint", f"checkpoint {code}"
    )
    await commands.run("top --json", "top 421 --json", "rules 21")
    await commands.run(f"join {code.lower()}", f"watch {code}", "join ZZZZZ", terminal=True)
    await commands.run("plain", f"plain {code.lower()}", "api", f"api {code}")
    await commands.run("link", "recovery", "unlink SHA256:other", "link ABCDE", "recovery 12345")


async def mistakes(commands: Commands, code: str) -> None:
    """Run commands that are no commands, or have wrong words."""
    for language in ("en", "fr"):
        await commands.run(
            "dance",
            "rooms --xml",
            "rules",
            "rules 421 tlh",
            "rules 421 fr en",
            "top golden",
            language=language,
        )
        await commands.run(
            "rules chess",
            "record ZZZZZ",
            f"record {code} --sealed",
            "join",
            "watch ZZZZZ",
            language=language,
        )
        await commands.run(
            "'unfinished",
            "cast",
            f"cast {code} x",
            f"cast {code} 10x10",
            "cast ZZZZZ",
            language=language,
        )
        await commands.run(
            "plain a b",
            "profile a b",
            "checkpoint ZZZZZ",
            "help me",
            "turns --xml",
            language=language,
        )
        await commands.run(
            *("wait soon", "wait --timeout", "wait --timeout soon", "wait --json now"),
            *("wait --game chess", "wait --game --json", "wait --timeout=0 --game le 421"),
            language=language,
        )
        await commands.run("wait --game 421", key="", language=language)


async def test_every_command(club: Club, golden: Golden) -> None:
    lines: list[str] = []
    commands = Commands(club, lines)
    await nobody_asks(commands)
    code = await a_game_is_played(club, commands)
    await records_and_keys(commands, code)
    await mistakes(commands, code)
    golden.same("commands.txt", lines)


@pytest.mark.parametrize(
    ("line", "operation"),
    [
        *(
            ("rooms", ListTables),
            ("turns", ListTurns),
            ("top 421", ReadLeaderboards),
            ("daily", PlayDaily),
        ),
        *(("daily 421", DailyResults), ("profile Jeanne", ReadProfile), ("rules 421", ReadRules)),
        ("recovery", NewRecovery),
    ],
)
async def test_a_command_asks_for_an_operation(
    club: Club, monkeypatch: pytest.MonkeyPatch, line: str, operation: type[Operation[object]]
) -> None:
    await club.choose_name(club.accounts.known("SHA256:jeanne"), "Jeanne")

    async def run(*_: object) -> None:
        raise refused("Not today.")

    monkeypatch.setattr(operation, "run", run)
    lines: list[str] = []
    await Commands(club, lines).run(line)
    assert lines == [f"$ {line}\n", "! Not today.\n", "= 1\n"]


@pytest.mark.attack(49, "commands of many keys of one address that store without limit")
async def test_commands_are_billed_to_their_address() -> None:
    club = await Club.open(MemoryLog(), allowed=Allowed(facts_per_minute=6))
    lines: list[str] = []
    for number in range(10):
        key = f"SHA256:{number}"
        await club.choose_name(club.accounts.known(key), f"jeanne-{'abcdefghij'[number]}")
        await Commands(club, lines).run("recovery", key=key)
    answers = [line for line in lines if line.startswith("= ")]
    assert answers == ["= 0\n"] * 6 + ["= 1\n"] * 4
    assert sum("too much comes from your address" in line for line in lines) == 4
    await club.close()
