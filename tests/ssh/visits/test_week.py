"""A week in the house: three people's real clients, the clock turned from day to day, every fact
checked at its end. What needs nobody at the same time brings them back.
"""

import asyncio
import base64
import hmac
import json
import re
import shlex
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncssh
import pytest

from arcade.club.club import Club
from arcade.club.deals import facts as deals
from arcade.eventlog.sqlite import SQLiteLog
from arcade.rooms import clocks
from server.config.settings import Limits, Settings
from server.doors.context import ServerContext, arcade_app
from server.ssh.listener import listen
from server.webhooks.sender import Sender
from tests.fair.tables import verified
from tests.server.test_webhooks import OK, HttpServer
from tests.ssh.client import Client, run
from tests.ssh.inside import AT_ONCE, Inside
from tests.waiting import PATIENCE, until

MONDAY = int(datetime(2026, 11, 23, 12, tzinfo=UTC).timestamp()) * 10**9
DAY = 86_400 * 10**9
MOVES, TIMES = 40, 5
"""Most deals of 421 take fewer moves; a few visits are enough for all."""


class Turned:
    """The house's own clock: it goes on by itself, and can be turned: days from Monday noon."""

    def __init__(self) -> None:
        self.turn(0)

    def turn(self, day: float) -> None:
        self._ahead = MONDAY + round(day * DAY) - time.time_ns()

    def time_ns(self) -> int:
        return time.time_ns() + self._ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Turned:
    turned = Turned()
    monkeypatch.setattr(clocks, "time", SimpleNamespace(time_ns=turned.time_ns))
    monkeypatch.delitem(sys.modules, "aiohttp", raising=False)  # see tests/__init__.py
    return turned


@pytest.fixture
async def house(tmp_path: Path, clock: Turned) -> AsyncIterator[Inside]:
    """A server on a file, which may call this machine by HTTP."""
    events, limits = (
        await SQLiteLog.open(tmp_path / "log.sqlite"),
        Limits(cpu_share=1.0, keys_per_second=10_000),
    )
    club = await Club.open(events, AT_ONCE)
    settings = Settings(data=tmp_path, host_key=tmp_path / "host", port=0, limits=limits)
    context = ServerContext(club, limits, arcade_app)
    key = asyncssh.generate_private_key("ssh-ed25519")
    inside = Inside(tmp_path, context, await listen(settings, key, context))
    async with Sender(private=True) as sender:
        club.webhooks.send, club.webhooks.attempt = sender.send, sender.attempt
        club.webhooks.secret, club.webhooks.private = b"secret of the house", True
        yield inside
    await inside.close()
    await events.close()


async def lines(client: Client, *written: str) -> str:
    """Write lines in plain mode, then leave; return what was said."""
    given = "".join(f"{line}\n" for line in (*written, "quit"))
    return (await client.run("plain", given=given.encode(), timeout=60)).out


async def deal(client: Client, choice: int = 1, command: str = "daily 421") -> None:
    """Play today's deal of 421 with the same choice where it is one, else with the first."""
    moves, output = ["wait", str(choice), *["1"] * (choice > 1)] * MOVES, ""
    for _ in range(TIMES):
        output = await lines(client, command, *moves)
        if re.search(r"\bwins?\.", output):
            return
    raise AssertionError(output)


@dataclass
class Company:
    """Three people's clients, and the house they come to."""

    club: Club
    anna: Client
    ben: Client
    cleo: Client

    async def make_friends(self) -> None:
        for client, name in ((self.anna, "anna"), (self.ben, "ben"), (self.cleo, "cleo")):
            assert f"You are {name}." in await lines(client, name)
        for client, name, friends in ((self.anna, "ben", False), (self.ben, "anna", True)):
            mark = json.loads((await client.run("friend", name, "--json")).out)
            assert mark == {"name": name, "on": True, "friends": friends}
        assert "anna" in (await self.ben.run("friends")).out

    async def deals(self, players: str) -> None:
        """Play the deals of a day, by everybody whose letter stands there."""
        for choice, client in enumerate((self.anna, self.ben, self.cleo), 1):
            if "abc"[choice - 1] in players:
                await deal(client, choice)

    async def open_table(self, http: HttpServer, secret: str) -> str:
        """Let cleo open a table that anna joins; cleo is called, by calls that are signed."""
        opened = await lines(self.cleo, "new 421 2 days=7 private")
        code = re.findall(r"\b[A-Z]{5}\b", opened)[0]
        await lines(self.anna, f"join {code}", "start", *["1"] * 3)
        called = [json.loads(body) for _, body in await http.received(3)]
        assert [call["kind"] for call in called] == ["friend", "joined", "turn"]
        assert called[2]["code"] == code
        head, body = http.requests[2]
        signed = f"{head['webhook-id']}.{head['webhook-timestamp']}.".encode() + body
        key = base64.b64decode(secret.removeprefix("whsec_"))
        signature = base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
        assert head["webhook-signature"] == f"v1,{signature}"
        return code

    async def duel(self) -> None:
        """Challenge anna, whose shell's prompt is told so; both play, cleo checks the record."""
        shell = asyncio.create_task(
            run("bash", "-c", f"{shlex.join(self.anna.command('wait'))} && echo come back")
        )
        await until(lambda: self.club.calls.callees)
        duel = re.findall(r"\b[A-Z]{7}\b", await lines(self.ben, "duel anna 421"))[0]
        call = await shell
        assert call.code == 0
        assert call.out == "ben challenges you to a duel: Le 421.\ncome back\n"
        for client in (self.anna, self.ben):
            await deal(client, command=f"duel {duel}")
            if client is self.anna:
                early = await client.run("compare", duel)
                assert early.code == 1 and "when both have played it" in early.err
        assert "drawn" in (await self.ben.run("duels")).out
        turns = (await self.ben.run("compare", duel)).out.splitlines()
        assert turns[0].startswith("Turn 1: You: ") and "anna: " in turns[0]
        (runs,) = json.loads((await self.ben.run("compare", duel, "--json")).out)["runs"]
        assert len(runs["turns"]) == len(turns) - 2
        record = (await self.cleo.run("record", duel)).out.splitlines()
        exit_code, verdict = verified([json.loads(line) for line in record])
        assert exit_code == 0 and "a duel: 2 tables" in verdict, verdict

    async def stored(self, league: dict[str, Any]) -> None:
        """Compare what is stored in the end with what was played and shown."""
        name = self.club.accounts.known
        facts = [deals.decode(entry.data).fact for entry in await self.club._events.read("daily")]
        played = [fact.player for fact in facts if isinstance(fact, deals.Finished)]
        assert Counter(name(who).name for who in played) == {"anna": 7, "ben": 6, "cleo": 4}
        (week,) = [fact for fact in facts if isinstance(fact, deals.WeekOver)]
        podium = [
            (step, name(who).name) for step, people in enumerate(week.steps, 1) for who in people
        ]
        assert sorted(podium) == sorted(
            (row["position"], row["name"]) for row in league["rows"] if row["points"]
        )


