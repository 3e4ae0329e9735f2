"""What a rival may hold: every pair of unseen cards, the likelier, the better it fits what it did.

What everybody saw it do: each open card it took and where it stayed; what it paid in the Levée;
who bet how much in this round. Nobody is taken to do the fitting thing always (`SLIP`).
"""

from collections.abc import Sequence

from msgspec import Struct

from arcade.games.golden_zero.bots import ends, sight
from arcade.games.golden_zero.rules.hands import best
from arcade.games.golden_zero.rules.view import SeatView

SLIP = 0.08
"""How likely somebody does what does not fit its hand, against what does."""


class Pair(Struct, frozen=True):
    """Two closed cards: how likely, the chance its holder gives itself, and how it ends."""

    likely: float
    hope: float
    ends: ends.Ends


def pairs_of(view: SeatView, seat: int) -> list[Pair]:
    """Return every pair a rival may hold; `likely` adds up to 1."""
    left = sight.unseen(view)
    others = [other for other in (*sight.rivals_of(view), view.seat) if other != seat]
    known = [sight.shorts(left, sum(view.open[other]), view.target) for other in others]
    pairs: list[Pair] = []
    for first, count in enumerate(left):
        for second in range(first, sight.VALUES):
            copies = count * (left[second] if second > first else (count - 1) / 2)
            if copies > 0:
                pairs.append(_pair(view, seat, (first, second), copies, known))
    whole = sum(pair.likely for pair in pairs)
    return [Pair(pair.likely / whole, pair.hope, pair.ends) for pair in pairs]


def _pair(
    view: SeatView, seat: int, closed: tuple[int, int], copies: float, known: Sequence[sight.Shorts]
) -> Pair:
    room = view.target - sum(view.open[seat])
    likely = copies * _drawn(view, seat, closed) * _paid(view, seat, closed, len(known))
    if view.phase == "reine":
        hope = sight.winning(best((), closed, room), known)
    else:
        hope = ends.hope(room, *closed, len(known))[1]
    likely *= _bet(view, seat, hope, 1 / (len(known) + 1))
    chosen = sight.has_chosen(view, seat)
    end_odds = ((ends.end(room, *closed), 1.0),) if chosen else ends.ends(room, *closed)
    return Pair(likely, hope, end_odds)


def _drawn(view: SeatView, seat: int, closed: tuple[int, int]) -> float:
    """Weigh the cards a rival took, one after the other, and where it stayed."""
    likely, room = 1.0, view.target
    cards = view.open[seat]
    for taken, card in enumerate(cards, start=1):
        room -= card
        if taken < len(cards):
            likely *= 1.0 if ends.draws(room, *closed) else SLIP
        elif sight.has_chosen(view, seat):
            likely *= SLIP if ends.draws(room, *closed) else 1.0
    return likely


def _paid(view: SeatView, seat: int, closed: tuple[int, int], rivals: int) -> float:
    """Weigh what a rival paid in an earlier Levée above its least."""
    options = view.options
    before = view.paid[seat] - view.bets[seat]
    if view.phase == "levee" or before <= options.droit + options.levee:
        return 1.0
    return SLIP + ends.hope(view.target - view.open[seat][0], *closed, rivals)[1]


def _bet(view: SeatView, seat: int, hope: float, fair: float) -> float:
    """Weigh a rival's bet of this round: a raise, an opening above the least, or the least."""
    bet, highest = view.bets[seat], max(view.bets)
    if not bet:
        return 1.0
    least = view.options.levee if view.phase == "levee" else view.options.reine
    if view.raises and bet == highest:
        return 1.0 if hope > max(1.4 * fair, 0.45) else SLIP
    if not view.raises and bet == highest > least and view.stacks[seat]:
        return 1.0 if hope >= 1.5 * fair else SLIP
    if view.phase == "levee":
        return 1.0
    return 1.0 if hope >= 0.8 * fair else 2 * SLIP
