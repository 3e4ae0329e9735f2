"""One recorded game on one's own terminal: `arcade replay FILE`."""

from textual.screen import Screen

from arcade.club.replays.curve import Curves
from arcade.club.replays.replay import Replay
from arcade.players.player import Player
from arcade.rooms.bots.pool import BotPool
from screens.local import OwnTerminalApp
from screens.replay.screen import ReplayScreen


class OnlyReplay(ReplayScreen):
    """A replay without a screen to return to."""

    plays_on = False

    def do_back(self) -> None:
        self.app.exit()


class ReplayApp(OwnTerminalApp):
    """Shows one game."""

    def __init__(self, replay: Replay, *, language: str | None = None) -> None:
        super().__init__(Player("", ""), language)
        self._replay = replay
        self._bots = BotPool()

    def get_default_screen(self) -> Screen[None]:
        return OnlyReplay(self._replay, self._bots.advise, curves=Curves(self._bots.chances))

    async def arrive(self) -> None:
        """Do nothing: the game is already shown."""

    async def close_house(self) -> None:
        await self._bots.close()


def main(replay: Replay) -> None:
    ReplayApp(replay).run()
