"""A log of every earlier release opens: same tables, same seats, same turn, and play goes on.

Where the rules have changed too much meanwhile, a running game ends instead, and says so.
"""

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path
from time import time_ns
from types import SimpleNamespace

import pytest

from arcade.club.club import Club
from arcade.engine.codec import plain
from arcade.eventlog.copies import examine
from arcade.eventlog.sqlite import SQLiteLog
from arcade.players.player import Player
from arcade.rooms import clocks
from arcade.rooms.timers import RoomSettings
from tests.waiting import until

LOGS = sorted(Path(__file__).parent.glob("*.db"))


@pytest.mark.parametrize("kept", LOGS, ids=lambda path: path.stem)
async def test_an_old_log_opens_and_its_games_go_on(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "arcade.sqlite3"
    shutil.copy(kept, path)
    assert examine(path).damaged == ()
    found = json.loads(kept.with_suffix(".json").read_text())
    log = await SQLiteLog.open(path)
    club = await Club.open(log, RoomSettings(bot_pause=60))
    anna, ben = club.accounts.known("SHA256:anna"), club.accounts.known("SHA256:ben")
    guest = club.accounts.resume(found["resume"])
    assert guest is not None and (anna.name, ben.name) == ("anna", "ben")
    assert guest.name == found["guest"]
    assert sorted(club.tables.seated(anna)) == sorted(found["tables"])
    for code, wanted in found["tables"].items():
        host = (await club.join(anna, code)).host
        room = host.room
        assert room.game == wanted["game"] and list(room.names) == wanted["names"]
        assert any(line.text == "à bientôt" for line in room.lines)
        meta = room.rules.meta
        if room.opened_version < (meta.plays_on or meta.version):
            await until(lambda host=host: host.room.ended)
            assert "ended" in [one["fact"]["fact"] for one in plain(await club.record(code))]
            continue
        facts = [one["fact"]["fact"] for one in plain(await club.record(code))]
        assert len(facts) >= wanted["facts"]
        assert facts[wanted["facts"] :] in ([], ["resumed"]), "whose clock goes on, sooner or later"
        assert room.phase == wanted["phase"]
        assert list(room.to_act()) == wanted["to_act"]
        seat = room.to_act()[0]
        player = room.chairs[seat].player
        assert player is not None
        place = await club.join(player, code)
        await place.act(plain(room.rules.default(room.state, seat)))
        assert host.room.version > wanted["version"]
    await club.close()
    await log.close()


def test_there_is_one_of_the_first_release_and_one_with_snapshots_of_another_program() -> None:
    assert {"71543b3", "288e56f"} < {path.stem for path in LOGS}


async def test_names_of_a_log_in_which_they_could_be_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    then = int(datetime(2026, 11, 22, tzinfo=UTC).timestamp() * 1e9) - time_ns()
    monkeypatch.setattr(clocks, "time", SimpleNamespace(time_ns=lambda: time_ns() + then))
    kept = next(path for path in LOGS if path.stem == "dd71cae")
    shutil.copy(kept, tmp_path / "arcade.sqlite3")
    found = json.loads(kept.with_suffix(".json").read_text())["people"]
    log = await SQLiteLog.open(tmp_path / "arcade.sqlite3")
    club = await Club.open(log, RoomSettings(bot_pause=60))
    anna, dora, eve = (club.accounts.known(f"SHA256:{name}") for name in ("anna", "dora", "eve"))
    assert (dora.name, eve.name) == ("Xeno", "dora"), "each is called what they chose last"

    guest = club.accounts.resume(found["resume"])
    assert guest is not None and guest.id == found["guest"] and guest.guest
    assert guest.name.startswith("guest-") and found["called"] == "Promoted"
    assert (await club.choose_name(Player("SHA256:new", ""), "Promoted")).name == "Promoted"
    place = await club.join(guest, found["code"])
    (seat,) = [seat for seat in place.table().seats if seat.yours]
    assert seat.guest and seat.name == guest.name, "the guest's seat, which was a player's"

    said = [line for line in place.table().lines if line.kind == "chat"]
    assert [line.who for line in said] == ["dora", "Promoted", "Promoted"], "as it was stored"
    assert "Xeno" in [line.who for line in club.lobby(guest).lines], "which tells the id"
    assert [line.text for line in club.lobby(anna).lines if line.who == "Xeno"] == []
    ((_, report),) = club.moderation.conduct.reports
    assert report.whom and report.lines
    await place.say("again")
    assert place.host.room.lines[-1].by == guest.id
    await club.close()
    await log.close()
