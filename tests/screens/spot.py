"""A table to show without a club behind it: a state's picture, and what is asked for."""

from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.geometry import Size
from textual.pilot import Pilot
from textual.widgets import Static

from arcade.club.club import Club
from arcade.club.views import SeatLine, TableView
from arcade.engine.game import Game
from screens.games.messages import Act, Settled
from screens.games.view import GameView
from screens.table.screen import TableScreen
from screens.terminal.rows import plain
from tests.screens.conftest import ANNA, SIZES, session, table_screen, until


def picture_of(
    game: Game,
    state: Any,
    seat: int | None,
    names: Sequence[str],
    version: int = 1,
    people: int = 99,
) -> TableView:
    """Build a state's picture as the club would, for seats of these names; people sit first."""
    seats = tuple(
        SeatLine(number, name, "person" if number < people else "bot", yours=number == seat)
        for number, name in enumerate(names)
    )
    return TableView(
        code="KZQX",
        game=game.meta.key,
        options={},
        phase="over" if game.outcome(state) else "playing",
        version=version,
        seats=seats,
        seat=seat,
        view=game.view(state, seat),
        offers=() if seat is None else game.legal(state, seat),
        to_act=game.to_act(state),
        outcome=game.outcome(state),
    )


class Alone(App[None]):
    """A stock app with one game's view, and a stock widget below it."""

    def __init__(self, view: GameView[Any]) -> None:
        super().__init__()
        self.view = view
        self.posted: list[Act | Settled] = []

    def compose(self) -> ComposeResult:
        yield self.view
        yield Static("below", id="below")

    def on_act(self, event: Act) -> None:
        self.posted.append(event)

    def on_settled(self, event: Settled) -> None:
        self.posted.append(event)


class Spot:
    """A place at a table that only writes down what is asked for."""

    code, player, lent = "KZQX", ANNA, False

    def __init__(self, table: TableView) -> None:
        self.shown = table
        self.asked: list[Mapping[str, Any]] = []
        self._changed: list[Callable[[], None]] = []

    def table(self) -> TableView:
        return self.shown

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        self._changed.append(changed)
        return lambda: self._changed.remove(changed)

    def show(self, table: TableView) -> None:
        self.shown = table
        for changed in self._changed:
            changed()

    def detach(self) -> None:
        pass

    async def act(self, action: Mapping[str, Any], version: int | None = None) -> None:
        self.asked.append(action)


@asynccontextmanager
async def shown(
    club: Club, table: TableView, size: tuple[int, int] = (80, 24), **more: Any
) -> AsyncIterator[tuple[Pilot[str], Spot]]:
    """Show one table to Anna."""
    async with session(club, ANNA, size, **more) as pilot:
        spot = Spot(table)
        await pilot.app.push_screen(TableScreen([spot]))  # type: ignore[list-item]
        await pilot.pause()
        yield pilot, spot


async def show(pilot: Pilot[str], spot: Spot, table: TableView) -> None:
    spot.show(table)
    await until(pilot, lambda: table_screen(pilot).table is table)
    await pilot.pause()


def press(pilot: Pilot[str], *pressed: str) -> None:
    """Have the game's view do what these keys of its own do."""
    screen = table_screen(pilot)
    for key in pressed:
        screen.game.perform(
            next(action.name for action in screen.game.actions() if key in action.keys)
        )
        act = screen.game.take_act()
        screen.call_later(*((screen.renew,) if act is None else (screen.submit, act)))


def pictures(pilot: Pilot[str]) -> Iterator[list[str]]:
    """Yield the game's picture in terminals of all three sizes, each checked to fit its pane."""
    screen = table_screen(pilot)
    with pilot.app._context():
        for size in SIZES:
            pane = screen.regions(Size(*size))[screen.game]
            lines = [plain(line) for line in screen.game.draw(pane.size)]
            assert len(lines) <= pane.height, "\n".join(lines)
            assert max(map(cell_len, lines)) <= pane.width, "\n".join(lines)
            yield lines
