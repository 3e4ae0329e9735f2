"""What an operation is: its arguments, what it does, and how each front end writes it."""

from abc import abstractmethod
from typing import ClassVar, Generic, Protocol, TypeVar

from msgspec import Struct

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words
from arcade.club.table_session import TableSession
from arcade.engine import registry
from arcade.engine.errors import BadOptions
from arcade.engine.fence import GameBroken
from arcade.engine.registry import NoSuchGame
from arcade.engine.words import N_
from arcade.players.player import Player
from arcade.players.results import BOT
from arcade.players.text import clean
from arcade.rooms.errors import broken_down, refused


class Visitor(Protocol):
    """The person who asks, in the lobby or at a table, with a key ("": a guest)."""

    club: Club
    player: Player
    table_session: TableSession | None
    key: str
    visiting: bool
    """Whether they are here, and see notices that concern them."""

    def go(self, table_session: TableSession) -> None: ...

    def leave(self) -> None: ...

    def rename(self, player: Player) -> None: ...


class Key(Struct, frozen=True):
    """The keys of the screens, by Textual's names; the first is the one that is shown.

    `label` is a word or two for the bottom line ("" keeps it out), `what` a sentence for the help
    and the menu. `mnemonic` is `N_` of a word and its letter, "call: c": a catalogue gives another
    letter, "suivre : s". A person's own letters are stored by `name`.
    """

    name: str
    keys: tuple[str, ...]
    label: str = ""
    what: str = ""
    mnemonic: str = ""


class Line(Struct, frozen=True):
    """A command of line mode: its word, its sentence of help, and how many words must follow.

    A `risky` one is not run for a word that only resembles it.
    """

    word: str
    help: str
    needs: int = 0
    risky: bool = False


class Argument(Struct, frozen=True):
    """An argument of `ssh host COMMAND`: what to write (`kind`), and in how many words at most."""

    kind: str
    optional: bool = False
    words: int = 1


GAME = Argument(N_("GAME"), words=registry.LONGEST)
ANY_GAME = Argument("GAME", optional=True, words=registry.LONGEST)
CODE = Argument(N_("CODE"))
ANY_CODE = Argument("CODE", optional=True)
NAME = Argument(N_("NAME"))
ANY_NAME = Argument(N_("NAME"), optional=True)
LANGUAGE = Argument(N_("LANGUAGE"), optional=True)
SECTION = Argument(N_("SECTION"), optional=True)
JSON = Argument("--json", optional=True)
SHARE = Argument("--share", optional=True)
FOR_GAME = Argument(N_("--game GAME"), optional=True, words=1 + registry.LONGEST)
SINCE = Argument(N_("--since DATE"), optional=True, words=2)
TIMEOUT = Argument(N_("--timeout SECONDS"), optional=True, words=2)


class Command(Struct, frozen=True):
    """A command of `ssh host COMMAND`: its word, its arguments, its sentence in the list."""

    word: str
    takes: tuple[Argument, ...]
    about: str


Result_co = TypeVar("Result_co", covariant=True)


class Operation(Struct, Generic[Result_co], frozen=True):
    """Something a person asks; its fields are the arguments, named and typed as in the JSON API.

    A front end has the operations that say how they are written there: as a `key`, as a `line`,
    as the name of a request of the `api`, as a `command`.
    """

    key: ClassVar[Key] = Key("", ())
    line: ClassVar[Line] = Line("", "")
    api: ClassVar[str] = ""
    command: ClassVar[Command] = Command("", (), "")

    @abstractmethod
    async def run(self, visitor: Visitor) -> Result_co:
        """Do it; raises `Refused` or `NotStored`, and then nothing has changed."""


class TableOperation(Operation[Result_co], Generic[Result_co], frozen=True):
    """Something a person asks of the table they are at."""

    by_each: ClassVar[bool] = False
    """Whether a key asks it for everybody who plays at a shared keyboard."""

    async def run(self, visitor: Visitor) -> Result_co:
        if visitor.table_session is None:
            raise refused("You are at no table.")
        return await self.do(visitor.table_session)

    @abstractmethod
    async def do(self, table_session: TableSession) -> Result_co:
        """Do it, as `run`."""


Result = TypeVar("Result")


async def perform(visitor: Visitor, operation: Operation[Result]) -> Result:
    """Run an operation; raises `Refused` also for options and games that cannot be."""
    try:
        return await operation.run(visitor)
    except BadOptions as error:
        raise Refused(error.news) from error
    except GameBroken as error:
        raise broken_down(error) from error


def game_key(name: str) -> str:
    """Return the key of the game with this name; raises `Refused`."""
    try:
        return registry.named(name).meta.key
    except NoSuchGame as error:
        raise Refused(error.news) from None


def games_asked(name: str) -> tuple[str, ...]:
    """Return the key of the named game, or of every game for ""; raises `Refused`."""
    return (game_key(name),) if name else tuple(registry.games())


def game_here(visitor: Visitor, name: str) -> str:
    """Return the key of the named game, else of the game of the table; "" without either."""
    if name:
        return game_key(name)
    return visitor.table_session.table().game if visitor.table_session is not None else ""


def name_of(name: str) -> str:
    """Return a typed name unless it is an id: who has which key is private.

    Raises `Refused` for an id.
    """
    if ":" in name and not name.startswith(BOT):
        raise refused("There is nobody called {name}.", name=clean(name, 40))
    return name


def words_for(visitor: Visitor, language: str) -> Words:
    """Return the words of a language ("": the person's own)."""
    return Words(language or visitor.club.accounts.language(visitor.player) or "en")
