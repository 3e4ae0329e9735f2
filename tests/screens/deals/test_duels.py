"""Duels on the screen: challenge, play, compare."""

import re

import pytest

from arcade.club.club import Club
from arcade.club.duels.views import DuelView
from arcade.club.start import Start
from arcade.engine import registry
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.rooms.timers import RoomSettings
from screens.deals.duels import DuelsScreen
from screens.deals.new_duel import NewDuel, sealed
from screens.games import view_class
from screens.lobby.screen import Lobby
from screens.terminal.rows import plain
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
from tests.snapshots.deals import duels


async def test_a_duel_from_the_challenge_to_both_runs_side_by_side(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
        await anna.press("u")
        await see(anna, "You have no duel yet.")
        await anna.press("slash", *"421", "enter")
        await see(anna, "Whoever comes plays it")
        (duel,) = club.duels.of(ANNA)
        await see(anna, duel.code)
        await anna.press("enter")
        await until(anna, lambda: table_screen(anna).table.duel == duel.code)
        assert not table_screen(anna).table.daily
        await play(table_screen(anna).table_session)
        await club.duels.settle()
        await see(anna, "duels")
        assert "next deal" not in screen_text(anna)
        await anna.press("u")
        await until(anna, lambda: isinstance(anna.app.screen, DuelsScreen))
        await see(anna, "no taker yet")
        await play(await club.play_duel(BEN, duel.code))
        await club.duels.settle()
        await see(anna, "drawn, 0 to 0")
        await see(anna, "Enter compare")
        lines = screen_text(anna).splitlines()
        heads = next(line for line in lines if "against" in line)
        listed = next(line for line in lines if f"▸ {duel.code}" in line)
        assert heads.index("code") == listed.index(duel.code)
        assert f"{duel.code}  Le 421" in listed
        assert heads.index("state") == listed.index("drawn")
        own = next(line for line in lines if line.split()[:1] == ["1"])
        number, *runs, ended = [word for word in own.split() if "▆" not in word]
        assert (number, ended) == ("1", "drawn") and runs[:2] == runs[2:]
        await anna.press("enter")
        await see(anna, "Ben has played: your duel is over")  # above the page, for its title
        heads = ["you", "Ben"]
        await until(anna, lambda: heads in map(str.split, screen_text(anna).splitlines()))
        assert "Ben: " not in screen_text(anna)
        await anna.press("escape", "m")
        await see(anna, "to play")
        assert club.duels.of(BEN)[0].challenged
        await anna.press("x")
        await see(anna, "taken back")
    for size in SIZES:
        async with session(club, ANNA, size) as anna:
            await until(anna, lambda anna=anna: isinstance(anna.app.screen, Lobby))
            await anna.press("u")
            await see(anna, "drawn, 0 to 0")
            await anna.press("down", "enter")
            await see(anna, f"Duel {duel.code}")
            assert all(len(line) <= size[0] for line in screen_text(anna).splitlines())


@pytest.mark.parametrize("game", registry.games())
async def test_the_end_of_every_game_offers_a_duel_of_it(game: str) -> None:
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=0, linger=0))
    await club.choose_name(Player(BEN.id, ""), BEN.name)
    await club.friends.mark(ANNA, "Ben", True)
    table_session = await club.quick_play(ANNA, game, "")
    code = table_session.code
    await play(table_session)
    async with session(club, ANNA, start=Start("join", code)) as anna:
        await until(anna, lambda: table_screen(anna).table.phase == "over")
        assert "duels" in [action.name for action in table_screen(anna).bound()]
        await anna.press("u")
        await until(anna, lambda: isinstance(anna.app.screen, DuelsScreen))
        await anna.press("n")
        await see(anna, "A new duel")
        assert registry.find(game).meta.name in screen_text(anna)
        await see(anna, "◀  whoever comes  ▶")
        await anna.press("right")
        await see(anna, "◀  Ben  ▶")
        await anna.press("enter")
        await until(anna, lambda: club.duels.of(BEN))
        (duel,) = club.duels.of(BEN)
        assert (duel.game, duel.challenged) == (game, True)
    await club.close()


async def test_a_wide_form_of_few_lines_says_below_them_what_enter_does(club: Club) -> None:
    async with session(club, ANNA, (160, 45)) as anna:
        await anna.app.push_screen(NewDuel(lambda _: None, "trente"))
        await see(anna, "begins a duel and gives you a code to pass on.")
        lines = screen_text(anna).splitlines()
        rounds, begins = (row_of(lines, text) for text in ("Rounds  ", "begins a duel"))
        assert begins == rounds + 3
        assert screen_text(anna).count("begins a duel") == 1
        assert "unseen by the other until both have played." in screen_text(anna)
        assert "or pay the points that are missing" in screen_text(anna), (
            "what the game is, without all rules"
        )
        await anna.app.screen.change(anna.app.screen.fields()[0], "Ben")  # type: ignore[attr-defined]
        anna.app.screen.show()  # type: ignore[attr-defined]
        await see(anna, "challenges Ben.")


async def test_a_new_duel_draws_the_same_deal_before_both_persons(club: Club) -> None:
    for size in SIZES:
        async with session(club, ANNA, size) as anna:
            await anna.app.push_screen(NewDuel(lambda _: None, "trente"))
            await see(anna, "■ you ")
            lines = screen_text(anna).splitlines()
            facing = next(line for line in lines if "■ you " in line)
            assert re.search(r"╭─ ■ you ─+╮ +╭─ ♥ whoever comes ─+╮", facing)
            dealt = [
                line for line in lines if re.search(r"(│ +\? +│ ){3} .*= .*(│ +\? +│ ){3}", line)
            ]
            assert len(dealt) == 1, "the same on both sides, and nobody has seen it"
            assert any(re.search(r"│ = │", line) for line in lines)


