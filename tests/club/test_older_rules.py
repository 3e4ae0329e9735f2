"""A log of older rules: it opens, what is finished keeps its record, result and proof.

`tests/rooms/stored/version-1.xz` is the SQLite file of a server of commit dd71cae, ended while
eight games ran (Trente was of version 2, the others of the first), and is never written again;
beside it stands what each table's record told then, as a digest. At JEMUR a game of 421 had
ended shared, one all.
"""

import json
import lzma
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words, languages
from arcade.club.speech.read_aloud import paragraph
from arcade.club.standings.ledger import STREAM, recorded
from arcade.engine import registry
from arcade.engine.codec import plain
from arcade.engine.errors import IllegalAction
from arcade.eventlog.sqlite import SQLiteLog
from arcade.games.le421.rules import actions
from arcade.players import results
from arcade.players.player import Player
from arcade.rooms import decide, facts, snapshots
from arcade.rooms.room import Room, fold
from server.hosting.verify import verify
from server.text.line_replay import LineReplay
from tests.club.conftest import Opening
from tests.fair.tables import HIDES
from tests.waiting import until

STORED = Path(__file__).parents[1] / "rooms" / "stored"
TABLES: dict[str, Any] = json.loads((STORED / "version-1.json").read_text())
RUNNING = {code for code, table in TABLES.items() if table["running"]}
SHARED = "JEMUR"
ANNOUNCED = "SAMUM"
"""A table of Golden Zero where a last hand was announced while it was played."""


@pytest.fixture
async def log(tmp_path: Path) -> AsyncIterator[SQLiteLog]:
    """The old log, in a file."""
    file = tmp_path / "arcade.sqlite3"
    file.write_bytes(lzma.decompress((STORED / "version-1.xz").read_bytes()))
    opened = await SQLiteLog.open(file)
    snapshots.program.cache_clear()
    yield opened
    await opened.close()
    snapshots.program.cache_clear()


def later(monkeypatch: pytest.MonkeyPatch, key: str, plays_on: int) -> None:
    """Let the rules of a game be of another, later version."""
    game = registry.find(key)
    version = game.meta.version + 1
    newer = replace(game.meta, version=version, plays_on=plays_on)
    monkeypatch.setattr(type(game), "meta", newer)
    snapshots.program.cache_clear()


async def room(log: SQLiteLog, code: str) -> Room:
    return fold([facts.decode(one.data) for one in await log.read(f"room.{code}")])


async def tables(log: SQLiteLog, key: str) -> list[str]:
    first = {code: facts.decode((await log.read(f"room.{code}"))[0].data).fact for code in TABLES}
    return [
        code for code, fact in first.items() if isinstance(fact, facts.Created) and fact.game == key
    ]


def digest(lines: Sequence[dict[str, Any]]) -> str:
    """Digest a record, but for what facts have been told more since."""
    made = sha256()
    for line in lines:
        old = {
            **line,
            "fact": {
                k: v
                for k, v in line["fact"].items()
                if k not in SINCE.get(line["fact"]["fact"], ())
            },
        }
        made.update(json.dumps(old, sort_keys=True, ensure_ascii=False).encode() + b"\n")
    return made.hexdigest()


SINCE = {
    "started": {"game_version"},
    "ended": {"outdated", "broken"},
    "sat": {"waits"},
    "held": {"idle"},
    "resumed": {"empty"},
    "withdrew": {"lapsed"},
}


async def record(club: Club, code: str) -> list[dict[str, Any]]:
    lines = await club.record(code)
    return json.loads(json.dumps(lines))  # type: ignore[no-any-return]


async def test_finished_games_keep_record_and_proof(log: SQLiteLog, opening: Opening) -> None:
    club = await opening(log)
    assert [*club.rooms] and not club.rooms.damaged
    for code, then in TABLES.items():
        lines = await record(club, code)
        said: list[str] = []
        assert verify([json.dumps(line) for line in lines], said.append, hides=HIDES) in (0, 2)
        assert sum(": holds: " in one for one in said) == then["finished"], said
        lines = lines[: then["lines"]]
        assert digest(lines) == then["sha256"], code


async def test_a_hand_announced_as_the_last_was_the_one_being_played(
    log: SQLiteLog, opening: Opening
) -> None:
    """In version 1 of Golden Zero: such a game is followed to its end, and the next is of today."""
    club = await opening(log)
    for code in await tables(log, "golden-zero"):
        now = await room(log, code)
        assert not now.lost, code
        for number in range(1, TABLES[code]["finished"] + 1):
            assert not (await club.replay(code, number)).cut
    place = await club.join(person_of(club, ANNOUNCED), ANNOUNCED)
    await place.start()
    assert not place.host.room.state.announced_at_once
    assert not place.host.room.state.gardes_shown


