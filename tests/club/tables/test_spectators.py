"""What watchers see and say, by the rule of the table."""

import asyncio
from functools import partial
from typing import Any

import pytest

from arcade.club.club import Club
from arcade.club.table_session import TableSession
from arcade.players.player import Player
from arcade.rooms import decide, moderation
from arcade.rooms.host import Concern
from arcade.rooms.table_rules import TableRules
from tests.people import ANNA, BEN, CLEO, DORA, act_in_turn, begin


async def table(
    club: Club, game: str, **rules: Any
) -> tuple[TableSession, TableSession, TableSession]:
    """Anna and Ben play, Cleo looks on."""
    anna, ben = await begin(club, ANNA, BEN, game=game, **rules)
    return anna, ben, await club.watch(CLEO, anna.code)


async def test_late_watchers_are_three_actions_behind_also_in_the_log(club: Club) -> None:
    anna, ben, cleo = await table(club, "421", watching="late")
    seen = [(anna.table().view, anna.table().lines[-1].number)]
    assert cleo.table().view == seen[0][0] and cleo.table().delayed
    for _ in range(8):
        await act_in_turn(anna, ben)
        seen.append((anna.table().view, anna.table().lines[-1].number))
        picture = cleo.table()
        view, number = seen[max(0, len(seen) - 4)]
        assert picture.view == view and picture.lines[-1].number <= number
        assert picture.clocks == (None, None) and not anna.table().delayed
    record = await club.record(anna.code)
    assert len([entry for entry in record if entry["fact"]["fact"] == "acted"]) == 5
    await anna.do(decide.vote, "end")
    await ben.do(decide.vote, "end")
    assert cleo.table().view == anna.table().view and cleo.table().lines == anna.table().lines
    assert len(await club.record(anna.code)) > len(record) + 3


async def test_late_watchers_are_not_told_why_a_bot_did_what_they_have_not_seen(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 2, table=TableRules(watching="late"))
    anna, cleo = await club.join(ANNA, code), await club.watch(CLEO, code)
    await anna.do(decide.seat_bot, 1)
    await anna.start()
    heard = []
    while anna.table().phase == "playing":
        if 0 in anna.table().to_act:
            await act_in_turn(anna)
        else:
            await asyncio.sleep(0)
        if anna.reason() is not None and anna.table().phase == "playing":
            heard.append(cleo.reason())
    assert heard and not any(heard)


async def test_players_read_what_watchers_said_when_the_game_is_over(club: Club) -> None:
    anna, ben, cleo = await table(club, "421")
    await cleo.say("she should have stopped")
    await anna.say("hello")
    assert [line.text for line in cleo.table().lines][-2:] == ["she should have stopped", "hello"]
    assert "she should have stopped" not in [line.text for line in ben.table().lines]
    assert "should have" not in str(await club.record(anna.code))
    await anna.do(decide.vote, "end")
    await ben.do(decide.vote, "end")
    assert "she should have stopped" in [line.text for line in ben.table().lines]
    assert "should have" in str(await club.record(anna.code))


async def test_hands_are_shown_to_watchers_when_the_hand_is_over(club: Club) -> None:
    anna, ben, cleo = await table(club, "golden-zero", watching="hands")
    room = anna.host
    while room.room.state.phase != "result":
        assert cleo.table().view == room.room.rules.view(room.room.state, None)
        await act_in_turn(anna, ben)
    state, rules, shown = room.room.state, room.room.rules, cleo.table().view.shown
    assert [seat for seat in (0, 1) if state.closed[seat]]
    for seat in (0, 1):
        own = rules.view(state, seat)
        if own.value is None:  # folded, or burned: nobody sees it
            assert shown[seat] is None
        else:  # what counts lies open, and a Garde only if it was compared
            assert sum(state.open[seat] + shown[seat].closed) == shown[seat].value == own.value
            assert {*shown[seat].closed} <= {*state.closed[seat]}
            assert shown[seat].garde == (state.shown[seat].garde if state.shown[seat] else None)
    assert any(shown)
    assert cleo.table().view != rules.view(state, None)
    assert anna.table().view.shown == state.shown  # the players see what they always saw
    await anna.act({"do": "deal"})
    assert not any(cleo.table().view.shown)


async def test_what_is_left_in_the_hands_of_21_is_shown_at_the_end(club: Club) -> None:
    anna, ben, cleo = await table(club, "vingt-et-un", watching="hands")
    while anna.table().phase == "playing":
        assert not hasattr(cleo.table().view, "hands")
        await act_in_turn(anna, ben)
    assert cleo.table().view.hands == anna.host.room.state.hands
    assert not hasattr(anna.table().view, "hands")


async def test_nobody_comes_in_late_where_that_is_not_wished(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 3, table=TableRules(late_join=False))
    anna = await club.join(ANNA, code)
    assert club.tables.row(code).open == 2
    await anna.start()
    assert club.tables.row(code).open == 0
    other = await club.quick_play(BEN)
    assert other.code != code


@pytest.mark.attack(52, "many that watch one table")
async def test_one_picture_is_made_for_all_who_see_the_same(club: Club) -> None:
    anna, ben, cleo = await table(club, "421")
    dora, emil = [await club.watch(Player(f"SHA256:{name}", name), anna.code) for name in "de"]
    await club.accounts.ignore(emil.player, BEN, on=True)
    for _ in range(3):
        await act_in_turn(anna, ben)
        assert cleo.table() is dora.table()
        assert emil.table() is not dora.table(), "who ignores somebody sees something else"
        assert anna.table().seat == 0 and cleo.table().seat is None
    await anna.do(decide.leave_seat)
    await anna.host.do(lambda room, _: moderation.send_away(room, ANNA, dora.player))
    assert dora.table().sent_away and not cleo.table().sent_away
    assert anna.table().host and not cleo.table().host


async def test_a_change_of_the_room_is_told_to_those_whom_it_concerns(club: Club) -> None:
    anna, ben, cleo = await table(club, "421")
    heard: list[str] = []
    concerns: tuple[Concern, ...] = ("seats", "room", "presence")
    for concern in concerns:
        anna.listen(partial(heard.append, concern), concern)
    dora = await club.watch(DORA, anna.code)
    assert heard == ["presence"]
    heard.clear()
    await cleo.say("well played")
    assert heard == ["room", "presence"]
    heard.clear()
    await act_in_turn(anna, ben)
    assert "seats" not in heard
    heard.clear()
    await anna.do(moderation.send_away, DORA)
    assert heard[:3] == ["seats", "room", "presence"] and dora.sent_away
    heard.clear()
    await ben.do(decide.leave_seat)
    assert "seats" in heard
