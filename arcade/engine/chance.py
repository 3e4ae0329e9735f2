"""Chance as an argument: three kinds of draw, recorded so that a log replays exactly."""

import struct
from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import chain, count
from typing import Protocol, TypeVar, cast

from msgspec import Struct

Card = int | str
"""A card to shuffle: a number, or "*" for a star."""
Cards = TypeVar("Cards", bound=Card)


class Shuffled(Struct, frozen=True):
    """The recorded draw of a shuffle: the order that came out, or its beginning."""

    shuffle: tuple[Card, ...]


Draw = int | Shuffled


class Chance(Protocol):
    """A source of draws; rules never make their own."""

    def die(self) -> int:
        """Draw a die, 1 to 6."""

    def dice(self, count: int) -> tuple[int, ...]:
        """Draw several dice, one after the other."""
        return tuple([self.die() for _ in range(count)])

    def pick(self, n: int) -> int:
        """Draw a number, 0 to `n` − 1."""

    def shuffle(self, cards: Sequence[Cards]) -> tuple[Cards, ...]:
        """Draw an order of `cards`."""


_ALL = 2**32
_FAIR_DIE = _ALL - _ALL % 6
_WORDS = struct.Struct(">8I")
"""A block of SHA-256: eight words."""
_WIDTH = 64
_INNER, _OUTER = (bytes(byte ^ mask for byte in range(256)) for mask in (0x36, 0x5C))


class NoDraw(Exception):
    """A replay has no such draw, or one of another kind."""


class Stream(Chance):
    """Draws from HMAC-SHA256(key, label ‖ counter), unbiased by rejection.

    The same key and label give the same draws forever; whoever knows neither can predict none.
    """

    def __init__(self, key: bytes, label: str = "") -> None:
        padded = (key if len(key) <= _WIDTH else sha256(key).digest()).ljust(_WIDTH, b"\0")
        self._inner = sha256(padded.translate(_INNER) + self._labelled(label))
        self._outer = sha256(padded.translate(_OUTER))
        """HMAC's two hashes (RFC 2104), begun once: copies of them save two thirds of its time."""
        self._words = chain.from_iterable(map(self._block, count()))
        """The words of one block after the other, made as they are drawn."""

    def die(self) -> int:
        """Draw as `pick(6) + 1`, written out: most draws are dice."""
        word = next(self._words)
        return word % 6 + 1 if word < _FAIR_DIE else self.die()

    def dice(self, count: int) -> tuple[int, ...]:
        """Draw as `die` does, without a call for each."""
        words = self._words
        dice: list[int] = []
        while len(dice) < count:
            word = next(words)
            if word < _FAIR_DIE:
                dice.append(word % 6 + 1)
        return tuple(dice)

    def pick(self, n: int) -> int:
        """Draw 0 to `n` − 1; `n` is 1 to 2³²."""
        word = next(self._words)
        return word % n if word < _ALL - _ALL % n else self.pick(n)

    def shuffle(self, cards: Sequence[Cards]) -> tuple[Cards, ...]:
        """Draw an order of `cards` (Fisher–Yates)."""
        order = list(cards)
        fair = _ALL - len(order)  # below it a word favours no number, however many there are
        for n, word in zip(range(len(order), 1, -1), self._words, strict=False):
            # As `pick` does, written out.
            other = word % n if word < fair or word < _ALL - _ALL % n else self.pick(n)
            order[n - 1], order[other] = order[other], order[n - 1]
        return tuple(order)

    def _block(self, number: int) -> tuple[int, ...]:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(self._counted(number))
        outer.update(inner.digest())
        return _WORDS.unpack(outer.digest())

    def _labelled(self, label: str) -> bytes:
        """Return the beginning of the message of every block."""
        return label.encode() + b"\0"

    _counted: Callable[[int], bytes] = struct.Struct(">Q").pack
    """Returns the end of the message of one block."""


class Recorder(Chance):
    """Passes draws on and records them in `draws`, and what each was for in `asked`."""

    def __init__(self, source: Chance) -> None:
        self._source = source
        self._draws: list[Draw] = []
        self._asked: list[str] = []

    @property
    def asked(self) -> tuple[str, ...]:
        """The request behind each draw: "die", "pick 29", "shuffle 55"."""
        return tuple(self._asked)

    @property
    def draws(self) -> tuple[Draw, ...]:
        return tuple(self._draws)

    def die(self) -> int:
        return self._keep("die", self._source.die())

    def pick(self, n: int) -> int:
        return self._keep(f"pick {n}", self._source.pick(n))

    def shuffle(self, cards: Sequence[Cards]) -> tuple[Cards, ...]:
        order = self._source.shuffle(cards)
        self._asked.append(f"shuffle {len(order)}")
        self._draws.append(Shuffled(order))
        return order

    def _keep(self, asked: str, drawn: int) -> int:
        self._asked.append(asked)
        self._draws.append(drawn)
        return drawn


class Replay(Chance):
    """Returns recorded draws in order; `left` is how many remain.

    Raises `NoDraw` when the next draw is missing, of another kind or out of range.
    """

    def __init__(self, draws: Sequence[Draw]) -> None:
        self._draws = tuple(draws)
        self._next = 0

    @property
    def left(self) -> int:
        return len(self._draws) - self._next

    def die(self) -> int:
        return self._number("a die", 1, 6)

    def pick(self, n: int) -> int:
        return self._number(f"a pick of {n}", 0, n - 1)

    def shuffle(self, cards: Sequence[Cards]) -> tuple[Cards, ...]:
        """Return the recorded order; cards it does not name follow in ascending order."""
        drawn = self._take("a shuffle")
        if not isinstance(drawn, Shuffled):
            raise NoDraw(f"draw {self._next}: {drawn!r} is not a shuffle")
        rest = sorted(cards, key=ascending)
        for card in drawn.shuffle:
            if card not in rest:
                raise NoDraw(f"draw {self._next}: {card!r} is not (or no longer) among the cards")
            rest.remove(card)
        return cast("tuple[Cards, ...]", drawn.shuffle) + tuple(rest)

    def _number(self, what: str, low: int, high: int) -> int:
        drawn = self._take(what)
        if isinstance(drawn, Shuffled) or not low <= drawn <= high:
            raise NoDraw(f"draw {self._next}: {drawn!r} is not {what}")
        return drawn

    def _take(self, what: str) -> Draw:
        if not self.left:
            raise NoDraw(f"the game asks for {what}, and no draw is left")
        self._next += 1
        return self._draws[self._next - 1]


def ascending(card: Card) -> tuple[bool, int]:
    """Sort key of cards: numbers upwards, stars last."""
    return (True, 0) if isinstance(card, str) else (False, card)
