"""What somebody asks of the club in order to play: games, tables, a seat."""

from collections.abc import Mapping

from msgspec import Struct, convert

from arcade.club.operations.operation import (
    CODE,
    JSON,
    Command,
    Key,
    Line,
    Operation,
    Visitor,
    game_key,
)
from arcade.club.table_session import TableSession
from arcade.club.views import SeatOffer, TableRow
from arcade.engine import registry
from arcade.engine.game import Option
from arcade.engine.words import N_
from arcade.rooms import table_rules
from arcade.rooms.errors import refused

# Results that the JSON API sends have its field names.


class GameMeta(Struct, frozen=True):
    """What front ends are given of a game's `Meta`."""

    key: str
    name: str
    seats: tuple[int, int]
    best_seats: int
    length: int
    version: int
    blurb: str
    secrets: bool
    plays_on: int
    aliases: tuple[str, ...]


class OptionInfo(Struct, frozen=True):
    """What front ends are given of a game's `Option`; `without` is what null means."""

    name: str
    label: str
    help: str
    values: tuple[object, ...]
    low: int
    high: int
    step: int
    nullable: bool
    without: str
    value_help: Mapping[str, str]
    only: Mapping[str, tuple[object, ...]]

    @classmethod
    def of(cls, option: Option) -> "OptionInfo":
        given = {
            field: getattr(option, field) for field in cls.__struct_fields__ if field != "without"
        }
        return cls(without=option.names.get(None, ""), **given)


class GameInfo(Struct, frozen=True):
    meta: GameMeta
    options: tuple[OptionInfo, ...]


class Games(Struct, frozen=True):
    games: tuple[GameInfo, ...]


class Lobby(Struct, frozen=True):
    """The lobby; `joins` is the table that `play` leads to, `seat` the one that `take` takes."""

    tables: tuple[TableRow, ...]
    people: tuple[str, ...]
    joins: str = ""
    seat: SeatOffer | None = None


class Arrived(Struct, frozen=True):
    code: str


class ListGames(Operation[Games], frozen=True):
    api = "games"

    async def run(self, _: Visitor) -> Games:
        return Games(
            tuple(
                GameInfo(
                    convert(game.meta, GameMeta, from_attributes=True),
                    tuple(map(OptionInfo.of, game.option_list)),
                )
                for game in registry.games().values()
            )
        )


class ListTables(Operation[Lobby], frozen=True):
    line = Line("list", N_("list: list the tables"))
    api = "lobby"
    command = Command("rooms", (JSON,), N_("the tables: game, state, seats, watchers"))

    async def run(self, visitor: Visitor) -> Lobby:
        lobby = visitor.club.lobby(visitor.player, most=None)
        return Lobby(lobby.tables, lobby.people, lobby.joins, lobby.seat)


class OpenTable(Operation[Arrived], frozen=True):
    """Open a table; `seats` 0 is the game's best number, `table` the rules of the table."""

    key = Key("new", ("n",), N_("new table"), N_("Open a table: game, seats, options."))
    line = Line(
        "new", N_("new GAME [SEATS] [option=value …]: open a table; new GAME ? lists the options")
    )
    api = "create"

    game: str = ""
    options: Mapping[str, object] = {}
    seats: int = 0
    private: bool = False
    table: Mapping[str, object] = {}
    seat: int | None = None

    async def run(self, visitor: Visitor) -> Arrived:
        game, rules = game_key(self.game), table_rules.read(self.table)
        code = await visitor.club.create(
            visitor.player, game, self.options, self.seats, self.private, rules
        )
        return arrive(visitor, await visitor.club.join(visitor.player, code, self.seat))


class PlayNow(Operation[Arrived], frozen=True):
    key = Key(
        "play", ("p",), N_("play now"), N_("Play at once: with people who wait, else against bots.")
    )
    line = Line("play", N_("play [GAME]: play at once, with people if any wait, else against bots"))
    api = "play"

    game: str = ""

    async def run(self, visitor: Visitor) -> Arrived:
        key = game_key(self.game) if self.game else None
        return arrive(visitor, await visitor.club.quick_play(visitor.player, key))


class JoinTable(Operation[Arrived], frozen=True):
    """Sit down at a table; seats are counted from 0.

    Where none is free, `watch` it instead.
    """

    line = Line("join", N_("join CODE: sit down at a table"), needs=1)
    api = "join"
    command = Command("join", (CODE,), N_("play at a table (needs ssh -t)"))

    code: str = ""
    seat: int | None = None
    watch: bool = False

    async def run(self, visitor: Visitor) -> Arrived:
        club, player, code = visitor.club, visitor.player, self.code.upper()
        if self.watch and self.seat is None:
            return arrive(visitor, await club.come(player, code))
        return arrive(visitor, await club.join(player, code, self.seat))


class TakeSeat(Operation[Arrived], frozen=True):
    key = Key(
        "take",
        ("J",),
        N_("take a seat"),
        N_("Take a bot's seat in a running game, where somebody has just moved."),
    )
    line = Line(
        "seat",
        N_("seat [CODE]: take a bot's seat in a running game, where somebody has just moved"),
    )
    api = "take"

    code: str = ""

    async def run(self, visitor: Visitor) -> Arrived:
        return arrive(visitor, await visitor.club.take_seat(visitor.player, self.code))


class NextTurn(Operation[Arrived], frozen=True):
    """Go to a table where it is the person's turn, behind the one they were at: round and round."""

    key = Key(
        "next_game", ("tab",), N_("your turn"), N_("Go to the next table where it is your turn.")
    )
    api = "next"

    after: str = ""

    async def run(self, visitor: Visitor) -> Arrived:
        at = visitor.table_session.code if visitor.table_session is not None else self.after
        code = visitor.club.tables.next_turn(visitor.player, at)
        if visitor.table_session is not None and code == at:
            raise refused("No other game waits for you.")
        return arrive(visitor, await visitor.club.join(visitor.player, code))


class WatchTable(Operation[Arrived], frozen=True):
    key = Key("watch", ("w",), N_("watch"), N_("Watch the chosen table."))
    line = Line("watch", N_("watch CODE: watch a table"), needs=1)
    api = "watch"
    command = Command("watch", (CODE,), N_("watch a table (needs ssh -t)"))

    code: str = ""

    async def run(self, visitor: Visitor) -> Arrived:
        return arrive(visitor, await visitor.club.watch(visitor.player, self.code.upper()))


def arrive(visitor: Visitor, table_session: TableSession) -> Arrived:
    """Take a visitor to a table, and answer with its code."""
    visitor.go(table_session)
    return Arrived(table_session.code)
