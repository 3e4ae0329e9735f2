"""Whole games as stored facts, played by the rooms' own functions, without a club."""

import json
from collections.abc import Callable, Container, Generator, Sequence
from typing import Any, TypeVar

import msgspec

from arcade.club.replays.record import redact
from arcade.engine import fair, registry
from arcade.engine.chance import Stream
from arcade.engine.codec import plain
from arcade.engine.game import Veils
from arcade.engine.offers import choose
from arcade.players.player import Player
from arcade.rooms import decide, facts, fairness, moderation
from arcade.rooms.facts import Decision, Stored
from arcade.rooms.room import Room
from arcade.rooms.table_rules import TableRules
from server.hosting import verify
from tests.people import ANNA, BEN, CLEO

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

    def __init__(
        self,
        game: str,
        seats: int = 0,
        options: dict[str, Any] | None = None,
        *,
        code: str = "KAFEL",
        day: str = "",
        at: int = 1_000,
    ) -> None:
        self.stored: list[Stored] = []
        self.room: Room | None = None
        self.at = at
        self._random = Stream(f"random {game} {code}".encode())
        table = TableRules(turn=0, reserve=0, late_join=False) if day else None
        new = decide.create(code, ANNA, game, options or {}, seats, bool(day), table)
        if day:
            seed, shared = self.fresh(32), isinstance(registry.find(game), Veils)
            new = (*new, facts.Sealed(1, fair.seal(game, seed), seed.hex(), day, shared))
        self.add(new)

    def fresh(self, size: int) -> bytes:
        return bytes(self._random.pick(256) for _ in range(size))

    def add(self, new: Decision) -> None:
        stored, self.room = fairness.extend(self.room, new, self.at, self.fresh)
        self.stored += stored

    def do(self, what: Callable[..., Decision]) -> None:
        assert self.room is not None
        self.add(what(self.room, fairness.chance(self.room, self.fresh)))

    def sit(self, *players: Player) -> None:
        for player in players:
            self.do(lambda room, _, player=player: decide.sit(room, player, None))

    def start(self, player: Player = ANNA) -> None:
        self.do(lambda room, chance: decide.start(room, player, chance))

    def play(self, steps: int = 100_000) -> None:
        """Play on by random choices, for at most this many actions, until the game is over."""
        for _ in range(steps):
            room = self.room
            assert room is not None
            if room.phase != "playing":
                return
            seat = room.to_act()[0]
            legal = room.rules.legal(room.state, seat)
            offers = [offer for offer in legal if plain(offer.action)["do"] != "last-hand"]
            action = choose(offers[self._random.pick(len(offers))], self._random.pick)
            chair, due = room.chairs[seat], room.due[seat]
            if chair.player is None or not chair.has_person:
                self.do(
                    lambda room, chance, seat=seat, action=action, due=due: decide.act_as_bot(
                        room, seat, action, due, chance
                    )
                )
            else:
                self.do(
                    lambda room, chance, player=chair.player, action=action: decide.act(
                        room, player, plain(action), None, chance
                    )
                )

    def ask(self, what: facts.Vote, *players: Player) -> None:
        """Let persons ask for a pause or the end, one after another."""
        for player in players:
            self.do(lambda room, _, player=player: decide.vote(room, player, what))

    def record(self, over: Container[str] = ()) -> list[dict[str, Any]]:
        """Return the record as a script gets it: through JSON."""
        _, lines = exhausted(redact(self.stored, over))
        return [json.loads(msgspec.json.encode(line)) for line in lines]


def exhausted(work: Generator[None, None, Made]) -> Made:
    """Do all of some work at once."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            made: Made = end.value
            return made


def finished(game: str, players: Sequence[Player] = (ANNA, BEN)) -> Played:
    """Play one short game with these persons, bots on the other seats."""
    seats, options = SHORT[game]
    table = Played(game, seats, options)
    table.sit(*players)
    table.start()
    table.play()
    return table


def evening(game: str, code: str = "KAFEL") -> Played:
    """Play three games at one table, with all that can happen there; the second one is ended."""
    _, options = SHORT[game]
    table = Played(game, 3, options, code=code)
    table.sit(ANNA, BEN)
    kept = fair.seal_words("kept to myself")
    table.do(lambda room, _: decide.contribute(room, ANNA, "moules frites"))
    table.do(lambda room, _: decide.contribute(room, BEN, kept))
    table.do(lambda room, _: decide.say(room, ANNA, "à toi"))
    table.do(lambda room, _: decide.seat_bot(room, ANNA, 2))
    table.do(lambda room, _: decide.unseat_bot(room, ANNA, 2))
    table.start()
    table.play(2)
    table.do(lambda room, _: decide.say(room, CLEO, "who leads?"))
    table.do(lambda room, _: moderation.emote(room, BEN, "bravo"))
    table.do(lambda room, _: moderation.hush(room, ANNA, CLEO, True))
    table.ask("pause", BEN, ANNA)
    table.do(lambda room, _: decide.unpause(room, BEN))
    table.ask("pause", BEN)
    table.add((facts.Resumed(), facts.Resumed(1), facts.Withdrew(1, "pause", lapsed=True)))
    table.do(lambda room, _: decide.hold(room, 1))
    table.play(2)
    table.do(lambda room, _: decide.come_back(room, BEN))
    table.do(lambda room, _: decide.leave_seat(room, BEN))
    table.play(1)
    table.do(lambda room, _: decide.sit(room, CLEO, 1))
    table.do(lambda room, _: moderation.send_away(room, ANNA, BEN))
    table.play()
    table.do(lambda room, _: decide.leave_seat(room, CLEO))
    table.do(lambda room, _: decide.sit(room, CLEO, 2))
    table.start()
    table.play(3)
    table.ask("end", CLEO)
    table.ask("end", CLEO, CLEO, ANNA)
    table.do(lambda room, _: decide.contribute(room, CLEO, "encore"))
    table.start()
    table.play()
    return table


def daily(game: str, code: str = "KAFEL") -> Played:
    """Play a daily deal, of the second of January 1970."""
    _, options = SHORT[game]
    table = Played(game, 2 if game == "vingt-et-un" else 3, options, code=code, day="1970-01-02")
    table.sit(ANNA)
    table.start()
    table.play()
    return table


HIDES = {key: isinstance(game, Veils) for key, game in registry.games().items()}
"""What `arcade verify` knows of the games: whether hands stay hidden."""


def verified(record: Sequence[Any]) -> tuple[int, str]:
    """Return the exit code and the words of the verifier about a record."""
    lines: list[str] = []
    code = verify.verify([json.dumps(line) for line in record], lines.append, hides=HIDES)
    return code, "\n".join(lines)
