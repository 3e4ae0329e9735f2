"""What an action does: dealing, laying, scoring, exchanging, the next turn and the end."""

from msgspec.structs import replace

from arcade.engine.chance import Card, Chance
from arcade.engine.news import News, counted, told
from arcade.games.vingt_et_un import placing
from arcade.games.vingt_et_un.board import Square, worth
from arcade.games.vingt_et_un.legal import field_of, shines
from arcade.games.vingt_et_un.placing import GOAL, Tile
from arcade.games.vingt_et_un.state import HAND, STAR, TILES, Place, State, is_low, value


def turn_over(seats: int, chance: Chance) -> int:
    """Let each seat turn over a tile; the highest begins, ties turn again."""
    seats_left = list(range(seats))
    while len(seats_left) > 1:
        turned = {seat: value(TILES[chance.pick(len(TILES))]) for seat in seats_left}
        best = max(turned.values())
        seats_left = [seat for seat in seats_left if turned[seat] == best]
    return seats_left[0]


def deal(chance: Chance) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Shuffle a colour's tiles until the hand has a low tile or a star; give hand and series."""
    while True:
        tiles = chance.shuffle(TILES)
        hand = tiles[:HAND]
        if any(is_low(tile) or tile == STAR for tile in hand):
            return hand, tiles[HAND:]


def with_hand(state: State, seat: int, hand: tuple[Card, ...], series: tuple[Card, ...]) -> State:
    """Give a seat another hand and series."""
    return replace(
        state,
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        series=(*state.series[:seat], series, *state.series[seat + 1 :]),
    )


def _without(hand: tuple[Card, ...], tile: Card) -> tuple[Card, ...]:
    at = hand.index(tile)
    return (*hand[:at], *hand[at + 1 :])


def swapped(state: State, seat: int, tile: Card, chance: Chance) -> State:
    """Draw a tile from the series, return another, shuffle (draw order: page, Cannot place)."""
    series = state.series[seat]
    hand = (*_without(state.hands[seat], tile), series[0])
    shuffled = chance.shuffle((*series[1:], tile))
    news = told("{seat:seat} can place nothing, exchanges a tile and loses the turn.", seat=seat)
    state = with_hand(state, seat, hand, shuffled)
    return replace(state, last=None, lines=(), news=(news,))


def placed(state: State, seat: int, action: Place) -> State:
    """Lay the tile, score it if it scores, and draw another."""
    star = action.tile == STAR
    laid = action.as_ if action.as_ is not None else value(action.tile)
    square = action.at
    order = 1 + max((tile.order for tile in state.board.values()), default=0)
    board = {**state.board, square: Tile(seat, laid, star, True, order)}
    lines = placing.made(board, square)
    scores = shines(state) and (bool(lines) or (star and laid == GOAL))
    points = worth(square, seat) if scores else 0
    if scores:
        board[square] = replace(board[square], face_up=False)
    series = state.series[seat]
    hand = (*_without(state.hands[seat], action.tile), *series[:1])
    return replace(
        with_hand(state, seat, hand, series[1:]),
        board=board,
        scores=_added(state.scores, seat, points),
        last=square,
        lines=lines,
        news=_told_placing(seat, action, laid, lines, points),
    )


def _told_placing(
    seat: int, action: Place, laid: int, lines: tuple[tuple[Square, ...], ...], points: int
) -> tuple[News, ...]:
    at = action.at
    if action.tile == STAR:
        news = [told("{seat:seat} lays a star as {n} on {at}.", seat=seat, n=laid, at=at)]
    else:
        news = [told("{seat:seat} lays {n} on {at}.", seat=seat, n=laid, at=at)]
    if points and lines:
        shown = ", ".join("–".join(line) for line in lines)
        news.append(
            told(
                "{lines} makes 21: {points} points for {seat:seat}, and {at} is turned face down.",
                seat=seat,
                lines=shown,
                points=points,
                at=at,
            )
        )
    elif points:
        news.append(
            told(
                "A star is 21 by itself: {points} points for {seat:seat}, face down on {at}.",
                seat=seat,
                points=points,
                at=at,
            )
        )
    elif lines:
        news.append(told("A line of 21, but nothing scores before round 4."))
    return tuple(news)


def _added(scores: tuple[int, ...], seat: int, points: int) -> tuple[int, ...]:
    return tuple(score + points if one == seat else score for one, score in enumerate(scores))


def pass_on(state: State, seat: int) -> State:
    """Give the turn to the next seat, unless the game is over."""
    if not state.hands[seat]:
        news = told("{seat:seat} has placed the last tile: the game is over.", seat=seat)
        return _ended(state, news)
    following = (seat + 1) % len(state.hands)
    state = replace(
        state, turn=following, round=state.round + (1 if following == state.first else 0)
    )
    if _blocked(state):
        return _ended(state, told("No tile of anybody fits any more: the game is over."))
    return state


def _blocked(state: State) -> bool:
    """Whether no unplayed tile of anybody could be placed anywhere.

    What fits for a number fits for every lower one, so the lowest unplayed tile decides.
    """
    if state.round == 1:
        return False
    unplayed = [tile for one in (*state.hands, *state.series) for tile in one]
    stars = STAR in unplayed
    if stars and shines(state):
        return not placing.touching(state.board, field_of(state))
    least = 1 if stars else min(tile for tile in unplayed if isinstance(tile, int))
    return not placing.placeable(state.board, field_of(state), least)


def _ended(state: State, news: News) -> State:
    """Take off what is left in hands and series, and name the winners."""
    left = tuple(
        sum(value(tile) for tile in (*hand, *series))
        for hand, series in zip(state.hands, state.series, strict=True)
    )
    scores = tuple(score - lost for score, lost in zip(state.scores, left, strict=True))
    told_losses = [
        counted(
            "{seat:seat} loses {n} point for unplayed tiles.",
            "{seat:seat} loses {n} points for unplayed tiles.",
            lost,
            seat=seat,
        )
        for seat, lost in enumerate(left)
        if lost
    ]
    sides = [sum(scores[side::2]) for side in range(2)] if state.options.teams else list(scores)
    best = max(sides)
    winners = tuple(seat for seat in range(len(scores)) if sides[seat % len(sides)] == best)
    won = told("Winner: {seats:seats}.", seats=winners)
    return replace(
        state,
        turn=None,
        scores=scores,
        winners=winners,
        news=(*state.news, news, *told_losses, won),
    )
