"""A table as its spectators see it: one rendering for many terminals."""

from contextvars import copy_context
from functools import cached_property
from typing import Any

from textual.screen import Screen

from arcade.club.club import Club
from arcade.club.table_session import TableSession
from arcade.tasks import Coalescer
from screens.app import ArcadeApp
from screens.table.screen import TableScreen

GATHER = 0.5
"""Seconds in which comings and goings are gathered: they come by the hundred."""


class SpectatorApp(ArcadeApp, inherit_bindings=False, inherit_css=False):
    """Shows one table from no seat; it gets no keys.

    It offers keys to spectators who have some of their own, and names none to others.
    """

    def __init__(
        self, club: Club, session: TableSession, offers_keys: bool = True, **appearance: Any
    ) -> None:
        super().__init__(club, session.player, **appearance)
        self._offers_keys = offers_keys
        self.in_browser = self.touch = not offers_keys
        self.attention.use_title(False)  # the windows are the viewers'
        self.table_sessions = [session]

    @property
    def table(self) -> TableScreen | None:
        front = self.screen_stack[-1:]
        return front[0] if front and isinstance(front[0], TableScreen) else None

    def get_default_screen(self) -> Screen[None]:
        return SpectatorScreen(self.table_sessions, self._offers_keys)

    async def arrive(self) -> None:
        """Enter no club: this app is nobody's session."""


class SpectatorScreen(TableScreen):
    """A table that shows arrivals and departures a little later than moves."""

    def __init__(self, sessions: list[TableSession], offers_keys: bool) -> None:
        super().__init__(sessions)
        self._offers_keys = offers_keys
        self.top.invites = offers_keys  # a page has links of its own

    def renew(self) -> None:
        super().renew()
        if not self._offers_keys:
            self.footer.offer(())

    def bars(self) -> None:
        super().bars()
        if not self._offers_keys and not self.status.second():
            self.prompt.label("")

    @cached_property
    def _gathering(self) -> Coalescer:
        return Coalescer(self._look_now, GATHER, context=copy_context())

    def changed(self) -> None:
        """Show the current table, with a delay if only the people here have changed."""
        if self.table_session.table().version != self.table.version:
            self._look_now()
        else:
            self._gathering.begin()

    def _look_now(self) -> None:
        self._gathering.stop()
        if self.is_attached:
            super().changed()

    def on_unmount(self) -> None:
        self._gathering.close()
