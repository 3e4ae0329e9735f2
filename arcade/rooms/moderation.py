"""Gestures, and who may come to a table, speak there, and change it; pure, like `decide`.

Each function raises `Refused` with a reason for the player.
"""

from arcade.players.player import Player
from arcade.rooms import facts
from arcade.rooms.errors import refused
from arcade.rooms.facts import EMOTES, Facts
from arcade.rooms.room import Room

MAX_FACTS = 10_000
"""Maximum facts per table; after that only the running game may finish."""


def emote(room: Room, player: Player, which: str) -> Facts:
    must_have_pages(room)
    may_speak(room, player)
    if which not in EMOTES:
        raise refused("There is no such gesture.")
    return (facts.Emoted(player.name, which, outside(room, player), player.id),)


def hush(room: Room, player: Player, whom: Player, on: bool) -> Facts:
    """Mute or unmute somebody at the table; only its opener may."""
    _must_have_opened(room, player)
    if whom.id == player.id or (whom.id in room.hushed) is on:
        return ()
    return (facts.Hushed(whom, on),)


def send_away(room: Room, player: Player, whom: Player) -> Facts:
    """Send somebody away for good; only the table's opener may.

    Not during a game, which they would lose; there a bot plays for an idle person.
    """
    _must_have_opened(room, player)
    if whom.id == player.id or whom.id in room.barred:
        return ()
    seat = room.kept_seat(whom)
    if seat is None:
        return (facts.SentAway(whom),)
    if room.phase == "playing":
        raise refused("{who} plays; you can send them away when the game is over.", who=whom.name)
    return (facts.Stood(seat), facts.SentAway(whom))


def must_have_name(player: Player) -> None:
    if not player.name:
        raise refused("Choose a name first.")


def must_be_open(room: Room) -> None:
    if room.phase == "closed":
        raise refused("That table is closed.")


def must_have_pages(room: Room) -> None:
    must_be_open(room)
    if not has_pages(room):
        raise refused("The book of this table is full: open another one.")


def has_pages(room: Room) -> bool:
    return room.version < MAX_FACTS


def may_speak(room: Room, player: Player) -> None:
    """Raise `Refused` if this person is muted at this table, or was sent away."""
    may_come(room, player)
    if player.id in room.hushed:
        raise refused("{who} has asked you to be quiet at this table.", who=room.by.name)


def may_come(room: Room, player: Player) -> None:
    """Raise `Refused` if this person was sent away from this table."""
    if player.id in room.barred:
        raise refused("{who} has sent you away from this table.", who=room.by.name)


def outside(room: Room, player: Player) -> bool:
    """Return whether a person is a spectator during a game; players then see their chat later."""
    return room.phase == "playing" and room.kept_seat(player) is None


def _must_have_opened(room: Room, player: Player) -> None:
    must_have_pages(room)
    if player.id != room.by.id:
        raise refused("Only {who}, who opened the table, can do that.", who=room.by.name)
