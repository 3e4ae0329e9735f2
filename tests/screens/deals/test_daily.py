"""The daily deals on the screen: d in the lobby, Enter plays, results come."""

import re
from typing import Any

import pytest
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.deals.daily import DailyRow, DailyTable
from arcade.club.deals.league import League
from arcade.club.i18n.words import Words
from arcade.club.speech.daily import place_text, share_text
from arcade.club.start import Start
from arcade.engine import registry
from arcade.engine.codec import plain
from arcade.players.player import Player
from screens.deals.daily import DailyScreen
from screens.deals.duels import DuelsScreen
from screens.deals.league import LeaguePage
from screens.lobby.screen import Lobby
from screens.replay.screen import ReplayScreen
from tests.people import play
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
from tests.snapshots import deals

pytestmark = pytest.mark.usefixtures("noon")


async def test_a_deal_from_the_lobby_to_its_result(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
        await anna.press("d")
        await until(anna, lambda: isinstance(anna.app.screen, DailyScreen))
        for text in (
            "Le 421",
            "Golden Zero",
            "Three dice and a pot",
            "Nobody has finished a",
            "deal yet: be the first.",
            "Your best 5 days count,",
        ):
            await see(anna, text)
        await anna.press("down", "down")
        assert screen_text(anna).count("Three dice and a pot") == 1, "the card says something else"
        await anna.press("up", "up")
        screen = anna.app.screen
        assert isinstance(screen, DailyScreen)
        at = [table.game for table in screen.today].index("421")
        await anna.press(*["down"] * at, "enter")
        await until(anna, lambda: table_screen(anna).table.fair.now.day)
        await see(anna, "daily deal")
        assert "invite" not in screen_text(anna)
        table_session = table_screen(anna).table_session
        while table_session.host.room.phase == "playing":
            room = table_session.host.room
            if 0 in room.to_act():
                await table_session.act(plain(room.rules.default(room.state, 0)))
            else:
                await anna.pause(0.005)
        await until(anna, lambda: club.daily.results("421", player=ANNA).state == "done")
        await see(anna, "d next deal")
        await see(anna, "This was today's deal: 1st of 1 so far")
        assert "rematch" not in screen_text(anna)
        await anna.press("d")
        await until(anna, lambda: table_screen(anna).table.code != table_session.code)
        assert table_screen(anna).table.daily, "the next deal of today, at once"
        anna.app.navigator.leave_table(table_screen(anna).seated)
        await until(anna, lambda: isinstance(anna.app.screen, DailyScreen))
        await see(anna, "1st of 1")
        own = next(line for line in screen_text(anna).splitlines() if line.endswith(" 1st of 1"))
        assert own.strip(" ▸").startswith("Le 421 "), "no bar: nobody else to be ahead of"


async def played_421(club: Club) -> int:
    """Have Anna play the deal of 421; return its line in the list of deals."""
    await play(await club.play_daily(ANNA, "421"))
    await club.daily.settle()
    return [table.game for table in club.daily.all(ANNA)].index("421")


async def last_days(pilot: Pilot[str]) -> list[str]:
    """Return the letters of the person's last days, and their signs below."""
    await see(pilot, "7 days")
    lines = screen_text(pilot).splitlines()
    at = row_of(lines, "7 days")
    letters = lines[at].split("7 days")[1].split("│")[0].split()
    return [" ".join(letters), " ".join(lines[at + 1].split("│")[1].split()[:7])]


async def test_a_result_is_shared_and_its_day_named(club: Club) -> None:
    at = await played_421(club)
    async with session(club, ANNA) as anna:
        await anna.press("d", "home", *["down"] * at)
        await see(anna, "c copy")  # what one may tell others
        await anna.press("c")
        assert anna.app.clipboard == share_text(Words("en"), club, ANNA)
        await see(anna, "Copied")
        await anna.press("w")
        await see(anna, "★ Leading this week: Anna, 50 points")
        await see(anna, "Your days")
        league = screen_text(anna)
        assert re.search(r"1  Anna +50 .* 50 ★", league), "the sum, and a star for the game"
        heads = next(line for line in league.splitlines() if "points  " in line)
        assert all(game.meta.name in heads for game in registry.games().values()), "whole names"
        assert re.search(r"1  Anna +50  (· +){2}50 ★", league), "the place in each game"
        days = league[league.index("Your days") :]
        assert re.search(r"( {3,}|^)MTWTFSS +(?=M)", days, re.MULTILINE), "days below each game"
        await see(anna, "A day brings 100 points for beating everybody")
        await anna.press("escape", "z", *"paris", "enter")
        await see(anna, "(Europe/Paris)")
        assert club.accounts.zone(ANNA) == "Europe/Paris"
        won = club.daily.results("421", player=ANNA).rows[0].rank == 1
        letters, signs = await last_days(anna)
        assert letters == "M T W T F S S", "noon is on a Sunday"
        assert signs == "· · · · · · " + ("★" if won else "●")


async def test_the_card_of_a_deal_shares_the_results_of_the_day(club: Club) -> None:
    table_session = await club.play_daily(ANNA, "421")
    await play(table_session)
    await club.daily.settle()
    async with session(club, ANNA, (80, 24), start=Start("join", table_session.code)) as anna:
        await see(anna, "c share")
        await anna.press("c")
        await see(anna, "Copied, if your terminal lets programs copy: paste it anywhere.")
        assert anna.app.clipboard == share_text(Words("en"), club, ANNA)


async def test_a_played_deal_is_looked_back_at_at_every_size(club: Club) -> None:
    at = await played_421(club)
    async with session(club, ANNA) as anna:
        await anna.press("d")
        await until(anna, lambda: isinstance(anna.app.screen, DailyScreen))
        await anna.press("home", *["down"] * at)
        await see(anna, "Enter look back")
        await anna.press("enter")
        await until(anna, lambda: isinstance(anna.app.screen, ReplayScreen))
        await anna.press("escape")
        await until(anna, lambda: isinstance(anna.app.screen, DailyScreen))
        await anna.press("escape")
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
    for size in SIZES:
        async with session(club, ANNA, size) as anna:
            await until(anna, lambda anna=anna: isinstance(anna.app.screen, Lobby))
            await anna.press("d", "home", *["down"] * at)
            for text in ("Golden Zero", "to play", "Today", "1st of 1", "Enter look back"):
                await see(anna, text)
        async with session(club, BEN, size) as ben:
            await until(ben, lambda ben=ben: isinstance(ben.app.screen, Lobby))
            await ben.press("d", *["down"] * at)
            await see(ben, "Anna")
            assert all(len(line) <= size[0] for line in screen_text(ben).splitlines())


async def test_unplayed_deals_are_cards_as_large_as_a_terminal_has_room_for(club: Club) -> None:
    for size, cards, rows in ((SIZES[1], 6, 10), (SIZES[2], 6, 15)):
        async with session(club, ANNA, size) as anna:
            await anna.press("d")
            await see(anna, "be the first.")
            lines = screen_text(anna).splitlines()
            ends = [at for at, line in enumerate(lines) for _ in re.findall("╰─{20,}╯", line)]
            assert len(ends) == cards
            assert ends[-1] - ends[0] == rows + 2


async def test_what_is_still_to_play_is_said_of_each_game_once(club: Club) -> None:
    await played_421(club)
    async with session(club, ANNA, SIZES[2]) as anna:
        await anna.press("d")
        await see(anna, "Today you are 1st of 1; 4 deals are still to play.")
        assert screen_text(anna).count("to play") == 1 + 4, "above, and on four cards"


async def test_a_deal_under_way_is_continued_not_played_anew(club: Club) -> None:
    at = [table.game for table in club.daily.all(ANNA)].index("trente")
    (await club.play_daily(ANNA, "trente")).detach()
    async with session(club, ANNA) as anna:
        await anna.press("d", "home", *["down"] * at)
        await see(anna, "under way")
        await see(anna, "Enter continue it")
        await anna.press("home")
        await see(anna, "Enter play it")


async def test_the_best_of_all_games_have_a_card_with_bars(club: Club) -> None:
    def dealt(key: str, *names: str) -> DailyTable:
        rows = [
            DailyRow(n, name, False, n, 50 - n, "KAFEL", beaten=len(names) - n)
            for n, name in enumerate(names, 1)
        ]
        return DailyTable(key, key, "2026-11-22", "new", tuple(rows), 0, people=len(rows))

    tables = dealt("421", "Eve", "Bo", "Anna"), dealt("trente", "Bo", "Eve"), dealt("golden21")
    club.daily.all = lambda *_: tables  # type: ignore[method-assign]
    club.daily.ranks = lambda *_: (*[0] * 29, 1)  # type: ignore[method-assign]
    for size in SIZES[1:]:
        async with session(club, ANNA, size) as anna:
            await anna.press("d")
            await see(anna, "others beaten")
            lines = screen_text(anna).splitlines()
            at = row_of(lines, "others beaten")
            shown = [line.strip(" │").split() for line in lines[at + 1 : at + 4]]
            assert [(text[0], text[1], text[-1]) for text in shown] == [
                ("1", "Bo", "2"),
                ("1", "Eve", "2"),
                ("3", "Anna", "0"),
            ]
            bars = [next(text for text in line if "▆" in text) for line in shown[:2]]
            assert [*map(len, bars)] == [8 if size == SIZES[1] else 20] * 2
            cards = next(line for line in lines if "49" in line).strip(" │").split("│")
            results = [" ".join(card.replace("▆", "").split()) for card in cards if card.strip()]
            assert results == ["1 Eve 49 ★", "1 Bo 49 ★", "Nobody has finished it yet."]
            assert "48 2nd" in " ".join(screen_text(anna).split()), "the rank at the table"
            assert "Yesterday ─" in screen_text(anna)


async def test_more_results_than_a_card_lists_are_a_list(club: Club) -> None:
    rows = tuple(
        DailyRow(n, f"Player {n}", n == 9, n, 50 - n, "KAFEL", n == 9, 9 - n) for n in range(1, 10)
    )
    table = DailyTable("421", "Le 421", "2026-11-22", "done", rows, 0, people=9)
    club.daily.all = lambda *_: (table,) * 5  # type: ignore[method-assign]
    for size in SIZES[1:]:
        async with session(club, ANNA, size) as anna:
            await anna.press("d")
            await see(anna, "9th of 9")
            text = screen_text(anna)
            assert all(f"Player {n} " in text for n in range(1, 9))


async def test_who_is_next_in_a_deal_is_challenged_by_one_key_and_once(club: Club) -> None:
    await club.choose_name(Player(BEN.id, ""), BEN.name)
    for player in (BEN, ANNA):
        await play(await club.play_daily(player, "421"))
    await club.daily.settle()
    async with session(club, ANNA) as anna:
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
        await anna.press("d")
        await until(anna, lambda: isinstance(anna.app.screen, DailyScreen))
        at = list(registry.games()).index("421")
        await anna.press("home", *["down"] * at)
        await see(anna, "u duel Ben")
        for _ in range(2):
            await anna.press("u")
            await until(anna, lambda: isinstance(anna.app.screen, DuelsScreen))
            await see(anna, "Ben")
            (duel,) = club.duels.of(BEN)
            assert (duel.by, duel.game, duel.challenged) == ("Anna", "421", True)
            await anna.press("escape")
            await until(anna, lambda: isinstance(anna.app.screen, DailyScreen))


async def test_no_score_is_cut_and_ones_place_is_compared(club: Club) -> None:
    names = ("Eve", "W" * 16, "Anna", "Bo")
    rows = tuple(
        DailyRow(index, name, False, index, 10_000 - index, "KAFEL", name == "Anna", 4 - index)
        for index, name in enumerate(names, 1)
    )
    table = DailyTable("421", "Le 421", "2026-11-22", "done", rows, 0, people=4)
    club.daily.all = lambda *_: (table,) * 5  # type: ignore[method-assign]
    async with session(club, ANNA, language="fr") as anna:
        await anna.press("d")
        await see(anna, "3e sur 4")
        await see(anna, "1 sur 3")
        text = screen_text(anna)
        assert all(str(10_000 - rank) in text for rank in range(1, 5))
        assert "(UTC)" in text and "Aujourd'hui  22 nov." in text
        await anna.press("escape")
        await see(anna, "La donne du jour\xa0: 5 jouées sur 5 · 3e sur 4, Le 421")


async def test_others_results_do_not_rank_the_week_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(await club.play_daily(BEN, "421"))
    await club.daily.settle()
    asked, league = list[str](), club.daily.league

    def ask(game: str, *around: Any, **most: Any) -> League:
        asked.append(game)
        return league(game, *around, **most)

    monkeypatch.setattr(club.daily, "league", ask)
    async with session(club, ANNA, (160, 45)) as pilot:
        await pilot.press("d")
        await see(pilot, "The week")
        assert len(asked) == len(registry.games())
        screen = pilot.app.screen
        assert isinstance(screen, DailyScreen)
        screen.changed()
        screen.choose(1)
        await pilot.pause()
        assert len(asked) == len(registry.games())


def test_places_are_said_as_people_say_them() -> None:
    sentences = [place_text(Words("en"), n, 30) for n in (1, 2, 3, 4, 11, 12, 13, 21, 22, 23)]
    assert [sentence.split()[0] for sentence in sentences] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd"),
    ]
    assert place_text(Words("fr"), 1, 4) == "1er sur 4"
    assert place_text(Words("fr"), 21, 30) == "21e sur 30"


