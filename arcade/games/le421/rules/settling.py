"""Who is best and who is worst once all hands lie, by rampo where they tie, and what that moves.

Source: the rules' page "421", *A round*.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from arcade.engine.chance import Chance
from arcade.games.le421.rules.hands import NENETTE, hand, rank, worth
from arcade.games.le421.rules.table import Options, Rampo, Settles, Transfer


class Settled(Struct, frozen=True):
    """Who is best and worst of a round; `best` is None where a tie for it does not matter."""

    best: int | None
    worst: int
    rampos: tuple[Rampo, ...]


class Due(Struct, frozen=True):
    """What a seat is to be given, before anyone looks whether so much is there."""

    seat: int
    tokens: int
    nenette: bool


def settle(
    seats: tuple[int, ...], hands: Sequence[int], needs_best: bool, chance: Chance
) -> Settled:
    """Find best and worst; `hands` are those of `seats`, which stand in order from the leader.

    "Worst ties are always played off; best ties only where it matters": the page names the worst
    first, so its rampo is thrown first. Where everybody ties, also within such a rampo, one rampo
    of all serves for both.
    """
    rampos: list[Rampo] = []
    worst, best = _tied(seats, hands, max), _tied(seats, hands, min)
    while worst == best:
        rampos.append(_rampo("both", seats, chance))
        worst = _tied(seats, rampos[-1].hands, max)
        best = _tied(seats, rampos[-1].hands, min)
    while len(worst) > 1:
        rampos.append(_rampo("worst", worst, chance))
        worst = _tied(worst, rampos[-1].hands, max)
    while needs_best and len(best) > 1:
        rampos.append(_rampo("best", best, chance))
        best = _tied(best, rampos[-1].hands, min)
    return Settled(best[0] if len(best) == 1 else None, worst[0], tuple(rampos))


def stake(options: Options, hands: Sequence[int], rampos: Sequence[Rampo]) -> int:
    """Give what the round moves: the original best hand's worth, or 1 by `rampo: "one"`.

    Any tie that was played off makes it 1, the best's as well as the worst's.
    """
    if rampos and options.rampo == "one":
        return 1
    return worth(min(hands, key=rank))


def dues(
    options: Options, seats: Sequence[int], hands: Sequence[int], worst: int, stake: int
) -> tuple[Due, ...]:
    """Say who is to be given what, in seat order from the leader.

    Only hands of the round count as nénette, never a rampo's throw. `flat2` gives to each seat
    that threw it; `plus2` and `min2` change the one normal transfer, which goes to the worst.
    """
    nenettes = [seat for seat, one in zip(seats, hands, strict=True) if one == NENETTE]
    if not nenettes:
        return (Due(worst, stake, nenette=False),)
    if options.nenette == "flat2":
        return tuple(Due(seat, 2, nenette=True) for seat in nenettes)
    tokens = stake + 2 if options.nenette == "plus2" else max(stake, 2)
    return (Due(worst, tokens, nenette=True),)


def transfers(dues: Sequence[Due], source: int | None, stock: int) -> tuple[Transfer, ...]:
    """Pay what is due from a stock, in order, as far as it goes; nobody pays to oneself."""
    paid: list[Transfer] = []
    for due in dues:
        if due.seat != source:
            paid.append(Transfer(source, due.seat, min(due.tokens, stock)))
            stock -= paid[-1].tokens
    return tuple(paid)


def _rampo(settles: Settles, seats: tuple[int, ...], chance: Chance) -> Rampo:
    throws = tuple(hand((chance.die(), chance.die(), chance.die())) for _ in seats)
    return Rampo(settles, seats, throws)


def _tied(
    seats: Sequence[int], hands: Sequence[int], extreme: Callable[[list[int]], int]
) -> tuple[int, ...]:
    ranks = [rank(one) for one in hands]
    wanted = extreme(ranks)
    return tuple(seat for seat, place in zip(seats, ranks, strict=True) if place == wanted)
