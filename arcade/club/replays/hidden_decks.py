"""The decks of a game in which hands stay hidden: every card sealed by itself, those seen opened.

The server's seed of such a game is never told: it would show every folded hand.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from arcade.engine import codec, fair
from arcade.engine.chance import Shuffled
from arcade.engine.game import Game, Veils
from arcade.rooms import fairness
from arcade.rooms.facts import Acted, Revealed, Started, Stored
from arcade.rooms.room import Room, evolve


class Deck(Struct, frozen=True):
    """One shuffle: the number of its fact, its place among the fact's draws, its cards' salts."""

    n: int
    draw: int
    cards: tuple[Any, ...]
    salts: tuple[bytes, ...]


def hide_decks(
    rules: Game, stored: Sequence[Stored], lines: Sequence[dict[str, Any]]
) -> Iterator[None]:
    """Put sealed cards in place of the draws, and at a game's end those that everybody saw.

    Nothing where a game is not `Veils`: its seed is told. `lines` are the plain facts; changed.
    It may be long: yields often.
    """
    if not isinstance(rules, Veils):
        return
    seen = HiddenDecks(rules)
    room = evolve(None, stored[0])
    for one, line in zip(stored[1:], lines[1:], strict=True):
        before, room = room, evolve(room, one)
        if isinstance(one.fact, Started | Acted):
            line["fact"].pop("draws", None)
        line["fact"].update(seen.see(before, room, one))
        yield


class HiddenDecks:
    """Follows the facts of one table, and returns what the record shows instead of draws."""

    def __init__(self, rules: Veils) -> None:
        self._rules = rules
        self._decks: list[Deck] = []
        self._opened: list[dict[str, Any]] = []

    def see(self, before: Room, after: Room, stored: Stored) -> dict[str, Any]:
        fact = stored.fact
        if isinstance(fact, Revealed):
            opened, self._opened, self._decks = self._opened, [], []
            return {"opened": opened}
        if not isinstance(fact, Started | Acted) or before.dice.seal is None:
            return {}
        decks = _decks(before, stored)
        self._decks += decks
        if after.lost:  # what everybody saw is not known any more: it stays sealed
            return {"cards": [_sealed(deck) for deck in decks]} if decks else {}
        action = codec.action_from(after.rules, fact.action) if isinstance(fact, Acted) else None
        state = before.state if isinstance(fact, Acted) else None
        size = len(self._decks[-1].cards) if self._decks else 0
        self._open_all(decks[:-1])
        self._open(self._rules.uncovered(state, action, after.state, size), self._rules.whole)
        return {"cards": [_sealed(deck) for deck in decks]} if decks else {}

    def _open_all(self, decks: list[Deck]) -> None:
        """Open the decks no hand was dealt from: the draw for the button."""
        for deck in decks:
            self._opened += [_opening(deck, place) for place in range(len(deck.cards))]

    def _open(self, places: tuple[int, ...], whole: int) -> None:
        deck = next((one for one in reversed(self._decks) if len(one.cards) == whole), None)
        if deck is not None:
            self._opened += [_opening(deck, place) for place in places]


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
            tuple(fair.salt(key, label, number, place) for place in range(len(draw.shuffle))),
        )
        for number, draw in enumerate(fact.draws)
        if isinstance(draw, Shuffled)
    ]


def _sealed(deck: Deck) -> list[str]:
    return [fair.seal_card(card, salt) for card, salt in zip(deck.cards, deck.salts, strict=True)]


def _opening(deck: Deck, place: int) -> dict[str, Any]:
    salt = deck.salts[place].hex()
    return {"n": deck.n, "draw": deck.draw, "place": place, "card": deck.cards[place], "salt": salt}
