"""Counts unseen cards, draws by exact odds, and bids by the odds of the pot."""

from collections.abc import Mapping, Sequence
from functools import cache
from math import prod
from typing import Any

from msgspec import Struct

from arcade.engine.chance import Chance
from arcade.engine.offers import Offer
from arcade.games.golden_zero.readings import best
from arcade.games.golden_zero.state import (
    Call,
    Card,
    Deal,
    Fold,
    LastHand,
    Open,
    Raise,
    Stand,
    Stay,
)
from arcade.games.golden_zero.table import SeatView

VALUES = 11
EACH = 5
LONG_GAME = 24
"""After so many hands the bot announces the last one, where the table has no number of its own."""

UNKNOWN = (0.35, 0.25, 0.11, 0.05, 0.02, 0.01)
"""How often a hand ends 0, 1, 2 … short of the target in this bot's own play; the rest burns."""
BLUFF = 0.04
"""What a hidden burn is worth: somebody may believe it."""
CLEAR_GAIN = 0.01
"""A card is taken only if it gains more than this."""

Ends = tuple[float, ...]
"""How likely a hand ends 0, 1, 2 … short of the target; what is missing to one burns."""
Offers = Mapping[type[Any], Offer]


class Good:
    """Plays its own cards honestly: no memory, and a bluff now and then."""

    name = "good"
    slow = False

    def choose(self, view: SeatView, offers: Sequence[Offer], chance: Chance) -> Any:
        """Choose by the phase: cards, an opening, an answer, or the next hand."""
        own = {type(offer.action): offer for offer in offers}
        if Deal in own:
            return between(view, own)
        if Stay in own:
            return _draw(view, own)
        if Open in own:
            return _open(view, own, chance)
        if Call in own or Stand in own:
            return _answer(view, own, chance)
        return offers[0].action


class Outlook(Struct, frozen=True):
    """What a hand expects: the chance to win when staying now, and when playing on at its best."""

    stay: float
    best: float


def outlook(view: SeatView) -> Outlook:
    """Estimate the chance to win the hand against all who are left in it."""
    left = unseen(view)
    rivals = [
        likely_ends(left, sum(view.open[seat]), view.target) if has_chosen(view, seat) else UNKNOWN
        for seat in rivals_of(view)
    ]
    total = sum(view.open[view.seat])
    may_draw = view.phase in ("levee", "choix")
    odds = [count / sum(left) for count in left]
    gains: dict[int, Outlook] = {}
    for reached in range(view.target, total - 1, -1):
        stay = _worth(view, reached, rivals)
        draw = sum(
            share * gains[reached + card].best
            for card, share in enumerate(odds)
            if card and reached + card in gains
        )
        # A zero leaves everything as it is: the odds are those of the next card that counts.
        draw /= 1 - odds[0]
        gains[reached] = Outlook(stay, max(stay, draw) if may_draw else stay)
    return gains[total]


def _worth(view: SeatView, total: int, rivals: Sequence[Ends]) -> float:
    """Give the chance to win with this sum of open cards and no more to come."""
    hand = best((total,), view.closed, view.target)
    if hand is None:
        return 1.0 if not rivals else BLUFF
    tie = 0.35 if hand.garde is None else 0.65
    return prod(
        1 - sum(ends[: hand.short]) - (1 - tie) * sum(ends[hand.short : hand.short + 1])
        for ends in rivals
    )


def likely_ends(unseen: tuple[int, ...], total: int, target: int) -> Ends:
    """Estimate how a rival ends that has stayed at a sum: from every pair of unseen cards.

    Who stays is likelier near the target, so a pair counts less the further it is from it.
    """
    weights = [0.0] * (target + 1)
    burned = 0.0
    for first, count in enumerate(unseen):
        for second in range(first, VALUES):
            pairs = count * (unseen[second] if second > first else count - 1)
            short = _short(total, first, second, target)
            if short < 0:
                burned += 0.5 * pairs
            else:
                weights[short] += pairs * (2 if second > first else 1) / (1 + short)
    whole = sum(weights) + burned
    return tuple(weight / whole for weight in weights) if whole else UNKNOWN


@cache
def _short(total: int, first: int, second: int, target: int) -> int:
    hand = best((total,), (first, second), target)
    return -1 if hand is None else hand.short


def between(view: SeatView, own: Offers) -> Any:
    """Have the next hand dealt; announce the last one where the game has become long."""
    if LastHand in own and view.options.hands is None and view.hand >= LONG_GAME:
        return own[LastHand].action
    return own[Deal].action


def _draw(view: SeatView, own: Offers) -> Any:
    hope = outlook(view)
    takes = Card in own and hope.best > hope.stay + CLEAR_GAIN
    return own[Card if takes else Stay].action


def _open(view: SeatView, own: Offers, chance: Chance) -> Any:
    """Open where the hand is worth it; a forced opening of a poor hand is the least."""
    offer = own[Open]
    equity = outlook(view).best
    fair = 1 / (len(rivals_of(view)) + 1)
    if Fold in own and equity < 0.8 * fair and chance.pick(6):
        return own[Fold].action
    return Open(_size(view, offer, equity, fair, chance))


def _answer(view: SeatView, own: Offers, chance: Chance) -> Any:
    """Call where the pot pays for it, raise a strong hand, rarely raise a weak one."""
    equity = outlook(view).best
    fair = 1 / (len(rivals_of(view)) + 1)
    pot = sum(pot.amount for pot in view.pots)
    cost = min(view.to_call, view.stacks[view.seat])
    strong = equity > max(1.4 * fair, 0.45) and chance.pick(4) > view.raises
    bluff = not view.raises and cost * 4 < pot and not chance.pick(25)
    if Raise in own and (strong or bluff) and _someone_can_answer(view):
        return Raise(_size(view, own[Raise], equity, fair, chance))
    if Stand in own:
        return own[Stand].action
    needed = cost / (pot + cost)
    risk = 0.25 * cost / (cost + view.stacks[view.seat] + 1)
    return own[Call if equity > needed * (1 + risk) else Fold].action


def _size(view: SeatView, offer: Offer, equity: float, fair: float, chance: Chance) -> int:
    """Choose an amount: the least, or with a strong hand up to about the pot."""
    if equity < 1.5 * fair or not chance.pick(3):
        return offer.low
    pot = sum(pot.amount for pot in view.pots)
    more = round(pot * equity * (1 + chance.pick(3)) / 4)
    reach = max(
        (view.bets[seat] + view.stacks[seat] for seat in rivals_of(view)), default=offer.low
    )
    return max(offer.low, min(offer.low + more, reach, offer.high))


def _someone_can_answer(view: SeatView) -> bool:
    return any(view.stacks[seat] for seat in rivals_of(view))


def rivals_of(view: SeatView) -> list[int]:
    """Name the others who are still in the hand."""
    return [
        seat
        for seat in range(len(view.stacks))
        if seat != view.seat and not (view.folded[seat] or view.burned[seat] or view.out[seat])
    ]


def has_chosen(view: SeatView, seat: int) -> bool:
    """Say whether a rival takes no more cards: it chose before us, or the Choix is over."""
    if view.phase != "choix":
        return view.phase == "reine"
    size = len(view.stacks)
    return (seat - view.button - 1) % size < (view.seat - view.button - 1) % size


def unseen(view: SeatView) -> tuple[int, ...]:
    """Count the cards of each value that this seat does not see."""
    seen = [*view.closed, *view.target_cards, *(card for cards in view.open for card in cards)]
    return tuple(EACH - seen.count(value) for value in range(VALUES))
