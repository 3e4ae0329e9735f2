"""Whole games as stored facts, played by the rooms' own functions, without a club."""

import json
from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeVar

import msgspec

from arcade.club.record import redact
from arcade.engine.chance import Stream
from arcade.engine.codec import plain
from arcade.engine.offers import choose
from arcade.players.player import Player
from arcade.rooms import decide, fairness
from arcade.rooms.facts import Stored
from arcade.rooms.room import Room
from server import verify
from tests.people import ANNA, BEN

Made = TypeVar("Made")

SHORT: dict[str, tuple[int, dict[str, Any]]] = {
    "421": (3, {"pot": 11}),
    "trente": (3, {}),
    "golden21": (3, {}),
    "golden-zero": (4, {"hands": 4}),
    "vingt-et-un": (3, {}),
}


class Played:
    """One table under way, with its facts so far; random bytes come from a fixed stream."""

    def __init__(self, game: str, seats: int = 0, options: dict[str, Any] | None = None) -> None:
        self.stored: list[Stored] = []
        self.room: Room | None = None
        self._random = Stream(f"random {game}".encode())
        self.add(decide.create("KAFEL", ANNA, game, options or {}, seats, private=False))

    def fresh(self, size: int) -> bytes:
        return bytes(self._random.pick(256) for _ in range(size))

    def add(self, new: Sequence[Any]) -> None:
        stored, self.room = fairness.extend(self.room, new, 1_000, self.fresh)
        self.stored += stored

    def do(self, what: Callable[..., Sequence[Any]]) -> None:
        assert self.room is not None
        self.add(what(self.room, fairness.chance(self.room, self.fresh)))

    def sit(self, *players: Player) -> None:
        for player in players:
            self.do(lambda room, _, player=player: decide.sit(room, player, None))

    def start(self, player: Player = ANNA) -> None:
        self.do(lambda room, chance: decide.start(room, player, chance))

    def play(self, steps: int = 100_000) -> None:
        """Play on by random choices, for at most so many actions, until the game is over."""
        for _ in range(steps):
            room = self.room
            assert room is not None
            if room.phase != "playing":
                return
            seat = room.to_act()[0]
            legal = room.rules.legal(room.state, seat)
            offers = [one for one in legal if plain(one.action)["do"] != "last-hand"]
            action = choose(offers[self._random.pick(len(offers))], self._random.pick)
            player, due = room.chairs[seat].player, room.due[seat]
            if player is None:
                self.do(
                    lambda room, chance, seat=seat, action=action, due=due: decide.act_as_bot(
                        room, seat, action, due, chance
                    )
                )
            else:
                self.do(
                    lambda room, chance, player=player, action=action: decide.act(
                        room, player, plain(action), None, chance
                    )
                )

    def record(self) -> list[dict[str, Any]]:
        """Give the record as a script gets it: through JSON."""
        _, lines = exhausted(redact(self.stored))
        return [json.loads(msgspec.json.encode(line)) for line in lines]


def exhausted(work: Generator[None, None, Made]) -> Made:
    """Do all of some work at once."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            made: Made = done.value
            return made


def finished(game: str, players: Sequence[Player] = (ANNA, BEN)) -> Played:
    """Play one short game with these persons, bots on the other seats."""
    seats, options = SHORT[game]
    table = Played(game, seats, options)
    table.sit(*players)
    table.start()
    table.play()
    return table


def verified(record: Sequence[Any]) -> tuple[int, str]:
    """Give the exit code and the words of the verifier about a record."""
    said: list[str] = []
    code = verify.verify([json.dumps(line) for line in record], said.append)
    return code, "\n".join(said)
