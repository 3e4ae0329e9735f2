"""Everything that can be asked of the club and of a table.

Line mode, the JSON API and the commands of `ssh host COMMAND` are rendered from this table. A front
end reads the arguments from its own text, and shows the result in its own way.

Must not know: how a request is written or an answer is shown.
"""

from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from inspect import signature
from typing import Any, Protocol, TypeVar

from msgspec import Struct, convert, defstruct
from msgspec.structs import asdict

from arcade.club.club import Club
from arcade.club.coaching import Odds, Reason
from arcade.club.daily import DailyTable
from arcade.club.errors import Refused
from arcade.club.i18n import rulebook
from arcade.club.i18n.words import languages
from arcade.club.replays.replay import Replay
from arcade.club.standings.views import Board, PastGame, Profile
from arcade.club.table_session import TableSession
from arcade.club.views import Person, SeatOffer, TableRow
from arcade.engine import registry
from arcade.engine.errors import BadOptions
from arcade.engine.fence import GameBroken
from arcade.engine.game import Option
from arcade.engine.registry import NoSuchGame
from arcade.engine.words import N_
from arcade.players.player import Player
from arcade.players.results import BOT
from arcade.players.roster import PREFERENCES
from arcade.players.text import clean
from arcade.rooms import table_rules
from arcade.rooms.errors import broken_down, refused
from arcade.rooms.facts import EMOTES


class Visitor(Protocol):
    """Whoever asks, in the lobby or at a table (`place`), with a key ("": as a guest)."""

    club: Club
    player: Player
    table_session: TableSession | None
    key: str
    visiting: bool
    """Whether they are here, and would be told what concerns them."""

    def go(self, table_session: TableSession) -> None: ...

    def leave(self) -> None: ...

    def rename(self, player: Player) -> None: ...


# Results: those that the JSON API sends have its field names.


class Arrived(Struct, frozen=True):
    code: str


class Named(Struct, frozen=True):
    name: str


class RecoveryCode(Struct, frozen=True):
    code: str


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


class GameInfo(Struct, frozen=True):
    meta: GameMeta
    options: tuple[Option, ...]


class Games(Struct, frozen=True):
    games: tuple[GameInfo, ...]


class Lobby(Struct, frozen=True):
    """The lobby; `joins` is the table that `play` leads to, `seat` the one that `take` takes."""

    tables: tuple[TableRow, ...]
    people: tuple[str, ...]
    joins: str = ""
    seat: SeatOffer | None = None


class Coached(Struct, frozen=True):
    last: Reason | None
    odds: Odds


class Ignored(Struct, frozen=True):
    name: str
    on: bool


class Operation(Struct, frozen=True):
    """One row: what it is called, what it takes, and what it does, for each front end.

    - `line`: the sentence of line mode's help, which begins with how it is written there.
    - `api`: the name of the request in the JSON API.
    - `command`: how it is written in `ssh host COMMAND`; `about` is its sentence there.

    Where one of these is empty, that front end does not have it. `run` takes a visitor and the
    arguments, named and typed as in the JSON API; it returns the result, or raises `Refused` or
    `NotStored`, and then nothing has changed.
    """

    name: str
    run: Callable[..., Awaitable[Any]]
    at_table: bool = False
    line: str = ""
    api: str = ""
    command: str = ""
    about: str = ""

    @property
    def arguments(self) -> type[Struct]:
        """The type of its arguments, which are the parameters of `run` after the visitor."""
        return arguments_of(self.run)


@cache
def arguments_of(run: Callable[..., Awaitable[Any]]) -> type[Struct]:
    """Return a struct of all parameters but the first."""
    _, *parameters = signature(run).parameters.values()
    fields = ((parameter.name, parameter.annotation, parameter.default) for parameter in parameters)
    return defstruct("Arguments", fields, frozen=True)


OPERATIONS: dict[str, Operation] = {}
"""By name, in the order of line mode's help."""

Run = TypeVar("Run", bound=Callable[..., Awaitable[Any]])


def _operation(
    line: str = "", api: str = "", command: str = "", about: str = "", at_table: bool = False
) -> Callable[[Run], Run]:
    def add(run: Run) -> Run:
        name = run.__name__.removeprefix("_")
        OPERATIONS[name] = Operation(name, run, at_table, line, api, command, about)
        return run

    return add


async def perform(visitor: Visitor, operation: Operation, arguments: Struct) -> Any:
    """Run an operation; raises `Refused` in the lobby if it needs a table."""
    if operation.at_table and visitor.table_session is None:
        raise refused("You are at no table.")
    try:
        return await operation.run(visitor, **asdict(arguments))
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


