"""A table to show without a club behind it: a state's picture, and what is asked for."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.views import TableView
from screens.table import TableScreen
from tests.screens.conftest import ANNA, session, table_screen, until


class Spot:
    """A place at a table that only writes down what is asked for."""

    code, player = "KZQX", ANNA

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
