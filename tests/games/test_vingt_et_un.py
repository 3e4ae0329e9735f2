"""21: tiles are conserved, no line is above 21, nothing scores before round 4, hands are secret."""

from collections import Counter
from collections.abc import Mapping

import pytest

from arcade.engine import options
from arcade.engine.bot import RandomBot
from arcade.engine.chance import Replay, Shuffled, Stream
from arcade.engine.codec import action_from
from arcade.engine.errors import BadOptions, IllegalAction
from arcade.engine.offers import Offer
from arcade.games.vingt_et_un import GAME
from arcade.games.vingt_et_un.rules import placing
from arcade.games.vingt_et_un.rules.actions import Pass, Place, Swap, can_place
from arcade.games.vingt_et_un.rules.placing import Tile
from arcade.games.vingt_et_un.rules.state import STAR, TILES, SeatView, State
from tests.playthrough import sentence
from tests.scenarios.given import arrange

OPTIONS = GAME.options()
WHOLE = Counter(TILES)
TWO = (5, 3, Shuffled((9, 8, 4, 1, 2, 3)), Shuffled((9, 8, 3, 1, 2, 5)))


def fresh(**fields: object) -> State:
    """Return a game of two with seat 0 to begin and some fields replaced."""
    return arrange(GAME, GAME.setup(OPTIONS, 2, Replay(TWO)), fields)


def seen_by(state: State, seat: int) -> SeatView:
    view = GAME.view(state, seat)
    assert isinstance(view, SeatView)
    return view


def tile(seat: int, value: int, **more: object) -> dict[str, object]:
    return {"seat": seat, "value": value, **more}


def runs(laid: Mapping[str, Tile]) -> list[int]:
    """Add up every maximal run of two or more face-up tiles, from scratch."""
    open_tiles = {
        (placing.COLUMNS.index(square[0]), int(square[1:])): tile.value
        for square, tile in laid.items()
        if tile.face_up
    }
    sums = []
    for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for column, row in open_tiles:
            if (column - right, row - down) in open_tiles:
                continue
            run = [open_tiles[column, row]]
            while (column + right, row + down) in open_tiles:
                column, row = column + right, row + down
                run.append(open_tiles[column, row])
            if len(run) > 1:
                sums.append(sum(run))
    return sums


def check_tiles(state: State) -> None:
    """Every colour has its 29 tiles, in hand, in the series or on the board."""
    for seat, (hand, series) in enumerate(zip(state.hands, state.series, strict=True)):
        laid = [
            STAR if tile.star else tile.value for tile in state.board.values() if tile.seat == seat
        ]
        assert Counter((*hand, *series, *laid)) == WHOLE
        assert len(hand) == 3 or not series
    orders = sorted(tile.order for tile in state.board.values())
    assert orders == list(range(1, len(orders) + 1))


def check_step(state: State, seat: int, action: object, after: State) -> None:
    """Nothing above 21, nothing before round 4, points by the square, face-down tiles guarded.

    The spots and rooms kept from turn to turn are those one finds anew.
    """
    assert max(runs(after.board), default=0) <= 21
    assert after.spots == placing.spots(after.board)
    assert after.rooms == placing.rooms_of(after.spots)
    points = after.scores[seat] - state.scores[seat]
    if not isinstance(action, Place):
        assert after.board == state.board
        assert after.turn is None or after.scores == state.scores
        return
    laid = after.board[action.at]
    lines = [
        (others, total + laid.value) for others, total in placing.lines(after.board, action.at)
    ]
    alone = laid.star and laid.value == 21
    scores = state.round >= 4 and (alone or any(total == 21 for _, total in lines))
    assert laid.face_up is not scores
    assert {frozenset((*others, action.at)) for others, total in lines if total == 21} == {
        frozenset(line) for line in after.lines
    }
    if not alone:
        assert not placing.beside_face_down(state.board, action.at)
    if after.turn is not None:
        assert points == (placing.worth(action.at, seat) if scores else 0)
    if state.round > 1:
        assert placing.touches(state.board, action.at)
    else:
        assert action.at == placing.start(seat)
        assert laid.value <= 9


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_keep_the_laws(seats: int) -> None:
    for number in range(12):
        chance = Stream(b"21", f"{seats} {number}")
        state = GAME.setup(options.read(GAME, {"teams": seats == 4}), seats, chance)
        check_tiles(state)
        while state.turn is not None:
            seat = state.turn
            action = RandomBot().choose(None, GAME.legal(state, seat), chance)
            after = GAME.apply(state, seat, action, chance)
            check_tiles(after)
            check_step(state, seat, action, after)
            state = after
        assert state.winners
        unplayed = [
            (*hand, *series) for hand, series in zip(state.hands, state.series, strict=True)
        ]
        assert not all(unplayed) or not can_place(state, 0, sum(unplayed, ()))


# The board


