"""The actions of 21, and the refusals (page: Play, Star, Cannot place anything)."""

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import compress

from msgspec import field

from arcade.engine import Card, GameAction, IllegalAction, Offer
from arcade.games.vingt_et_un.rules import placing
from arcade.games.vingt_et_un.rules.placing import GOAL, Square
from arcade.games.vingt_et_un.rules.state import STAR, State, is_low, value


class Place(GameAction, frozen=True, tag="place"):
    """Lay a tile ("*" a star, declared `as` 1 to 21) on a square."""

    tile: int | str
    at: str
    as_: int | None = field(default=None, name="as")


class Swap(GameAction, frozen=True, tag="swap"):
    """Exchange a tile that cannot be placed, and lose the turn."""

    tile: int | str


class Pass(GameAction, frozen=True, tag="pass"):
    """Lose the turn, where nothing can be placed and nothing is exchanged."""


class Mulligan(GameAction, frozen=True, tag="mulligan"):
    """Exchange a first hand that has a star but no low tile."""


Action = Place | Swap | Pass | Mulligan


def shines(state: State) -> bool:
    """Return whether a star declared 21 scores by itself, free of the lines' limit."""
    return state.round >= placing.SCORING_ROUND


def spots(state: State, seat: int) -> list[placing.Spot]:
    """Return the spots where the seat's tiles may go in this round, in the order of the board."""
    free = state.spots if state.round > 1 else _start(state, seat)
    return [free[square] for square in filter(free.__contains__, placing.squares(len(state.hands)))]


def _start(state: State, seat: int) -> placing.Spots:
    """Return the seat's start square as the only spot, while it is empty."""
    own = placing.start(seat)
    if own in state.board:
        return {}
    _, most, barred = _spot(state, own)
    return {own: (own, min(placing.LOW, most), barred)}


def _spot(state: State, square: Square) -> placing.Spot:
    """Return an empty square's spot; where it touches no tile, anything fits."""
    return state.spots.get(square, (square, GOAL, False))


def fits(state: State, tile: Card, spot: placing.Spot) -> bool:
    """Return whether a tile may lie on a spot, a star with any value it needs."""
    _, most, barred = spot
    if isinstance(tile, int):
        return tile <= most and not barred
    return _fits_as_21(state, spot) or (most > 0 and not barred)


def _fits_as_21(state: State, spot: placing.Spot) -> bool:
    """Return whether a star declared 21 may lie on a spot, where face-down tiles never bar it."""
    return shines(state) or spot[1] == GOAL


def offers(state: State, seat: int) -> tuple[Offer, ...]:
    """List placements; exchanges and a pass where there is none; a first hand's exchange."""
    if seat != state.turn:
        return ()
    offered = places(state, seat)
    stuck = not offered
    if mulligan_allowed(state, seat):
        offered.append(Offer(Mulligan()))
    if stuck:
        tiles = dict.fromkeys(state.hands[seat]) if state.series[seat] else ()
        offered += [*(Offer(Swap(tile)) for tile in tiles), Offer(Pass())]
    return tuple(offered)


def places(state: State, seat: int) -> list[Offer]:
    """List where each different tile of the hand may lie."""
    rooms = _rooms(state, seat)
    offers: list[Offer] = []
    for tile in dict.fromkeys(state.hands[seat]):
        if isinstance(tile, int):
            offers += compress(_placed(tile), rooms.translate(_reaching(tile)))
        else:
            offers += _stars(spots(state, seat), shines(state))
    return offers


def _rooms(state: State, seat: int) -> placing.Rooms:
    rooms = state.rooms if state.round > 1 else placing.rooms_of(_start(state, seat))
    return rooms[: len(placing.squares(len(state.hands)))]


@cache
def _reaching(number: int) -> bytes:
    """Return for each room 1 where it reaches a number, as `translate` wants it."""
    return bytes(room >= number for room in range(256))


def _stars(free: Iterable[placing.Spot], alone: bool) -> Iterator[Offer]:
    """List where a star may lie, declared below 21 and as 21; `alone`: that scores by itself."""
    as_21 = _placed(STAR, GOAL)
    for square, most, barred in free:
        index = placing.PLACES[square]
        if most > 0 and not barred:
            yield _declared_up_to(min(most, GOAL - 1))[index]
        if alone or most == GOAL:
            yield as_21[index]


@cache
def _placed(tile: Card, as_: int | None = None) -> tuple[Offer, ...]:
    """Offer a tile on each square, in the order of the board."""
    return tuple(Offer(Place(tile, square, as_)) for square in placing.PLACES)


@cache
def _declared_up_to(most: int) -> tuple[Offer, ...]:
    return tuple(Offer(Place(STAR, square, 1), "as_", 1, most) for square in placing.PLACES)