async def test_deals_that_nobody_has_played_are_pictured_where_there_is_room(club: Club) -> None:
    async with session(club, ANNA, (160, 45)) as pilot:
        await pilot.press("d")
        await see(pilot, "be the first")
        text = screen_text(pilot)
        assert text.count("Nobody") == 1
        assert text.count("Trente") == 1 and "Six dice for 30" in text
        assert text.count("The week") == 1 and "A day brings 100 points" in text
        assert text.count("▶ to play") == len(registry.games()), "its state on each card"


async def test_weeks_are_shown_from_the_first_day_that_one_played(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("d")
        await see(anna, "be the first")
        assert "7 days" not in screen_text(anna) and "not played" not in screen_text(anna)
    await played_421(club)
    async with session(club, ANNA) as anna:
        await anna.press("d")
        await see(anna, "7 days")
        await see(anna, "★ won, ● finished, · not played")


async def test_a_day_of_a_league_has_a_bar_of_the_one_ahead_too_where_days_stand_apart(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club.daily, "league", deals.league)
    for size, rivals in (((80, 24), False), ((100, 30), True), ((160, 45), True)):
        async with session(club, ANNA, size) as anna:
            await anna.press("d")
            await see(anna, "to play")
            await anna.press("w")
            await see(anna, "Your days")
            page = anna.app.screen
            assert isinstance(page, LeaguePage)
            tones = {
                piece.tone
                for line in page.text.lines()
                for piece in line
                if set(piece.text) & set("▁▂▃▄▅▇█")
            }
            assert tones == {"good", "dim"} if rivals else {"good"}
            named = [line.split()[:2] for line in screen_text(anna).splitlines()]
            assert (["█", "you"] in named and ["█", "Anna"] in named) == rivals


async def test_a_league_with_room_has_bars_and_places_that_are_no_part_of_a_number(
    club: Club,
) -> None:
    await played_421(club)
    async with session(club, ANNA, (100, 30)) as anna:
        await anna.press("d")
        await see(anna, "7 days")
        await anna.press("w")
        await see(anna, "Your days")
        assert re.search(r"1  Anna +▆+ +50 .* 50 ★", screen_text(anna))
