"""Checks on the answers of installed games; the suite's laws hold the built-in ones."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from arcade.engine.errors import in_english
from arcade.engine.game import Outcome
from arcade.engine.news import News
from arcade.engine.offers import Offer

LARGEST = 256 * 1024
"""Bytes, as JSON, of a view or of the news of one move: terminals and clients must carry them."""
MOST = 10_000
"""Offers to one seat."""


class NotAllowed(ValueError):
    """A game's answer breaks the rules for all games."""


def _seats(answer: Iterable[int]) -> tuple[int, ...]:
    seats = tuple(answer)
    if not all(type(seat) is int and seat >= 0 for seat in seats):
        raise NotAllowed(f"to_act returns {seats!r:.200}, not seats")
    return seats


def _offers(answer: Iterable[Offer]) -> tuple[Offer, ...]:
    offers = tuple(answer)
    if len(offers) > MOST or not all(isinstance(offer, Offer) for offer in offers):
        raise NotAllowed(
            f"legal returns {len(offers)} of {offers!r:.200}, not at most {MOST} offers"
        )
    return offers


def _view(answer: object) -> object:
    if answer is not None:
        _measure("a view", msgspec.json.encode(msgspec.to_builtins(answer, str_keys=True)))
    return answer


def _news(answer: Iterable[News]) -> Sequence[News]:
    news = tuple(answer)
    for item in news:
        if not isinstance(item, News):
            raise NotAllowed(f"news has {item!r:.200}, which is no News")
        try:
            in_english(item)
        except Exception as error:
            raise NotAllowed(f"{item.text!r:.200} has no {error}") from error
    _measure("the news of a move", msgspec.json.encode(news))
    return news


def _outcome(answer: object) -> Outcome | None:
    if answer is not None and not isinstance(answer, Outcome):
        raise NotAllowed(f"outcome returns {answer!r:.200}, not an Outcome")
    return answer


def _measure(what: str, encoded: bytes) -> None:
    if len(encoded) > LARGEST:
        raise NotAllowed(f"{what} of {len(encoded):,} bytes; the most is {LARGEST:,}")


CHECKS: Mapping[str, Callable[[Any], object]] = {
    "to_act": _seats,
    "legal": _offers,
    "view": _view,
    "open_view": _view,
    "news": _news,
    "outcome": _outcome,
}
