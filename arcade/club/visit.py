"""One interactive session of a person, as the club knows it."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from arcade.club.views import Notice
from arcade.engine.news import News
from arcade.players.player import Player

if TYPE_CHECKING:
    from arcade.club.club import Club


class Visit:
    """From coming in to leaving; told of every change of the lobby."""

    def __init__(
        self,
        club: "Club",
        player: Player,
        ended: Callable[[News], None],
        hear: Callable[[Notice], None],
    ) -> None:
        self.player = player
        self.ended = ended
        self.hear = hear
        self._club = club
        self._began = asyncio.get_running_loop().time()
        self._listeners: list[Callable[[], None]] = []

    @property
    def age(self) -> float:
        """For how many seconds it has been."""
        return asyncio.get_running_loop().time() - self._began

    def rename(self, player: Player) -> None:
        """Go on under the name that has just been chosen."""
        self.player = player
        self._club.workers.changed()

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Have `changed` called after changes of the lobby; give back what stops it."""
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed) if changed in self._listeners else None

    @property
    def listens(self) -> bool:
        """Whether anybody is to be told: nobody is, while the lobby is not in front."""
        return bool(self._listeners)

    def tell(self) -> None:
        """Call the listeners; by the club."""
        for changed in tuple(self._listeners):
            changed()

    def leave(self) -> None:
        """End the visit, also when the line is broken."""
        self._listeners.clear()
        self._club.leave(self)
