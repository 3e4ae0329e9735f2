"""Make a log to keep: `python tests/stored/make.py VERSION.db`, when a version is released.

Beside the log it writes what must be found in it, as JSON.
"""

import asyncio
import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

from arcade.club.club import Club
from arcade.club.table_session import TableSession
from arcade.engine.codec import plain
from arcade.eventlog.sqlite import SQLiteLog
from arcade.players.player import Player
from arcade.rooms import decide
from arcade.rooms.timers import RoomSettings

TABLES = (("421", 2), ("trente", 3), ("golden21", 3), ("golden-zero", 3), ("vingt-et-un", 2))
MOVES = 25


async def play(sessions: list[TableSession], moves: int) -> None:
    """Let whoever is to act do what a clock would, until the game is over."""
    for _ in range(moves):
        room = sessions[0].host.room
        if room.phase != "playing":
            return
        session = next(session for session in sessions if session.table().seat in room.to_act())
        seat = session.table().seat
        assert seat is not None
        await session.act(plain(room.rules.default(room.state, seat)))


async def main(path: Path) -> None:
    """Play a while at a table of every game, and stop in the midst of it."""
    log = await SQLiteLog.open(path)
    club = await Club.open(log, RoomSettings(bot_pause=60))
    anna = await club.choose_name(Player("SHA256:anna", ""), "anna")
    ben = await club.choose_name(Player("SHA256:ben", ""), "ben")
    guest, resume = club.accounts.guest()
    tables: dict[str, Any] = {}
    for game, seats in TABLES:
        code = await club.create(anna, game, seats=seats)
        sessions = [await club.join(player, code) for player in (anna, ben, guest)[:seats]]
        await sessions[0].start()
        await play(sessions, MOVES)
        await sessions[1].say("à bientôt")
        table = sessions[0].table()
        tables[code] = {
            "game": game,
            "phase": table.phase,
            "names": [seat.name for seat in table.seats],
            "to_act": list(table.to_act),
            "version": table.version,
            "facts": len(await club.record(code)),
        }
    cleo = await club.choose_name(Player("SHA256:cleo", ""), "cleo")
    code = await club.create(cleo, "421", {"mode": "manche"}, 2)
    sessions = [await club.join(player, code) for player in (cleo, ben)]
    await sessions[0].start()
    await play(sessions, 100)
    for session in sessions:
        await session.do(decide.leave_seat)
    await club.play_daily(cleo, "421")
    await club.report(cleo, ben.name, "loud", sessions[0])
    await club.community.say(anna, "anybody?")
    await club.community.ignore(ben, guest.name, on=True)
    await club.close()
    await log.close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode = DELETE")
    db.close()
    made = {"resume": resume, "guest": guest.name, "tables": tables}
    path.with_suffix(".json").write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
