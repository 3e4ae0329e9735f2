"""The value of a hand against the target, and the pots (page § 7 and 8)."""

from collections.abc import Sequence

from msgspec import Struct


class Reading(Struct, frozen=True):
    """One way to count a hand.

    `used` are the closed cards counted, `garde` the one left over (None: both are used), `short`
    is the difference to the target, negative for a reading above it.
    """

    used: tuple[int, ...]
    value: int
    garde: int | None
    short: int


Rank = tuple[int, bool, int]
"""Sorts readings from the worst up: value, a Garde or none, the lower Garde."""


def readings(open_cards: Sequence[int], closed: Sequence[int], target: int) -> tuple[Reading, ...]:
    if len(closed) != 2:
        return ()
    first, second = closed
    base = sum(open_cards)
    with_first, with_second, with_both = base + first, base + second, base + first + second
    return (
        Reading((first,), with_first, second, target - with_first),
        Reading((second,), with_second, first, target - with_second),
        Reading((first, second), with_both, None, target - with_both),
    )


def best(open_cards: Sequence[int], closed: Sequence[int], target: int) -> Reading | None:
    """Return the best reading at most at the target; None where there is none: a burned hand."""
    within = [reading for reading in readings(open_cards, closed, target) if reading.short >= 0]
    return max(within, key=rank, default=None)


def rank(reading: Reading) -> Rank:
    """Order readings by the page's § 7: highest value, then a Garde, then the lowest Garde."""
    garde = reading.garde
    return reading.value, garde is not None, 0 if garde is None else -garde


class Pot(Struct, frozen=True):
    amount: int
    seats: tuple[int, ...]


def layers(
    paid: Sequence[int],
    alive: Sequence[int],
    all_in: Sequence[int],
    burned: Sequence[int],
    carry: int = 0,
) -> tuple[Pot, ...]:
    """Cut what was paid this hand into pots, the main pot first; their sum is all of it.

    `alive` are the seats still in the hand, `all_in` those of them without a chip left: they
    contest a layer only if they paid up to its top. A layer that nobody alive contests belongs to
    the `burned` seats that paid into it. `carry` joins the main pot.
    """
    highest = max(paid)
    tops = sorted({paid[seat] for seat in (*all_in, *burned)} | {highest})
    pots: list[Pot] = []
    low = 0
    for top in tops:
        amount = sum(min(chips, top) - min(chips, low) for chips in paid)
        short = {seat for seat in all_in if paid[seat] < top}
        seats = tuple(seat for seat in alive if seat not in short)
        if not seats:
            seats = tuple(seat for seat in burned if paid[seat] > low)
        pots.append(Pot(amount, seats))
        low = top
    return _merged(pots, carry)


def excess(paid: Sequence[int]) -> tuple[int, int]:
    """Return the seat that paid most and how much of it nobody matched (0: it was matched)."""
    seat = max(range(len(paid)), key=lambda other: paid[other])
    others = max(chips for other, chips in enumerate(paid) if other != seat)
    return seat, paid[seat] - others


def shares(amount: int, winners: Sequence[int]) -> tuple[int, ...]:
    each, odd = divmod(amount, len(winners))
    return tuple(each + (index < odd) for index in range(len(winners)))


def _merged(pots: Sequence[Pot], carry: int) -> tuple[Pot, ...]:
    merged: list[Pot] = []
    for pot in pots:
        amount = pot.amount + (carry if not merged else 0)
        if merged and merged[-1].seats == pot.seats:
            merged[-1] = Pot(merged[-1].amount + amount, pot.seats)
        elif amount:
            merged.append(Pot(amount, pot.seats))
    return tuple(merged)
