"""A table's facts for the public: plain values, without what is still secret.

In a game whose hands stay hidden, each card is sealed separately and those seen are opened: the
seed of such a game is never revealed, because it would show every folded hand.
"""

import asyncio
from collections.abc import Container, Generator, Iterable, Iterator, Sequence
from typing import TypedDict, TypeVar

from msgspec import Struct

from arcade.engine import codec, fair
from arcade.engine.chance import Shuffled
from arcade.engine.game import Game, Veils
from arcade.rooms import fairness
from arcade.rooms.evolve import follow
from arcade.rooms.facts import Acted, Contributed, Emoted, Revealed, Said, Sealed, Started, Stored
from arcade.rooms.room import Room
from arcade.rooms.table_rules import LATE, Watching


class RecordLine(TypedDict):
    """One fact as builtins; `Stored` says what the numbers are."""

    n: int
    at: int
    v: int
    fact: dict[str, object]


SLICE = 0.004
"""Seconds of long work after which other tasks run."""

Made = TypeVar("Made")


async def run_in_slices(work: Generator[None, None, Made]) -> Made:
    """Run interruptible work to its end, letting other tasks run, and return its result."""
    loop = asyncio.get_running_loop()
    while True:
        until = loop.time() + SLICE
        while loop.time() < until:
            try:
                next(work)
            except StopIteration as stop:
                made: Made = stop.value
                return made
        await asyncio.sleep(0)


def redact(
    stored: Iterable[Stored], over: Container[str] = ()
) -> Generator[None, None, tuple[Room, list[RecordLine]]]:
    """Return the room built from the facts, and the facts as plain dicts; persons by name only.

    A running game with hidden hands comes without draws, and actions have only their `do`; every
    running game comes without spectators' chat and, if spectators are delayed, without what they
    have not seen. Once the game is over all of it is there, except in games whose hands stay hidden
    (`arcade.club.replays.record`). `Revealed` has a seed, a daily deal's only if its day (ISO) is
    in `over`; `Started` has the seats' words. A record may be long, so this yields often.
    """
    facts = []
    for stored_fact in stored:
        facts.append(stored_fact)
        yield
    room, running = yield from _unfinished(facts)
    hidden = running if room.rules.meta.secrets else len(facts) + 1
    lines = []
    for stored_fact in facts:
        lines.append(_plain(stored_fact, () if isinstance(room.rules, Veils) else over))
        yield
    yield from hide_decks(room.rules, facts, lines)
    shown = []
    seen = _seen_until(facts, running, room.table.watching)
    for stored_fact, line in zip(facts[:seen], lines, strict=False):
        fact = line["fact"]
        if stored_fact.n >= hidden and isinstance(stored_fact.fact, Started | Acted):
            fact.pop("draws", None)
            if isinstance(stored_fact.fact, Acted):
                fact["action"] = {"do": stored_fact.fact.action["do"]}
        if (
            stored_fact.n >= running
            and isinstance(stored_fact.fact, Said | Emoted)
            and stored_fact.fact.watcher
        ):
            continue
        shown.append(line)
    return room, shown


def _plain(stored: Stored, over: Container[str]) -> RecordLine:
    line: RecordLine = codec.plain(stored)
    fact = line["fact"]
    if isinstance(stored.fact, Said | Emoted):
        fact.pop("id", None)
    for key in ("player", "by"):
        if isinstance(person := fact.get(key), dict):
            fact[key] = person["name"]
    if isinstance(stored.fact, Sealed) and stored.fact.day not in over:
        del fact["seed"]
    if isinstance(stored.fact, Contributed):
        del fact["words"]
    return line


def _unfinished(stored: Sequence[Stored]) -> Generator[None, None, tuple[Room, int]]:
    """Return the room, and the number of the fact that began its unfinished game.

    Where there is none, that number is beyond the last.
    """
    room = follow(None, stored[0])
    never = begun = len(stored) + 1
    for stored_fact in stored[1:]:
        room = follow(room, stored_fact)
        if isinstance(stored_fact.fact, Started):
            begun = stored_fact.n
        if room.phase == "over":
            begun = never
        yield
    return room, begun


