"""Replays: what is shown afterwards is what was shown live, and looking back shows no more."""

import asyncio
import re
from bisect import bisect_left
from typing import Any

import pytest
from msgspec import structs, to_builtins

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.replays.replay import Replay
from arcade.club.replays.review import Highlighter
from arcade.club.table_session import TableSession
from arcade.club.views import FairView, TableView
from arcade.engine import registry
from arcade.engine.chance import Stream
from arcade.engine.coach import Advice
from arcade.engine.game import Veils
from arcade.engine.offers import choose
from arcade.players.player import Player
from arcade.rooms import decide
from arcade.rooms.errors import refused
from arcade.rooms.table_rules import LATE, TableRules
from tests.people import ANNA, BEN, CLEO, DORA, act_in_turn, ready, sit_down

KEYS = sorted(registry.games())
SHORT: dict[str, dict[str, Any]] = {"421": {"pot": 11}, "golden-zero": {"stack": 20}}

OF_THE_MOMENT: dict[str, Any] = {
    "offers": (),
    "watchers": (),
    "host": False,
    "clocks": (None,) * 3,
    "asked": {},
    "changes": (),
    "fair": FairView(),
}
"""What a replay does not show: what one may do, who is there, votes, clocks that run, ratings."""

Shown = dict[tuple[int, int | None], TableView]
"""What was seen live, by version and seat."""


async def sat_down(club: Club, key: str, rules: TableRules | None = None) -> list[TableSession]:
    """Seat three people and a watcher, who comes last, and start."""
    code = await club.create(ANNA, key, SHORT.get(key), 3, table=rules)
    table_sessions = [await club.join(who, code) for who in (ANNA, BEN, CLEO)]
    table_sessions.append(await club.watch(DORA, code))
    await ready(*table_sessions)
    return table_sessions


def note(shown: Shown, table_sessions: list[TableSession]) -> None:
    """Remember what everybody sees now."""
    for table_session in table_sessions:
        table = table_session.table()
        shown[table.version, table.seat] = structs.replace(table, **OF_THE_MOMENT)


async def play(
    table_sessions: list[TableSession],
    shown: Shown | None = None,
    most: int = 10_000,
    whim: str = "",
) -> None:
    """Let whoever is to act choose at random, some chat between, until it is over.

    What is `shown` meanwhile is noted only if somebody asks: it costs more than the game.
    """
    picks = Stream(b"replay", table_sessions[0].table().game + whim)
    by_seat = {table_session.table().seat: table_session for table_session in table_sessions}
    if shown is not None:
        note(shown, table_sessions)
    for number in range(most):
        table = table_sessions[0].table()
        if table.phase != "playing":
            return
        table_session = by_seat[table.to_act[picks.pick(len(table.to_act))]]
        if number == 3 and not whim:
            await table_sessions[1].say(f"number {number}")
        mine = table_session.table()
        offer = mine.offers[picks.pick(len(mine.offers))]
        await table_session.act(to_builtins(choose(offer, picks.pick)), mine.version)
        if shown is not None:
            note(shown, table_sessions)


def compare(replay: Replay, shown: Shown, eyes: tuple[int | None, ...]) -> None:
    """Compare each step with what stood there live, once all that came with the action was told."""
    versions = sorted({version for version, _ in shown})
    for number, step in enumerate(replay.steps):
        version = versions[bisect_left(versions, step.room.version)]
        for seat in eyes:
            live = structs.replace(shown[version, seat], version=step.room.version)
            view = replay.view(number, seat)
            own = tuple(line for line in live.lines if line.number >= view.lines[0].number)
            assert view == structs.replace(live, lines=own), (number, seat)


@pytest.mark.parametrize("key", KEYS)
async def test_every_step_is_what_everybody_saw_live(club: Club, key: str) -> None:
    shown: Shown = {}
    table_sessions = await sat_down(club, key)
    await play(table_sessions, shown)
    replay = await club.replay(table_sessions[0].code.lower(), 1, BEN)
    assert replay.over and replay.own == table_sessions[1].table().seat
    acted = [
        line for line in await club.record(replay.room.code) if line["fact"]["fact"] == "acted"
    ]
    assert len(replay.steps) == len(acted) + 1
    veiled = isinstance(replay.room.rules, Veils)
    assert replay.viewpoints == ((1, None) if veiled else (0, 1, 2, None))
    compare(replay, shown, replay.viewpoints)
    assert replay.view(len(replay.steps) - 1, None).phase == "over"


