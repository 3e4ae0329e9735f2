"""The daily deals on the screen: d in the lobby, Enter plays, results come."""

import pytest

from arcade.club.club import Club
from arcade.engine.codec import plain
from screens.lobby.screen import Lobby
from screens.pages.daily import DailyScreen
from tests.screens.conftest import ANNA, BEN, SIZES, screen_text, see, session, table_screen, until


@pytest.mark.parametrize("size", SIZES)
async def test_a_deal_from_the_lobby_to_its_result(club: Club, size: tuple[int, int]) -> None:
    async with session(club, ANNA, size) as anna:
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
        await anna.press("d")
        await until(anna, lambda: isinstance(anna.app.screen, DailyScreen))
        for text in ("Le 421", "Golden Zero", "to play", "Today", "Yesterday", "Nobody"):
            await see(anna, text)
        screen = anna.app.screen
        assert isinstance(screen, DailyScreen)
        at = [table.game for table in screen.today].index("421")
        await anna.press(*["down"] * at, "enter")
        await until(anna, lambda: table_screen(anna).table.fair.now.day)
        await see(anna, "daily deal")
        assert "invite" not in screen_text(anna)
        place = table_screen(anna).place
        while place.host.room.phase == "playing":
            room = place.host.room
            if 0 in room.to_act():
                await place.act(plain(room.rules.default(room.state, 0)))
            else:
                await anna.pause(0.005)
        await until(anna, lambda: club.daily.results("421", player=ANNA).state == "done")
        await anna.press("escape")
        await until(anna, lambda: isinstance(anna.app.screen, DailyScreen | Lobby))
        if isinstance(anna.app.screen, Lobby):
            await anna.press("d")
        await see(anna, "played, place 1")
        await anna.press("escape")
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
    async with session(club, BEN, size) as ben:
        await until(ben, lambda: isinstance(ben.app.screen, Lobby))
        await ben.press("d", *["down"] * at)
        await see(ben, "Anna")
        assert all(len(line) <= size[0] for line in screen_text(ben).splitlines())