async def test_finished_games_keep_their_result(log: SQLiteLog, opening: Opening) -> None:
    stored = [results.decode(one.data) for one in await log.read(STREAM)]
    club = await opening(log)
    for one in await recorded(log):
        assert one in stored
    before = [club.standings.leaderboard(key) for key in registry.games()]
    assert any(board.rows for board in before)
    assert await club._ledger.rebuild() == 0
    assert [results.decode(one.data) for one in await log.read(STREAM)] == stored
    assert [club.standings.leaderboard(key) for key in registry.games()] == before
    (shared,) = [one for one in stored if one.code == SHARED]
    assert (shared.ranks, shared.scores) == ((1, 1), (1, 1))


async def test_running_games_go_on_or_end_and_say_so(log: SQLiteLog, opening: Opening) -> None:
    club = await opening(log)
    for code in sorted(RUNNING):
        host = club.rooms.find(code)
        meta = host.room.rules.meta
        if (meta.plays_on or meta.version) > host.room.opened_version:
            await until(lambda host=host: host.room.ended)
            continue
        assert host.room.phase == "playing" and not host.room.outdated, code
        await played_out(club, code)
        assert host.room.phase == "over" and not host.room.ended
        lines = [json.dumps(line) for line in await record(club, code)]
        said: list[str] = []
        assert verify(lines, said.append, hides=HIDES) == 0, said


async def played_out(club: Club, code: str) -> None:
    """Play a running game to its end: whoever is a person moves as the clock would."""
    host = club.rooms.find(code)
    persons = [chair.player for chair in host.room.chairs if chair.player is not None]
    sessions = [await club.join(player, code) for player in persons]
    while host.room.phase == "playing":
        (seat, *_) = host.room.to_act()
        player, before = host.room.chairs[seat].player, host.room.version
        if player is None:
            await until(lambda before=before: host.room.version > before)
            continue
        action = plain(host.room.rules.default(host.room.state, seat))
        place = next(one for one in sessions if one.player == player)
        with suppress(Refused):  # a bot was quicker: it may deal as well
            await place.act(action)


async def test_an_older_table_of_421_shares_at_one_all(log: SQLiteLog, opening: Opening) -> None:
    """What it does not name means what it meant, and is not written into what it stored."""
    club = await opening(log)
    finished = await club.replay(SHARED)
    assert finished.room.state.winners == (0, 1) and not finished.cut
    for code in await tables(log, "421"):
        if code not in {host.room.code for host in club.rooms}:
            continue
        host = club.rooms.find(code)
        assert "decider" not in host.room.options
        assert host.room.options_in_force["decider"] == "share"
        assert host.room.state.options.decider == "share"
    host = club.rooms.find(SHARED)
    person = host.room.chairs[0].player
    assert person is not None
    place = await club.join(person, SHARED)
    await place.start()
    assert (host.room.game_version, host.room.opened_version) == (host.room.rules.meta.version, 1)
    assert host.room.state.options.decider == "share"  # the next game there as well
    assert place.table().options == {"pot": 11, "decider": "share"}
    stored = facts.decode((await log.read(f"room.{SHARED}"))[0].data).fact
    assert isinstance(stored, facts.Created) and stored.options == {"pot": 11}
    new = await club.create(Player("SHA256:n", "nora"), "421")
    assert "decider" not in club.rooms.find(new).room.options_in_force


