"""The effects of an action: dealing, laying, scoring, exchanging, the next turn and the end.

Source: the rules' page, Set-up, Play and End.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from arcade.engine import N_, Card, Chance, News, counted, phrase, put
from arcade.games.vingt_et_un.rules import placing
from arcade.games.vingt_et_un.rules.actions import Place, can_place, shines
from arcade.games.vingt_et_un.rules.placing import Board, Square, Tile
from arcade.games.vingt_et_un.rules.state import HAND, STAR, TILES, Kind, State, is_low, value


def turn_over(seats: int, chance: Chance) -> tuple[int, tuple[News, ...]]:
    """Turn over a tile for each seat; the highest begins, ties for it turn again."""
    news = []
    level = tuple(range(seats))
    while True:
        turned = {seat: TILES[chance.pick(len(TILES))] for seat in level}
        news += [_tell_turned(seat, tile) for seat, tile in turned.items()]
        best = max(value(tile) for tile in turned.values())
        level = tuple(seat for seat in level if value(turned[seat]) == best)
        if len(level) == 1:
            news.append(
                phrase(
                    "{seat:@ has the highest tile and begins|You have the highest tile and begin}.",
                    seat=level[0],
                )
            )
            return level[0], tuple(news)
        news.append(phrase("{seats:@|You and @} tie and turn over again.", seats=level))


def deal(
    seat: int, chance: Chance, tiles: Sequence[Card] = TILES
) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[News, ...]]:
    """Shuffle a seat's tiles until its hand has a low tile or a star: hand, series and account."""
    news: tuple[News, ...] = ()
    while True:
        shuffled = chance.shuffle(tiles)
        hand = shuffled[:HAND]
        if any(is_low(tile) or tile == STAR for tile in hand):
            return hand, shuffled[HAND:], news
        again = phrase(
            "{seat:@ has drawn neither a tile of 9 or less nor a star, and draws|You have "
            "drawn neither a tile of 9 or less nor a star, and draw} again.",
            seat=seat,
        )
        news = (*news, again)


def _tell_turned(seat: int, tile: Card) -> News:
    if isinstance(tile, int):
        return phrase("{seat:@ turns|You turn} over {n}.", seat=seat, n=tile)
    return phrase("{seat:@ turns|You turn} over a star, which counts 21.", seat=seat)


def exchange_first_hand(state: State, seat: int, chance: Chance) -> State:
    tiles = sorted((*state.hands[seat], *state.series[seat]), key=TILES.index)
    hand, series, dealing_news = deal(seat, chance, tiles)
    state = _with_tiles(state, seat, hand, series).tell(
        "{seat:@ exchanges|You exchange} a first hand that has a star but no tile of 9 or less.",
        seat=seat,
    )
    return state.with_news(*dealing_news)


def swap(state: State, seat: int, tile: Card, chance: Chance) -> State:
    """Draw a tile from the series, return another one and shuffle the series; lose the turn."""
    drawn, *rest = state.series[seat]
    hand = (*_without(state.hands[seat], tile), drawn)
    series = chance.shuffle((*rest, tile))
    state = replace(_with_tiles(state, seat, hand, series), passes=0).tell(
        "{seat:@ can place nothing, exchanges a tile and loses the|You can place "
        "nothing, exchange a tile and lose your} turn.",
        Kind.NOTHING_LAID,
        seat=seat,
    )
    return _go_on(state, seat)


def lose_turn(state: State, seat: int) -> State:
    """Pass, with nothing to place; once every seat in succession has passed, the game ends."""
    passed = replace(state, passes=state.passes + 1)
    text = N_(
        "{seat:@ can place nothing, has no tile left to draw and passes|You can place "
        "nothing, have no tile left to draw and pass}."
    )
    if state.series[seat]:
        text = N_(
            "{seat:@ can place nothing, exchanges nothing and passes|You can place "
            "nothing, exchange nothing and pass}."
        )
    passed = passed.tell(text, Kind.NOTHING_LAID, seat=seat)
    if passed.passes == len(state.hands):
        return _end(passed.tell("Everybody has passed in a row: the game is over."))
    return _go_on(passed, seat)


def place(state: State, seat: int, action: Place) -> State:
    star = action.tile == STAR
    laid = value(action.tile) if action.as_ is None else action.as_
    square = action.at
    order = 1 + (state.board[state.last].order if state.last else 0)
    board = {**state.board, square: Tile(seat, laid, star, True, order)}
    runs = placing.runs(board, square)
    lines = placing.made(board, square, runs)
    points = 0
    if shines(state) and (lines or (star and laid == placing.GOAL)):
        points = placing.worth(square, seat)
        board[square] = replace(board[square], face_up=False)
    changed = placing.changed_by(square, state.spots, board, runs)
    spots = state.spots.copy()
    spots.pop(square, None)
    spots.update(changed)
    series = state.series[seat]
    hand = (*_without(state.hands[seat], action.tile), *series[:1])
    after = replace(
        state,
        hands=put(state.hands, seat, hand),
        series=put(state.series, seat, series[1:]),
        board=board,
        spots=spots,
        rooms=placing.rooms_after(state.rooms, square, changed),
        passes=0,
        scores=put(state.scores, seat, state.scores[seat] + points),
        last=square,
        lines=lines,
        news=(*_tell_lines(board, seat, square, lines), *_tell_score(seat, square, points)),
    )
    if len(series) == 1:
        after = after.tell("{seat:@ draws the|You draw your} last tile.", seat=seat)
    if not hand:
        text = N_("{seat:@ has placed the|You have placed your} last tile: the game is over.")
        return _end(after.tell(text, Kind.LAST_TILE, seat=seat))
    return _go_on(after, seat)


