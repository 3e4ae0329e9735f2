"""Which cards of the deck everybody has seen: all others stay hidden for ever (page § 7)."""

from arcade.engine.seats import clockwise
from arcade.games.golden_zero.rules.dealing import CARDS
from arcade.games.golden_zero.rules.state import Action, Card, Deal, State


def uncovered(
    before: State | None, action: Action | None, after: State, size: int
) -> tuple[int, ...]:
    """Name the cards everybody saw by this action, by their places in the last whole deck.

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
    for place, seat in enumerate(order):
        fresh = before is None or isinstance(action, Deal) or before.shown[seat] is None
        if after.shown[seat] is not None and fresh:
            seen += (place, seats + place)
    return tuple(sorted(seen))
