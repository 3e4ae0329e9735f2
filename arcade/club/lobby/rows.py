"""A table's line in the lobby, and whether a quick play may lead there."""

from arcade.club.views import TableRow
from arcade.players.player import Player
from arcade.rooms.host import Host
from arcade.rooms.room import Room


def row(host: Host, yours: bool = False) -> TableRow:
    """Give a table's line in the lobby."""
    room = host.room
    seated = [chair for chair in room.chairs if chair.player and not chair.gone]
    return TableRow(
        code=room.code,
        game=room.game,
        name=room.rules.meta.name,
        phase=room.phase,
        seats=len(room.chairs),
        taken=len(seated),
        bots=sum(1 for chair in room.chairs if chair.bot and chair not in seated),
        open=0 if _shut(room) else sum(chair.free for chair in room.chairs),
        watchers=len(host.watchers),
        people=tuple(chair.name for chair in seated),
        yours=yours,
        days=room.table.days,
        asleep=not host.anybody and not room.table.days,
    )


def _shut(room: Room) -> bool:
    """Whether nobody may sit down now, free seat or not."""
    return room.phase == "playing" and not room.table.late_join


def persons(host: Host) -> int:
    """Count the persons who play there and are here."""
    return sum(
        chair.player is not None and not chair.gone and host.is_present(chair.player)
        for chair in host.room.chairs
    )


def invites(host: Host, player: Player, game: str | None) -> bool:
    """Whether a quick play may lead here: somebody is there, and a seat can be taken."""
    room = host.room
    return (
        not room.private
        and (game is None or room.game == game)
        and persons(host) > 0
        and any(chair.free for chair in room.chairs)
        and not _shut(room)
        and room.seat_of(player) is None
    )
