"""What somebody asks about other people."""

from msgspec import Struct

from arcade.club.operations.operation import Key, Line, Operation, Visitor, name_of
from arcade.club.views import Person
from arcade.engine.words import N_


class Ignored(Struct, frozen=True):
    name: str
    on: bool


class SeePeople(Operation[tuple[Person, ...]], frozen=True):
    key = Key(
        "who", ("W",), N_("who is here"), N_("See who is here: invite, ignore or report somebody.")
    )
    line = Line("who", N_("who: see who is here"))

    async def run(self, visitor: Visitor) -> tuple[Person, ...]:
        if visitor.table_session is not None:
            return visitor.table_session.here()
        return visitor.club.community.people(visitor.player)


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


class Report(Operation[None], frozen=True):
    key = Key("report", ("r",), N_("report"), N_("Tell the host about that person."))
    line = Line("report", N_("report NAME WHY: tell the host about somebody"), needs=2, risky=True)

    name: str = ""
    text: str = ""

    async def run(self, visitor: Visitor) -> None:
        await visitor.club.report(
            visitor.player, name_of(self.name), self.text, visitor.table_session
        )
