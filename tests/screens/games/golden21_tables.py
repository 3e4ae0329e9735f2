"""States of The Golden 21 made for the purpose, and tables that show them."""

from collections.abc import Mapping
from typing import Any

from arcade.club.views import TableView
from arcade.engine.chance import Replay
from arcade.games.golden21 import GAME
from arcade.games.golden21.rules.actions import Announce, Give, Spend
from arcade.games.golden21.rules.options import Options
from arcade.games.golden21.rules.state import State
from tests.scenarios.given import arrange
from tests.screens.spot import picture_of

NAMES = (
    "Anna", "Ben", "Cleo", "Maximilien", "Emile",
    "Fanny", "Gaston", "Hortense", "Ines", "Jules",
)  # fmt: skip


def given(seats: int, options: Mapping[str, Any] | None = None, **fields: Any) -> State:
    """Make a state in which the order of play is that of the seats, unless it is named."""
    faces = tuple(range(1, seats + 1)) if seats <= 6 else (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)[:seats]
    more = (1, 2) * 5
    begun = GAME.setup(Options(**(options or {})), seats, Replay((*faces, *more)))
    fields = {"order": tuple(range(seats)), **fields}
    state: State = arrange(GAME, begun, fields)
    return state


def table_of(
    state: State, seat: int | None, names: tuple[str, ...] = NAMES, version: int = 1
) -> TableView:
    return picture_of(GAME, state, seat, names[: len(state.debts)], version, people=3)


def after(state: State, *moves: tuple[Any, tuple[int, ...]]) -> State:
    for action, dice in moves:
        assert state.turn is not None
        state = GAME.apply(state, state.turn, action, Replay(dice))
    return state


FIVE: dict[str, Any] = {"debts": (3, 15, 20, 8, 0), "accounts": (4, 0, 6, 0, 0), "golden": 3}


TEN: dict[str, Any] = {
    "debts": (17, 15, 20, 8, 0, 21, 24, 11, -12, 16),
    "accounts": (0, 5, 12, 0, 0, 4, 0, 0, 6, 0),
    "crisis": (1, 0, 0, 2, 0, 0, 0, 3, 0, 0),
    "kills": (0, 1, 0, 0, 2, 0, 0, 0, 0, 0),
    "twentyones": (1, 0, 0, 0, 0, 1, 0, 0, 0, 0),
    "golden": 3,
    "year": 2,
}


SPICE: dict[str, Any] = {"free_throw": True, "forfeits": True, "slippery": True, "teams": True}


def everything() -> dict[str, tuple[Any, ...]]:
    """Return states by name: the state, who sees it, and keys pressed first."""
    five = given(5, **FIVE)
    thrown = after(five, (Announce(9), (3, 5, 5)))
    bonus = after(given(5, debts=FIVE["debts"], golden=3), (Announce(12), (2, 5, 5)))
    ten = given(10, **TEN)
    exact = after(ten, (Announce(12), (2, 2, 4, 4)))
    end = given(3, {"years": 1}, debts=(21, 20, 19), kills=(1, 0, 0), turn=1)
    year = given(3, debts=(21, 20, 18), kills=(1, 0, 0), accounts=(0, 3, 0), turn=1)
    year = after(year, (Announce(2), (6, 6)))
    killer = given(3, {"variant": "killer", "kills_to_win": 1}, debts=(3, 20, 8), bonus=4)
    dead = given(5, {"variant": "survivor"}, debts=(3, 20, 8, 5, 0), bonus=4)
    return {
        "opening": (given(5), 0),
        "opening seen": (given(5), 1),
        "given": (after(five, (Announce(9), (3, 3, 6)), (Give((1,)), ())), None),
        "thrown": (thrown, 0),
        "chosen gift": (thrown, 0, ("down",)),
        "bonus": (bonus, 0),
        "bonus chosen": (bonus, 0, ("2",)),
        "bonus kills": (bonus, 0, ("down", "down", "down", "left")),
        "ten": (ten, 0, ("1", "3")),
        "ten bonus": (exact, 0, ("3",)),
        "ten watched": (exact, None),
        "crisis": (given(5, **{**FIVE, "crisis": (4, 0, 1, 0, 0), "golden": 5}), 0),
        "spice": (given(6, SPICE, debts=(3, 15, 20, 8, 0, 2)), 0, ("a",)),
        "forfeit": (given(6, SPICE, debts=(3, 15, 20, 8, 0, 2)), 0, ("f",)),
        "at 21": (given(3, debts=(21, 3, 4), accounts=(5, 0, 0), turn=0), 0),
        "year": (year, 1),
        "bourse": (year, 1, ("b",)),
        "over": (after(end, (Announce(2), (6, 6))), 0),
        "killer over": (after(killer, (Spend("bonus", "debt", 1, 1), ())), 0),
        "survivor": (after(dead, (Spend("bonus", "debt", 1, 1), ())), 2),
    }


STATES = everything()
