"""What a club reads when it opens: the open tables, and of the closed ones only their end."""

from arcade.club.club import Club
from arcade.eventlog.log import Entry, Token
from arcade.eventlog.memory import MemoryLog
from tests.people import ANNA


class Noting(MemoryLog):
    """Notes which streams are read."""

    def __init__(self, kept: dict[str, list[bytes]]) -> None:
        super().__init__(kept)
        self.noted: list[str] = []

    async def read(self, stream: str, after: Token = 0) -> list[Entry]:
        self.noted.append(stream)
        return await super().read(stream, after)


async def test_closed_tables_are_not_read_again() -> None:
    kept: dict[str, list[bytes]] = {}
    club = await Club.open(MemoryLog(kept))
    closed, opened, odd = [await club.create(ANNA, "421") for _ in range(3)]
    await club.close_table(closed)
    await club.close()
    kept[f"room.{odd}"].append(b"what only a newer program reads")
    log = Noting(kept)
    club = await Club.open(log)
    assert [host.room.code for host in club.rooms] == [opened]
    assert f"room.{closed}" not in log.noted and f"room.{opened}" in log.noted
    assert club.rooms.damaged == (odd,)
    assert len(await club.record(closed)) == len(kept[f"room.{closed}"])
    await club.close()


async def test_a_table_that_lacks_a_fact_stays_shut_where_no_chain_tells_it() -> None:
    kept: dict[str, list[bytes]] = {}
    club = await Club.open(MemoryLog(kept))
    holed, whole = [await club.create(ANNA, "421", seats=2) for _ in range(2)]
    for code in (holed, whole):
        table_session = await club.join(ANNA, code)
        await table_session.say("bonjour")
        table_session.detach()
    await club.close()
    del kept[f"room.{holed}"][-2]  # as NATS leaves out a message whose checksum is wrong
    club = await Club.open(MemoryLog(kept))
    assert ([host.room.code for host in club.rooms], club.rooms.damaged) == ([whole], (holed,))
    await club.close()
