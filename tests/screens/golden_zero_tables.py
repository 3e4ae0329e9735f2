"""Tables of Golden Zero made for the purpose, and views to look at them."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from textual.geometry import Size

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.club.table_session import TableSession
from arcade.club.views import TableView
from arcade.engine.chance import Stream
from arcade.games.golden_zero import GAME
from arcade.games.golden_zero.rules.actions import Call, Open, Stand
from arcade.games.golden_zero.rules.options import Options
from arcade.games.golden_zero.rules.state import State
from arcade.rooms.table_rules import TableRules
from screens.games.golden_zero import VIEW
from screens.terminal.rows import plain
from tests.scenarios.given import arrange
from tests.screens.conftest import ANNA, session, table_screen
from tests.screens.spot import picture_of

NAMES = ("Anna", "[b]Ben[/b] 日本語の長い名前", "Cleo", "Odette-Marie-Sophie", "Luc", "Eve")
SMALL, MIDDLE, LARGE = (53, 20), (66, 26), (106, 41)
CHANCE = Stream(bytes(32))


# States


def dealt(seats: int = 3, options: Options | None = None, **fields: Any) -> State:
    """A hand as it is named; whatever is not named follows."""
    begun = GAME.setup(options or Options(), seats, Stream(bytes(32)))
    state: State = arrange(GAME, begun, {"button": seats - 1, **fields})
    return state


def after(state: State, *actions: Any) -> State:
    """Let whoever is in turn act."""
    for action in actions:
        seat = 0 if state.turn is None else state.turn
        state = GAME.apply(state, seat, action, CHANCE)
    return state


def table_of(state: State, seat: int | None, version: int = 1) -> TableView:
    return picture_of(GAME, state, seat, NAMES[: state.seats], version, people=3)


class Drawn:
    """A view whose pictures are asked for by size."""

    def __init__(self, view: VIEW) -> None:
        self.view = view

    def show(
        self, state: State, seat: int | None, names: Sequence[str] = (), people: int = 99
    ) -> None:
        """Show a state; with other names than those of all tables, so many are people's."""
        if names:
            self.view.table = picture_of(GAME, state, seat, names, people=people)
        else:
            self.view.table = table_of(state, seat)
        self.view.game = GAME.view(state, seat)

    def rows(self, size: tuple[int, int] = SMALL) -> list[str]:
        return [plain(line) for line in self.view.draw(Size(*size))]

    def text(self, size: tuple[int, int] = SMALL) -> str:
        return "\n".join(self.rows(size))

    def flat(self, size: tuple[int, int] = SMALL) -> str:
        """The picture's words without the breaks of lines."""
        return " ".join(self.text(size).split())


@asynccontextmanager
async def drawing(club: Club, language: str = "en", **more: Any) -> AsyncIterator[Drawn]:
    table_session = await seated(club)
    start = Start("join", table_session.code)
    async with session(club, ANNA, start=start, language=language, **more) as anna:
        game = table_screen(anna).game
        assert isinstance(game, VIEW)
        yield Drawn(game)


async def seated(club: Club, seats: int = 3, **options: object) -> TableSession:
    table = TableRules(bots="simple")
    code = await club.create(ANNA, "golden-zero", options, seats, table=table)
    table_session = await club.join(ANNA, code)
    await table_session.start()
    return table_session


SIDE_POTS = {
    "phase": "reine",
    "target_cards": [8, 3, 7],
    "closed": [[8, 4], [8, 9], [8, 6], [6, 2], [0, 3], [8, 0]],
    "open": [[5, 4], [6, 3], [7, 2], [4, 6], [9], [9]],
    "stacks": [400, 400, 0, 0, 0, 300],
    "paid": [60, 60, 60, 20, 40, 60],
    "bets": [0] * 6,
}
MANY_CARDS = {
    "phase": "choix",
    "turn": 0,
    "target_cards": [0, 0, 1, 0, 1, 0, 2, 1, 0, 2, 1, 7],
    "closed": [[1, 7], [2, 9], [4, 4], [10, 10], [0, 3], [5, 6]],
    "open": [[0, 0, 1, 0, 1, 0, 2, 2, 4], [6], [10, 2], [4], [9], [8]],
    "paid": [1000] * 6,
    "stacks": [999_000] * 6,
}


def pictures() -> list[State]:
    """States that are hard to draw."""
    sides = dealt(6, None, **SIDE_POTS)
    bidding = after(sides, Open(20), Call())
    shown = after(bidding, Call(), Stand(), Stand(), Stand())
    assert shown.phase == "result"
    over = dealt(3, phase="over", stacks=[1500, 0, 0], winners=[0], paid=[0, 0, 0])
    few = dealt(2, phase="levee", target_cards=[8, 7], closed=[[1, 2], [3, 4]], open=[[9], [6]])
    return [sides, bidding, shown, dealt(6, None, **MANY_CARDS), over, few]


def answering(**more: Any) -> State:
    """Anna is to answer Cleo's opening of 10."""
    fields = {
        "phase": "levee", "turn": 0, "target_cards": [10, 8], "closed": [[1, 7], [2, 3], [4, 5]],
        "open": [[5], [6], [7]], "stacks": [495, 495, 485], "paid": [5, 5, 15],
        "bets": [0, 0, 10], "button": 1, **more,
    }  # fmt: skip
    return dealt(3, **fields)