async def test_a_week_of_three_people(house: Inside, clock: Turned) -> None:
    company = Company(house.context.club, *(house.person() for _ in range(3)))
    cleo = company.cleo
    await company.make_friends()  # on Monday
    async with HttpServer(OK) as http:
        secret = json.loads((await cleo.run("webhook", http.url, "--json")).out)["secret"]
        assert "HTTP 200" in (await cleo.run("webhook", "test")).out
        await company.deals("abc")
        code = await company.open_table(http, secret)
        # Tuesday to Saturday: ben misses Wednesday, which is forgiven, cleo two days
        for day, players in enumerate(("abc", "a", "ab", "abc", "ab"), 1):
            clock.turn(day)
            await company.deals(players)
            if players == "a":
                await company.duel()
    since = (await cleo.run("since")).out
    assert f"It is your turn at table {code}, Le 421." in since

    # Sunday, and the week is over
    clock.turn(6)
    await company.deals("ab")
    streaks = [await lines(client) for client in (company.anna, company.ben, cleo)]
    assert "7 days of deals in a row" in streaks[0] and "6 days of deals in a row" in streaks[1]
    assert "in a row" not in streaks[2]
    (league,) = json.loads((await cleo.run("league", "421", "--json")).out)
    days = {row["name"]: sum(day is not None for day in row["days"]) for row in league["rows"]}
    assert days == {"anna": 7, "ben": 6, "cleo": 3}
    clock.turn(7)
    await company.deals("c")
    leader = league["rows"][0]["name"]
    assert "Leagues of a week: 1st" in (await cleo.run("profile", leader)).out
    await company.stored(league)


class Evening:
    """A person's open conversation in plain mode."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None and process.stdout is not None
        self._in, self._out, self._process = process.stdin, process.stdout, process
        self._heard = ""

    @classmethod
    async def begin(cls, client: Client) -> "Evening":
        pipes = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE}
        return cls(await asyncio.create_subprocess_exec(*client.command("plain"), **pipes))

    def write(self, *written: str) -> None:
        self._in.write("".join(f"{line}\n" for line in written).encode())

    async def hear(self, pattern: str) -> str:
        """Wait for a sentence, however its lines are cut; return its group."""
        async with asyncio.timeout(PATIENCE):
            while (match := re.search(pattern, " ".join(self._heard.split()))) is None:
                data = await self._out.read(65536)
                assert data, self._heard
                self._heard += data.decode()
        return str(match[1])

    async def end(self) -> None:
        self.write("quit")
        await self._process.communicate()


async def play_three_rounds(evening: Evening) -> None:
    for number in (1, 2, 3):
        code = await evening.hear(rf"Round {number} of the tournament: you play at table (\w+)")
        evening.write(f"join {code}", *["wait", "1"] * 2 * MOVES, "leave")


async def test_a_tournament_of_eight_with_two_people(
    house: Inside, clock: Turned, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arcade.club.tournaments.tournaments.CHECK_EVERY", 0.1)
    people = {name: house.person() for name in ("anna", "ben")}
    for name, client in people.items():
        await lines(client, name)
    await house.context.club.tournaments.schedule("421", (MONDAY + DAY // 3) // 10**6)
    evenings = [await Evening.begin(client) for client in people.values()]
    for evening in evenings:
        evening.write("tournament join")
        await evening.hear("(You have joined)")
    clock.turn(1 / 3)
    async with asyncio.timeout(2 * PATIENCE):
        await asyncio.gather(*map(play_three_rounds, evenings))
    anna = people["anna"]

    async def tonight() -> Any:
        return json.loads((await anna.run("tournament", "--json")).out)

    async with asyncio.timeout(PATIENCE):
        while not (last := (await tonight())["last"]):
            await asyncio.sleep(0.1)
    assert (last["round"], last["over"], len(last["rows"])) == (3, True, 9)
    assert {row["name"] for row in last["rows"] if not row["bot"]} == set(people)
    honours = (await tonight())["honours"]
    assert {row["name"]: row["points"] for row in honours} == {
        row["name"]: row["points"] for row in last["rows"] if not row["bot"]
    }
    assert "Table of honour of these three months:" in (await anna.run("tournament")).out
    for evening in evenings:
        await evening.end()
