"""What the persons of a table decide together: a pause, and the end of a game without a result.

Bots and persons for whom a bot plays have no voice. Pure, like `decide`.
"""

from arcade.players.player import Player
from arcade.rooms import facts
from arcade.rooms.errors import refused
from arcade.rooms.facts import Fact, Stored, Vote
from arcade.rooms.moderation import must_have_pages
from arcade.rooms.room import Room, evolve


def ask(room: Room, player: Player, what: Vote) -> tuple[Fact, ...]:
    """Ask for a pause or the end; once more: no longer. What all ask for happens at once."""
    must_have_pages(room)
    seat = _voice(room, player)
    if what == "pause":
        if room.table.days:
            raise refused("A game with days for a move needs no pause.")
        if room.paused:
            raise refused("The game pauses already.")
    if seat in room.asked.get(what, ()):
        return (facts.Withdrew(seat, what),)
    asked = facts.Asked(seat, what)
    return (asked, *settle(evolve(room, Stored(room.version + 1, 0, asked))))


def settle(room: Room) -> tuple[Fact, ...]:
    """Do what all ask for; nothing while somebody does not."""
    voices = set(room.manned())
    if room.phase != "playing" or not voices:
        return ()
    if voices <= set(room.asked.get("end", ())):
        return (facts.Ended(),)
    if not room.paused and voices <= set(room.asked.get("pause", ())):
        return (facts.Paused(),)
    return ()


def go_on(room: Room, player: Player) -> tuple[Fact, ...]:
    """End a pause; anybody who plays may."""
    seat = _voice(room, player)
    return (facts.WentOn(seat),) if room.paused else ()


def wake(room: Room, paused: int) -> tuple[Fact, ...]:
    """End the pause that began at `paused`: it was long enough."""
    return (facts.WentOn(),) if room.paused == paused and paused else ()


def _voice(room: Room, player: Player) -> int:
    seat = room.seat_of(player)
    if room.phase != "playing":
        raise refused("No game is running.")
    if seat is None or room.chairs[seat].gone:
        raise refused("You are watching; sit down first.")
    if room.chairs[seat].bot:
        raise refused("A bot plays for you. Take your seat back first.")
    return seat
