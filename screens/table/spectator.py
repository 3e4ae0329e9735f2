"""A table as its spectators see it: one rendering for many terminals."""

from typing import Any

from textual.screen import Screen
from textual.timer import Timer

from arcade.club.club import Club
from arcade.club.table_session import TableSession
from screens.app import ArcadeApp
from screens.table.screen import TableScreen

GATHER = 0.5
"""Seconds in which comings and goings are gathered: they come by the hundred."""


class SpectatorApp(ArcadeApp, inherit_bindings=False, inherit_css=False):
    """Shows one table from no seat; it gets no keys."""

    def __init__(self, club: Club, place: TableSession, **appearance: Any) -> None:
        super().__init__(club, place.player, **appearance)
        self.attention.use_title(False)  # the windows are the viewers'
        self.places = [place]

    @property
    def table(self) -> TableScreen | None:
        front = self.screen_stack[-1:]
        return front[0] if front and isinstance(front[0], TableScreen) else None

    def get_default_screen(self) -> Screen[None]:
        return SpectatorScreen(self.places)

    async def arrive(self) -> None:
        """Enter no club: this app is nobody's session."""


class SpectatorScreen(TableScreen):
    """A table that shows arrivals and departures a little later than moves."""

    _gathering: Timer | None = None

    def changed(self) -> None:
        """Show the current table, with a delay if only the people here have changed."""
        if self.place.table().version != self.table.version:
            self._look_now()
        elif self._gathering is None:
            self._gathering = self.set_timer(GATHER, self._look_now)

    def _look_now(self) -> None:
        if self._gathering is not None:
            self._gathering.stop()
            self._gathering = None
        super().changed()