def test_the_board_is_symmetric_and_has_every_kind_of_square() -> None:
    assert {len(row) for row in placing.PLAN} == {placing.SIZE}
    marks = Counter("".join(placing.PLAN))
    assert {marks[start] for start in placing.COLOURS} == {1}
    assert len({marks[colour.upper()] for colour in placing.COLOURS}) == 1
    assert min(marks[mark] for mark in placing.MARKED) > 0
    assert set(marks) == set(
        "." + placing.COLOURS + placing.COLOURS.upper() + "".join(placing.MARKED)
    )


def test_two_have_a_half_with_their_own_colours_only() -> None:
    half = placing.squares(2)
    assert (len(half), len(placing.squares(3))) == (8 * 15, 15 * 15)
    assert {placing.MARKS[square] for square in half} == set(".bBpP123")


@pytest.mark.parametrize(
    ("square", "worths"),
    [
        ("G7", (10, 5, 5, 5)),
        ("I9", (5, 5, 10, 5)),
        ("D1", (10, 5, 5, 5)),
        ("O12", (5, 5, 10, 5)),
        ("A12", (5, 5, 5, 10)),
        ("E5", (15, 15, 15, 15)),
        ("H3", (20, 20, 20, 20)),
        ("O15", (30, 30, 30, 30)),
        ("H8", (5, 5, 5, 5)),
    ],
)
def test_what_squares_are_worth(square: str, worths: tuple[int, ...]) -> None:
    assert tuple(placing.worth(square, seat) for seat in range(4)) == worths


# Refusals and offers


@pytest.mark.parametrize(
    ("fields", "plain", "code", "paragraph"),
    [
        ({"turn": None}, {"do": "pass"}, "over", 8),
        ({"turn": 1}, {"do": "pass"}, "turn", 2),
        ({}, {"do": "place", "tile": 7, "at": "G7"}, "hand", 2),
        ({}, {"do": "place", "tile": 9, "at": "G8"}, "start", 2),
        ({}, {"do": "place", "tile": 9, "at": "A9"}, "square", 1),
        ({"hands": [[10], [1]]}, {"do": "place", "tile": 10, "at": "G7"}, "low", 2),
        ({}, {"do": "mulligan"}, "mulligan", 2),
        ({}, {"do": "swap", "tile": 9}, "must-place", 7),
        ({}, {"do": "pass"}, "must-place", 7),
        ({"hands": [[10], [1]]}, {"do": "swap", "tile": 11}, "hand", 2),
        ({"hands": [[10], [1]], "series": [[], []]}, {"do": "swap", "tile": 10}, "pass", 7),
        ({"round": 2}, {"do": "place", "tile": 9, "at": "A1"}, "touch", 3),
        ({"round": 2}, {"do": "place", "tile": 9, "at": "H4"}, "taken", 3),
        ({"round": 2}, {"do": "place", "tile": 9, "at": "H3"}, "over-21", 4),
        ({"round": 2}, {"do": "place", "tile": 4, "at": "G7"}, "face-down", 5),
        ({"round": 2}, {"do": "place", "tile": 4, "as": 4, "at": "H3"}, "declare", 6),
        (
            {"round": 2, "hands": [["*"], [1]]},
            {"do": "place", "tile": "*", "at": "H3"},
            "declare",
            6,
        ),
    ],
)
def test_a_refusal_names_its_rule(
    fields: dict[str, object], plain: dict[str, object], code: str, paragraph: int
) -> None:
    laid = {"H4": tile(0, 13), "G8": tile(1, 4, face_up=False)}
    state = fresh(**({"board": laid} if "round" in fields else {}), **fields)
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, 0, action_from(GAME, plain), Replay(()))
    assert (refused.value.code, refused.value.paragraph) == (code, paragraph)


@pytest.mark.parametrize("seats", [2, 3])
def test_teams_need_four(seats: int) -> None:
    with pytest.raises(BadOptions, match="4 seats"):
        GAME.setup(options.read(GAME, {"teams": True}), seats, Stream(b""))


def test_offers_of_a_star_are_a_range_and_21() -> None:
    laid = {"G7": tile(0, 9), "F6": tile(0, 8), "I7": tile(1, 6, face_up=False)}
    state = fresh(board=laid, round=4, hands=[[STAR], [1]])
    offers: dict[str, list[Offer]] = {offer.action.at: [] for offer in GAME.legal(state, 0)}
    for offer in GAME.legal(state, 0):
        offers[offer.action.at].append(offer)
    assert offers["E5"] == [Offer(Place(STAR, "E5", 1), "as_", 1, 4), Offer(Place(STAR, "E5", 21))]
    assert offers["I6"] == [Offer(Place(STAR, "I6", 21))]
    view = seen_by(state, 0)
    assert view.stars == {
        square: max(offer.high for offer in some) for square, some in offers.items()
    }
    assert set(view.playable[STAR]) == set(offers)


# Views and the account


