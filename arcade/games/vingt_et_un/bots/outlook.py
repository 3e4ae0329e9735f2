"""What a placement of 21 brings, and what it leaves to the next player, by exact odds of one move.

Everything is read off the view: the squares, and how likely the next player has each value.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from msgspec import Struct

from arcade.engine import Offer
from arcade.games.vingt_et_un.rules import placing
from arcade.games.vingt_et_un.rules.actions import Action, Place, Swap
from arcade.games.vingt_et_un.rules.placing import (
    BESIDE,
    GOAL,
    RAYS,
    SCORING_ROUND,
    TOUCHING,
    Square,
    squares,
    worth,
)
from arcade.games.vingt_et_un.rules.state import STAR, TILES, SeatView, value

STAR_WORTH = 20
"""The worth of a star, in points, while a better square may still come."""

HURRY = 5
"""With fewer tiles than this left to whoever has fewest, the end is near."""

RID, RID_LATE = 0.05, 0.5
"""What each point of a number is worth to be rid of: high ones fit less and less, and cost more."""

Opening = tuple[int, Square, int]
"""What a square is worth to the next player, the square, and the value that makes 21 there."""


class Outlook(Struct, frozen=True):
    """The board before the move, and what the next player may hold.

    `chances` has, for each square where a number may lie, what it is worth to the next player, the
    square, and the one value that makes 21 there (21: none does). `rooms` has that value also for
    squares beside face-down tiles. `holds` says how likely the next player has each value; the key
    0 is a star. `late` says how near the end is, from 0 to 1.
    """

    seat: int
    following: int
    values: Mapping[Square, int]
    rooms: Mapping[Square, int]
    barred: frozenset[Square]
    chances: tuple[Opening, ...]
    holds: Mapping[int, float]
    lateness: float


def outlook(view: SeatView) -> Outlook:
    """Build the outlook of the seat to act from its view."""
    seats = len(view.scores)
    seat = 0 if view.turn is None else view.turn
    following = (seat + 1) % seats
    by_square = placing.spots(view.board)
    spots = [by_square[square] for square in squares(seats) if square in by_square]
    return Outlook(
        seat=seat,
        following=following,
        values=placing.face_up(view.board),
        rooms={square: most for square, most, _ in spots},
        barred=frozenset(square for square, _, barred in spots if barred),
        chances=tuple(
            (worth(square, following), square, most) for square, most, barred in spots if not barred
        ),
        holds=_holds(view, following),
        lateness=lateness(view),
    )


def _holds(view: SeatView, seat: int) -> dict[int, float]:
    """Return how likely a seat has each value in hand, by what it has not placed yet."""
    left = Counter(value(tile) if tile != STAR else 0 for tile in TILES)
    left -= Counter(
        0 if tile.star else tile.value for tile in view.board.values() if tile.seat == seat
    )
    count, hand = left.total(), view.hand_counts[seat]
    return {number: 1 - (1 - copies / count) ** hand for number, copies in left.items()}


def gain(view: SeatView, before: Outlook, placement: Place) -> tuple[float, bool]:
    """Weigh a placement for its own seat, in points, and return whether it scores."""
    star, laid = placement.tile == STAR, laid_as(placement)
    scores = view.round >= SCORING_ROUND and (laid == GOAL or laid == before.rooms[placement.at])
    points = worth(placement.at, before.seat) if scores else 0
    if star:
        return points - STAR_WORTH * (1 - before.lateness), scores
    return points + laid * riddance(before.lateness), scores


def laid_as(placement: Place) -> int:
    return value(placement.tile) if placement.as_ is None else placement.as_


def lateness(view: SeatView) -> float:
    """Return how near the end is, 0 to 1: a star kept until then is worth less than nothing."""
    counts = zip(view.hand_counts, view.series_counts, strict=True)
    left = min(hand + series for hand, series in counts)
    return lateness_at(left)


def lateness_at(left: int) -> float:
    """Return how near the end is when whoever has fewest has this many tiles left."""
    return 1 - min(1.0, (left - 1) / HURRY)


def riddance(near: float) -> float:
    """Return what shedding each point of a number is worth when the end is so near (0 to 1)."""
    return RID + (RID_LATE - RID) * near


def threat(view: SeatView, before: Outlook, at: Square, laid: int) -> float:
    """Expect the points of the next player once `laid` (0: a face-down tile) lies at `at`."""
    if view.round < SCORING_ROUND - 1:
        return 0
    changed = _changed(view, before, at, laid)
    chances = [entry for entry in before.chances if entry[1] not in changed]
    chances += [
        (worth(square, before.following), square, most)
        for square, most in changed.items()
        if square != at and square not in view.board
    ]
    chances.sort(key=itemgetter(0), reverse=True)
    star = before.holds.get(0, 0.0)
    expected = star * max(0, chances[0][0] - STAR_WORTH) if chances else 0.0
    still = 1 - star
    seen = set()
    for points, _, needed in chances:
        if needed not in seen:
            seen.add(needed)
            chance = before.holds.get(needed, 0.0) if needed else 0.0
            expected += still * chance * points
            still *= 1 - chance
    return expected


def _changed(view: SeatView, before: Outlook, at: Square, laid: int) -> dict[Square, int]:
    """Return the squares the new tile changes, with the value that will make 21 there, or 0."""
    changed = {at: 0}
    if not laid:
        return changed | dict.fromkeys(BESIDE[at], 0)
    field = squares(len(view.scores))
    values = {**before.values, at: laid}
    for square in _reach(before.values, at):
        touched = square in before.rooms or (square in TOUCHING[at] and square in field)
        if touched and square not in view.board and square not in before.barred:
            changed[square] = max(0, placing.space(values, square))
    return changed


def declared(offers: Sequence[Offer]) -> Iterator[Place]:
    """Yield the placements offered; of a star the lowest value, the highest, and 21."""
    for offer in offers:
        placement: Action = offer.action
        if isinstance(placement, Place):
            yield placement
            if offer.high > 1:
                yield Place(STAR, placement.at, offer.high)


def unwanted(swap: Swap) -> int:
    """Rank the tiles to exchange: the highest number first, a star never."""
    return -1 if swap.tile == STAR else value(swap.tile)


def _reach(values: Mapping[Square, int], at: Square) -> Iterator[Square]:
    """Yield the first square without a face-up tile in each direction."""
    for pair in RAYS[at]:
        for ray in pair:
            for square in ray:
                if square not in values:
                    yield square
                    break
