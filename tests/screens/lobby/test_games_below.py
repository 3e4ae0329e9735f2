"""The games of a small lobby: pictures where there is room, else names in a row."""

import re

import pytest

from arcade.club.club import Club
from arcade.club.views import LobbyView
from arcade.engine import registry
from screens.games import view_class
from screens.terminal.rows import plain
from tests.screens.conftest import ANNA, screen_text, see, session, until
from tests.snapshots.views import EMPTY_LOBBY, FULL_LOBBY, crowded

NAMES = [game.meta.name for game in registry.games().values()]


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_a_small_lobby_without_tables_shows_a_picture_of_every_game(
    club: Club, size: tuple[int, int]
) -> None:
    club.lobby = lambda _: EMPTY_LOBBY  # type: ignore[method-assign]
    async with session(club, ANNA, size) as anna:
        await anna.press("escape")  # no tour
        await until(anna, lambda: "First time here?" not in screen_text(anna))
        text = screen_text(anna)
        for key, game in registry.games().items():
            assert game.meta.name in text
            for line in view_class(key).poster():
                assert plain(line).strip() in text
        await anna.press("down")
        await see(anna, f"▸ {NAMES[0]}")
        assert "Lay tiles in lines" in screen_text(anna)  # what the chosen game is
        await anna.press("right")
        await see(anna, f"▸ {NAMES[1]}")


async def test_a_click_on_a_picture_chooses_its_game(club: Club) -> None:
    club.lobby = lambda _: EMPTY_LOBBY  # type: ignore[method-assign]
    async with session(club, ANNA, (100, 30)) as anna:
        lines = screen_text(anna).splitlines()
        high = next(n for n, line in enumerate(lines) if "Golden Zero" in line)
        await anna.click(offset=(lines[high].index("Golden Zero") + 3, high + 2))
        await see(anna, "▸ Golden Zero")


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_names_in_a_row_stand_equally_far_apart(club: Club, size: tuple[int, int]) -> None:
    club.lobby = lambda _: FULL_LOBBY  # type: ignore[method-assign]
    async with session(club, ANNA, size) as anna:
        await see(anna, "choose a table or a game")
        line = next(
            line for line in screen_text(anna).splitlines() if all(n in line for n in NAMES)
        )
        gaps = re.split("|".join(map(re.escape, sorted(NAMES, key=len, reverse=True))), line)
        assert len({len(gap) for gap in gaps[1:-1]}) == 1
        await anna.press("up")
        await see(anna, f"▸ {NAMES[-1]}")


async def test_many_tables_have_the_signs_of_their_seats_explained(club: Club) -> None:
    club.lobby = lambda _: crowded()  # type: ignore[method-assign]
    for width, height, sentence in ((80, 24, "◍ bot"), (100, 30, "◍ bot   ○ free   ◉ watching")):
        async with session(club, ANNA, (width, height)) as anna:
            await see(anna, "people")
            head = next(line for line in screen_text(anna).splitlines() if "seats" in line)
            assert head.rstrip().endswith(sentence)


async def test_a_lobby_too_narrow_for_pictures_lists_the_games(club: Club) -> None:
    club.lobby = lambda _: LobbyView((), ("Anna",))  # type: ignore[method-assign]
    async with session(club, ANNA, (76, 30)) as anna:
        await see(anna, "Get closest to the target")
        lines = screen_text(anna).splitlines()
        assert all(any(line.strip().startswith(name) for line in lines) for name in NAMES)