def _name_of(name: str) -> str:
    """Return what is typed as a person's name: who has which key is nobody's business.

    Raises `Refused` for an id.
    """
    if ":" in name and not name.startswith(BOT):
        raise refused("There is nobody called {name}.", name=clean(name, 40))
    return name


def _table(visitor: Visitor) -> TableSession:
    assert visitor.table_session is not None
    return visitor.table_session


def _game_here(visitor: Visitor, name: str) -> str:
    """Return the key of the named game, else of the game of the table; "" without either."""
    if name:
        return game_key(name)
    return visitor.table_session.table().game if visitor.table_session is not None else ""


def _arrive(visitor: Visitor, table_session: TableSession) -> Arrived:
    visitor.go(table_session)
    return Arrived(table_session.code)


def _at_table(
    name: str, do: Callable[[TableSession], Awaitable[None]], line: str, api: str = ""
) -> None:
    async def run(visitor: Visitor) -> None:
        await do(_table(visitor))

    OPERATIONS[name] = Operation(name, run, at_table=True, line=line, api=api)


# The lobby


@_operation(api="games")
async def _games(_: Visitor) -> Games:
    return Games(
        tuple(
            GameInfo(convert(game.meta, GameMeta, from_attributes=True), game.option_list)
            for game in registry.games().values()
        )
    )


@_operation(
    N_("list: list the tables"),
    api="lobby",
    command="rooms [--json]",
    about=N_("the tables: game, state, seats, watchers"),
)
async def _lobby(visitor: Visitor) -> Lobby:
    lobby = visitor.club.lobby(visitor.player)
    return Lobby(lobby.tables, lobby.people, lobby.joins, lobby.seat)


@_operation(
    N_("new GAME [SEATS] [option=value …]: open a table; new GAME ? lists the options"),
    api="create",
)
async def _create(
    visitor: Visitor,
    game: str = "",
    options: Mapping[str, Any] = {},
    seats: int = 0,
    private: bool = False,
    table: Mapping[str, Any] = {},
    seat: int | None = None,
) -> Arrived:
    """Open a table; `seats` 0 is the game's best number, `table` the rules of the table."""
    code = await visitor.club.create(
        visitor.player,
        game_key(game),
        options,
        seats,
        private,
        table_rules.read(table),
    )
    return await _join(visitor, code, seat)


@_operation(N_("play [GAME]: play at once, with people if any wait, else against bots"), api="play")
async def _play(visitor: Visitor, game: str = "") -> Arrived:
    key = game_key(game) if game else None
    return _arrive(visitor, await visitor.club.quick_play(visitor.player, key))


@_operation(
    N_("join CODE: sit down at a table"),
    api="join",
    command="join CODE",
    about=N_("play at a table (needs ssh -t)"),
)
async def _join(
    visitor: Visitor, code: str = "", seat: int | None = None, watch: bool = False
) -> Arrived:
    """Sit down at a table; seats are counted from 0.

    Where none is free, `watch` it instead.
    """
    club = visitor.club
    if watch and seat is None:
        return _arrive(visitor, await club.come(visitor.player, code.upper()))
    return _arrive(visitor, await club.join(visitor.player, code.upper(), seat))


@_operation(
    N_("seat [CODE]: take a bot's seat in a running game, where somebody has just moved"),
    api="take",
)
async def _take(visitor: Visitor, code: str = "") -> Arrived:
    return _arrive(visitor, await visitor.club.take_seat(visitor.player, code))


@_operation(
    N_("watch CODE: watch a table"),
    api="watch",
    command="watch CODE",
    about=N_("watch a table (needs ssh -t)"),
)
async def _watch(visitor: Visitor, code: str = "") -> Arrived:
    return _arrive(visitor, await visitor.club.watch(visitor.player, code.upper()))


# A table


_at_table("start", TableSession.start, N_("start: begin the game"), "start")
_at_table("again", TableSession.start, N_("again: be ready for another game"))


@_operation(api="act", at_table=True)
async def _act(
    visitor: Visitor, action: Mapping[str, Any] | None = None, version: int | None = None
) -> None:
    """Do an action of the game; with a `version` it is refused if the table has moved on."""
    await _table(visitor).act(action or {}, version)


@_operation(N_("sit [SEAT]: take a seat, also back from a bot"), at_table=True)
async def _sit(visitor: Visitor, seat: int | None = None) -> None:
    """Take a seat, counted from 0; None: the first that is free."""
    await _table(visitor).sit(seat)