def _with_tiles(state: State, seat: int, hand: tuple[Card, ...], series: tuple[Card, ...]) -> State:
    return replace(
        state, hands=put(state.hands, seat, hand), series=put(state.series, seat, series)
    )


def _without(hand: tuple[Card, ...], tile: Card) -> tuple[Card, ...]:
    at = hand.index(tile)
    return (*hand[:at], *hand[at + 1 :])


def _tell_lines(
    board: Board, seat: int, square: Square, lines: tuple[tuple[Square, ...], ...]
) -> list[News]:
    tile = board[square]
    if tile.star:
        news = [
            phrase(
                "{seat:@ lays|You lay} a star ({n}) on {at}.",
                Kind.STAR_LAID,
                seat=seat,
                n=tile.value,
                at=square,
            )
        ]
    else:
        news = [
            phrase(
                "{seat:@ lays|You lay} {n} on {at}.",
                Kind.TILE_LAID,
                seat=seat,
                n=tile.value,
                at=square,
            )
        ]
    for line in lines:
        numbers = " + ".join(str(board[at].value) for at in line)
        news.append(
            phrase("{line}: {numbers} = 21.", Kind.LINE_MADE, line=" ".join(line), numbers=numbers)
        )
    if not lines and not tile.face_up:
        news.append(phrase("A star declared 21 scores by itself.", Kind.LONE_STAR))
    elif lines and tile.face_up:
        news.append(phrase("Nothing scores before round {round}.", round=placing.SCORING_ROUND))
    return news


def _tell_score(seat: int, square: Square, points: int) -> list[News]:
    if not points:
        return []
    turned = phrase("The tile is turned face down on {at}.", Kind.TURNED_DOWN, at=square)
    if placing.MARKS[square] in placing.MARKED:
        text = N_("{seat:@ scores|You score} {points} points, as the square says.")
    elif points > placing.PLAIN:
        text = N_("{seat:@ scores|You score} {points} points on {seat:their|your} own colour.")
    else:
        text = N_("{seat:@ scores|You score} {points} points.")
    return [phrase(text, Kind.SCORED, seat=seat, points=points), turned]


def _go_on(state: State, seat: int) -> State:
    """Give the turn to the next seat, or end the game where no tile of anybody fits any more."""
    turn = (seat + 1) % len(state.hands)
    after = replace(state, turn=turn, round=state.round + (turn == state.first))
    if not _anything_fits(after):
        return _end(state.tell("Nobody's tiles fit any more: the game is over."))
    if after.round == placing.SCORING_ROUND > state.round:
        return after.tell(
            "Round {round}: from now on, lines of 21 score.",
            Kind.SCORING_BEGINS,
            round=placing.SCORING_ROUND,
        )
    return after


def _anything_fits(state: State) -> bool:
    """Return whether any unplayed tile could be placed, now or from round 2 on.

    In round 1 a seat has a square of its own, and in a game played from its set-up a tile for it;
    from round 2 on the same squares are open to all.
    """
    hands, series = state.hands, state.series

    def fits(state: State) -> bool:
        return any(can_place(state, seat, hands[seat] + series[seat]) for seat in range(len(hands)))

    return fits(state) or (state.round == 1 and fits(replace(state, round=2)))


def _end(state: State) -> State:
    """Take off the unplayed tiles of hands and series, and name the winners."""
    left = tuple(
        sum(value(tile) for tile in (*hand, *series))
        for hand, series in zip(state.hands, state.series, strict=True)
    )
    losses = [
        counted(
            "{seat:@ loses|You lose} {n} point for unplayed tiles.",
            "{seat:@ loses|You lose} {n} points for unplayed tiles.",
            lost,
            Kind.LOST,
            seat=seat,
        )
        for seat, lost in enumerate(left)
        if lost
    ]
    scores = tuple(score - lost for score, lost in zip(state.scores, left, strict=True))
    sides = (sum(scores[::2]), sum(scores[1::2])) if state.options.teams else scores
    best = max(sides)
    winners = tuple(seat for seat in range(len(scores)) if sides[seat % len(sides)] == best)
    state = replace(state, turn=None, scores=scores, winners=winners).with_news(*losses)
    text = N_("{seats:@ win|You and @ win} with a score of {score}.")
    if len(winners) == 1:
        text = N_("{seats:@ wins|You win} with a score of {score}.")
    return state.tell(text, seats=winners, score=best)
