"""States of Trente made for the purpose, and tables that show them."""

from collections.abc import Mapping
from typing import Any

from arcade.club.views import TableView
from arcade.engine.chance import Replay
from arcade.games.trente import GAME
from arcade.games.trente.rules.actions import Attack, Keep
from arcade.games.trente.rules.options import Options
from arcade.games.trente.rules.state import State
from tests.scenarios.given import arrange
from tests.screens.spot import picture_of

NAMES = ("Anna", "Ben", "Cleo", "Maximilien", "Emile", "Fanny", "Gaston", "Hortense")


def given(seats: int, options: Mapping[str, Any] | None = None, **fields: Any) -> State:
    state: State = arrange(
        GAME, GAME.setup(Options(**(options or {})), seats, Replay((0,))), fields
    )
    return state


def table_of(
    state: State, seat: int | None, names: tuple[str, ...] = NAMES, version: int = 1
) -> TableView:
    return picture_of(GAME, state, seat, names[: len(state.scores)], version)


DOUZE = {"preset": "trente-douze"}


SIX_BEATEN_BY_THREE = (6, 5, 6, 6, 4, 6)


STATES: dict[str, tuple[State, int | None]] = {
    "opening": (given(4), 0),
    "first throw of eight": (
        given(8, turn=0, dice=(6, 3, 6, 1, 2, 5), scores=(30, 12, 3, 25, -4, 30, 0, 9)),
        0,
    ),
    "later throw": (given(4, turn=0, dice=(6, 3, 1), kept=(6, 5, 6)), 0),
    "somebody else's": (given(4, turn=1, dice=(6, 3, 1), kept=(6, 5, 6)), None),
    "attack": (given(3, turn=0, kept=SIX_BEATEN_BY_THREE), 0),
    "attack seen": (given(8, turn=0, kept=SIX_BEATEN_BY_THREE), 1),
    "12 or 30": (given(6, DOUZE, turn=0, dice=(1, 3, 6, 4, 2, 5)), 0),
    "12": (given(8, {**DOUZE, "ante": 5}, turn=0, dice=(1, 3, 6), kept=(1, 2, 1)), 0),
    "choosing": (given(5, DOUZE, turn=0, manche=3, kept=(1, 2, 1, 1, 2, 2)), 0),
    "choosing seen": (given(5, DOUZE, turn=0, manche=3, kept=(1, 2, 1, 1, 2, 2)), None),
    "vengeance": (given(4, turn=1, avenging=1, scores=(30, -5, 3, 20), dead=(1,)), 1),
    "vengeance strikes": (
        given(4, turn=1, avenging=1, scores=(30, -5, 3, 20), dead=(1,), kept=SIX_BEATEN_BY_THREE),
        1,
    ),
}


def struck(state: State, *dice: int, target: int | None = None) -> State:
    assert state.turn is not None
    after: State = GAME.apply(state, state.turn, Attack(target), Replay(dice))
    return after


def everything() -> dict[str, tuple[State, int | None]]:
    """Add the states that only come by playing on."""
    attack = given(4, turn=0, kept=SIX_BEATEN_BY_THREE, scores=(30, 8, 3, 25))
    dear = given(8, {**DOUZE, "ante": 5}, turn=0, kept=SIX_BEATEN_BY_THREE, scores=(30, 8) * 4)
    fatal = given(2, DOUZE, turn=0, kept=(6, 1, 1, 1, 1), dice=(1,), scores=(5, 20))
    last = given(4, turn=0, dice=(2,), kept=(6, 5, 6, 3, 4))
    exact = given(4, turn=0, dice=(6,), kept=(6, 5, 6, 3, 4))
    end = given(2, turn=0, kept=(6, 5, 6, 6, 4, 6), scores=(5, 0))
    dying = struck(end, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    over = dying
    for action in ("roll", "keep"):
        move = GAME.default(over, 1) if action == "roll" else Keep((1, 1, 1, 1, 1, 1))
        over = GAME.apply(over, 1, move, Replay((1, 1, 1, 1, 1, 1)))
    assert over.winners == (0,)
    return {
        **STATES,
        "struck": (struck(attack, 3, 5, 3, 1, 2, 6, 1, 1, 4, 2), 1),
        "not struck": (struck(attack, 1, 5, 1, 1, 2, 6), 1),
        "killed": (struck(attack, 3, 5, 3, 3, 2, 6, 1, 1, 4), 1),
        "killed at 12": (struck(dear, *[3] * 12, *[1] * 6), 1),
        "main pleine": (struck(attack, *[3] * 12, *[1] * 6), 1),
        "missed": (GAME.apply(last, 0, Keep((2,)), Replay(())), 1),
        "exact": (GAME.apply(exact, 0, Keep((6,)), Replay(())), 1),
        "over": (over, 0),
        "manche 2": (GAME.apply(fatal, 0, Keep((1,)), Replay(())), 0),
    }