@_operation(
    N_("door: let people take bots' seats while you play alone, or nobody"),
    api="door",
    at_table=True,
)
async def _door(visitor: Visitor, on: bool | None = None) -> bool:
    """Open the door of a game against bots, or shut it; None: the other way."""
    here = _table(visitor)
    on = not here.table().table.late_join if on is None else on
    await here.admit(on)
    return on


@_operation(N_("bot: put a bot on the next free seat"), at_table=True)
async def _seat_bot(visitor: Visitor) -> None:
    await _table(visitor).seat_bot(_seats(visitor, "open")[0])


@_operation(N_("unbot: send the last bot away"), at_table=True)
async def _unseat_bot(visitor: Visitor) -> None:
    await _table(visitor).unseat_bot(_seats(visitor, "bot")[-1])


def _seats(visitor: Visitor, kind: str) -> list[int]:
    numbers = [seat.number for seat in _table(visitor).table().seats if seat.kind == kind]
    if not numbers:
        raise refused("There is no such seat.")
    return numbers


@_operation(N_("faster: do not wait for the bots"), at_table=True)
async def _hurry(visitor: Visitor) -> None:
    _table(visitor).hurry()


_at_table("give_up", TableSession.leave, N_("giveup: give your seat up and watch"))
_at_table("pause", TableSession.pause, N_("pause: ask for a pause, or take that back"), "pause")
_at_table("go_on", TableSession.go_on, N_("continue: go on after a pause"), "continue")
_at_table(
    "see_end",
    TableSession.see_end,
    N_("end: see at once how it ends, when only bots have a part in the game"),
    "see_end",
)
_at_table("end", TableSession.vote_end, N_("endgame: ask to end the game without a result"), "end")
_at_table(
    "decline", TableSession.decline, N_("no: say no to a pause or an end that others ask for")
)


@_operation(N_("odds [all]: see what the best choices are worth, or all, and why"), at_table=True)
async def _odds(visitor: Visitor, many: str = "") -> Coached:  # noqa: ARG001  how it is shown
    last = _table(visitor).reason()
    return Coached(last, await _table(visitor).odds())


@_operation(
    N_("fair [WORDS]: see how the dice are sealed, or add words of your own"), at_table=True
)
async def _seal(visitor: Visitor, text: str = "") -> bool:
    """Add words to the next game's dice; return whether there were any."""
    if text:
        await _table(visitor).contribute(text)
    return bool(text)


@_operation(N_("gesture NAME: make a gesture that everybody at the table sees"), at_table=True)
async def _gesture(visitor: Visitor, name: str = "") -> None:
    if name not in EMOTES:
        raise refused("Choose one of: {known}", known=", ".join(EMOTES))
    await _table(visitor).emote(name)


@_operation(N_("invite NAME: invite somebody to this table"), at_table=True)
async def _invite(visitor: Visitor, name: str = "") -> Named:
    visitor.club.community.invite(visitor.player, _name_of(name), _table(visitor).code)
    return Named(name)


@_operation(N_("hush NAME: mute somebody at your table, or unmute them"), at_table=True)
async def _hush(visitor: Visitor, name: str = "") -> None:
    table_session, whom = _table(visitor), visitor.club.community.find(_name_of(name))
    hushed = any(person.hushed for person in table_session.here() if person.id == whom.id)
    await table_session.hush(whom.id, not hushed)


@_operation(
    N_("sendaway NAME: send somebody away from your table, not from a running game"), at_table=True
)
async def _send_away(visitor: Visitor, name: str = "") -> None:
    await _table(visitor).send_away(_name_of(name))


@_operation(N_("say …: talk, at the table or in the lobby"), api="say")
async def _say(visitor: Visitor, text: str = "") -> None:
    if visitor.table_session is not None:
        await visitor.table_session.say(text)
    else:
        await visitor.club.community.say(visitor.player, text)


@_operation(N_("leave: go to the lobby; your seat is held"), api="leave")
async def _leave(visitor: Visitor) -> None:
    visitor.leave()


# People


@_operation(N_("who: see who is here"))
async def _who(visitor: Visitor) -> tuple[Person, ...]:
    if visitor.table_session is not None:
        return visitor.table_session.here()
    return visitor.club.community.people(visitor.player)


@_operation(N_("ignore NAME: mute somebody, or unmute them"))
async def _ignore(visitor: Visitor, name: str = "") -> Ignored:
    club = visitor.club
    whom = club.community.find(_name_of(name))
    on = whom.id not in club.accounts.ignored(visitor.player)
    await club.community.ignore(visitor.player, whom.id, on)
    return Ignored(whom.name, on)


