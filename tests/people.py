"""People of tests, and what they do at a table of a club."""

from arcade.club.table_session import TableSession
from arcade.engine.codec import plain
from arcade.players.player import Player

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
