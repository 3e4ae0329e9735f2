"""The games of a small lobby: pictures where there is room, else names in a row."""

import re

import pytest
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.views import LobbyView
from arcade.engine import registry
from screens.games import view_class
from screens.lobby import games_below
from screens.table.screen import TableScreen
from screens.terminal.rows import plain
from tests.people import begin
from tests.screens.conftest import (
    ANNA,
    BEN,
    SIZES,
    row_of,
    screen_text,
    see,
    session,
    table_screen,
    until,
)
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
        await see(anna, f"▸ 1  {NAMES[0]}")
        assert "Lay tiles in lines" in screen_text(anna)  # what the chosen game is
        await anna.press("right")
        await see(anna, f"▸ 2  {NAMES[1]}")


async def test_a_click_on_a_picture_chooses_its_game(club: Club) -> None:
    club.lobby = lambda _: EMPTY_LOBBY  # type: ignore[method-assign]
    async with session(club, ANNA, (100, 30)) as anna:
        lines = screen_text(anna).splitlines()
        high = row_of(lines, "Golden Zero")
        await anna.click(offset=(lines[high].index("Golden Zero") + 3, high + 2))
        await see(anna, "▸ 2  Golden Zero")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", [EMPTY_LOBBY, FULL_LOBBY])
async def test_the_digit_before_a_game_begins_it(
    club: Club, view: LobbyView, size: tuple[int, int]
) -> None:
    club.lobby = lambda _: view  # type: ignore[method-assign]
    async with session(club, ANNA, size) as anna:
        await see(anna, "3  Le 421")
        await anna.press("5")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        assert table_screen(anna).table.game == "trente"


@pytest.mark.parametrize(("size", "view"), [((80, 24), FULL_LOBBY), ((100, 30), crowded())])
async def test_names_in_a_row_stand_equally_far_apart(
    club: Club, size: tuple[int, int], view: LobbyView
) -> None:
    club.lobby = lambda _: view  # type: ignore[method-assign]
    async with session(club, ANNA, size) as anna:
        await see(anna, "Games ──")
        head = next(line for line in screen_text(anna).splitlines() if "Games ──" in line)
        assert head.rstrip().endswith("─ ↑↓ choose   r rules")
        line = next(
            line for line in screen_text(anna).splitlines() if all(n in line for n in NAMES)
        )
        gaps = re.split("|".join(map(re.escape, sorted(NAMES, key=len, reverse=True))), line)
        assert len({len(gap) for gap in gaps[1:-1]}) == 1
        await anna.press("up")
        await see(anna, f"▸ 5  {NAMES[-1]}")


async def test_a_single_game_is_named_by_itself(club: Club) -> None:
    only = registry.first().meta
    async with session(club, ANNA, (80, 24)) as anna:
        rows = games_below.named(anna.app, games_below.Games({1: only}, {1: "A game."}, 1), 76)
        assert [plain(line).strip() for line in rows[2:]] == [f"▸ {only.name}", "A game."]


async def test_the_games_have_pictures_below_a_few_tables(club: Club) -> None:
    club.lobby = lambda _: FULL_LOBBY  # type: ignore[method-assign]
    async with session(club, ANNA, (100, 30)) as anna:
        await see(anna, "TOROM")
        text = screen_text(anna)
        assert all(plain(line).strip() in text for line in view_class("trente").poster())
        assert text.count("Tables") == 1  # one heading for all of them


async def test_a_newcomer_sees_the_games_before_any_sentence(club: Club) -> None:
    club.lobby = lambda _: EMPTY_LOBBY  # type: ignore[method-assign]
    guest, _ = club.accounts.guest()
    async with session(club, guest, (80, 24)) as anna:
        await see(anna, "First time here?")
        text = screen_text(anna)
        assert all(name in text for name in NAMES)
        assert all(plain(line).strip() in text for line in view_class("golden-zero").poster())


async def test_who_is_here_is_named_once(club: Club) -> None:
    """In the heading of the talk; without talk below the list; nowhere by somebody alone."""
    for view, named in ((FULL_LOBBY, 1), (replace(FULL_LOBBY, lines=()), 1), (EMPTY_LOBBY, 0)):
        club.lobby = lambda _, view=view: view  # type: ignore[misc]
        async with session(club, ANNA) as anna:
            await see(anna, "Trente")
            text = screen_text(anna)
            assert text.count("日本語の長い名前, [b]Max[/b]") == named
            assert ("Here now" in text) is (named == 1 and not view.lines)


