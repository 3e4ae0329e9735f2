"""A bot for 21: takes the best 21 it can make, and leaves little to who plays next."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from operator import itemgetter

from msgspec import Struct

from arcade.bots.bot import Bot
from arcade.engine.chance import Chance
from arcade.engine.offers import Offer
from arcade.games.vingt_et_un import placing
from arcade.games.vingt_et_un.board import BESIDE, RAYS, TOUCHING, Square, squares, worth
from arcade.games.vingt_et_un.placing import GOAL, SCORING_ROUND
from arcade.games.vingt_et_un.state import (
    STAR,
    TILES,
    Action,
    Mulligan,
    Place,
    SeatView,
    Swap,
    value,
)

STAR_WORTH = 20
"""What a star is worth in points while there is time to wait for a better square."""

HURRY = 5
"""With fewer tiles than this left to whoever has fewest, the end is near."""

RID, RID_LATE = 0.05, 0.5
"""What each point of a number is worth to be rid of: high ones fit less and less, and cost more."""


class Simple:
    """Weighs points made against the points it expects the next player to make."""

    name = "simple"
    slow = False

    def choose(self, view: SeatView, offers: Sequence[Offer], chance: Chance) -> Action:  # noqa: ARG002
        """Choose the best placement; exchange a first hand, or the highest number, if asked."""
        places: list[Place] = []
        for offer in offers:
            action: Action = offer.action
            if isinstance(action, Mulligan):
                return action
            if isinstance(action, Place):
                places += _declared(action, offer.high)
        if places:
            return _best(view, places)
        swaps = [offer.action for offer in offers if isinstance(offer.action, Swap)]
        return max(swaps, key=_unwanted, default=offers[0].action)


def _best(view: SeatView, places: Sequence[Place]) -> Place:
    """Give the placement with the best balance of gain and threat.

    A threat is never below zero, so what gains too little for the best so far is not looked at.
    """
    outlook = _outlook(view)
    gains = [(*_gain(view, outlook, place), place) for place in places]
    gains.sort(key=itemgetter(0), reverse=True)
    best, found = -inf, places[0]
    for gain, face_down, place in gains:
        if gain <= best:
            break
        balance = gain - _threat(view, outlook, place.at, 0 if face_down else _laid(place))
        if balance > best:
            best, found = balance, place
    return found


_Chance = tuple[int, Square, int]


class _Outlook(Struct, frozen=True):
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
    chances: tuple[_Chance, ...]
    holds: Mapping[int, float]
    late: float


def _declared(place: Place, high: int) -> Iterator[Place]:
    """Give the declarations of a star that are worth a thought: the lowest, and what makes 21."""
    yield place
    if high > 1:
        yield Place(STAR, place.at, high)


def _unwanted(swap: Swap) -> int:
    return -1 if swap.tile == STAR else value(swap.tile)


def _outlook(view: SeatView) -> _Outlook:
    seats = len(view.scores)
    seat = 0 if view.turn is None else view.turn
    following = (seat + 1) % seats
    spots = tuple(placing.spots(view.board, squares(seats)))
    return _Outlook(
        seat=seat,
        following=following,
        values=placing.face_up(view.board),
        rooms={square: most for square, most, _ in spots},
        barred=frozenset(square for square, _, barred in spots if barred),
        chances=tuple(
            (worth(square, following), square, most) for square, most, barred in spots if not barred
        ),
        holds=_holds(view, following),
        late=_lateness(view),
    )


def _holds(view: SeatView, seat: int) -> dict[int, float]:
    """Say how likely a seat has each value in hand, by what it has not placed yet."""
    left = Counter(value(tile) if tile != STAR else 0 for tile in TILES)
    left -= Counter(
        0 if tile.star else tile.value for tile in view.board.values() if tile.seat == seat
    )
    count, hand = left.total(), view.hand_counts[seat]
    return {one: 1 - (1 - copies / count) ** hand for one, copies in left.items()}


def _gain(view: SeatView, outlook: _Outlook, place: Place) -> tuple[float, bool]:
    """Weigh what a placement brings its own seat, in points, and say whether it scores."""
    star, laid = place.tile == STAR, _laid(place)
    scores = view.round >= SCORING_ROUND and (laid == GOAL or laid == outlook.rooms[place.at])
    points = worth(place.at, outlook.seat) if scores else 0
    if star:
        return points - STAR_WORTH * (1 - outlook.late), scores
    return points + laid * (RID + (RID_LATE - RID) * outlook.late), scores


def _laid(place: Place) -> int:
    return value(place.tile) if place.as_ is None else place.as_


def _lateness(view: SeatView) -> float:
    """Say how near the end is, from 0 to 1: a star kept until then is worth less than nothing."""
    counts = zip(view.hand_counts, view.series_counts, strict=True)
    left = min(hand + series for hand, series in counts)
    return 1 - min(1.0, (left - 1) / HURRY)


def _threat(view: SeatView, outlook: _Outlook, at: Square, laid: int) -> float:
    """Expect the points of the next player once `laid` (0: a face-down tile) lies at `at`."""
    if view.round < SCORING_ROUND - 1:
        return 0
    changed = _changed(view, outlook, at, laid)
    chances = [one for one in outlook.chances if one[1] not in changed]
    chances += [
        (worth(square, outlook.following), square, most)
        for square, most in changed.items()
        if square != at and square not in view.board
    ]
    chances.sort(key=itemgetter(0), reverse=True)
    star = outlook.holds.get(0, 0.0)
    expected = star * max(0, chances[0][0] - STAR_WORTH) if chances else 0.0
    still = 1 - star
    seen = set()
    for points, _, needed in chances:
        if needed not in seen:
            seen.add(needed)
            chance = outlook.holds.get(needed, 0.0) if needed else 0.0
            expected += still * chance * points
            still *= 1 - chance
    return expected


def _changed(view: SeatView, outlook: _Outlook, at: Square, laid: int) -> dict[Square, int]:
    """Give the squares that the new tile changes, with the value that will make 21 there, or 0."""
    changed = {at: 0}
    if not laid:
        return changed | dict.fromkeys(BESIDE[at], 0)
    field = squares(len(view.scores))
    values = {**outlook.values, at: laid}
    for square in _reach(outlook.values, at):
        touched = square in outlook.rooms or (square in TOUCHING[at] and square in field)
        if touched and square not in view.board and square not in outlook.barred:
            changed[square] = max(0, placing.space(values, square))
    return changed


def _reach(values: Mapping[Square, int], at: Square) -> Iterator[Square]:
    """Give the first square without a face-up tile in each direction."""
    for pair in RAYS[at]:
        for ray in pair:
            for square in ray:
                if square not in values:
                    yield square
                    break


BOTS: tuple[Bot, ...] = (Simple(),)
