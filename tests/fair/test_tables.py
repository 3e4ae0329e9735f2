"""Sealed tables in a club: the same draws after kill -9 and a conflict, and nothing told early."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.table_session import TableSession
from arcade.engine import fair
from arcade.eventlog.sqlite import SQLiteLog
from arcade.rooms import decide, facts, fairness
from arcade.rooms.evolve import fold
from arcade.rooms.timers import RoomSettings
from tests.fair.tables import Played, finished, verified
from tests.people import ANNA, BEN, CLEO, sit_down

PATIENT = RoomSettings(bot_pause=3600)
Opening = Callable[[], Awaitable[Club]]


@pytest.fixture
async def opening(tmp_path: Path) -> AsyncIterator[Opening]:
    """Opens clubs on one log; what an earlier one held in memory is as lost as after kill -9."""
    events = await SQLiteLog.open(tmp_path / "log.db")
    opened: list[Club] = []

    async def opening() -> Club:
        opened.append(await Club.open(events, PATIENT))
        return opened[-1]

    yield opening
    for club in opened:
        await club.close()
    await events.close()


async def table(club: Club, game: str = "421", seats: int = 2) -> tuple[TableSession, ...]:
    return await sit_down(club, ANNA, BEN, game=game, seats=seats)


async def last(club: Club, code: str) -> Any:
    return (await club.record(code))[-1]["fact"]


def test_a_game_that_people_come_into_is_verified() -> None:
    table = Played("421", 4, {"pot": 11})
    table.sit(ANNA)
    table.start()
    table.play(1)
    for on in (False, True):
        table.do(lambda room, _, on=on: decide.admit(room, ANNA, on))
    table.sit(BEN)
    assert table.room is not None and table.room.chairs[1].waits
    table.play(1)
    table.add((facts.Held(0, "good", "Odette", idle=True),))
    table.play(12)
    assert not any(chair.waits for chair in table.room.chairs)
    table.do(lambda room, _: decide.sit(room, CLEO, None))
    table.play()
    table.add((facts.Rushed(),)[: table.room.phase == "playing"])
    assert verified(table.record()) == (0, verified(table.record())[1])


async def test_the_next_throw_is_the_same_after_kill_nine(opening: Opening) -> None:
    first = await opening()
    anna, _ = await table(first)
    await anna.start()
    room = anna.host.room
    expected = fairness.chance(room, lambda n: b"\0" * n).die()
    second = await opening()
    again = await second.join(ANNA, anna.code)
    await again.say("a line of chat must not shift the dice")
    await second.watch(CLEO, anna.code)
    seat = again.table().to_act[0]
    player = again.host.room.chairs[seat].player
    assert player
    table_session = await second.join(player, anna.code)
    with pytest.raises(Refused):
        await table_session.act({"do": "stop"})
    await table_session.act({"do": "roll"})
    acted = await last(second, anna.code)
    assert acted["draws"][0] == expected


async def test_a_conflict_does_not_throw_anew(opening: Opening) -> None:
    """Two processes on one log: the second sees the first's throw, and refuses its own."""
    club = await opening()
    anna, _ = await table(club)
    await anna.start()
    two = await opening()
    seat = anna.table().to_act[0]
    player = anna.host.room.chairs[seat].player
    assert player
    expected = fairness.chance(anna.host.room, lambda n: b"\0" * n).die()
    here, there = await club.join(player, anna.code), await two.join(player, anna.code)
    await there.say("from another process")
    await here.act({"do": "roll"}, here.table().version)
    assert (await last(club, anna.code))["draws"][0] == expected


async def test_words_are_told_at_the_start_only(opening: Opening) -> None:
    club = await opening()
    anna, ben = await table(club)
    await anna.contribute("  my own\x1b words ")
    assert anna.table().fair.words == "my own words"
    for other in (ben, await club.watch(CLEO, anna.code)):
        assert "my own words" not in _all(other.table())
    assert "my own words" not in str(await club.record(anna.code))
    now = anna.table().fair.now
    assert now and now.seats[0].commitment == fair.seal_words("my own words")
    await ben.start()
    assert "my own words" in _all(ben.table())
    with pytest.raises(Refused):
        await anna.contribute("too late")


async def test_words_must_be_words_and_from_a_seat(opening: Opening) -> None:
    club = await opening()
    anna, _ = await table(club)
    with pytest.raises(Refused):
        await anna.contribute(" \x07 ")
    with pytest.raises(Refused):
        await (await club.watch(CLEO, anna.code)).contribute("hello")


