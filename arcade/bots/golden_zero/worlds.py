"""States of Golden Zero that may be behind a view: every card that is not seen is dealt anew.

A rival's pair is the likeliest of a few: who stayed has rarely a hand that asks for a card, and
who raised has rarely nothing. What a view does not tell of the bidding (who stood already, who
raised last) is filled in as it usually is; it decides only who may speak once more.
"""

from arcade.bots.golden_zero.good import EACH, VALUES, has_chosen, rivals_of
from arcade.bots.golden_zero.habits import hope
from arcade.engine.chance import Chance
from arcade.games.golden_zero.state import State, none_yet
from arcade.games.golden_zero.table import SeatView

TRIES = 4
"""How many pairs a rival's is chosen from."""
GRAIN = 1000


def world(view: SeatView, chance: Chance) -> State:
    """Deal one state that looks like this from the view's seat."""
    order = [int(card) for card in chance.shuffle(_hidden(view))]
    closed: list[tuple[int, ...]] = [()] * len(view.stacks)
    closed[view.seat] = view.closed
    for seat in rivals_of(view):
        closed[seat], order = _pair(view, seat, order, chance)
    count = view.deck_count
    return _state(view, tuple(closed), tuple(order[:count]), tuple(order[count:]))


def _hidden(view: SeatView) -> tuple[int, ...]:
    seen = [*view.closed, *view.target_cards, *(card for cards in view.open for card in cards)]
    return tuple(value for value in range(VALUES) for _ in range(EACH - seen.count(value)))


def _pair(
    view: SeatView, seat: int, order: list[int], chance: Chance
) -> tuple[tuple[int, ...], list[int]]:
    """Take a rival's closed cards from the first few pairs; give them and the cards left."""
    tries = min(TRIES, len(order) // 2)
    pairs = [(order[2 * n], order[2 * n + 1]) for n in range(tries)]
    weights = [1 + round(GRAIN * _likelihood(view, seat, *sorted(pair))) for pair in pairs]
    ticket = chance.pick(sum(weights))
    chosen = 0
    while ticket >= weights[chosen]:
        ticket -= weights[chosen]
        chosen += 1
    return pairs[chosen], order[: 2 * chosen] + order[2 * chosen + 2 :]


def _likelihood(view: SeatView, seat: int, first: int, second: int) -> float:
    """Weigh how well a pair goes with what a rival has done, 1 at most."""
    stay, playing_on = hope(view.target - sum(view.open[seat]), first, second, 1)
    likely = 1.0
    if has_chosen(view, seat):
        likely = 1.0 if playing_on <= stay + 0.02 else 0.15
    bet = view.bets[seat]
    if bet:
        raised = view.raises > 0 and bet == max(view.bets)
        likely *= (stay if view.phase == "reine" else playing_on) ** (2 if raised else 1)
    return likely


def _state(
    view: SeatView,
    closed: tuple[tuple[int, ...], ...],
    deck: tuple[int, ...],
    discards: tuple[int, ...],
) -> State:
    highest = max(view.bets)
    aggressor = _leader(view) if highest else None
    nobody = none_yet(len(view.stacks))
    return State(
        options=view.options,
        hand=view.hand,
        phase=view.phase,
        button=view.button,
        turn=view.turn,
        deck=deck,
        discards=discards,
        target_cards=view.target_cards,
        target=view.target,
        open=view.open,
        closed=closed,
        stacks=view.stacks,
        bets=view.bets,
        paid=view.paid,
        raises=view.raises,
        increase=_increase(view, highest),
        aggressor=aggressor,
        answered=tuple(
            view.min_to is None if seat == view.seat else bool(bet) and bet == highest
            for seat, bet in enumerate(view.bets)
        ),
        stood=nobody,
        raiser=aggressor if view.raises else None,
        spoke=aggressor,
        folded=view.folded,
        burned=view.burned,
        out=view.out,
        carry=view.carry,
        last_hand=view.last_hand,
        shown=view.shown,
        won=view.won,
        awards=view.awards,
        winners=view.winners,
        news=(),
    )


def _increase(view: SeatView, highest: int) -> int:
    """Give what a raise adds at least; where only all-in is left, what it usually would be."""
    if not highest:
        return 0
    if view.min_to is not None and view.min_to != view.max_to:
        return view.min_to - highest
    options = view.options
    least = options.levee if view.phase == "levee" else options.reine
    return max(least, highest // (view.raises + 1), (view.min_to or 0) - highest)


def _leader(view: SeatView) -> int:
    """Guess who opened or raised last: the first after this seat whose bet is the highest."""
    size = len(view.bets)
    order = [(view.seat + step) % size for step in range(1, size)]
    if view.standing:
        order.reverse()  # equal bets: this seat speaks first after the one who raised
    highest = max(view.bets)
    return next((seat for seat in order if view.bets[seat] == highest), view.seat)
