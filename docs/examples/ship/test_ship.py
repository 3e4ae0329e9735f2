"""The game of two files: by keys through real ssh; in lines, retold, as a daily deal."""

import re
from asyncio import timeout
from collections.abc import AsyncIterator

import pytest

from arcade.club.club import Club
from arcade.club.i18n.rulebook import rules
from arcade.engine import Replay, registry
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.rooms.timers import RoomSettings
from ship.rules import GAME, Stop, Throw
from tests.screens.headlines import WON
from tests.server.text.talk import Talk
from tests.ssh.conftest import _close_terminals, server  # noqa: F401  fixtures
from tests.ssh.process import Server
from tests.ssh.seats import come_in, open_table, play
from tests.ssh.terminal import ENTER, Terminal
from tests.waiting import PATIENCE


def test_a_ship_a_captain_and_a_crew_come_aboard_in_this_order() -> None:
    draws = Replay((0, 5, 4, 3, 6, 1, 5, 5, 2, 4, 1, 2, 6, 3))
    state = GAME.setup(GAME.options(), 2, draws)
    state = GAME.apply(state, 0, Throw(), draws)
    assert (state.aboard, state.dice) == (3, (3, 1))
    assert [offer.action for offer in GAME.legal(state, 0)] == [Throw(), Stop()]
    state = GAME.apply(state, 0, Stop(), draws)
    assert (state.scores, state.turn) == ((4, 0), 1)
    state = GAME.apply(state, 1, Throw(), draws)
    assert (state.aboard, state.dice) == (0, (5, 5, 4, 2, 1)), "no captain without a ship"
    assert [offer.action for offer in GAME.legal(state, 1)] == [Throw()]


def test_its_page_is_derived() -> None:
    assert rules("ship").startswith("# Ship, Captain and Crew\n\nFind a ship (6)")
    assert registry.named("ship captain and crew") is GAME


async def test_a_whole_game_by_keys(server: Server) -> None:
    anna = await come_in(server.person(), "anna")
    await open_table(anna, Game="Ship, Captain and Crew", Seats="2")
    anna.type("s")
    await anna.wait_for("sails first.")
    assert await play(anna, keys=key, until="game over")
    await anna.wait_for(WON.search)


def key(terminal: Terminal) -> str:
    return "s" if re.search(r"\bs stop", terminal.lines[-1]) else ENTER


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    opened = await Club.open(MemoryLog(), RoomSettings(bot_pause=0, linger=0))
    yield opened
    await opened.close()


async def play_in_lines(talk: Talk) -> str:
    """Throw at each turn of one's own to the end; return the last answer."""
    last = ""
    while talk.table_session.table().phase == "playing":
        last = await talk.answer("throw")
        async with timeout(PATIENCE):
            while (
                talk.table_session.table().phase == "playing"
                and not talk.table_session.table().my_turn
            ):
                await talk.session.turn(lines=False)
        last += " " + await talk.answer("")
    return last


async def test_a_whole_game_in_lines(club: Club) -> None:
    talk = Talk(club)
    code = (await talk.answer("new ship 2")).split()[1].rstrip(",")
    await talk.answer("start")
    assert "1. throw" in await talk.on_turn()
    odds = await talk.answer("odds")
    assert "My advice: throw. Found by playing 200 games on at random" in odds
    assert "wins, in 100 games" in odds
    assert re.search("cannot be done now|none of your choices", await talk.answer("stop"))
    assert re.search(
        r"throws? .*: (no ship|a ship, no captain|no crew yet|all aboard)\.",
        await talk.answer("throw"),
    )
    await talk.on_turn()
    seen = await talk.answer("look")
    assert f"Table {code}, Ship, Captain and Crew. Scores: " in seen and "1. throw" in seen
    end = await play_in_lines(talk)
    assert "The richest cargo: " in end and re.search(r" wins?\. .*Place 1, ", end), end
    assert f"Game 1 of table {code}" in await talk.answer(f"replay {code}")
    assert "Turn 1 of" in await talk.answer("next")
    talk.session.close()


async def test_the_daily_deal(club: Club) -> None:
    talk = Talk(club, person=Player("SHA256:a", "anna"))
    await talk.answer("daily ship")
    await play_in_lines(talk)
    assert "anna" in await talk.answer("results ship")
    talk.session.close()
