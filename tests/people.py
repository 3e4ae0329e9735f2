"""People of tests, and what they do at a table of a club."""

from contextlib import suppress

from arcade.club.errors import Refused
from arcade.club.table_session import TableSession
from arcade.engine.bot import quick
from arcade.engine.chance import Stream
from arcade.engine.codec import plain
from arcade.players.player import Player
from tests.waiting import change

ANNA, BEN, CLEO, DORA = (
    Player(f"SHA256:{name[0]}", name) for name in ("anna", "ben", "cleo", "dora")
)


async def act(table_session: TableSession) -> None:
    """Make the default move; whether it is one's turn, the table says."""
    table, room = table_session.table(), table_session.host.room
    assert table.seat is not None
    await table_session.act(plain(room.rules.default(room.state, table.seat)), table.version)


async def ready(*table_sessions: TableSession) -> None:
    """Begin a game, the next one with everybody's consent."""
    for table_session in table_sessions:
        if table_session.table().phase != "playing":
            await table_session.start()


async def act_in_turn(*table_sessions: TableSession) -> None:
    """Let the first of them who is to act make the default move."""
    for table_session in table_sessions:
        if table_session.table().seat in table_session.table().to_act:
            await act(table_session)
            return


async def play(table_session: TableSession, seed: bytes = b"whims") -> None:
    """Play the game to its end, choosing as a quick bot does."""
    whims = Stream(seed)
    room = table_session.host.room
    bot = quick(room.rules)
    while (room := table_session.host.room).phase == "playing":
        if 0 not in room.to_act():
            await change(table_session)
            continue
        view, offers = room.rules.view(room.state, 0), room.rules.legal(room.state, 0)
        with suppress(Refused):  # it has moved on meanwhile
            await table_session.act(plain(bot.choose(view, offers, whims)), room.version)