async def test_ones_own_game_is_drawn_below_its_button(club: Club) -> None:
    table_session, _ = await begin(club, ANNA, BEN)
    own, *others = FULL_LOBBY.tables
    view = replace(FULL_LOBBY, tables=(replace(own, code=table_session.code), *others))
    club.lobby = lambda _: view  # type: ignore[method-assign]
    async with session(club, ANNA) as anna:
        await see(anna, "Enter rolls")
        await anna.press("q", "y")
        await see(anna, "Your seat is waiting")
        await see(anna, "Pot 21.")
        for size in ((80, 24), (100, 30)):
            await anna.resize_terminal(*size)
            await until(anna, lambda size=size: anna.app.size == size)
            await see(anna, "Pot 21.")
            lines = screen_text(anna).splitlines()
            head, drawn, foot, play = (
                row_of(lines, text)
                for text in ("╭─▸ Your seat is waiting", "Pot 21.", "╰──", "Play now   ")
            )
            assert head < drawn < foot < play, "in the frame of its table"
            assert lines[head].rstrip().endswith("your turn · Enter ─╮")


async def test_a_narrow_frame_of_ones_own_table_keeps_its_corners(club: Club) -> None:
    club.lobby = lambda _: FULL_LOBBY  # type: ignore[method-assign]
    for width, named in ((80, True), (60, False), (40, False)):
        async with session(club, ANNA, (width, 24)) as anna:
            await see(anna, "▸ KAFEL  Le 421" if not named else "▸ Your seat is waiting   KAFEL")
            head, *_ = (line for line in screen_text(anna).splitlines() if "╭─▸" in line)
            assert head.endswith("╮") and len(head) == width - 1


async def test_many_tables_have_the_signs_of_their_seats_explained(club: Club) -> None:
    club.lobby = lambda _: crowded()  # type: ignore[method-assign]
    for size in SIZES:
        async with session(club, ANNA, size) as anna:
            await see(anna, "Tables ──")
            lines = screen_text(anna).splitlines()
            at = next(n for n, line in enumerate(lines) if "Tables ──" in line)
            meant = "seats   ● person   ◍ bot   ○ free   ◉ watching"
            assert lines[at].index(meant) == lines[at + 1].index("●"), "above the signs"


async def test_a_table_that_plays_has_no_free_seat(club: Club) -> None:
    club.lobby = lambda _: crowded()  # type: ignore[method-assign]
    async with session(club, ANNA, (100, 30)) as anna:
        await see(anna, "Tables ──")
        lines = screen_text(anna).splitlines()
        assert any("○" in line for line in lines if "waiting" in line)
        assert not any("○" in line for line in lines if "playing" in line)


async def test_a_lobby_too_narrow_for_pictures_lists_the_games(club: Club) -> None:
    club.lobby = lambda _: LobbyView((), ("Anna",))  # type: ignore[method-assign]
    async with session(club, ANNA, (76, 30)) as anna:
        await see(anna, "Get closest to the target")
        lines = screen_text(anna).splitlines()
        listed = [f"{digit} {name} " for digit, name in enumerate(NAMES, 1)]
        assert all(any(line.strip().startswith(name) for line in lines) for name in listed)


@pytest.mark.parametrize("view", [FULL_LOBBY, crowded()])
async def test_below_the_tables_of_a_wide_lobby_the_games_have_no_frames(
    club: Club, view: LobbyView
) -> None:
    club.lobby = lambda _: view  # type: ignore[method-assign]
    async with session(club, ANNA, (160, 45)) as anna:
        await see(anna, "Also here")
        lines = screen_text(anna).splitlines()
        below = lines[next(at for at, line in enumerate(lines) if "Games ──" in line) :]
        assert all(
            any(f"{digit}  {name}" in line for line in below) for digit, name in enumerate(NAMES, 1)
        )
        assert not re.search(r"╭─[ ─]{4}", "".join(below))
        for way in ("r rules", "h tour of the café", "v past games"):
            assert any(way in line for line in below)
        assert "Standing ─" not in screen_text(anna), "among others, only what one has"
        if view == crowded():  # lines: the chosen table, or the first, is shown below all of them
            awake = [row.code for row in view.tables]
            shown = [code for code in awake if any(f"╭─ {code}  " in line for line in lines)]
            assert len(shown) == 1
            await anna.press("down", "down")
            await see(anna, " · Enter ─╮")


async def test_the_cards_of_an_empty_wide_lobby_are_equally_wide_and_the_last_names_other_ways(
    club: Club,
) -> None:
    club.lobby = lambda _: EMPTY_LOBBY  # type: ignore[method-assign]
    async with session(club, ANNA, (160, 45)) as anna:
        await see(anna, "Also here")
        lines = screen_text(anna).splitlines()
        names = "|".join(map(re.escape, NAMES))
        heads = [line for line in lines if re.search(rf"╭─ \d  (?:{names}) ─", line)]
        cards = [len(card) for line in heads for card in re.findall("╭─ .*?─╮", line)]
        assert len(cards) == len(NAMES) + 1
        assert max(cards) - min(cards) <= 1
        for way in ("r rules", "h tour of the café", "v past games"):
            assert any(way in line for line in lines)