@_operation(N_("report NAME WHY: tell the host about somebody"))
async def _report(visitor: Visitor, name: str = "", text: str = "") -> None:
    await visitor.club.report(visitor.player, _name_of(name), text, visitor.table_session)


# Results and past games


@_operation(command="turns [--json]", about=N_("the tables where it is your turn"))
async def _turns(visitor: Visitor) -> tuple[TableRow, ...]:
    return tuple(row for row in visitor.club.lobby(visitor.player).tables if row.turn)


@_operation(
    N_("daily [GAME]: the daily deals; with a game, play its deal"),
    command="daily [GAME] [--json]",
    about=N_("the daily deals: today's state and results; of one game also yesterday's"),
)
async def _daily(visitor: Visitor, game: str = "") -> tuple[DailyTable, ...]:
    """Return all daily deals; with a game, go to the person's own table for its deal."""
    if not game:
        return visitor.club.daily.all(visitor.player)
    visitor.go(await visitor.club.play_daily(visitor.player, game_key(game)))
    return ()


@_operation(N_("results [GAME]: the results of a daily deal"))
async def _results(visitor: Visitor, game: str = "") -> tuple[DailyTable, ...]:
    game, deals = _game_here(visitor, game), visitor.club.daily
    if not game:
        raise refused("Usage: results GAME")
    return tuple(deals.results(game, day, visitor.player) for day in (deals.today, deals.yesterday))


@_operation(
    N_("standing [GAME]: the best players"),
    command="top [GAME] [--json]",
    about=N_("the best players of a game, or of each"),
)
async def _standing(visitor: Visitor, game: str = "") -> tuple[Board, ...]:
    games = (game_key(game),) if game else tuple(registry.games())
    return tuple(visitor.club.standings.leaderboard(game, visitor.player) for game in games)


@_operation(
    N_("profile [NAME]: games, ratings and rivals of somebody"),
    command="profile [NAME] [--json]",
    about=N_("games, ratings and rivals of somebody"),
)
async def _profile(visitor: Visitor, name: str = "") -> Profile:
    return visitor.club.standings.profile(_name_of(name) or visitor.player)


@_operation(N_("games: your own past games"))
async def _past_games(visitor: Visitor) -> list[PastGame]:
    played = visitor.club.standings.history(visitor.player, visitor.player)
    return [game for game in played if game.code]


@_operation(N_("replay CODE [GAME]: read a past game turn by turn"))
async def _replay(visitor: Visitor, code: str = "", number: int = 0) -> Replay:
    return await visitor.club.replay(code, number, visitor.player)


@_operation(
    N_("rules [GAME]: the rules of a game"),
    command="rules GAME [LANGUAGE]",
    about=N_("the rules of a game"),
)
async def _rules(visitor: Visitor, game: str = "", language: str = "") -> str:
    game = _game_here(visitor, game)
    if not game:
        raise refused("Usage: rules GAME")
    return rulebook.rules(game, language)


# Oneself


@_operation(api="name")
async def _name(visitor: Visitor, name: str = "") -> Named:
    player = await visitor.club.choose_name(visitor.player, name)
    visitor.rename(player)
    return Named(player.name)


@_operation(
    N_("recovery [CODE]: get a code in case you lose your key; with the code, recover"),
    api="recovery",
    command="recovery [CODE]",
    about=N_("get a code in case you lose your key; with the code, recover"),
)
async def _recovery(visitor: Visitor) -> RecoveryCode:
    devices, visiting = visitor.club.devices, visitor.visiting
    return RecoveryCode(await devices.new_recovery(visitor.player, visitor.key, visiting))


@_operation(N_("invitations [all, known or none]: who may invite you to a table"))
async def _invitations(visitor: Visitor, name: str = "") -> str:
    """Choose who may invite one; return the choice that holds."""
    values, accounts = PREFERENCES["invitations"], visitor.club.accounts
    if name and name not in values:
        raise refused("Choose one of: {known}", known=", ".join(values))
    if name:
        await accounts.prefer(visitor.player, "invitations", name)
    return accounts.preference(visitor.player, "invitations")


@_operation(N_("language CODE: speak another language, such as fr"))
async def _language(visitor: Visitor, name: str = "") -> str:
    if name not in languages():
        raise refused("Choose one of: {known}", known=", ".join(languages()))
    await visitor.club.accounts.choose_language(visitor.player, name)
    return name
