"""Row 29: what is hidden reaches nobody else, by any way out.

Two worlds that differ in one hidden card or tile are shown through real sessions: nobody but its
holder may see a difference. The seed of a running game is looked for in every byte that goes out.
"""

import base64
import copy
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from msgspec import structs

from arcade.club.club import Club
from arcade.engine import options
from arcade.engine.chance import Replay, Shuffled
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.rooms import facts
from arcade.rooms.evolve import evolve
from arcade.rooms.facts import Started
from arcade.rooms.room import Room
from server.config.settings import Limits, Settings
from server.doors.context import ServerContext, arcade_app
from server.ssh.listener import listen
from tests.hostile.conftest import Tell
from tests.people import begin
from tests.ssh.client import Client, make_key
from tests.ssh.inside import Inside
from tests.ssh.process import Server
from tests.ssh.seats import come_in, open_table, settled, whose_turn
from tests.ssh.terminal import PATIENCE, Terminal
from tests.waiting import until

GAMES = {"golden-zero": "Golden Zero", "vingt-et-un": "21"}
SEALS = re.compile(r"\b[0-9a-f]{64}\b")
"""Seals tell nothing of a card without its salt, which follows from the seed that is not told."""
Kept = dict[str, list[bytes]]


class Three:
    """Anna and Ben play, Cleo watches; each has a key and so the same eyes in both worlds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.keys = {name: make_key(folder / name) for name in ("anna", "ben", "cleo")}

    def player(self, name: str) -> Player:
        key = asyncssh.read_public_key(self.folder / f"{name}.pub")
        return Player(key.get_fingerprint(), name)


@pytest.fixture
def three(tmp_path: Path) -> Three:
    made = Three(tmp_path)
    for path in made.keys.values():
        key = asyncssh.read_private_key(path)
        key.write_public_key(path.with_suffix(".pub"))
    return made


async def dealt(three: Three, game: str) -> tuple[Kept, str]:
    """Deal a game; return the log and the table's code."""
    kept: Kept = {}
    club = await Club.open(MemoryLog(kept))
    for name in three.keys:
        await club.choose_name(three.player(name), name)
    anna, ben = (club.accounts.known(three.player(name).id) for name in ("anna", "ben"))
    host, _ = await begin(club, anna, ben, game=game, turn=0)
    await club.close()
    return kept, host.code


def swapped(kept: Kept, code: str) -> Kept:
    """Return the world in which seat 0 holds another hidden card: its view differs, no other."""
    stream = next(
        entry for entry in kept if code in entry and b'"started"' in b"".join(kept[entry])
    )
    stored = [facts.decode(entry) for entry in kept[stream]]
    at = next(n for n, stored_fact in enumerate(stored) if isinstance(stored_fact.fact, Started))
    room: Room | None = None
    for stored_fact in stored[:at]:
        room = evolve(room, stored_fact)
    assert room is not None
    before = views(room, stored[at].fact.draws)
    for draws in exchanges(stored[at].fact.draws):
        after = views(room, draws)
        if [seat for seat in before if before[seat] != after[seat]] == [0]:
            fact = structs.replace(stored[at].fact, draws=draws)
            other = copy.deepcopy(kept)
            other[stream][at] = facts.encode(structs.replace(stored[at], fact=fact))
            return other
    raise AssertionError("no hidden card could be exchanged")


def exchanges(draws: Any) -> Iterator[Any]:
    """Exchange each card of each shuffle with the last one, which lies undealt."""
    for number, draw in enumerate(draws):
        if isinstance(draw, Shuffled):
            for index in range(len(draw.shuffle) - 1):
                order = list(draw.shuffle)
                order[index], order[-1] = order[-1], order[index]
                yield (*draws[:number], Shuffled(tuple(order)), *draws[number + 1 :])


def views(room: Room, draws: Any) -> dict[int | None, Any]:
    read = options.read(room.rules, room.options)
    state = room.rules.setup(read, len(room.chairs), Replay(draws))
    return {seat: room.rules.view(state, seat) for seat in (None, 0, 1)}


