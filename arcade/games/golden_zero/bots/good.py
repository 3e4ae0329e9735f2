"""The quick bots: `Simple` by rules of thumb, `Good` by exact odds of cards and pots."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from arcade.engine import Bot, Chance, Offer
from arcade.games.golden_zero.bots.sight import (
    UNKNOWN,
    can_answer,
    has_chosen,
    pot_of,
    reach_of,
    rivals_of,
    shorts,
    unseen,
    winning,
)
from arcade.games.golden_zero.rules.actions import (
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
from arcade.games.golden_zero.rules.hands import best
from arcade.games.golden_zero.rules.view import SeatView

LONG_GAME = 24
"""After this many hands the bot announces the last one, where the table sets no number."""

CLEAR_GAIN = 0.01
"""A card is taken only if it gains more than this."""

Offers = Mapping[type, Offer]


class Good(Bot):
    """Plays its own cards honestly: no memory, and a bluff now and then."""

    name = "good"

    def choose(self, view: SeatView, offers: Sequence[Offer], chance: Chance) -> object:
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
    """A hand's chances to win: when staying now, and when playing on at its best."""

    stay: float
    best: float


def outlook(view: SeatView) -> Outlook:
    """Estimate the chance to win the hand against all seats left in it."""
    left = unseen(view)
    rivals = [
        shorts(left, sum(view.open[seat]), view.target) if has_chosen(view, seat) else UNKNOWN
        for seat in rivals_of(view)
    ]
    total = sum(view.open[view.seat])
    may_draw = view.phase in ("levee", "choix")
    odds = [count / sum(left) for count in left]
    gains: dict[int, Outlook] = {}
    for reached in range(view.target, total - 1, -1):
        stay = winning(best((reached,), view.closed, view.target), rivals)
        draw = sum(
            share * gains[reached + card].best
            for card, share in enumerate(odds)
            if card and reached + card in gains
        )
        # A zero leaves everything as it is: the odds are those of the next card that counts.
        draw /= 1 - odds[0]
        gains[reached] = Outlook(stay, max(stay, draw) if may_draw else stay)
    return gains[total]


def between(view: SeatView, own: Offers) -> object:
    """Ask for the next hand; announce the last one if the game has become long."""
    if LastHand in own and view.options.hands is None and view.hand >= LONG_GAME:
        return own[LastHand].action
    return own[Deal].action


def _draw(view: SeatView, own: Offers) -> object:
    hope = outlook(view)
    takes = Card in own and hope.best > hope.stay + CLEAR_GAIN
    return own[Card if takes else Stay].action


def _open(view: SeatView, own: Offers, chance: Chance) -> object:
    """Open where the hand is worth it; a forced opening of a poor hand is the least."""
    offer = own[Open]
    equity = outlook(view).best
    fair = 1 / (len(rivals_of(view)) + 1)
    if Fold in own and equity < 0.8 * fair and chance.pick(6):
        return own[Fold].action
    return Open(_size(view, offer, equity, fair, chance))


def _answer(view: SeatView, own: Offers, chance: Chance) -> object:
    """Call where the pot pays for it, raise a strong hand, rarely raise a weak one."""
    equity = outlook(view).best
    fair = 1 / (len(rivals_of(view)) + 1)
    pot = pot_of(view)
    cost = min(view.to_call, view.stacks[view.seat])
    strong = equity > max(1.4 * fair, 0.45) and chance.pick(4) > view.raises
    bluff = not view.raises and cost * 4 < pot and not chance.pick(25)
    if Raise in own and (strong or bluff) and can_answer(view):
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
    pot = pot_of(view)
    more = round(pot * equity * (1 + chance.pick(3)) / 4)
    return max(offer.low, min(offer.low + more, reach_of(view), offer.high))


NEAR = 3
"""This far below the target is near enough."""
STEEP = 8
"""A call of more than an eighth of the stack is steep: only a near hand pays it."""


class Simple(Bot):
    """Looks at its own best sum and nothing else, and never bluffs."""

    name = "simple"

    def choose(self, view: SeatView, offers: Sequence[Offer], chance: Chance) -> object:
        own = {type(offer.action): offer for offer in offers}
        if Deal in own:
            return between(view, own)
        short = None if view.value is None else view.target - view.value
        near = short is not None and short <= NEAR
        if Stay in own:
            wants = Card in own and short is not None and not near
            return own[Card if wants else Stay].action
        if Raise in own and short == 0 and not view.raises:
            return own[Raise].action
        if Open in own:
            return own[Open if near or Fold not in own else Fold].action
        if Stand in own:
            return own[Stand].action
        cheap = view.to_call * STEEP <= view.stacks[view.seat] and view.phase == "levee"
        return own[Call if near or cheap else Fold].action
