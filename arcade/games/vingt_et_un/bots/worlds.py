"""States of 21 that may be behind a view: what is not seen is dealt anew, evenly."""

from collections import Counter

from arcade.engine.chance import Card, Chance
from arcade.games.vingt_et_un.rules.options import Options
from arcade.games.vingt_et_un.rules.placing import Spots
from arcade.games.vingt_et_un.rules.state import HAND, STAR, TILES, SeatView, State, is_low, value


def world(view: SeatView, spots: Spots, chance: Chance) -> State:
    """Deal one state that looks like this from the seat in turn.

    `view` is that seat's own, `spots` those of its board.
    """
    own = view.turn
    dealt = [
        _dealt(view, seat, view.hand if seat == own else (), chance)
        for seat in range(len(view.scores))
    ]
    return State(
        options=Options(view.teams),
        round=view.round,
        first=view.first,
        turn=own,
        board=view.board,
        scores=view.scores,
        hands=tuple(hand for hand, _ in dealt),
        series=tuple(series for _, series in dealt),
        spots=spots,
        passes=view.passes,
        last=view.last,
        lines=view.lines,
        winners=view.winners,
    )


def unplaced(view: SeatView, seat: int) -> Counter[Card]:
    """Count a seat's tiles that are not on the board."""
    placed = (tile for tile in view.board.values() if tile.seat == seat)
    return Counter(TILES) - Counter(STAR if tile.star else tile.value for tile in placed)


def lead_if_over(view: SeatView, seat: int) -> int:
    """Return by how many points a seat's side would win if the game ended now; all can count it."""
    left = [
        sum(value(tile) for tile in unplaced(view, other).elements())
        for other in range(len(view.scores))
    ]
    scores = [score - lost for score, lost in zip(view.scores, left, strict=True)]
    sides = [sum(scores[::2]), sum(scores[1::2])] if view.teams else scores
    own = seat % len(sides)
    return sides[own] - max(score for side, score in enumerate(sides) if side != own)


def pass_ends(view: SeatView) -> bool:
    """Return whether passing now would end the game, since all the others have passed."""
    return view.passes + 1 == len(view.scores)


def _dealt(
    view: SeatView, seat: int, known: tuple[Card, ...], chance: Chance
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return a seat's hand (`known` if it is one's own) and series."""
    rest = unplaced(view, seat) - Counter(known)
    order = chance.shuffle(tuple(rest.elements()))
    if known:
        return known, order
    count = view.hand_counts[seat]
    if view.round == 1 and count == HAND:
        order = _first_hand(order)
    return order[:count], order[count:]


def _first_hand(order: tuple[Card, ...]) -> tuple[Card, ...]:
    """Let a first hand have a tile that may begin, as every first hand has."""
    if any(is_low(tile) or tile == STAR for tile in order[:HAND]):
        return order
    at = next((n for n, tile in enumerate(order) if is_low(tile) or tile == STAR), 0)
    return (order[at], *order[:at], *order[at + 1 :])