class World:
    """A log shown through ssh: everybody's screens, and what commands say to each."""

    def __init__(self, three: Three, inside: Inside, code: str) -> None:
        self.inside = inside
        self.terminals: dict[str, Terminal] = {}
        self._three = three
        self._code = code

    @classmethod
    async def open(cls, three: Three, kept: Kept, code: str, folder: Path) -> "World":
        folder.mkdir()
        context = ServerContext(await Club.open(MemoryLog(kept)), Limits(), arcade_app)
        settings = Settings(data=folder, host_key=folder / "host", port=0)
        listener = await listen(settings, asyncssh.generate_private_key("ssh-ed25519"), context)
        world = cls(three, Inside(folder, context, listener), code)
        for name in three.keys:
            words = ("watch" if name == "cleo" else "join", code)
            world.terminals[name] = world._client(name).open(*words, size=(100, 40))
            await world.terminals[name].wait_for(code)
        for terminal in world.terminals.values():
            await terminal.wait_for("watching")
            await settled(lambda it=terminal: it.lines)
        return world

    def screen(self, name: str) -> str:
        return self.terminals[name].text

    async def commands(self) -> dict[str, str]:
        shown: dict[str, str] = {}
        code = self._code
        for name in self._three.keys:
            for command in (
                ("record", code),
                ("rooms", "--json"),
                ("cast", code),
                ("top", "--json"),
            ):
                answer = await self._client(name).run(*command)
                shown[f"{name} {command[0]}"] = SEALS.sub("sealed", answer.out + answer.err)
        return shown

    async def close(self) -> None:
        for terminal in self.terminals.values():
            terminal.close()
        await until(lambda: not self.inside.sessions)
        await self.inside.close()

    def _client(self, name: str) -> Client:
        return Client(self.inside.folder, self.inside.port, self._three.keys[name])


@pytest.mark.attack(29, "a hidden card, looked for by everybody but its holder")
@pytest.mark.parametrize("game", GAMES)
async def test_hidden_cards(three: Three, game: str, tmp_path: Path, figures: Tell) -> None:
    kept, code = await dealt(three, game)
    first_world = await World.open(three, copy.deepcopy(kept), code, tmp_path / "one")
    two = await World.open(three, swapped(kept, code), code, tmp_path / "two")

    def differing() -> list[str]:
        return [name for name in three.keys if first_world.screen(name) != two.screen(name)]

    with suppress(TimeoutError):  # a busy machine may still draw one of them
        await until(lambda: differing() == ["anna"], PATIENCE)
    assert differing() == ["anna"], [
        world.screen(who) for who in three.keys for world in (first_world, two)
    ]
    texts = await first_world.commands()
    assert texts == await two.commands()
    for world in (first_world, two):
        await world.close()
    outputs = len(texts) + len(three.keys)
    figures(f"{GAMES[game]}: {outputs} outputs compared, only the holder's differs")


@pytest.mark.attack(29, "the sealed seed and the order of the deck, in every byte that goes out")
async def test_sealed_seed(server: Server, figures: Tell) -> None:
    anna, ben = server.person(), server.person()
    first = await come_in(anna, "seed-a")
    code = await open_table(first, Game="Golden Zero", Seats="2")
    second = await come_in(ben, "seed-b", "join", code)
    await first.wait_for("seed-b sits down.")
    first.type("s")
    await whose_turn(first, second)
    watcher = server.guest().open("watch", code)
    await watcher.wait_for("You are watching.")
    await settled(lambda: watcher.lines)
    sentences = [client.output for client in (first, second, watcher)]
    for client in (anna, ben, server.guest()):
        for command in (("record", code), ("rooms", "--json"), ("cast", code), ("rules", "421")):
            answer = await client.run(*command)
            sentences += [answer.out, answer.err]
    sentences.append(server.log)
    out = "\n".join(sentences)
    secrets = list(hidden(server, code))
    assert len(secrets) >= 6
    for secret in secrets:
        assert secret not in out
    figures(f"{len(secrets)} secrets in {len(out):,} characters")


def hidden(server: Server, code: str) -> Iterator[str]:
    """Read the seeds, the words people gave and the deck of a running game from the store."""
    with sqlite3.connect(f"file:{server.data}/arcade.sqlite3?mode=ro", uri=True) as store:
        tables = [name for (name,) in store.execute("select name from sqlite_master")]
        rows = [
            bytes(value) if isinstance(value, bytes) else str(value).encode()
            for table in tables
            if not table.startswith("sqlite")
            for row in store.execute(f'select * from "{table}"')
            for value in row
        ]
    store.close()
    shuffles = 0
    for row in rows:
        if b'"fact"' not in row:
            continue
        fact = json.loads(row)["fact"]
        if not isinstance(fact, dict):
            continue
        if seed := fact.get("seed"):
            yield seed
            yield seed.upper()
            yield base64.b64encode(bytes.fromhex(seed)).decode().rstrip("=")
        for draw in fact.get("draws", ()):
            if isinstance(draw, dict) and "shuffle" in draw:
                shuffles += 1
                yield ",".join(map(str, draw["shuffle"][:8]))
                yield ", ".join(map(str, draw["shuffle"][:8]))
    assert shuffles