async def test_the_lobby_names_the_way_to_a_duel_that_waits(club: Club) -> None:
    async with session(club, ANNA, (80, 24)) as anna, session(club, BEN):
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
        assert "u duels" not in screen_text(anna)
        await club.duels.challenge(BEN, "Anna", "trente")
        await see(anna, "challenges you to a duel: Trente.")
        assert "play now  u duels" in screen_text(anna).splitlines()[-1]
        await see(anna, "   u  A duel waits for you: Trente with Ben")
        await club.duels.challenge(BEN, "Anna", "421")
        await see(anna, "   u  2 duels wait for you")


async def test_a_challenge_is_taken_back_by_its_own_words_and_no_longer_announced(
    club: Club,
) -> None:
    async with session(club, ANNA) as anna, session(club, BEN) as ben:
        await until(ben, lambda: isinstance(ben.app.screen, Lobby))
        duel = await club.duels.challenge(ANNA, "Ben", "421")
        await see(ben, "Anna challenges you to a duel: Le 421.")
        await ben.press("u")
        await see(ben, "x refuse")
        assert "challenges you to a duel" not in screen_text(ben)  # the page says it
        await see(anna, "A duel waits for you: Le 421 with Ben")  # the lobby has heard of it
        await anna.press("u")
        await see(anna, "x take back")
        await anna.press("x")
        await see(ben, "Anna takes the challenge back: Le 421.")
        await see(anna, "m challenge again")
        assert "rematch" not in screen_text(anna)
        await anna.press("m")
        await see(anna, "x take back")
        session_of_ben = await club.play_duel(BEN, club.duels.of(BEN)[0].code)
        assert not club.duels.of(ANNA)[0].retractable
        assert session_of_ben.code != duel.code
        await see(anna, "Enter play it  n new duel")
        await play(session_of_ben)
        await club.duels.settle()
        await see(anna, "Ben has played")
        await see(anna, "▶ to play                      has played")
        assert "has not played" not in screen_text(anna)
        await anna.press("enter")
        await until(anna, lambda: table_screen(anna).table.duel != "")
        await play(table_screen(anna).table_session)
        await see(anna, "Le 421 with Ben, drawn, 0 to 0")  # under the card


async def test_the_table_of_a_duel_invites_nobody(club: Club) -> None:
    duel = await club.duels.challenge(ANNA, "", "421")
    table_session = await club.play_duel(ANNA, duel.code)
    async with session(club, ANNA, (160, 45), start=Start("join", table_session.code)) as anna:
        await until(anna, lambda: table_screen(anna).table.duel == duel.code)
        top = screen_text(anna).splitlines()[0]
        assert top.rstrip().endswith(f"duel {duel.code}")
        assert "ssh" not in top


async def test_the_duel_to_play_is_chosen_and_the_winners_bar_lit(club: Club) -> None:
    views = duels(ANNA)
    club.duels.of = lambda _: views  # type: ignore[method-assign]
    async with session(club, ANNA) as anna:
        page = DuelsScreen()
        await anna.app.push_screen(page)
        await see(anna, "▸ DULOMIR")
        assert screen_text(anna).count("9 days left") == 3  # once of each that runs
        assert "whoever comes  " in screen_text(anna)
        await anna.press(*["down"] * 3)
        await see(anna, "▸ BORAZUT")
        lit = [
            [piece.tone for piece in line if "▆" in piece.text]
            for line in page.list._rows or ()
            if any("▆" in piece.text for piece in line)
        ]
        assert lit == [["rule", "good"], ["good", "rule"], ["good", "rule"]]


def dealt(duel: DuelView, large: bool = False) -> list[str]:
    """Return how the deal is drawn: nobody sees it before both have played."""
    view = view_class(duel.game)
    rows = sealed(large) if duel.running else view.placard() if large else view.poster()
    return [plain(line).strip() for line in rows]


async def test_the_chosen_duels_deal_is_drawn_large_beside_the_list(club: Club) -> None:
    views = duels(ANNA)
    club.duels.of = lambda _: views  # type: ignore[method-assign]
    async with session(club, ANNA, SIZES[2]) as anna:
        await anna.app.push_screen(page := DuelsScreen())
        await see(anna, "How duels go")
        text = screen_text(anna)
        assert page.chosen is not None
        assert all(line in text for line in dealt(page.chosen, large=True))
        for state, name in (("Ben challenges you", "Ben"), ("Chloé to play", "Chloé")):
            above = text.splitlines()[row_of(text.splitlines(), state) - 1]
            assert name not in above[:80], "named once on a card"


async def test_a_small_terminal_draws_the_chosen_duels_deal_below_its_rounds(club: Club) -> None:
    views = duels(ANNA)
    club.duels.of = lambda _: views  # type: ignore[method-assign]
    async with session(club, ANNA) as anna:
        await anna.app.push_screen(page := DuelsScreen())
        await see(anna, "The better place at the table wins;")
        for number, duel in enumerate(page.duels):
            page.choose(number)
            await see(anna, f"▸ {duel.code}")
            text = screen_text(anna)
            assert all(line in text for line in dealt(duel)), text
            assert "The seal of the dice" in text
