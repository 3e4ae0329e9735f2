"""The slash finds: a table in the lobby, a line on a page."""

from arcade.club.club import Club
from screens.lobby import Lobby
from tests.screens.conftest import ANNA, screen_text, see, session
from tests.snapshots.scenes import FULL_LOBBY


async def test_a_table_is_found_by_typing_and_a_line_of_the_rules_too(club: Club) -> None:
    club.lobby = lambda _: FULL_LOBBY  # type: ignore[method-assign]
    async with session(club, ANNA) as pilot:
        lobby = pilot.app.screen
        assert isinstance(lobby, Lobby)
        await pilot.press("slash", *"zero")
        assert lobby.list.chosen and lobby.list.chosen.code == "BIDUL"
        await pilot.press(*["backspace"] * 4, *"max golden")
        assert lobby.list.chosen.code == "ZUFAJ"
        await pilot.press("enter", "r")
        await see(pilot, "The Golden 21")
        await pilot.press("slash", *"survivor")
        first = screen_text(pilot)
        assert "survivor" in first.lower()
        await pilot.press("enter")
        assert screen_text(pilot) != first
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert pilot.app.screen is lobby and not lobby.prompt.typing
