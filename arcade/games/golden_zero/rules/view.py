"""The views of a spectator and of a seat, built from allowed fields.

Also which cards of the deck everybody has seen: all others stay hidden forever (page § 7).
"""

from typing import Any, ClassVar

from arcade.engine import clockwise
from arcade.games.golden_zero.rules.actions import (
    Action,
    Card,
    Deal,
    open_span,
    raise_span,
    standing,
    to_call,
)
from arcade.games.golden_zero.rules.dealing import CARDS
from arcade.games.golden_zero.rules.hands import Pot, Reading, readings
from arcade.games.golden_zero.rules.showdown import reading
from arcade.games.golden_zero.rules.state import Public, Shown, State, pots


class View(Public, frozen=True, kw_only=True):
    """A spectator's view.

    `to_call` and `min_to` are those of the seat in turn; `to_call` may exceed its stack, calling
    is all-in then. `max_to` is its highest total. `standing` says that bets are equal and one may
    only raise or stand.
    """

    closed_count: tuple[int, ...]
    deck_count: int
    pots: tuple[Pot, ...]
    to_call: int
    min_to: int | None
    max_to: int | None
    standing: bool

    json_fields: ClassVar[tuple[str, ...]] = (
        *("options", "hand", "phase", "button", "turn", "target_cards", "target", "open"),
        *("closed_count", "deck_count", "stacks", "bets", "paid", "pots", "carry", "raises"),
        *("to_call", "min_to", "max_to", "standing", "folded", "burned", "out", "last_hand"),
        *("final", "shown", "won", "awards", "winners"),
    )


class SeatView(View, frozen=True, kw_only=True):
    """A seat's view: also its closed cards, its best reading so far and all three readings."""

    seat: int
    closed: tuple[int, ...]
    value: int | None
    garde: int | None
    readings: tuple[Reading, ...]

    json_fields = (*View.json_fields, "seat", "closed", "value", "garde", "readings")


def view_of(state: State, seat: int | None) -> View:
    public = _public(state)
    if seat is None:
        return View(**public)
    own = reading(state, seat)
    return SeatView(
        **public,
        seat=seat,
        closed=state.closed[seat],
        value=None if own is None else own.value,
        garde=None if own is None else own.garde,
        readings=readings(state.open[seat], state.closed[seat], state.target),
    )


def open_view(state: State) -> View | None:
    """Build a spectator's view with every hand that is still held; None while a hand is played.

    Hands that were folded or burned have gone back under the deck; a Garde stays closed here too.
    """
    if state.phase not in ("result", "over"):
        return None
    shown = tuple(laid or _laid_open(state, seat) for seat, laid in enumerate(state.shown))
    return View(**{**_public(state), "shown": shown})


def _laid_open(state: State, seat: int) -> Shown | None:
    counted = reading(state, seat) if state.closed[seat] else None
    return Shown(counted.used, counted.value) if counted else None


def _public(state: State) -> dict[str, Any]:
    turn = state.turn if state.phase in ("levee", "reine") else None
    span = None if turn is None else open_span(state, turn) or raise_span(state, turn)
    return {
        **{name: getattr(state, name) for name in Public.__struct_fields__},
        "closed_count": tuple(len(cards) for cards in state.closed),
        "deck_count": len(state.deck),
        "pots": pots(state),
        "to_call": 0 if turn is None else to_call(state, turn),
        "min_to": None if span is None else span[0],
        "max_to": None if span is None else span[1],
        "standing": turn is not None and standing(state),
    }


def uncovered(
    before: State | None, action: Action | None, after: State, size: int
) -> tuple[int, ...]:
    """Return the cards everybody saw by this action, by their places in the last whole deck.

    Places count from 0; see `dealing.deal` for the order in which cards are dealt. `size` is how
    many cards were shuffled last: open cards of a refilled deck are not named.
    """
    order = [
        seat
        for seat in clockwise(after.seats, after.button)
        if before is None or not before.out[seat]
    ]
    seats = len(order)
    seen: list[int] = []
    if before is None or isinstance(action, Deal):
        seen += range(2 * seats, 3 * seats)
        seen += range(3 * seats + 1, 3 * seats + 1 + len(after.target_cards))
    if isinstance(action, Card) and size == len(CARDS):
        seen.append(len(CARDS) - len(after.deck) - 1)
    for index, seat in enumerate(order):
        fresh = before is None or isinstance(action, Deal) or before.shown[seat] is None
        if fresh:
            seen += [index + seats * card for card in _laid_cards(after, seat)]
    return tuple(sorted(seen))


def _laid_cards(state: State, seat: int) -> tuple[int, ...]:
    """Return which of a seat's closed cards lie open: 0 the first dealt, 1 the second.

    Of two equal ones the first counts, as in `readings`.
    """
    shown = state.shown[seat]
    if shown is None:
        return ()
    if len(shown.closed) == 2 or shown.garde is not None:
        return 0, 1
    return (state.closed[seat].index(shown.closed[0]),)
