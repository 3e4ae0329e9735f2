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


async def act(place: TableSession) -> None:
    """Make the default move; whether it is one's turn, the table says."""
    table, room = place.table(), place.host.room
    assert table.seat is not None
    await place.act(plain(room.rules.default(room.state, table.seat)), table.version)


async def ready(*places: TableSession) -> None:
    """Begin a game, the next one with everybody's consent."""
    for place in places:
        if place.table().phase != "playing":
            await place.start()


async def act_in_turn(*places: TableSession) -> None:
    """Let the first of them who is to act make the default move."""
    for place in places:
        if place.table().seat in place.table().to_act:
            await act(place)
            return


async def play(place: TableSession, seed: bytes = b"whims") -> None:
    """Play the game to its end, choosing as a quick bot does."""
    whims = Stream(seed)
    room = place.host.room
    bot = quick(room.rules)
    while (room := place.host.room).phase == "playing":
        if 0 not in room.to_act():
            await change(place)
            continue
        view, offers = room.rules.view(room.state, 0), room.rules.legal(room.state, 0)
        with suppress(Refused):  # it has moved on meanwhile
            await place.act(plain(bot.choose(view, offers, whims)), room.version)
