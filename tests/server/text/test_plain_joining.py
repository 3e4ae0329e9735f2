"""The front door in lines: what play leads to, codes, results of others, foregone ends."""

import asyncio

import pytest
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.eventlog.memory import MemoryLog
from arcade.rooms import decide
from arcade.rooms.timers import RoomSettings
from tests.people import ANNA, BEN, act_in_turn, begin, begin_round, play
from tests.server.text.talk import Talk
from tests.waiting import until


async def finished(club: Club) -> str:
    anna, ben = await begin(club, ANNA, BEN, options={"mode": "manche"}, seats=3)
    while anna.table().phase == "playing":
        await act_in_turn(anna, ben)
        await asyncio.sleep(0)
    await ben.do(decide.leave_seat)
    ben.detach()
    return anna.code


@pytest.mark.parametrize(
    ("language", "play", "bots", "own"),
    [
        ("en", "play", "A new game, with bots.", "you"),
        ("fr", "jouer", "Une nouvelle partie, avec des robots.", "vous"),
    ],
)
async def test_a_newcomer_hears_nothing_of_a_finished_game_as_theirs(
    talk: Talk, language: str, play: str, bots: str, own: str
) -> None:
    code = await finished(talk.session.club)
    await talk.answer(f"language {language}")
    text = await talk.answer(f"join {code}")  # by its code
    assert "anna" in text and f" {own}" not in text.partition("Place 1")[0]
    await talk.answer("leave")
    assert bots in await talk.answer(play)
    assert talk.table_session.code != code


async def test_rounds_of_bots_alone_take_few_lines() -> None:
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=3600, linger=3600))
    talk = Talk(club)
    await talk.answer("new 421 4")
    await talk.answer("start")
    host = talk.table_session.host
    tokens = (0, 5, 5, 5)
    state = replace(
        *(host.room.state,), phase="decharge", pot=0, tokens=tokens, leader=3, turn=3, dice=()
    )
    host.room = replace(host.room, state=state)
    host.publish()
    assert "Write end to see at once how it ends" in await talk.answer("who")
    text = await talk.answer("end")
    await until(lambda: not talk.table_session.table().decided)
    text += await talk.answer("who")
    assert "rolls" not in text and len(talk.output.splitlines()) < 15
    talk.session.close()
    await club.close()


async def test_a_private_tables_code_says_whose_it_is(talk: Talk) -> None:
    club = talk.session.club
    code = await club.create(ANNA, "trente", {}, 2, private=True)
    await club.join(ANNA, code)
    talk.output = ""
    await talk._talk.begin(Start("join", code))
    assert f"Table {code} is anna's: Trente." in talk.output and talk.session.table_session is None
    await talk.answer(f"join {code}")
    assert talk.table_session.code == code


async def test_a_full_table_is_watched_by_its_code(talk: Talk) -> None:
    club = talk.session.club
    anna, _ = await begin(club, ANNA, BEN, game="trente")
    assert "Every seat is taken." in await talk.answer(f"join {anna.code}")
    assert talk.table_session.table().seat is None


async def test_after_a_game_that_is_played_once_nobody_is_told_to_play_again(talk: Talk) -> None:
    club, player = talk.session.club, talk.session.player
    duel = await club.duels.challenge(player, "", "421")
    own = await club.play_duel(player, duel.code)
    await play(own)
    text = await talk.answer(f"join {own.code}")
    assert "Write duels to see how it stands" in text and "Write again" not in text

    round_of_tournament = await club.join(player, await begin_round(club, player))
    await play(round_of_tournament)
    text = await talk.answer(f"join {round_of_tournament.code}")
    assert "Write tournament for the standings" in text and "Write again" not in text


async def test_a_seat_of_a_running_game_is_named_before_it_is_taken(talk: Talk) -> None:
    club = talk.session.club
    anna = await club.quick_play(ANNA)
    await until(lambda: anna.table().my_turn)
    await act_in_turn(anna)
    listed = await talk.answer("list")
    assert "seat: " in listed and "from the next round on: Le 421, with anna" in listed
    text = await talk.answer("seat")
    assert talk.table_session.code == anna.code
    assert "(a bot) from the next round on, with anna." in text or talk.table_session.table().seat