@pytest.mark.parametrize("key", registry.games())
async def test_games_too_old_to_go_on_end_without_a_result(
    log: SQLiteLog, opening: Opening, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    stored = await log.read(STREAM)
    later(monkeypatch, key, plays_on=0)
    club = await opening(log)
    codes = [code for code in await tables(log, key) if code in RUNNING]
    assert codes
    for code in codes:
        host = club.rooms.find(code)
        await until(lambda host=host: host.room.ended)
        assert host.room.phase == "over" and host.room.games_played == TABLES[code]["finished"]
        line = next(one for one in reversed(host.room.lines) if one.kind == "table" and one.news)
        for language in languages():
            said = Words(language).say(line.news)
            assert registry.find(key).meta.name in said
            place = await club.join(person_of(club, code), code)
            assert said in paragraph(Words(language), place.table())
        assert "ends without a result" in Words("en").say(line.news, ())
        lines = await record(club, code)
        assert digest(lines[: TABLES[code]["lines"]]) == TABLES[code]["sha256"]
        ended: list[str] = []
        assert verify([json.dumps(one) for one in lines], ended.append, hides=HIDES) == 0
        assert any("ended without a result" in one for one in ended)
    assert await club._ledger.rebuild() == 0
    assert await log.read(STREAM) == stored
    place = await club.join(person_of(club, codes[0]), codes[0])
    await place.start()  # the table stays, and its next game is of today
    assert place.host.room.phase == "playing" and not place.host.room.outdated


def person_of(club: Club, code: str) -> Player:
    return next(one.player for one in club.rooms.find(code).room.chairs if one.player)


async def test_nobody_moves_in_a_game_that_is_to_be_ended(
    log: SQLiteLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    later(monkeypatch, "421", plays_on=0)
    (code, *_) = [code for code in await tables(log, "421") if code in RUNNING]
    now = await room(log, code)
    assert now.outdated and now.to_act() and not now.running()
    for seat, chair in enumerate(now.chairs):
        if chair.player:
            with pytest.raises(Refused):
                decide.act(now, chair.player, {"do": "roll"}, None, None)  # type: ignore[arg-type]
        else:
            assert not decide.bot_decides(now, seat, now.due[seat])


@pytest.mark.parametrize("plays_on", [0, 1])
async def test_what_new_rules_refuse_is_followed_as_far_as_they_go(
    log: SQLiteLog, opening: Opening, monkeypatch: pytest.MonkeyPatch, plays_on: int
) -> None:
    """Let a rule forbid to keep two dice: old games hold moves that are none any more."""
    stored = await log.read(STREAM)
    later(monkeypatch, "421", plays_on)
    check = actions.check

    def stricter(state: Any, seat: int, action: Any) -> None:
        if len(getattr(action, "keep", None) or ()) == 2:
            raise IllegalAction("two", "Two are not kept any more.", 2)
        check(state, seat, action)

    monkeypatch.setattr(actions, "check", stricter)
    club = await opening(log)
    assert not club.rooms.damaged
    cut = 0
    for code in await tables(log, "421"):
        then = TABLES[code]
        lines = await record(club, code)
        assert digest(lines[: then["lines"]]) == then["sha256"]
        if then["running"]:
            host = club.rooms.find(code)
            await until(lambda host=host: not host.room.outdated)
            assert host.room.ended
        if not then["finished"]:
            continue
        replay = await club.replay(code)
        moves = [one for one in lines[: then["lines"]] if one["fact"]["fact"] == "acted"]
        assert replay.cut is (len(replay.steps) < len(moves) + 1)
        if replay.cut:
            cut += 1
            last = replay.view(len(replay.steps) - 1, None).lines[-1]
            assert "cannot follow" in Words("en").say(last.news, ())
            told = LineReplay(replay, club.bot_pool.advise, lambda: None)
            assert "older rules" in told.heading(Words("en"))
            assert "cannot follow" in told.step(Words("en"), replay.turns + 1)[0]
    assert cut > 3
    assert await club._ledger.rebuild() == 0
    assert await log.read(STREAM) == stored


async def test_a_set_up_that_draws_otherwise_keeps_the_tables_open(
    log: SQLiteLog, opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = await log.read(STREAM)
    later(monkeypatch, "trente", plays_on=0)
    game = registry.find("trente")
    setup = game.setup

    def thirsty(_: Any, options: Any, seats: int, chance: Any) -> Any:
        chance.pick(52)
        return setup(options, seats, chance)

    monkeypatch.setattr(type(game), "setup", thirsty)
    club = await opening(log)
    assert not club.rooms.damaged
    for code in await tables(log, "trente"):
        host = club.rooms.find(code)
        await until(lambda host=host: host.room.ended)
        assert host.room.games_played == TABLES[code]["finished"]
        lines = await record(club, code)
        assert digest(lines[: TABLES[code]["lines"]]) == TABLES[code]["sha256"]
        with pytest.raises(Refused):
            await club.replay(code, 1)
        place = await club.join(person_of(club, code), code)
        assert place.table().view is None
        await place.start()
        assert place.table().view is not None
    assert await log.read(STREAM) == stored


async def test_a_snapshot_made_under_other_rules_does_not_count(
    log: SQLiteLog, opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = (await log.read(f"snapshot.{SHARED}"))[-1].data
    assert snapshots.decode(kept) is None  # the old program's
    now = await room(log, SHARED)
    written = snapshots.encode(now, 5)
    assert written is not None and snapshots.decode(written) == (now, 5)
    later(monkeypatch, "421", plays_on=1)
    assert snapshots.decode(written) is None
