"""What people do to each other at a table besides playing, decided like everything else there.

Each raises `Refused` with the reason in words and then nothing has changed.
"""

from arcade.players.player import Player
from arcade.rooms import facts
from arcade.rooms.errors import refused
from arcade.rooms.facts import EMOTES, Facts
from arcade.rooms.room import Room

FULL = 10_000
"""Facts after which a table's book is full: the game goes on to its end, and nothing besides."""


def emote(room: Room, player: Player, which: str) -> Facts:
    """Make a gesture, one of `EMOTES`."""
    must_have_pages(room)
    may_speak(room, player)
    if which not in EMOTES:
        raise refused("There is no such gesture.")
    return (facts.Emoted(player.name, which, outside(room, player), player.id),)


def hush(room: Room, player: Player, whom: Player, on: bool) -> Facts:
    """Let the one who opened the table keep somebody there from speaking, or let them again."""
    _must_have_opened(room, player)
    if whom.id == player.id or (whom.id in room.hushed) is on:
        return ()
    return (facts.Hushed(whom, on),)


def send_away(room: Room, player: Player, whom: Player) -> Facts:
    """Let the one who opened the table send a watcher away, for good."""
    _must_have_opened(room, player)
    seat = room.seat_of(whom)
    if seat is not None and not room.chairs[seat].gone:
        raise refused("{who} has a seat; only those who watch can be sent away.", who=whom.name)
    if whom.id == player.id or whom.id in room.barred:
        return ()
    return (facts.SentAway(whom),)


def must_have_name(player: Player) -> None:
    """Raise `Refused` where a person has not chosen a name."""
    if not player.name:
        raise refused("Choose a name first.")


def must_be_open(room: Room) -> None:
    """Raise `Refused` where the table is closed."""
    if room.phase == "closed":
        raise refused("That table is closed.")


def must_have_pages(room: Room) -> None:
    """Raise `Refused` where the table is closed, or its book full."""
    must_be_open(room)
    if room.version >= FULL:
        raise refused("The book of this table is full: open another one.")


def may_speak(room: Room, player: Player) -> None:
    """Raise `Refused` where this person was asked to be quiet at this table, or sent away."""
    may_come(room, player)
    if player.id in room.hushed:
        raise refused("{who} has asked you to be quiet at this table.", who=room.by.name)


def may_come(room: Room, player: Player) -> None:
    """Raise `Refused` where this person was sent away from this table."""
    if player.id in room.barred:
        raise refused("{who} has sent you away from this table.", who=room.by.name)


def outside(room: Room, player: Player) -> bool:
    """Whether a person only watches while a game runs: then the players hear it afterwards."""
    seat = room.seat_of(player)
    return room.phase == "playing" and (seat is None or room.chairs[seat].gone)


def _must_have_opened(room: Room, player: Player) -> None:
    must_have_pages(room)
    if player.id != room.by.id:
        raise refused("Only {who}, who opened the table, can do that.", who=room.by.name)