def test_an_exchange_tells_no_tile() -> None:
    laid = {"G7": tile(0, 9), "I7": tile(1, 9)}
    state = fresh(board=laid, round=2, hands=[[17, 16, 15], [1]])
    after = [
        GAME.apply(state, 0, Swap(tile_number), Replay((Shuffled(()),))) for tile_number in (17, 15)
    ]
    assert after[0].news == after[1].news
    assert GAME.view(after[0], None) == GAME.view(after[1], None)
    assert GAME.view(after[0], 1) == GAME.view(after[1], 1)


def account(state: State) -> list[str]:
    return [sentence(phrase_told) for phrase_told in state.news]


def test_the_account_of_a_set_up() -> None:
    draws = (26, 27, 3, 17, 0, Shuffled((9,)), Shuffled((10, 11, 12)), Shuffled(()), Shuffled(()))
    assert account(GAME.setup(OPTIONS, 3, Replay(draws))) == [
        "seat 0 turns over a star, which counts 21.",
        "seat 1 turns over a star, which counts 21.",
        "seat 2 turns over 2.",
        "seat 0, seat 1 tie and turn over again.",
        "seat 0 turns over 9.",
        "seat 1 turns over 1.",
        "seat 0 has the highest tile and begins.",
        "seat 1 has drawn neither a tile of 9 or less nor a star, and draws again.",
    ]


@pytest.mark.parametrize(
    ("at", "seat", "score"),
    [
        ("H8", 0, "seat 0 scores 5 points."),
        ("E5", 0, "seat 0 scores 15 points, as the square says."),
        ("E5", 1, "seat 1 scores 15 points, as the square says."),
    ],
)
def test_the_account_of_a_line(at: str, seat: int, score: str) -> None:
    laid = {"F6": tile(1, 8), "G7": tile(0, 9)}
    state = fresh(board=laid, round=4, turn=seat, hands=[[4, 4], [4, 4]], series=[[1], [1]])
    line = "F6 G7 H8: 8 + 9 + 4 = 21." if at == "H8" else "E5 F6 G7: 4 + 8 + 9 = 21."
    assert account(GAME.apply(state, seat, Place(4, at), Replay(()))) == [
        f"seat {seat} lays 4 on {at}.",
        line,
        score,
        f"The tile is turned face down on {at}.",
        f"seat {seat} draws the last tile.",
    ]


def test_the_account_of_stars_and_rounds() -> None:
    state = fresh(board={"G7": tile(0, 9)}, round=3, turn=1, hands=[[STAR, 1], [STAR, 12]])
    state = GAME.apply(state, 1, Place(STAR, "F6", 12), Replay(()))
    assert account(state) == [
        "seat 1 lays a star (12) on F6.",
        "F6 G7: 12 + 9 = 21.",
        "Nothing scores before round 4.",
        "Round 4: from now on, lines of 21 score.",
    ]
    state = GAME.apply(state, 0, Place(STAR, "F7", 21), Replay(()))
    assert account(state) == [
        "seat 0 lays a star (21) on F7.",
        "A star declared 21 scores by itself.",
        "seat 0 scores 5 points.",
        "The tile is turned face down on F7.",
    ]


def test_the_account_of_own_colour_and_the_end() -> None:
    state = fresh(
        board={"G7": tile(0, 9), "H8": tile(1, 8)},
        round=20,
        hands=[[4], [17]],
        series=[[], [STAR]],
        scores=[50, 61],
    )
    assert account(GAME.apply(state, 0, Place(4, "F6"), Replay(()))) == [
        "seat 0 lays 4 on F6.",
        "F6 G7 H8: 4 + 9 + 8 = 21.",
        "seat 0 scores 10 points on their own colour.",
        "The tile is turned face down on F6.",
        "seat 0 has placed the last tile: the game is over.",
        "seat 1 loses 38 points for unplayed tiles.",
        "seat 0 wins with a score of 60.",
    ]


def test_lines_are_named_in_the_order_of_the_board() -> None:
    laid = {"K5": tile(0, 8), "I7": tile(0, 9), "J7": tile(0, 8), "K6": tile(0, 4)}
    state = fresh(board=laid, round=4, hands=[[4], [1]])
    after = GAME.apply(state, 0, Place(4, "J6"), Replay(()))
    assert after.lines == (("I7", "J6", "K5"),)


# What happens when nobody decides


@pytest.mark.parametrize(
    ("fields", "action"),
    [
        ({"hands": [[STAR, 9, 8], [1]]}, Place(9, "G7")),
        ({"hands": [[STAR, 10, 11], [1]]}, Place(STAR, "G7", 1)),
        ({"hands": [[10, 12, 11], [1]]}, Swap(12)),
        ({"hands": [[10, 12, 11], [1]], "series": [[], []]}, Pass()),
    ],
)
def test_the_default_move(fields: dict[str, object], action: object) -> None:
    state = fresh(**fields)
    assert GAME.default(state, 0) == action
    GAME.check(state, 0, GAME.default(state, 0))
