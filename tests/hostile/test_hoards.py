"""Who does what people may do, only without end: to fill the memory, the disk, the lobby."""

import contextlib
import json
import time
from collections import Counter
from typing import Any

import asyncssh
import pytest

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.limits.allowance import GUESSES, MESSAGES, Allowed
from arcade.club.start import Start
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from server.config.settings import Limits
from server.doors.context import Login, ServerContext, arcade_app
from tests.hostile.conftest import PROXIES, Made, Tell
from tests.hostile.connections.test_proxy import PROXY, text
from tests.hostile.people import Attacker, Person, memory
from tests.ssh.process import Server


class Bot:
    """Somebody who talks to the server in JSON."""

    def __init__(self, process: Any) -> None:
        self.process = process

    @classmethod
    async def come(cls, connection: Any) -> "Bot":
        return cls(await connection.create_process("api", encoding="utf-8"))

    async def ask(self, **request: Any) -> str:
        """Ask for something; return "" when it was done, else why not."""
        self.process.stdin.write(json.dumps({"id": 1, **request}) + "\n")
        while True:
            event = json.loads(await self.process.stdout.readline())
            if event.get("id") == 1:
                return str(event.get("text", ""))


@pytest.mark.attack(32, "tables and guests without end from one address")
async def test_tables_without_end(server: Server, attacker: Attacker, figures: Tell) -> None:
    watching = await Person.come(server)
    before, limits = memory(server), Limits()
    opened, refused = 0, Counter[str]()
    while sum(refused.values()) < 5:
        connection = await attacker.connect(server)
        for _ in range(limits.sessions_per_connection):
            bot = await Bot.come(connection)
            no = await bot.ask(do="create", game="421", private=True)
            while not no:
                opened += 1
                await bot.ask(do="start")
                await bot.ask(do="leave")
                no = await bot.ask(do="create", game="421", private=True)
            refused[no[:30]] += 1
        connection.abort()
    grown = (memory(server) - before) / 1e6
    assert opened == limits.tables_per_address
    assert any("tables opened from your" in refusal for refusal in refused)
    figures(f"{opened} tables, then refused; {grown:+.0f} MB")
    newcomer = await Attacker("127.0.0.9").connect(server)
    assert not await (await Bot.come(newcomer)).ask(do="play")
    newcomer.abort()
    await watching.react_often(2)
    await watching.leave()


@pytest.mark.attack(37, "talk by ever new guests of one address")
async def test_talk_without_end(server: Server, attacker: Attacker, figures: Tell) -> None:
    watching = await Person.come(server)
    limits, spoken, refused = Limits(), 0, 0
    while not refused and spoken < 2 * limits.talk_per_minute:
        connection = await attacker.connect(server)
        for _ in range(limits.sessions_per_connection):
            bot = await Bot.come(connection)
            for _ in range(MESSAGES):
                no = await bot.ask(do="say", text="buy my tokens")
                spoken, refused = spoken + (not no), refused + ("Not so fast" in no)
        connection.abort()
    assert limits.talk_per_minute <= spoken < 2 * limits.talk_per_minute and refused
    figures(f"{spoken} lines, then refused")
    await watching.leave()


@pytest.mark.attack(38, "codes of private tables, tried one after another")
async def test_codes_tried(server: Server, attacker: Attacker) -> None:
    owner = await Bot.come(await attacker.connect(server))
    assert not await owner.ask(do="create", game="421", private=True)
    stranger = await Attacker("127.0.0.10").connect(server)
    answer = [await stranger.run(f"record NO{number}") for number in range(GUESSES + 1)]
    assert all(entry.exit_status == 1 for entry in answer)
    assert "There is no table" in answer[0].stderr
    assert "Too many tables were asked for" in answer[-1].stderr
    stranger.abort()


@pytest.mark.attack(40, "six who sit idle while 12,000 others come and go, then talk as nobody's")
async def test_forgotten_by_numbers(figures: Tell) -> None:
    club = await Club.open(MemoryLog(), allowed=Allowed())
    context = ServerContext(club, Limits(), arcade_app)

    def come() -> tuple[Login, Player]:
        login = Login("", Start(), "192.0.2.1")
        identity = context.admit(login)
        assert identity is not None
        return login, identity.player

    spoken = 0
    idle = [come() for _ in range(6)]
    for _ in range(12_000):
        context.gone(*come())
    with contextlib.suppress(Refused):
        while spoken < 100:
            await club.community.say(come()[1], "spam")
            spoken += 1
    for _, player in idle:
        with pytest.raises(Refused):
            await club.community.say(player, "spam")
    assert spoken == Limits().talk_per_minute
    figures(f"{spoken} lines in all, as of any address")
    await club.close()


FEW = {"tables_per_address": 3, "talk_per_minute": 6}
"""What one address has, in the test of those who have more than one."""
NETWORK = 4


@pytest.mark.attack(40, "everything from 12 networks of one IPv6 /48, behind a proxy")
async def test_a_large_network(made: Made, attacker: Attacker, figures: Tell) -> None:
    server = await made("--proxy", PROXIES, connections_per_minute=9, **FEW)
    tables_opened, come, began = Counter[str](), 0, time.monotonic()

    def at_most(number: int) -> float:
        """This many at once, and in a minute as many again."""
        return number * (1 + (time.monotonic() - began) / 60)

    async def ask(address: str) -> int:
        attacker.address, opened = PROXY, attacker.raw(server, text(address))
        opened.setblocking(False)
        try:
            connection = await attacker.connect(server, sock=opened, local_addr=None)
        except (OSError, asyncssh.Error):
            return 0
        for _ in range(limits.sessions_per_connection):
            bot = await Bot.come(connection)
            for _ in range(2):
                tables_opened["tables"] += not await bot.ask(do="create", game="421", private=True)
                tables_opened["lines"] += not await bot.ask(do="say", text="buy")
        return 1

    limits = Limits()
    for number in range(48):
        come += await ask(f"2001:db8:7:{number % 12:x}::1")
    assert NETWORK * 9 <= come <= at_most(NETWORK * 9)
    assert tables_opened["tables"] == NETWORK * 3
    assert NETWORK * 6 <= (lines := tables_opened["lines"]) <= at_most(NETWORK * 6)
    assert await ask("2001:db8:8::1")
    assert tables_opened["tables"] == NETWORK * 3 + 3
    assert lines + 6 <= tables_opened["lines"] <= lines + at_most(6)
    figures(f"{come} logged in, {NETWORK * 3} tables, {NETWORK * 6} lines: four times an address")
