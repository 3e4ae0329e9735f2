"""Games begun under rules that today's do not follow: what is finished keeps record, result, proof.

A running one ends without a result and says so; the table plays on by the new rules.
"""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from arcade.club.errors import Refused
from arcade.club.i18n.words import Words, languages
from arcade.club.replays.offline import BadRecord, read_record
from arcade.club.speech.read_aloud import paragraph
from arcade.club.standings.ledger import STREAM
from arcade.engine import registry
from arcade.eventlog.memory import MemoryLog
from arcade.rooms import decide, facts, snapshots
from arcade.rooms.evolve import follow
from server.hosting.verify import verify
from tests.club.conftest import Opening
from tests.fair.tables import HIDES, Played, finished
from tests.people import ANNA
from tests.waiting import until


def later(monkeypatch: pytest.MonkeyPatch, key: str, plays_on: int = 0) -> None:
    """Let the rules of a game be of another, later version."""
    game = registry.find(key)
    newer = replace(game.meta, version=game.meta.version + 1, plays_on=plays_on)
    monkeypatch.setattr(type(game), "meta", newer)
    monkeypatch.setattr(snapshots, "program", snapshots.program.__wrapped__)


def one_over_one_running(game: str) -> Played:
    table = finished(game)
    table.start()
    table.play(6)
    return table


async def stored(table: Played) -> MemoryLog:
    log = MemoryLog()
    await log.append("room.KAFEL", [facts.encode(fact) for fact in table.stored], 0)
    return log


def checked(record: list[Any], lines: list[str]) -> int:
    return verify([json.dumps(line, default=str) for line in record], lines.append, hides=HIDES)


@pytest.mark.parametrize("game", registry.games())
async def test_a_game_of_changed_rules_ends_without_a_result(
    opening: Opening, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    table = one_over_one_running(game)
    log = await stored(table)
    club = await opening(log)
    assert (await club.replay("KAFEL", 1)).steps
    results = await log.read(STREAM)
    assert len(results) == 1
    await club.close()

    later(monkeypatch, game)
    club = await opening(log)
    assert not club.rooms.damaged
    host = club.rooms.find("KAFEL")
    await until(lambda: host.room.ended)
    assert host.room.phase == "over" and host.room.games_played == 1 and not host.room.outcome
    session = await club.join(ANNA, "KAFEL")
    line = next(line for line in reversed(host.room.lines) if line.kind == "table" and line.news)
    for language in languages():
        sentence = Words(language).say(line.news, ())
        assert host.room.rules.meta.name in sentence
        assert sentence in paragraph(Words(language), session.table())
    assert "ends without a result" in Words("en").say(line.news, ())
    lines: list[str] = []
    assert checked(await club.record("KAFEL"), lines) == 0, lines
    assert "game 1: holds" in "".join(lines) and "ended without a result" in "".join(lines)
    with pytest.raises(Refused, match="older rules"):
        await club.replay("KAFEL", 1)
    assert await log.read(STREAM) == results
    await session.start()
    assert host.room.phase == "playing" and session.table().view is not None


async def test_a_game_goes_on_where_the_new_rules_follow_the_old(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = await stored(one_over_one_running("421"))
    later(monkeypatch, "421", plays_on=registry.find("421").meta.version)
    club = await opening(log)
    assert club.rooms.find("KAFEL").room.phase == "playing"
    assert (await club.join(ANNA, "KAFEL")).table().view is not None
    assert (await club.replay("KAFEL", 1)).steps


def test_nobody_moves_in_a_game_that_is_to_be_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    table = one_over_one_running("421")
    later(monkeypatch, "421")
    room = None
    for fact in table.stored:
        room = follow(room, fact)
    assert room is not None and room.unfollowed and not room.to_act() and not room.running()
    with pytest.raises(Refused):
        decide.act(room, ANNA, {"do": "roll"}, None, None)  # type: ignore[arg-type]
    assert not any(decide.bot_decides(room, seat, room.due[seat]) for seat in range(3))


def test_a_record_of_older_rules_is_refused_with_both_versions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = [json.dumps(line) for line in finished("421").record()]
    assert read_record(record).steps
    later(monkeypatch, "421")
    with pytest.raises(BadRecord, match=r"version 3 of the rules of Le 421; .* version 4"):
        read_record(record)


async def test_a_snapshot_made_under_other_rules_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = finished("421").room
    assert room is not None
    written = snapshots.encode(snapshots.Folded(room, 5))
    assert written is not None and snapshots.decode(written) == (room, 5, 0)
    later(monkeypatch, "421", plays_on=1)
    assert snapshots.decode(written) is None