def _seen_until(stored: Sequence[Stored], running: int, watching: Watching) -> int:
    """Return how many facts the spectators of a running game have seen."""
    if watching != "late":
        return len(stored)
    acts = [
        at
        for at, stored_fact in enumerate(stored)
        if isinstance(stored_fact.fact, Acted) and stored_fact.n > running
    ]
    return acts[-LATE:][0] if acts else len(stored)


class Deck(Struct, frozen=True):
    """One shuffle: the number of its fact, its index among the fact's draws, its cards' salts."""

    n: int
    draw: int
    cards: tuple[int | str, ...]
    salts: tuple[bytes, ...]


def hide_decks(
    rules: Game, stored: Sequence[Stored], lines: Sequence[RecordLine]
) -> Iterator[None]:
    """Replace draws by sealed cards, and add those that everybody saw at a game's end.

    A game that is not `Veils` reveals its seed instead. `lines`, the plain facts, are changed. A
    record may be long, so this yields often.
    """
    if not isinstance(rules, Veils):
        return
    seen = HiddenDecks(rules)
    room = follow(None, stored[0])
    for stored_fact, line in zip(stored[1:], lines[1:], strict=True):
        before, room = room, follow(room, stored_fact)
        if isinstance(stored_fact.fact, Started | Acted):
            line["fact"].pop("draws", None)
        line["fact"].update(seen.see(before, room, stored_fact))
        yield


class HiddenDecks:
    """Follows the facts of one table, and returns what the record shows instead of draws."""

    def __init__(self, rules: Veils) -> None:
        self._rules = rules
        self._decks: list[Deck] = []
        self._opened: list[dict[str, object]] = []

    def see(self, before: Room, after: Room, stored: Stored) -> dict[str, object]:
        fact = stored.fact
        if isinstance(fact, Revealed):
            opened, self._opened, self._decks = self._opened, [], []
            return {"opened": opened}
        if not isinstance(fact, Started | Acted) or before.dice.seal is None:
            return {}
        decks = _decks(before, stored)
        self._decks += decks
        for deck in decks[:-1]:  # no hand was dealt from those: the draw for the button
            self._opened += [_opening(deck, position) for position in range(len(deck.cards))]
        if after.state is not None:  # otherwise nobody knows what everybody saw: it stays sealed
            action, state = None, None
            if isinstance(fact, Acted):
                action, state = codec.action_from(after.rules, fact.action), before.state
            size = len(self._decks[-1].cards) if self._decks else 0
            self._open(self._rules.uncovered(state, action, after.state, size), self._rules.whole)
        return {"cards": [_sealed(deck) for deck in decks]} if decks else {}

    def _open(self, positions: tuple[int, ...], whole: int) -> None:
        deck = next((deck for deck in reversed(self._decks) if len(deck.cards) == whole), None)
        if deck is not None:
            self._opened += [_opening(deck, position) for position in positions]


def _decks(room: Room, stored: Stored) -> list[Deck]:
    fact = stored.fact
    if not isinstance(fact, Started | Acted):
        return []
    seat = fact.seat if isinstance(fact, Acted) else None
    key, label = fairness.key(room), fairness.label(room, seat)
    return [
        Deck(
            stored.n,
            number,
            draw.shuffle,
            tuple(fair.salt(key, label, number, position) for position in range(len(draw.shuffle))),
        )
        for number, draw in enumerate(fact.draws)
        if isinstance(draw, Shuffled)
    ]


def _sealed(deck: Deck) -> list[str]:
    return [fair.seal_card(card, salt) for card, salt in zip(deck.cards, deck.salts, strict=True)]


def _opening(deck: Deck, position: int) -> dict[str, object]:
    salt = deck.salts[position].hex()
    return {
        "n": deck.n,
        "draw": deck.draw,
        "place": position,
        "card": deck.cards[position],
        "salt": salt,
    }