@pytest.mark.parametrize("key", KEYS)
async def test_looking_back_in_a_running_game_shows_what_one_saw(club: Club, key: str) -> None:
    shown: Shown = {}
    table_sessions = await sat_down(club, key)
    looks = [club.replays.live(table_session) for table_session in table_sessions]
    for _ in range(4):
        await play(table_sessions, shown, most=5)
        if table_sessions[0].table().phase == "over":
            return
        for table_session, live_replay in zip(table_sessions, looks, strict=True):
            seat = table_session.table().seat
            replay = await live_replay.replay()
            assert not replay.over and replay.viewpoints == (seat,) and replay.own == seat
            assert replay.steps[-1].room.version == table_session.table().version
            compare(replay, shown, (seat,))
            for other in {0, 1, 2, None} - {seat}:
                with pytest.raises(ValueError, match="cannot be seen"):
                    replay.view(0, other)


@pytest.mark.parametrize("key", [key for key in KEYS if registry.find(key).meta.secrets])
async def test_looking_back_never_tells_another_hand(club: Club, key: str) -> None:
    """A canary: states that differ only in what the others hold look the same, back to the deal."""
    table_sessions = await sat_down(club, key)
    await play(table_sessions, most=3)
    assert table_sessions[0].table().phase == "playing"
    rules = table_sessions[0].host.room.rules
    for table_session in table_sessions:
        replay = await club.replays.live(table_session).replay()
        seen = [
            replay.view(number, seat)
            for number in range(len(replay.steps))
            for seat in replay.viewpoints
        ]
        for number, step in enumerate(replay.steps):
            assert seen[number].view == rules.view(step.room.state, table_session.table().seat)
            assert not isinstance(seen[number].view, rules.state)
        for other in {0, 1, 2} - {table_session.table().seat}:
            theirs = rules.view(replay.steps[-1].room.state, other)
            public = rules.view(replay.steps[-1].room.state, None)
            own = set(structs.asdict(theirs)) - set(structs.asdict(public))
            assert own, "a seat's own view has fields of its own"
            for line in seen:
                if table_session.table().seat is None:
                    assert not own & set(structs.asdict(line.view))


async def test_who_watches_late_looks_back_at_what_was_shown_late(club: Club) -> None:
    table_sessions = await sat_down(club, "421", TableRules(watching="late"))
    watcher = table_sessions[3]
    live_replay, own = club.replays.live(watcher), club.replays.live(table_sessions[0])
    for _ in range(12):
        await play(table_sessions, most=1)
        if table_sessions[0].table().phase == "over":
            break
        replay, live = await live_replay.replay(), await own.replay()
        last = len(replay.steps) - 1
        assert replay.view(last, None).view == watcher.table().view
        assert len(replay.steps) <= max(1, len(live.steps) - LATE)
        seen = replay.view(last, None).lines
        since = seen[0].number  # what was before the game is no part of a replay
        numbers = [line.number for line in watcher.table().lines if line.number >= since]
        assert [line.number for line in seen] == numbers and seen[0].kind == "game"
    await play(table_sessions, whim="to the end")
    assert (await live_replay.replay()).viewpoints == (0, 1, 2, None)


async def test_what_watchers_say_is_not_for_players_who_look_back(club: Club) -> None:
    table_sessions = await sat_down(club, "421")
    await table_sessions[3].say("take the aces")
    await play(table_sessions, most=2, whim="talk")
    for table_session, expected in ((table_sessions[0], False), (table_sessions[3], True)):
        replay = await club.replays.live(table_session).replay()
        lines = replay.view(len(replay.steps) - 1, table_session.table().seat).lines
        assert any(line.text == "take the aces" for line in lines) is expected


async def test_a_turn_lasts_until_another_seat_acts(club: Club) -> None:
    shown: Shown = {}
    table_sessions = await sat_down(club, "421")
    await play(table_sessions, shown)
    replay = await club.replay(table_sessions[0].code)
    assert replay.steps[0].seat is None and replay.steps[0].turn == replay.steps[1].turn == 1
    for before, after in zip(replay.steps[1:], replay.steps[2:], strict=False):
        assert after.turn == before.turn + (after.seat != before.seat)
    assert len(replay.starts) == replay.turns == replay.steps[-1].turn
    assert replay.starts[0] == 0
    assert all(replay.steps[first].turn == turn for turn, first in enumerate(replay.starts, 1))


