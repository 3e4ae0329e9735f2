"""Events of a game, as data; they become sentences later, in the reader's language.

A news item is public: it never carries a seat's secret.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

Value = int | str | tuple[int, ...]


class News(Struct, frozen=True, gc=False):
    """An event: what happened (`kind`, `data`), and the sentence that reports it.

    `text` is the English sentence with named fields and is the key of the translation; no code
    reads anything out of it, so it can be reworded freely. `data` fills the fields, and may hold
    more. A field's format spec says what it is:

    - `{seat:seat}` the name of the person on that seat
    - `{dice:dice}` dice, 4-2-1
    - `{hand:hand}` the digits of a hand
    - `{cards:cards}` numbers joined by commas and an "and"
    - `{lost:tenths}` a number given in tenths: 17 is 1.7, or 1,7 in French
    - `{n}` a plain number or word
    - `{seat:@ rolls|You roll}` the sentence about that person (`@` is the name), and the one
      addressed to them; for several seats, `@` in the second phrase names the others

    `plural` is the sentence for counts other than one; the count is the field `n`. `kind` is a
    member of a `StrEnum` of the game's own; "" where nothing asks for it.
    """

    text: str
    data: Mapping[str, Value] = {}
    plural: str = ""
    kind: str = ""

    def number(self, field: str) -> int:
        """Return a field that holds a number or a seat; raises `KeyError` or `TypeError`."""
        value = self.data[field]
        if not isinstance(value, int):
            raise TypeError(f"{field} is {value!r}, not a number, in {self.text!r}")
        return value


def phrase(text: str, kind: str = "", /, **data: Value) -> News:
    """Build a news item; `text` must be a literal, so that the catalogue finds it."""
    return News(text, data, "", kind)


def counted(text: str, plural: str, n: int, kind: str = "", /, **data: Value) -> News:
    """Build a news item that is worded by the count `n`."""
    return News(text, {"n": n, **data}, plural, kind)


class TellsNews:
    """Base of a frozen game state with the field `news`: each method returns it with more news."""

    __slots__ = ()
    news: tuple[News, ...]

    def tell(self, text: str, kind: str = "", /, **data: Value) -> Self:
        return self.with_news(phrase(text, kind, **data))

    def tell_counted(
        self, text: str, plural: str, n: int, kind: str = "", /, **data: Value
    ) -> Self:
        return self.with_news(counted(text, plural, n, kind, **data))

    def with_news(self, *news: News) -> Self:
        return replace(self, news=self.news + news)  # type: ignore[type-var]


Line = tuple[News, ...]
"""News that are said in one line, one sentence each."""


def cut(
    news: Sequence[News],
    whole: bool,
    begins: Collection[str] = (),
    ends: Callable[[News], bool] = lambda _: False,
) -> tuple[list[Line], int]:
    """Cut news before those whose kind begins a line, and after those that end one.

    Return the complete lines, and how many of the news are in them. The last line is complete if
    it has ended, or if no more news will come (`whole`).
    """
    lines: list[Line] = []
    start = 0
    for at, item in enumerate(news):
        if item.kind in begins and at > start:
            lines.append(tuple(news[start:at]))
            start = at
        if ends(item):
            lines.append(tuple(news[start : at + 1]))
            start = at + 1
    if whole and start < len(news):
        lines.append(tuple(news[start:]))
        start = len(news)
    return lines, start
