"""The legal actions of a seat, listed or described: screens, bots and tests choose from these."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from msgspec import Struct, structs


class Offer(Struct, frozen=True):
    """One way to act: `action` as it stands, or with one field varied.

    - `field` empty: the action as it stands.
    - `field`, `low`, `high`: that field may be any whole number from `low` to `high`.
    - `field`, `among`, `most`: that field may be any tuple of one to `most` entries, each one of
      `among`, in any order, repetition allowed.

    `action` itself is always one of the legal choices.
    """

    action: Any
    field: str = ""
    low: int = 0
    high: int = 0
    among: tuple[int, ...] = ()
    most: int = 0


Act = TypeVar("Act")


def offered(offers: Iterable[Offer], kind: type[Act]) -> list[Act]:
    """Return the offered actions of a class, as they stand."""
    return [offer.action for offer in offers if isinstance(offer.action, kind)]


def covers(offer: Offer, action: Any) -> bool:
    """Return whether `action` is one of an offer's choices."""
    if offer.action == action:
        return True
    if not offer.field or type(offer.action) is not type(action):
        return False
    value = getattr(action, offer.field)
    varied = structs.replace(offer.action, **{offer.field: value})
    if varied != action:
        return False
    if offer.most:
        return 1 <= len(value) <= offer.most and all(entry in offer.among for entry in value)
    return isinstance(value, int) and offer.low <= value <= offer.high


def choose(offer: Offer, pick: Callable[[int], int]) -> Any:
    """Choose one action of an offer; `pick(n)` returns 0 … n − 1."""
    if not offer.field:
        return offer.action
    value: object
    if offer.most:
        count = pick(offer.most) + 1
        value = tuple(offer.among[pick(len(offer.among))] for _ in range(count))
    else:
        value = offer.low + pick(offer.high - offer.low + 1)
    return structs.replace(offer.action, **{offer.field: value})
