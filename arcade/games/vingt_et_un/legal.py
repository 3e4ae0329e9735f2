"""What a seat may do now, and why not (page: Play, Star, Cannot place anything)."""

from arcade.engine.chance import Card
from arcade.engine.errors import IllegalAction
from arcade.engine.offers import Offer
from arcade.engine.words import N_
from arcade.games.vingt_et_un import placing
from arcade.games.vingt_et_un.board import MARKS, Square, squares, start
from arcade.games.vingt_et_un.placing import GOAL, LOW, SCORING_ROUND
from arcade.games.vingt_et_un.state import STAR, Pass, Place, State, Swap, is_low, value


def field_of(state: State) -> tuple[Square, ...]:
    """Name the squares this table plays on."""
    return squares(len(state.hands))


def _targets(state: State, seat: int) -> list[Square]:
    """Name the squares where the seat's tiles may go, by touch alone."""
    if state.round == 1:
        own = start(seat)
        return [own] if own not in state.board else []
    return placing.touching(state.board, field_of(state))


def _limit(state: State, square: Square) -> int:
    """Say which value below 21, or 21 for want of any line, may be laid on a target square."""
    if placing.beside_face_down(state.board, square):
        return 0
    most = placing.room(state.board, square)
    return min(most, LOW) if state.round == 1 else most


def shines(state: State) -> bool:
    """Whether a star declared 21 is free of the lines' limit."""
    return state.round >= SCORING_ROUND


def _as_21(state: State, square: Square) -> bool:
    """Whether a star may be declared 21 on a target square."""
    return shines(state) or (state.round > 1 and placing.room(state.board, square) == GOAL)


def places(state: State, seat: int) -> tuple[Offer, ...]:
    """List where each different tile of the hand may lie."""
    offers = []
    limits = {square: _limit(state, square) for square in _targets(state, seat)}
    for tile in dict.fromkeys(state.hands[seat]):
        for square, limit in limits.items():
            if isinstance(tile, int):
                if tile <= limit:
                    offers.append(Offer(Place(tile, square)))
                continue
            high = min(limit, GOAL - 1)
            if high > 0:
                offers.append(Offer(Place(STAR, square, 1), "as_", 1, high))
            if _as_21(state, square):
                offers.append(Offer(Place(STAR, square, GOAL)))
    return tuple(offers)


def can_place(state: State, seat: int) -> bool:
    """Whether the seat could place any tile of its hand."""
    return any(_anywhere(state, tile, seat) for tile in set(state.hands[seat]))


def _anywhere(state: State, tile: Card, seat: int) -> bool:
    """Whether a seat's tile could be placed somewhere now."""
    targets = _targets(state, seat)
    if tile == STAR and shines(state):
        return bool(targets)
    least = tile if isinstance(tile, int) else 1
    return any(least <= _limit(state, square) for square in targets)


def mulligan_allowed(state: State, seat: int) -> bool:
    """Whether the seat may exchange its first hand: a star in it, but no low tile."""
    hand = state.hands[seat]
    return state.round == 1 and STAR in hand and not any(is_low(tile) for tile in hand)


def playable_for(
    state: State, seat: int
) -> tuple[dict[str, tuple[Square, ...]], dict[Square, int]]:
    """Say where each tile of a hand may lie on its turn, and how high a star may be declared."""
    playable: dict[str, tuple[Square, ...]] = {str(tile): () for tile in state.hands[seat]}
    stars: dict[Square, int] = {}
    if seat != state.turn:
        return playable, stars
    for offer in places(state, seat):
        place = offer.action
        tile = str(place.tile)
        if place.at not in playable[tile]:
            playable[tile] = (*playable[tile], place.at)
        if tile == STAR:
            stars[place.at] = max(stars.get(place.at, 0), offer.high)
    return playable, stars


def check_place(state: State, seat: int, action: Place) -> None:
    """Raise `IllegalAction` unless the tile may be laid there."""
    tile, square = action.tile, action.at
    if tile not in state.hands[seat]:
        raise IllegalAction("hand", N_("You have no tile {tile} in hand."), 2, tile=str(tile))
    if square not in MARKS or square not in field_of(state):
        raise IllegalAction("square", N_("There is no square {at} on this board."), 1, at=square)
    if square in state.board:
        raise IllegalAction("taken", N_("A tile lies on {at} already."), 3, at=square)
    if tile != STAR and action.as_ is not None:
        raise IllegalAction("declare", N_("Only a star is declared."), 6)
    if tile == STAR and (action.as_ is None or not 1 <= action.as_ <= GOAL):
        raise IllegalAction("declare", N_("Declare the star: a number from 1 to 21."), 6)
    laid = action.as_ if action.as_ is not None else value(tile)
    if state.round == 1:
        _check_first(seat, square, laid)
    elif not placing.touches(state.board, square):
        raise IllegalAction("touch", N_("A tile must touch another one, if only by a corner."), 3)
    if laid == GOAL and tile == STAR and shines(state):
        return
    if placing.beside_face_down(state.board, square) and not (tile == STAR and laid == GOAL):
        raise IllegalAction(
            "face-down", N_("Beside a face-down tile only a star declared 21 may lie."), 5
        )
    most = placing.room(state.board, square)
    if laid > most:
        raise IllegalAction(
            "over-21",
            N_("That line would make {total}, and no line may be above 21."),
            4,
            total=laid + GOAL - most,
        )


def _check_first(seat: int, square: Square, laid: int) -> None:
    if square != start(seat):
        raise IllegalAction(
            "start", N_("The first tile goes on your own start square, {at}."), 2, at=start(seat)
        )
    if laid > LOW:
        raise IllegalAction("low", N_("The first tile is 9 or less."), 2)


def check_stuck(state: State, seat: int, action: Swap | Pass) -> None:
    """Raise `IllegalAction` unless nothing can be placed and this is the way out."""
    if can_place(state, seat):
        raise IllegalAction("must-place", N_("You can place a tile, so you must."), 7)
    if isinstance(action, Pass) and state.series[seat]:
        raise IllegalAction("swap", N_("Exchange a tile: your series is not empty."), 7)
    if isinstance(action, Swap) and not state.series[seat]:
        raise IllegalAction("pass", N_("Your series is empty; you can only pass."), 7)
    if isinstance(action, Swap) and action.tile not in state.hands[seat]:
        raise IllegalAction(
            "hand", N_("You have no tile {tile} in hand."), 2, tile=str(action.tile)
        )
