"""Who does what people may do, only without end: to fill the memory, the disk, the lobby."""

import json
from collections import Counter
from typing import Any

import pytest

from arcade.club.allowance import GUESSES, SAID
from server.config import Limits
from tests.hostile.conftest import Tell
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
        """Ask for something; gives "" when it was done, else why not."""
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
        for _ in range(limits.channels):
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
    assert any("tables opened from your" in one for one in refused)
    figures(f"{opened} tables, then refused; {grown:+.0f} MB")
    newcomer = await Attacker("127.0.0.9").connect(server)
    assert not await (await Bot.come(newcomer)).ask(do="play")
    newcomer.abort()
    await watching.react_often(2)
    await watching.leave()


@pytest.mark.attack(37, "talk by ever new guests of one address")
async def test_talk_without_end(server: Server, attacker: Attacker, figures: Tell) -> None:
    watching = await Person.come(server)
    limits, said, refused = Limits(), 0, 0
    while not refused and said < 2 * limits.talk_burst:
        connection = await attacker.connect(server)
        for _ in range(limits.channels):
            bot = await Bot.come(connection)
            for _ in range(SAID):
                no = await bot.ask(do="say", text="buy my tokens")
                said, refused = said + (not no), refused + ("Not so fast" in no)
        connection.abort()
    assert limits.talk_burst <= said < 2 * limits.talk_burst and refused
    figures(f"{said} lines, then refused")
    await watching.leave()


@pytest.mark.attack(38, "codes of private tables, tried one after another")
async def test_codes_tried(server: Server, attacker: Attacker) -> None:
    owner = await Bot.come(await attacker.connect(server))
    assert not await owner.ask(do="create", game="421", private=True)
    stranger = await Attacker("127.0.0.10").connect(server)
    told = [await stranger.run(f"record NO{number}") for number in range(GUESSES + 1)]
    assert all(one.exit_status == 1 for one in told)
    assert "There is no table" in told[0].stderr
    assert "Too many tables were asked for" in told[-1].stderr
    stranger.abort()