@pytest.mark.parametrize("game", ["421", "golden-zero", "vingt-et-un"])
async def test_the_seed_is_nowhere_before_the_end(
    opening: Opening, game: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """The canary: the seed's digits are in the log alone."""
    club = await opening()
    anna, ben = await table(club, game, 3 if game == "golden-zero" else 2)
    watcher = await club.watch(CLEO, anna.code)
    seal = anna.host.room.dice.seal
    assert seal and len(seal.seed) == 64
    key = fairness.key(anna.host.room).hex()
    await anna.start()
    running = fairness.key(anna.host.room).hex()
    seen = [_all(table_session.table()) for table_session in (anna, ben, watcher)]
    seen.append(str(await club.record(anna.code)) + str(club.lobby(ANNA)))
    out, err = capfd.readouterr()
    for secret in (seal.seed, key, running):
        assert all(secret not in text for text in (*seen, out, err))
    assert seal.commitment in seen[0]


def test_the_seed_of_hidden_hands_is_never_told() -> None:
    """Golden Zero: folded hands stay hidden, in the record too, when the game is over."""
    played = finished("golden-zero")
    room = fold(played.stored)
    seals = [
        stored_fact.fact
        for stored_fact in played.stored
        if isinstance(stored_fact.fact, facts.Sealed)
    ]
    text = json.dumps(played.record())
    assert room.phase == "over"
    assert seals[0].seed not in text
    assert room.dice.revealed and room.dice.revealed.revealed.seed == ""
    assert '"draws"' not in text.replace('"draws": []', "")
    opened = [line["fact"] for line in played.record() if line["fact"]["fact"] == "revealed"]
    cards = {(item["n"], item["draw"], item["place"]) for item in opened[0]["opened"]}
    hidden = _hidden_places(played)
    assert hidden
    assert not hidden & cards


def _hidden_places(played: Played) -> set[tuple[int, int, int]]:
    """Find where the closed cards lay that were never laid down, from the states alone."""
    hidden: set[tuple[int, int, int]] = set()
    deal, dealt = (0, 0), {}
    for end in range(1, len(played.stored) + 1):
        ending = played.stored[end - 1]
        if not isinstance(ending.fact, facts.Started | facts.Acted):
            continue
        state = fold(played.stored[:end]).state
        if isinstance(ending.fact, facts.Started) or ending.fact.action["do"] == "deal":
            deal = (ending.n, len(ending.fact.draws) - 1)
            seats = sum(bool(cards) for cards in state.closed)
            button = state.button
            turn = [(button + step) % 4 for step in range(1, 5)]
            turn = [seat for seat in turn if state.closed[seat]]
            dealt = {seat: [at, seats + at] for at, seat in enumerate(turn)}
        if state.phase in ("result", "over"):
            for seat, indices in dealt.items():
                shown = state.shown[seat]
                if shown is None:
                    hidden |= {(*deal, table_session) for table_session in indices}
                elif len(shown.closed) == 1 and shown.garde is None:
                    used = state.closed[seat].index(shown.closed[0])
                    hidden.add((*deal, indices[1 - used]))
    return hidden


def test_opened_cards_are_those_that_were_seen() -> None:
    """What is opened of a deal is what the public view showed."""
    played = finished("golden-zero")
    opened = next(
        line["fact"]["opened"] for line in played.record() if line["fact"]["fact"] == "revealed"
    )
    start = next(
        stored_fact for stored_fact in played.stored if isinstance(stored_fact.fact, facts.Started)
    )
    state = fold(played.stored[: start.n]).state
    cards = [
        item["card"]
        for item in opened
        if (item["n"], item["draw"]) == (start.n, len(start.fact.draws) - 1)
    ]
    for card in (*state.target_cards, *(hand[0] for hand in state.open)):
        assert card in cards
    assert len(opened) >= 55 + 3 * (4 + 2)


def test_who_sits_down_again_or_elsewhere_gives_new_words() -> None:
    played = Played("421", 3, {"pot": 11})
    played.sit(ANNA, BEN)
    before = played.room.dice.given if played.room else {}
    played.do(lambda room, _: decide.leave_seat(room, BEN))
    assert played.room and set(played.room.dice.given) == {0}
    played.do(lambda room, _: decide.sit(room, BEN, 2))
    assert set(played.room.dice.given) == {0, 2}
    assert before[1].words not in (answer.words for answer in played.room.dice.given.values())


def _all(value: object) -> str:
    return str(msgspec.to_builtins(value, str_keys=True))


def test_chat_between_two_throws_changes_nothing() -> None:
    quiet, loud = Played("421", 2, {"pot": 11}), Played("421", 2, {"pot": 11})
    for played in (quiet, loud):
        played.sit(ANNA, BEN)
        played.start()
        if played is loud:
            for text in ("a", "b", "c"):
                played.do(lambda room, _, text=text: decide.say(room, ANNA, text))
        played.play(5)
    assert [
        stored_fact.fact.draws
        for stored_fact in quiet.stored
        if isinstance(stored_fact.fact, facts.Acted)
    ] == [
        stored_fact.fact.draws
        for stored_fact in loud.stored
        if isinstance(stored_fact.fact, facts.Acted)
    ]
