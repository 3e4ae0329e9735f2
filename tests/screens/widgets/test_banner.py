"""A name in large letters."""

from collections.abc import Callable

import pytest

from arcade.club.club import Club
from screens.table.pass_the_keyboard import PassTheKeyboard
from screens.widgets.banner import banner, high_banner, low_banner
from tests.screens.conftest import ANNA, row_of, screen_text, session
from tests.snapshots.played import played


def test_a_name_has_large_letters_where_all_are_known_and_have_room() -> None:
    accent, *letters = banner("Zoé", 80)
    assert accent.rstrip() == " " * 18 + "▄▄▀▀" and letters == banner("ZOE", 80)
    assert len(banner("Zoe", 80)) == 5
    assert {len(line) for line in banner("Anna", 80)} == {2 * 6 + 2 * 8 + 3 * 2}
    assert banner("日本", 80) == [] and banner("Anna", 20) == [] and banner("", 80) == []


def test_low_letters_are_half_as_large() -> None:
    assert low_banner("Zoé wins", 40) == [
        "         ▄▀" + 21 * " ",
        "▀▀█ █▀█ █▀▀   █   █ ▀█▀ █▄ █ █▀▀",
        "▄▀  █ █ █▀    █ █ █  █  █▀██ ▀▀█",
        "▀▀▀ ▀▀▀ ▀▀▀    ▀ ▀  ▀▀▀ ▀  ▀ ▀▀▀",
    ]
    assert low_banner("è", 20)[0] == "▀▄ " and low_banner("ê", 20)[0] == "▄▀▄"
    assert low_banner("Zoé wins", 20) == low_banner("日本", 80) == []


def test_high_letters_are_twice_as_large() -> None:
    accent, *letters = high_banner("Zoé", 160)
    assert accent.rstrip() == " " * 36 + "▄▄▄▄▀▀▀▀"
    assert letters[::2] == letters[1::2]
    assert [line.replace("██", "█").replace("  ", " ") for line in letters[::2]] == banner(
        "Zoe", 80
    )
    assert high_banner("Anna", 40) == high_banner("日本", 160) == []


@pytest.mark.parametrize(("size", "letters"), [((80, 24), banner), ((160, 45), high_banner)])
async def test_who_gets_the_keyboard_reads_the_name_from_afar(
    club: Club, size: tuple[int, int], letters: Callable[[str, int], list[str]]
) -> None:
    replay = played("golden-zero")
    async with session(club, ANNA, size) as anna:
        await anna.app.push_screen(PassTheKeyboard(replay.view(len(replay.steps) // 2, None), 0))
        await anna.pause()
        rows = screen_text(anna).splitlines()
    first = row_of(rows, letters("Anna", 156)[0])
    for line, drawn in zip(rows[first:], letters("Anna", 156), strict=False):
        assert drawn in line
