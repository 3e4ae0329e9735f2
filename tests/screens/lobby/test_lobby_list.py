"""The lobby's list: games in sight below many tables, and each game as a small picture."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.speech.read_aloud import tally
from arcade.club.views import LobbyView
from arcade.engine import registry
from arcade.engine.game import Game
from arcade.rooms.clocks import now
from screens.games import view_class
from screens.games.view import PLACARD, THUMBNAIL
from screens.lobby.cards import state_rows
from screens.lobby.screen import Lobby
from screens.lobby.table_list import ENDING
from screens.replay.screen import ReplayScreen
from screens.table.screen import TableScreen
from screens.terminal.rows import minus, plain, row_width
from tests.club.standings.test_standing import SHORT, play
from tests.laws.tables import Table, trace
from tests.people import sit_down
from tests.registered import registered
from tests.screens.conftest import (
    ANNA,
    BEN,
    CLEO,
    SIZES,
    row_of,
    screen_text,
    see,
    session,
    table_screen,
    until,
)
from tests.snapshots.played import PEOPLE, played, table_of
from tests.snapshots.views import FULL_LOBBY, TOLD


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("tables", [0, 1, 4, 40])
async def test_every_game_is_in_sight(club: Club, size: tuple[int, int], tables: int) -> None:
    (table, *_) = FULL_LOBBY.tables
    rows = tuple(replace(table, code=f"KA{n:03}", yours=n == 0) for n in range(tables))
    club.lobby = lambda _: LobbyView(rows, ("Anna",), FULL_LOBBY.lines)  # type: ignore[method-assign]
    async with session(club, ANNA, size) as anna:
        await see(anna, "Play now")
        lines = screen_text(anna).splitlines()
        heads = (at for at, line in enumerate(lines) if " Games " in line)
        below = next(heads, 0)  # without tables each game is a card of its own
        names = [game.meta.name for game in registry.games().values()]
        assert all(any(name in line for line in lines[below:]) for name in names)
        assert sum("KA0" in line for line in lines) >= min(tables, 4)


async def test_games_side_by_side_are_chosen_by_arrows_and_by_clicks(club: Club) -> None:
    club.lobby = lambda _: FULL_LOBBY  # type: ignore[method-assign]
    async with session(club, ANNA) as anna:
        lobby = anna.app.screen
        assert isinstance(lobby, Lobby)
        lobby.list.choose(lobby.list.entries.index("game golden-zero"))
        lobby.renew()
        await see(anna, "Get closest to the target, and bet on it.")
        await anna.press("right")
        await see(anna, "Three dice and a pot")
        assert "closest" not in screen_text(anna)
        lines = screen_text(anna).splitlines()
        at = next(at for at, line in enumerate(lines) if "Golden Zero" in line and "Trente" in line)
        names = lines[at][lines[at].index("21") : lines[at].index("Trente") + 6].replace("▸", " ")
        gaps = [len(gap) for gap in re.findall(r"(?<=\w)( +)\d  (?=\w)", names)]
        assert len(gaps) == 4 and len({*gaps}) == 1, "the names are equally far from each other"
        assert lines[at - 1].rstrip().endswith("r rules")
        x = lines[at].index("Trente")
        for _ in range(2):
            await anna.click(offset=(x, at))
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        assert table_screen(anna).table.game == "trente"


def drawn(game: Game, view: Any) -> list[str]:
    return [plain(line).rstrip() for line in view_class(game.meta.key).thumbnail(view)]


@pytest.mark.parametrize("key", registered())
def test_a_small_picture_fits_and_shows_nobody_more_than_a_watcher(key: str) -> None:
    game = registered()[key]
    for seats in {game.meta.best_seats, game.meta.seats[1]}:
        for state in trace(Table(key, seats)).sample(30):
            public = view_class(key).thumbnail(game.view(state, None))
            assert len(public) <= 3 and all(row_width(line) <= THUMBNAIL for line in public)
            for seat in range(seats):
                assert view_class(key).thumbnail(game.view(state, seat)) == public


@pytest.mark.parametrize("key", registered())
def test_a_game_has_a_large_picture_for_pages(key: str) -> None:
    large = view_class(key).placard()
    assert len(large) == 7 and max(map(row_width, large)) <= PLACARD


@pytest.mark.parametrize(
    ("key", "shown"),
    {
        "421": ("│ 1 │ │ 1 │ │ 1 │",),
        "trente": (" 6   6   6   5   5   4", "██████████···· 23 ▸ 30"),
        "golden21": ("██ ██ ▁▁", "■  ♥  ♣"),
        "golden-zero": ("│ 0 │ │ 9 │ │ 6 │", "= 15", "● 45"),
        "vingt-et-un": ("░5", "■5", "♥1"),
    }.items(),
)
def test_a_small_picture_shows_what_lies_on_the_table(key: str, shown: tuple[str, ...]) -> None:
    replay = played(key, most=TOLD[key])
    lines = drawn(registered()[key], table_of(replay, len(replay.steps) - 1).view)
    assert all(any(change in line for line in lines) for change in shown), lines


def test_every_seat_is_named_beside_the_small_picture() -> None:
    replay = played("golden21", PEOPLE[:5], most=9)
    lines = state_rows(Words(), table_of(replay, len(replay.steps) - 1), 90_000, 68)
    text = " ".join(map(plain, lines))
    assert len(lines) == 3 and all(row_width(line) <= 68 for line in lines)
    assert all(name in text for name in (*PEOPLE[:5], "(1 min)", "Year 1 of 5."))


@pytest.mark.parametrize("key", registered())
def test_what_each_seat_has_stands_beside_its_name_and_in_no_sentence(key: str) -> None:
    replay = played(key, most=TOLD[key])
    table = table_of(replay, len(replay.steps) - 1)
    unit, counts = tally(Words(), table)
    first, *others = map(plain, state_rows(Words(), table, 0, 90))
    assert first[THUMBNAIL + 2 :].startswith(unit)
    assert len(counts) == len(table.seats)
    for seat, count in zip(table.seats, counts, strict=True):
        assert f"{seat.name} {minus(count)}" in first
    assert not any(f"{unit.capitalize()}: " in line for line in others)


async def test_a_lobby_with_rows_left_shows_another_game_before_anybody_chooses_it(
    club: Club,
) -> None:
    club.lobby = lambda _: FULL_LOBBY  # type: ignore[method-assign]
    other = played("golden21", PEOPLE[:5], most=9)
    replays = {"KAFEL": played("421", most=TOLD["421"]), "ZUFAJ": other}
    seen = {code: table_of(replay, len(replay.steps) - 1) for code, replay in replays.items()}
    club.tables.glance = lambda code, _: (seen[code], 0)  # type: ignore[method-assign]
    for size, shown in (((100, 45), True), (SIZES[1], False), (SIZES[0], False)):
        async with session(club, ANNA, size) as anna:
            await see(anna, "KAFEL")
            lines = screen_text(anna).splitlines()
            at = row_of(lines, "ZUFAJ")
            assert lines[at + 1].startswith("   ╭─ ZUFAJ ─") is shown, "a frame of its table"
            assert all(line.startswith("   │ ") for line in lines[at + 2 : at + 5]) is shown
            assert lines[at + 5].startswith("   ╰──") is shown
            assert ("Year 1 of 5." in screen_text(anna)) is shown
            explained = "Three dice and a pot" in screen_text(anna)
            assert explained is (size[1] > 24), "what a game is goes before how a table stands"
    own, _, running, *_ = FULL_LOBBY.tables
    later = replace(running, code="NIBES")
    seen["NIBES"] = seen["ZUFAJ"]
    club.lobby = lambda _: replace(FULL_LOBBY, tables=(own, running, later))  # type: ignore[method-assign]
    async with session(club, ANNA, (100, 45)) as anna:
        for code, presses in (("ZUFAJ", ()), ("NIBES", ["down"] * 3)):
            await anna.press(*presses)
            await see(anna, "Enter watch" if presses else code)
            lines = screen_text(anna).splitlines()
            at = row_of(lines, code)
            assert lines[at + 1].startswith(f"   ╭─ {code} ─"), "below the line of its table"
            assert all(line.startswith("   │ ") for line in lines[at + 2 : at + 5])


async def test_the_small_picture_waits_while_a_finished_round_lies_on_the_table(club: Club) -> None:
    (row, *_) = FULL_LOBBY.tables
    club.lobby = lambda _: LobbyView((row,), ("Anna",))  # type: ignore[method-assign]
    replay = played("421", most=TOLD["421"])
    before, after = (table_of(replay, len(replay.steps) - at) for at in (8, 1))
    seen = [before]
    club.tables.glance = lambda *_: (seen[-1], 0)  # type: ignore[method-assign]
    pictures = [drawn(registered()["421"], table.view)[1] for table in (before, after)]
    assert pictures[0] != pictures[1]
    async with session(club, ANNA, SIZES[-1]) as anna:
        lobby = anna.app.screen
        assert isinstance(lobby, Lobby)
        await see(anna, pictures[0])
        seen.append(replace(after, shown_until=now() + 60_000))
        lobby._tick()
        await anna.pause()
        assert pictures[0] in screen_text(anna) and pictures[1] not in screen_text(anna)
        seen.append(after)
        lobby._tick()
        await see(anna, pictures[1])


async def test_a_wide_lobby_tells_how_games_ended_and_enter_shows_one_again(club: Club) -> None:
    anna, ben = await sit_down(club, ANNA, BEN, options=SHORT)
    await play(anna, ben)
    async with session(club, CLEO, (120, 35)) as cleo:
        lobby = cleo.app.screen
        assert isinstance(lobby, Lobby)
        await see(cleo, "Tonight")
        (won,) = club.feed.endings
        await see(cleo, Words().say(won.text))
        at = row_of(lobby.list.entries, ENDING, begins=True)
        lobby.list.choose(at)
        lobby.renew()
        await cleo.press("enter")
        await until(cleo, lambda: isinstance(cleo.app.screen, ReplayScreen))
    async with session(club, CLEO) as cleo:
        await see(cleo, "1 finished table")
        assert "Tonight" not in screen_text(cleo)  # a small terminal is quiet


async def test_an_empty_lobby_names_the_keys_that_a_person_chose(club: Club) -> None:
    await club.accounts.choose_letters(ANNA, {"new": "z", "play": "k", "daily": "x"})
    async with session(club, ANNA) as anna:
        await see(anna, " \xa0z")
        assert "  x  Today's deal" in screen_text(anna)
        await anna.press("escape", *["down"] * 2)
        await see(anna, "Play now   Le 421, with bots")
        button = next(line for line in screen_text(anna).splitlines() if "Play now   " in line)
        assert button.split()[:2] == ["│", "k"]


@pytest.mark.parametrize("size", SIZES)
async def test_ones_own_table_comes_before_play_now(club: Club, size: tuple[int, int]) -> None:
    (table, *_) = FULL_LOBBY.tables
    assert table.yours
    club.lobby = lambda _: FULL_LOBBY  # type: ignore[method-assign]
    async with session(club, ANNA, size) as anna:
        await see(anna, f"▸ {'Your seat is waiting   ' if size[0] < 120 else ''}{table.code}")
        lines = screen_text(anna).splitlines()
        own, button = (row_of(lines, text) for text in (table.code, "Play now"))
        assert own < button
        lobby = anna.app.screen
        assert isinstance(lobby, Lobby)
        assert lobby.list.chosen == table
        await anna.press("down")
        await until(anna, lambda: lobby.list.chosen_text == "Play now")
        assert sum(table.code in line for line in screen_text(anna).splitlines()) == 1
