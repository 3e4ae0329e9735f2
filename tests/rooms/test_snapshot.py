"""Rooms written down: they come back as they were, never as what the record does not tell."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.table_session import TableSession
from arcade.engine import registry
from arcade.eventlog.log import Damaged, Entry
from arcade.eventlog.memory import MemoryLog
from arcade.eventlog.sqlite import SQLiteLog
from arcade.rooms import decide, facts, snapshots
from arcade.rooms.evolve import evolve, fold
from arcade.rooms.room import Room
from arcade.rooms.snapshots import Folded, Snapshots
from tests.fair.tables import finished
from tests.faults.play import flip
from tests.people import ANNA, BEN
from tests.rooms.playing import act, table
from tests.waiting import until

CODE = "KAFEL"


@pytest.mark.parametrize("game", registry.games())
def test_a_room_of_any_game_comes_back_as_it_was(game: str) -> None:
    room: Room | None = None
    for fact in finished(game).stored[:200]:
        room = evolve(room, fact)
        if fact.n % 7 == 1:
            written = snapshots.encode(Folded(room, 10 * fact.n))
            assert written and snapshots.decode(written) == Folded(room, 10 * fact.n)


def test_what_a_late_watcher_sees_comes_back_too() -> None:
    room = table(ANNA, BEN, watching="late", turn=60)
    for _ in range(4):
        room = act(room, room.to_act()[0])
    written = snapshots.encode(Folded(room, 1))
    assert len(room.delayed_states) > 1 and written and snapshots.decode(written) == Folded(room, 1)


async def restored(stored: list[facts.Stored], kept: bytes | None) -> Room:
    log = MemoryLog({f"room.{CODE}": [facts.encode(stored_fact) for stored_fact in stored]})
    entry = Entry(snapshots.stream(CODE), 1, kept) if kept is not None else None
    room, token, _ = await Snapshots(log).open(CODE, (await log.ends())[f"room.{CODE}"], entry)
    assert token == len(stored)
    return room


def broken(data: bytes) -> bytes:
    return data[:-9] + bytes([data[-9] ^ 1]) + data[-8:]


@pytest.mark.parametrize("spoil", [broken, lambda _: b"", lambda data: data[: len(data) // 2]])
async def test_a_spoilt_one_counts_for_nothing(spoil: Callable[[bytes], bytes]) -> None:
    stored = finished("421").stored
    written = snapshots.encode(Folded(fold(stored[:20]), 20))
    assert written and await restored(stored, written) == fold(stored)
    assert await restored(stored, spoil(written)) == fold(stored)


async def test_what_is_of_another_program_or_room_or_of_a_longer_record_counts_for_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stored = finished("421").stored
    for shorter in (25, 30, 31):
        ahead = snapshots.encode(Folded(fold(stored[:30]), 30))
        assert await restored(stored[:shorter], ahead) == fold(stored[:shorter])
    elsewhere = snapshots.encode(Folded(replace(fold(stored[:30]), code="BELOL"), 30))
    assert elsewhere and await restored(stored, elsewhere) == fold(stored)
    with monkeypatch.context() as older:
        older.setattr(snapshots, "program", lambda _game: "an older one")
        old = snapshots.encode(Folded(replace(fold(stored[:30]), private=True), 30))
    assert old and await restored(stored, old) == fold(stored)


async def test_a_flipped_bit_before_a_snapshot_shuts_the_table(tmp_path: Path) -> None:
    stored, path = finished("421").stored, tmp_path / "arcade.sqlite3"
    written = snapshots.encode(Folded(fold(stored[:30]), 30))
    assert written is not None
    log = await SQLiteLog.open(path)
    await log.append(f"room.{CODE}", [facts.encode(stored_fact) for stored_fact in stored], 0)
    await log.append(snapshots.stream(CODE), [written], 0)
    await log.close()
    flip(path, b'"code":"KAFEL"')
    log = await SQLiteLog.open(path)
    ends = await log.ends()
    kept = ends[snapshots.stream(CODE)]
    with pytest.raises(Damaged):
        await Snapshots(log).open(CODE, ends[f"room.{CODE}"], kept)
    await log.close()


async def stir(table_session: TableSession, facts: int) -> None:
    """Let somebody get up and sit down until so much more has happened."""
    end = table_session.host.room.version + facts
    while table_session.host.room.version < end:
        await table_session.do(decide.leave_seat)
        await table_session.sit()


async def test_a_room_is_written_down_now_and_then_and_when_the_house_closes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept: dict[str, list[bytes]] = {}
    club = await Club.open(MemoryLog(kept))
    monkeypatch.setattr(snapshots, "SNAPSHOT_EVERY", 12)
    code = await club.create(ANNA, "421", {"pot": 11}, 2)
    table_session = await club.join(ANNA, code)
    await stir(table_session, 12)
    await until(lambda: snapshots.stream(code) in kept)
    monkeypatch.setattr(snapshots, "SNAPSHOT_EVERY", 1000)
    await stir(table_session, snapshots.MIN_NEW_FACTS)
    room = table_session.host.room
    table_session.detach()
    await club.close()
    assert len(kept[snapshots.stream(code)]) == 2
    assert snapshots.decode(kept[snapshots.stream(code)][-1]) == Folded(room, room.version)
    evolved = []
    monkeypatch.setattr(
        snapshots, "fold", lambda rest, room: evolved.extend(rest) or fold((), room)
    )
    club = await Club.open(MemoryLog(kept))
    assert next(iter(club.rooms)).room == room and not evolved
    await club.close()
    assert len(kept[snapshots.stream(code)]) == 2
