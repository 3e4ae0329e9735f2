"""What somebody asks about other people."""

from msgspec import Struct

from arcade.club.operations.operation import (
    JSON,
    NAME,
    Command,
    Key,
    Line,
    Operation,
    Visitor,
    name_of,
)
from arcade.club.people.friends import Marked
from arcade.club.views import Person
from arcade.engine.words import N_


class Ignored(Struct, frozen=True):
    name: str
    on: bool


class FriendLine(Struct, frozen=True):
    """A friend; `where` is the table they are at, unless it is private."""

    name: str
    here: bool
    where: str = ""
    playing: bool = False


class FriendList(Struct, frozen=True):
    """A person's friends, those who are here first, and whom they mark without being marked."""

    friends: tuple[FriendLine, ...]
    marked: tuple[str, ...]


class SeePeople(Operation[tuple[Person, ...]], frozen=True):
    key = Key(
        "who", ("W",), N_("who is here"), N_("See who is here: invite, ignore or report somebody.")
    )
    line = Line("who", N_("who: see who is here"))

    async def run(self, visitor: Visitor) -> tuple[Person, ...]:
        if visitor.table_session is not None:
            return visitor.table_session.here()
        return visitor.club.community.people(visitor.player)


class Declined(Struct, frozen=True):
    """The table to which a person does not come, and who has been told."""

    code: str
    names: tuple[str, ...]


class DeclineInvitation(Operation[Declined], frozen=True):
    key = Key(
        "not_come", ("N",), N_("say no"), N_("Decline the invitation; whoever invited you is told.")
    )
    line = Line(
        "decline", N_("decline: decline an invitation; whoever invited you is told"), risky=True
    )
    api = "decline"

    code: str = ""

    async def run(self, visitor: Visitor) -> Declined:
        names = visitor.club.community.decline(visitor.player, self.code)
        return Declined(self.code.upper(), names)


class Ignore(Operation[Ignored], frozen=True):
    """Mute a person for the player alone, or unmute them."""

    key = Key("ignore", ("i",), N_("ignore"), N_("Read nothing more by that person."))
    line = Line("ignore", N_("ignore NAME: mute somebody, or unmute them"), needs=1, risky=True)

    name: str = ""

    async def run(self, visitor: Visitor) -> Ignored:
        club = visitor.club
        person = club.community.find(name_of(self.name))
        on = person.id not in club.accounts.ignored(visitor.player)
        await club.community.ignore(visitor.player, person.id, on)
        return Ignored(person.name, on)


class ListFriends(Operation[FriendList], frozen=True):
    line = Line("friends", N_("friends: your friends, those who are here first"))
    api = "friends"
    command = Command("friends", (JSON,), N_("your friends, those who are here first"))

    async def run(self, visitor: Visitor) -> FriendList:
        friends, player = visitor.club.friends, visitor.player
        lines = (
            FriendLine(friend.name, not friend.away, friend.where, friend.playing)
            for friend in friends.all(player)
        )
        return FriendList(tuple(lines), friends.unanswered(player))


class Befriend(Operation[Marked], frozen=True):
    """Mark a person; two who mark each other are friends. Nobody else learns of a mark."""

    key = Key("friend", ("f",), N_("friend"), N_("Mark that person as a friend; again: no more."))
    line = Line("friend", N_("friend NAME: mark a friend, who sees it by marking you too"), needs=1)
    api = "friend"
    command = Command("friend", (NAME, JSON), N_("mark a friend, who sees it by marking you too"))

    name: str = ""

    async def run(self, visitor: Visitor) -> Marked:
        return await visitor.club.friends.mark(visitor.player, name_of(self.name), True)


class Unfriend(Operation[Marked], frozen=True):
    line = Line("unfriend", N_("unfriend NAME: take such a mark back"), needs=1, risky=True)
    api = "unfriend"
    command = Command("unfriend", (NAME, JSON), N_("take such a mark back"))

    name: str = ""

    async def run(self, visitor: Visitor) -> Marked:
        return await visitor.club.friends.mark(visitor.player, name_of(self.name), False)


class Report(Operation[None], frozen=True):
    key = Key("report", ("r",), N_("report"), N_("Tell the host about that person."))
    line = Line("report", N_("report NAME WHY: tell the host about somebody"), needs=2, risky=True)

    name: str = ""
    text: str = ""

    async def run(self, visitor: Visitor) -> None:
        await visitor.club.report(
            visitor.player, name_of(self.name), self.text, visitor.table_session
        )
