"""A table as all who watch it see it: one picture, shown to many terminals by who runs the app."""

from textual.screen import Screen
from textual.timer import Timer

from arcade.club.club import Club
from arcade.club.table_session import TableSession
from screens.app import ArcadeApp
from screens.table import TableScreen

GATHER = 0.5
"""Seconds in which comings and goings are gathered: they come by the hundred."""


class PictureApp(ArcadeApp, inherit_bindings=False, inherit_css=False):
    """Shows one table from nobody's place; no key ever reaches it."""

    def __init__(
        self,
        club: Club,
        place: TableSession,
        *,
        language: str,
        palette: str,
        only_ascii: bool,
        animations: bool,
    ) -> None:
        super().__init__(
            club,
            place.player,
            language=language,
            palette=palette,
            only_ascii=only_ascii,
            animations=animations,
        )
        self.attention.use_title(False)  # the windows are the viewers'
        self.places = [place]

    @property
    def table(self) -> TableScreen | None:
        """The table's screen, once it is there."""
        front = self.screen_stack[-1:]
        return front[0] if front and isinstance(front[0], TableScreen) else None

    def get_default_screen(self) -> Screen[None]:
        """Show the table, and never anything else."""
        return PictureScreen(self.places)

    async def arrive(self) -> None:
        """Enter no club: nobody is here by this picture."""


class PictureScreen(TableScreen):
    """A table that shows who comes and goes a little later than what is played."""

    _gathering: Timer | None = None

    def look(self) -> None:
        """Show the table as it is now; where only who is here has changed, soon."""
        if self.place.table().version != self.table.version:
            self._look_now()
        elif self._gathering is None:
            self._gathering = self.set_timer(GATHER, self._look_now)

    def _look_now(self) -> None:
        if self._gathering is not None:
            self._gathering.stop()
            self._gathering = None
        super().look()
