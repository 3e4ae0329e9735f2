"""Make a log to keep: `PYTHONPATH=<a release> python make.py FILE.db`, run as that very release.

Uses only what every release has. Beside the log it writes what must be found in it, as JSON.
"""

import asyncio
import json
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.engine.codec import plain
from arcade.eventlog.sqlite import SQLiteLog
from arcade.players.player import Player
from arcade.rooms.timers import RoomSettings

TABLES = (("421", 2), ("trente", 3), ("golden21", 3), ("golden-zero", 3), ("vingt-et-un", 2))
MOVES = 25


async def main(path: Path) -> None:
    """Play a while at a table of every game, and stop in the midst of it."""
    log = await SQLiteLog.open(path)
    club = await Club.open(log, RoomSettings(bot_pause=60))
    anna = await club.choose_name(Player("SHA256:anna", ""), "anna")
    ben = await club.choose_name(Player("SHA256:ben", ""), "ben")
    guest, resume = club.accounts.guest()
    tables: dict[str, Any] = {}
    found = {"resume": resume, "guest": guest.name, "tables": tables}
    for game, seats in TABLES:
        code = await club.create(anna, game, seats=seats)
        places = [await club.join(one, code) for one in (anna, ben, guest)[:seats]]
        await places[0].start()
        for _ in range(MOVES):
            room = places[0].table()
            for place in places:
                seat = place.table().seat
                if seat is not None and seat in room.to_act:
                    default = place._host.room.rules.default(place._host.room.state, seat)
                    await place.act(plain(default))
                    break
        await places[1].say("à bientôt")
        table = places[0].table()
        tables[code] = {
            "game": game,
            "phase": table.phase,
            "names": [seat.name for seat in table.seats],
            "to_act": list(table.to_act),
            "version": table.version,
            "facts": len(await club.record(code)),
        }
    found["people"] = await people(club)
    await club.close()
    await log.close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode = DELETE")
    db.close()
    path.with_suffix(".json").write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")


async def people(club: Club) -> dict[str, Any]:
    """Talk and be called names; until dd71cae a name could be changed, and a guest have one."""
    dora, eve = Player("SHA256:dora", ""), Player("SHA256:eve", "")
    dora = await club.choose_name(dora, "dora")
    guest, resume = club.accounts.guest()
    code = await club.create(dora, "421", seats=3)
    place = await club.join(dora, code)
    await place.say("said by dora")
    await club.community.say(dora, "said in the lobby by dora")
    with suppress(Refused):
        dora = await club.choose_name(dora, "Xeno")
        eve = await club.choose_name(eve, "dora")
        guest = await club.choose_name(guest, "Promoted")
    at = await club.join(guest, code)
    await at.emote("cheers")
    await at.say("said by the guest")
    await club.community.ignore(club.accounts.known("SHA256:anna"), dora.name, on=True)
    await club.report(club.accounts.known("SHA256:anna"), dora.name, "loud", place)
    return {"code": code, "resume": resume, "guest": guest.id, "called": guest.name}


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