async def test_the_second_game_of_a_table_is_another_replay(club: Club) -> None:
    shown: Shown = {}
    table_sessions = await sat_down(club, "421")
    await play(table_sessions, shown)
    await ready(*table_sessions)
    await play(table_sessions, shown, most=4, whim="again")
    code = table_sessions[0].code
    with pytest.raises(Refused, match="not played to its end"):
        await club.replay(code, 2)
    assert (await club.replay(code)).number == 1
    await play(table_sessions, shown, whim="and again")
    first, second = await club.replay(code, 1), await club.replay(code, 2)
    assert (await club.replay(code)).number == second.number == 2
    kinds = {line.news.text for line in second.view(0, None).lines if line.news is not None}
    assert "Game {n} begins." in kinds and "{who:@ sits|You sit} down." not in kinds
    assert first.steps[-1].room.version < second.steps[0].room.version
    for number in (first, second):
        compare(number, shown, number.viewpoints)
    with pytest.raises(Refused, match="has no game"):
        await club.replay(code, 3)


async def test_a_game_that_is_over_is_open_at_the_table_too(club: Club) -> None:
    shown: Shown = {}
    table_sessions = await sat_down(club, "vingt-et-un")
    replay = club.replays.live(table_sessions[3])
    assert (await replay.replay()).viewpoints == (None,)
    await play(table_sessions, shown)
    assert (await replay.replay()).viewpoints == (0, 1, 2, None)
    await ready(*table_sessions)
    again = await replay.replay()
    assert again.viewpoints == (None,) and again.number == 2 and len(again.steps) == 1


async def test_hands_that_were_not_shown_stay_hidden(club: Club) -> None:
    """Also from who took somebody's seat: before that, they see what watchers saw."""
    table_sessions = await sat_down(club, "golden-zero")
    await play(table_sessions, most=1)
    await table_sessions[1].do(decide.leave_seat)
    taker = await club.join(Player("SHA256:e", "ella"), table_sessions[0].code, 1)
    assert (await club.replays.live(taker).replay()).viewpoints == (None,)
    while taker.table().seat is None:  # until the hand is over a bot plays
        await act_in_turn(table_sessions[0], table_sessions[2])
        await asyncio.sleep(0)
    replay = await club.replays.live(taker).replay()
    assert replay.viewpoints == (1,)
    assert replay.view(0, 1).seat is None
    assert not hasattr(replay.view(0, 1).view, "closed")
    for player, eyes in ((ANNA, (0, None)), (taker.player, (1, None)), (DORA, (None,))):
        await play([*table_sessions[:1], taker, *table_sessions[2:]], whim="veiled")
        live_replay = await club.replay(table_sessions[0].code, 0, player)
        assert live_replay.viewpoints == eyes


async def test_a_closed_table_is_read_from_the_log(club: Club) -> None:
    shown: Shown = {}
    table_sessions = await sat_down(club, "421")
    await play(table_sessions, shown)
    await table_sessions[0].host.do(lambda room, _: decide.close(room))
    with pytest.raises(Refused):
        club.tables.row(table_sessions[0].code)
    compare(await club.replay(table_sessions[0].code), shown, (0, 1, 2, None))


async def test_before_the_first_game_there_is_nothing_to_look_back_at(club: Club) -> None:
    (table_session,) = await sit_down(club, ANNA, seats=0)
    with pytest.raises(Refused, match=re.escape("No game has begun")):
        await club.replays.live(table_session).replay()
    with pytest.raises(Refused, match="is over yet"):
        await club.replay(table_session.code)
    with pytest.raises(Refused, match="There is no table"):
        await club.replay("ZZZZZ")


async def test_what_could_not_be_weighed_is_weighed_when_asked_for_again() -> None:
    asked: list[str] = []

    async def find(code: str, number: int, player: Player | None) -> Replay:
        asked.append(code)
        raise refused("There is no table {code}.", code=code)

    async def advise(*_: object) -> tuple[Advice, ...]:
        return ()

    highlights = Highlighter(find, advise)
    assert await highlights.of("KAFEL", 1, "421", Player("local:1", "anna")) is None
    assert await highlights.of("KAFEL", 1, "421", Player("local:1", "anna")) is None
    assert asked == ["KAFEL", "KAFEL"]
    await highlights.close()
