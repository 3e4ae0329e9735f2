"""A kept log of each version opens: same tables, same seats, same turn, and play goes on."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from arcade.club.club import Club
from arcade.club.streams import mark
from arcade.engine.codec import plain
from arcade.eventlog.copies import examine
from arcade.eventlog.sqlite import SQLiteLog
from arcade.rooms.timers import RoomSettings

LOGS = sorted(Path(__file__).parent.glob("*.db"))


def stored(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield each entry of a log with the kind of its stream; without marks and snapshots."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        for name, fact in db.execute("SELECT stream, fact FROM facts"):
            kind = name.partition(".")[0]
            if kind not in (mark.STREAM, "snapshot"):
                yield kind, fact
    db.close()


@pytest.mark.parametrize("kept", LOGS, ids=lambda path: path.stem)
async def test_a_kept_log_opens_and_its_games_go_on(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "arcade.sqlite3"
    shutil.copy(kept, path)
    assert examine(path).damaged == ()
    wanted = json.loads(kept.with_suffix(".json").read_text())
    log = await SQLiteLog.open(path)
    club = await Club.open(log, RoomSettings(bot_pause=60))
    anna, ben = club.accounts.known("SHA256:anna"), club.accounts.known("SHA256:ben")
    guest = club.accounts.resume(wanted["resume"])
    assert guest is not None and (anna.name, ben.name) == ("anna", "ben")
    assert guest.name == wanted["guest"]
    assert sorted(club.tables.seated(anna)) == sorted(wanted["tables"])
    for code, table in wanted["tables"].items():
        host = (await club.join(anna, code)).host
        room = host.room
        assert room.game == table["game"] and list(room.names) == table["names"]
        assert any(line.text == "à bientôt" for line in room.lines)
        facts = [line["fact"]["fact"] for line in plain(await club.record(code))]
        assert len(facts) >= table["facts"]
        assert facts[table["facts"] :] in ([], ["resumed"]), "whose clock goes on, sooner or later"
        assert room.phase == table["phase"]
        assert list(room.to_act()) == table["to_act"]
        seat = room.to_act()[0]
        player = room.chairs[seat].player
        assert player is not None
        session = await club.join(player, code)
        await session.act(plain(room.rules.default(room.state, seat)))
        assert host.room.version > table["version"]
    await club.close()
    await log.close()


@pytest.mark.parametrize("kept", LOGS, ids=lambda path: path.stem)
def test_its_bytes_would_be_written_again(kept: Path) -> None:
    """What is read from a log of today's format and written anew is the same to the byte."""
    kinds = set()
    for kind, data in stored(kept):
        form = mark.FORMS[kind]
        assert form.encode(form.decode(data)) == data
        kinds.add(kind)
    assert kinds == mark.FORMS.keys() - {"checkpoint", "duels", "puzzles", "tournaments"}


@pytest.mark.parametrize("kept", LOGS, ids=lambda path: path.stem)
def test_a_changed_byte_is_noticed(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "arcade.sqlite3"
    shutil.copy(kept, path)
    with sqlite3.connect(path) as db:
        rooms = "SELECT max(stream) FROM facts WHERE stream LIKE 'room.%'"
        (name,) = db.execute(rooms).fetchone()
        db.execute("UPDATE facts SET fact = fact || ' ' WHERE stream = ? AND number = 3", (name,))
    db.close()
    assert examine(path).damaged == (name,)