def _declared_below_21(spot: placing.Spot) -> int:
    """Return how high a star may be declared on a spot below 21; 0 for not at all."""
    _, most, barred = spot
    return 0 if barred else max(0, min(most, GOAL - 1))


def can_place(state: State, seat: int, tiles: Collection[Card]) -> bool:
    rooms = _rooms(state, seat)
    for tile in tiles:
        if isinstance(tile, int) and 1 in rooms.translate(_reaching(tile)):
            return True
    return STAR in tiles and any(fits(state, STAR, spot) for spot in spots(state, seat))


def mulligan_allowed(state: State, seat: int) -> bool:
    """Return whether the seat may exchange its hand: no tile laid yet, a star, no low tile."""
    hand = state.hands[seat]
    if STAR not in hand or any(is_low(tile) for tile in hand):
        return False
    return all(tile.seat != seat for tile in state.board.values())


def playable(state: State, seat: int) -> tuple[dict[str, tuple[Square, ...]], dict[Square, int]]:
    """Return where each tile of a hand may lie, and how high a star may be declared below 21.

    On the seat's turn these are its placements; before its turn they show it what to plan for.
    """
    hand = state.hands[seat]
    free = () if state.turn is None else tuple(spots(state, seat))
    squares_of = {
        str(tile): tuple(spot[0] for spot in free if fits(state, tile, spot))
        for tile in dict.fromkeys(hand)
    }
    if STAR not in hand:
        return squares_of, {}
    return squares_of, {
        spot[0]: _declared_below_21(spot) for spot in free if fits(state, STAR, spot)
    }


def check(state: State, seat: int, action: Action) -> None:
    if state.turn is None:
        raise IllegalAction("over", "The game is over.", 8)
    if seat != state.turn:
        raise IllegalAction("turn", "It is the turn of {seat:seat}.", 2, seat=state.turn)
    if type(action) is Place:
        _check_place(state, seat, action)
    elif type(action) is Mulligan:
        if not mulligan_allowed(state, seat):
            raise IllegalAction(
                "mulligan",
                "Only a first hand with a star and no tile of 9 or less is exchanged.",
                2,
            )
    else:
        _check_stuck(state, seat, action)


def _check_place(state: State, seat: int, action: Place) -> None:
    square = action.at
    _check_hand(state, seat, action.tile)
    if square not in placing.board_of(len(state.hands)):
        raise IllegalAction("square", "There is no square {at} on this board.", 1, at=square)
    if square in state.board:
        raise IllegalAction("taken", "A tile lies on {at} already.", 3, at=square)
    laid = _declared(action)
    if state.round == 1:
        _check_first(seat, square, laid)
    elif square not in state.spots:
        raise IllegalAction("touch", "A tile must touch another one, if only by a corner.", 3)
    _, most, barred = _spot(state, square)
    if action.tile == STAR and laid == GOAL:
        if shines(state):
            return
    elif barred:
        raise IllegalAction(
            "face-down", "Only a star declared 21 may lie side by side with a face-down tile.", 5
        )
    total = laid + GOAL - most
    if total > GOAL:
        raise IllegalAction(
            "over-21", "That line would make {total}, and no line may be above 21.", 4, total=total
        )


def _check_hand(state: State, seat: int, tile: Card) -> None:
    if tile not in state.hands[seat]:
        raise IllegalAction("hand", "You have no tile {tile} in hand.", 2, tile=str(tile))


def _declared(action: Place) -> int:
    """Return the value a tile is laid with; raises `IllegalAction` where a star is not declared."""
    if action.tile != STAR:
        if action.as_ is not None:
            raise IllegalAction("declare", "Only a star is given a value.", 6)
        return value(action.tile)
    if action.as_ is None or not 1 <= action.as_ <= GOAL:
        raise IllegalAction("declare", "Give the star a value from 1 to 21.", 6)
    return action.as_


def _check_first(seat: int, square: Square, laid: int) -> None:
    if square != placing.start(seat):
        raise IllegalAction(
            "start",
            "The first tile goes on your own start square, {at}.",
            2,
            at=placing.start(seat),
        )
    if laid > placing.LOW:
        raise IllegalAction("low", "The first tile is 9 or less.", 2)


def _check_stuck(state: State, seat: int, action: Action) -> None:
    """Raise `IllegalAction` unless nothing can be placed and this is the way out."""
    if can_place(state, seat, state.hands[seat]):
        raise IllegalAction("must-place", "You can place a tile, so you must.", 7)
    if isinstance(action, Swap):
        if not state.series[seat]:
            raise IllegalAction("pass", "Your series is empty; you can only pass.", 7)
        _check_hand(state, seat, action.tile)
