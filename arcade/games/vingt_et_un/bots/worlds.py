"""Possible states of 21 behind a view (hidden tiles are dealt again), and their continuations."""

from collections import Counter
from math import inf

from arcade.engine import Card, Chance
from arcade.games.vingt_et_un import GAME
from arcade.games.vingt_et_un.bots.outlook import STAR_WORTH, lateness_at, riddance
from arcade.games.vingt_et_un.rules import actions
from arcade.games.vingt_et_un.rules.actions import Action, Pass, Place, Swap
from arcade.games.vingt_et_un.rules.placing import GOAL, SCORING_ROUND, Spots, rooms_of, worth
from arcade.games.vingt_et_un.rules.state import (
    HAND,
    STAR,
    Options,
    SeatView,
    State,
    is_low,
    unlaid,
    value,
)


def world(view: SeatView, spots: Spots, chance: Chance) -> State:
    """Deal one state with this view from the seat in turn.

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
        rooms=rooms_of(spots),
        passes=view.passes,
        last=view.last,
        lines=view.lines,
        winners=view.winners,
    )


def lead_if_over(view: SeatView, seat: int) -> int:
    """Return the lead of a seat's side in points if the game ended now; everybody can count it."""
    left = [
        sum(value(tile) for tile in unlaid(view, other).elements())
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
    """Return a seat's hand (`known` if it is the reader's own) and series."""
    rest = unlaid(view, seat) - Counter(known)
    order = chance.shuffle(tuple(rest.elements()))
    if known:
        return known, order
    count = view.hand_counts[seat]
    if view.round == 1 and count == HAND:
        order = _first_hand(order)
    return order[:count], order[count:]


def _first_hand(order: tuple[Card, ...]) -> tuple[Card, ...]:
    """Give a first hand a tile that may begin, as every first hand has one."""
    if any(is_low(tile) or tile == STAR for tile in order[:HAND]):
        return order
    at = next((n for n, tile in enumerate(order) if is_low(tile) or tile == STAR), 0)
    return (order[at], *order[:at], *order[at + 1 :])


OUT_OF_REACH = 17
"""The least distance to 21 that no single number closes."""
SAFE = 0.3
"""The worth of leaving only lines that far from 21."""


def later(state: State, seat: int, chance: Chance) -> float:
    """Play on until a seat's next turn, and weigh its best choice then, in points.

    Where the game ends before, the tiles left over count, its own and those of the best of the
    others.
    """
    brought, began = 0.0, True
    while state.turn is not None:
        weight, action = greedy(state)
        if state.turn == seat:
            if not began:
                return brought + weight
            brought += weight  # the first hand was exchanged, and it is the seat's turn still
        state = GAME.apply(state, state.turn, action, chance)
        began = False
    left = [
        sum(value(tile) for tile in (*hand, *series))
        for hand, series in zip(state.hands, state.series, strict=True)
    ]
    return brought - left[seat] + min(total for other, total in enumerate(left) if other != seat)


def greedy(state: State) -> tuple[float, Action]:
    """Choose for the seat in turn from its own hand and the board alone: the most points now.

    Of what scores nothing, the highest number that fits where no line is left to be finished with
    one number. Written out, for a choice of the expert asks it a thousand times.
    """
    seat = 0 if state.turn is None else state.turn
    hand = state.hands[seat]
    numbers = sorted({tile for tile in hand if isinstance(tile, int)}, reverse=True)
    star, scoring = STAR in hand, state.round >= SCORING_ROUND
    hands = zip(state.hands, state.series, strict=True)
    near = lateness_at(min(len(tiles) + len(series) for tiles, series in hands))
    rid, cost = riddance(near), STAR_WORTH * (1 - near) - 0.5
    best, action = -inf, None
    for square, most, barred in actions.spots(state, seat):
        if star and (scoring or (most > 0 and not barred)):
            weight = (worth(square, seat) if scoring else 0) - cost
            if weight > best:
                best, action = weight, Place(STAR, square, GOAL if scoring else most)
        if barred or most < 1:
            continue
        if scoring and most in numbers:
            weight = worth(square, seat) + most * rid
            if weight > best:
                best, action = weight, Place(most, square)
        laid = next((tile for tile in numbers if tile < most or (not scoring and tile == most)), 0)
        weight = laid * rid + (SAFE if most - laid > OUT_OF_REACH else 0.0)
        if laid and weight > best:
            best, action = weight, Place(laid, square)
    return (0.0, _stuck(state, seat)) if action is None else (best, action)


def _stuck(state: State, seat: int) -> Action:
    if not state.series[seat]:
        return Pass()
    return Swap(max(state.hands[seat], key=lambda tile: 0 if tile == STAR else value(tile)))
