"""Sentences marked for translation, and the means of a game to address one reader."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from msgspec import Struct

from arcade.engine.news import News
from arcade.engine.offers import Offer


def N_(text: str) -> str:  # noqa: N802  gettext's own name for it
    """Mark a literal for the catalogue and return it unchanged."""
    return text


_UNMARKED = str.maketrans(
    {
        "Æ": "AE",
        "æ": "ae",
        "Œ": "OE",
        "œ": "oe",
        "ß": "ss",
        "Þ": "Th",
        "þ": "th",
        "Ø": "O",
        "ø": "o",
        "Ł": "L",
        "ł": "l",
        "Đ": "D",
        "đ": "d",
        "Ð": "D",
        "ð": "d",
    }
)
"""Letters that Unicode does not decompose, as people write them without marks."""


def plain_letters(text: str) -> str:
    """Return a text without the accents of its letters; œ is oe, æ ae, ß ss, ø o, ł l."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFD", text)
    bare = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return bare if bare.isascii() else bare.translate(_UNMARKED)


def folded(text: str) -> str:
    """Return a text without capitals and accents, as searches and typed words are compared."""
    return plain_letters(text).casefold()


class Translator(Protocol):
    def t(self, text: str, **fields: object) -> str:
        """Translate a literal and fill its fields."""

    def nt(self, singular: str, plural: str, n: int, **fields: object) -> str:
        """Translate a literal that depends on the count `n`, and fill its fields."""


class TypedAction(Struct, frozen=True):
    """What somebody typed for an action, folded, to be read by a game's part `words`.

    `verb` is "" where they gave the number of a choice; `rest` are the words after it, `names`
    those of the seats, `offers` those of this action (of the choice), `view` the seat's own, and
    `own` the seat.
    """

    verb: str
    rest: tuple[str, ...]
    names: tuple[str, ...]
    offers: tuple[Offer, ...]
    view: Any
    own: int | None = None

    def seat(self, word: str) -> int:
        """Return a seat by name, or by its number from 1; raises `ValueError`."""
        if word in ("you", "me", "vous", "moi") and self.own is not None:
            return self.own
        names = [folded(name) for name in self.names]
        if folded(word) in names:
            return names.index(folded(word))
        number = int(word)
        if not 1 <= number <= len(names):
            raise ValueError(word)
        return number - 1

    def faces(self, rest: Sequence[str]) -> list[int]:
        """Read dice, apart or in one word; "all" is those of the view. Raises `ValueError`."""
        if list(rest) in (["all"], ["tout"], ["tous"]):
            return list(self.view.dice)
        return [int(digit) for word in rest for digit in word.replace("-", "")]


class Final(Struct, frozen=True):
    """The end of a game in words: why it was won, and the result of each seat.

    - `points` with their unit; `change` since the beginning; `notes`: what else there is to say.

    A game's part `words` may have a `final(speech)` that returns this, and a `STORY`: the kinds of
    news that matter most, each with the field that says how much ("": always). `retell(news, at)`
    says how a story words one (None: not at all). If scores accumulate, `gains(speech)` returns
    after which news, whose, how much. `headlines(news, names)` returns what the lobby is told of
    a public table; the field `seat` of each says whom it is about, and a bot's are left out.
    """

    why: str = ""
    points: tuple[str, ...] = ()
    change: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def signed(change: int) -> str:
    """Return a change as +12, −3, ±0."""
    return f"+{change}" if change > 0 else f"−{-change}" if change else "±0"


class Speech(Protocol):
    """The table as `state(speech)` and `final(speech)` of a game's part `words` describe it."""

    brief: bool
    """Whether the reader has heard every change, so that long lists can be left out."""

    @property
    def words(self) -> Translator: ...

    @property
    def view(self) -> Any: ...

    @property
    def news(self) -> Sequence[News]:
        """The news of a finished game; empty while one is played."""

    @property
    def seat(self) -> int | None:
        """The reader's own seat, None if they watch."""

    def name(self, seat: int) -> str: ...

    def names(self, seats: Iterable[int]) -> str:
        """Return the players' names, the reader's as "you", joined with "and"."""

    def list(self, parts: Sequence[object]) -> str:
        """Join parts with commas and "and"."""

    def each(self, values: Iterable[object]) -> str:
        """Return each seat's value, "anna 3, ben 4"; None and "" are left out."""

    def dice(self, dice: Iterable[int]) -> str: ...
