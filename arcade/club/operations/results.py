"""What somebody asks about games that were played: results, profiles, replays, the rules."""

from datetime import UTC, datetime, timedelta

from msgspec import Struct

from arcade.club.calls import Occasion
from arcade.club.deals.daily import DailyTable
from arcade.club.i18n import rulebook
from arcade.club.operations.operation import (
    ANY_GAME,
    ANY_NAME,
    FOR_GAME,
    GAME,
    JSON,
    LANGUAGE,
    SECTION,
    SHARE,
    SINCE,
    TIMEOUT,
    Command,
    Key,
    Line,
    Operation,
    Visitor,
    game_here,
    game_key,
    games_asked,
    name_of,
)
from arcade.club.replays.replay import Replay
from arcade.club.standings.standings import PAGE
from arcade.club.standings.views import Board, PastPage, Profile
from arcade.club.views import TableRow
from arcade.engine.words import N_
from arcade.players.text import clean
from arcade.rooms.errors import refused

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class ListTurns(Operation[tuple[TableRow, ...]], frozen=True):
    command = Command("turns", (JSON,), N_("the tables where it is your turn"))

    async def run(self, visitor: Visitor) -> tuple[TableRow, ...]:
        return tuple(row for row in visitor.club.lobby(visitor.player).tables if row.turn)


class Wait(Operation[Occasion | None], frozen=True):
    """Return why the person is called, or None after `timeout` seconds."""

    command = Command(
        "wait",
        (FOR_GAME, TIMEOUT, JSON),
        N_("ends at your turn, when somebody joins you, a friend comes, people wait (--game)"),
    )

    game: str = ""
    timeout: int | None = None

    async def run(self, visitor: Visitor) -> Occasion | None:
        return await visitor.club.calls.next(visitor.player, self.game, self.timeout)


class DealsOfDay(Struct, frozen=True):
    deals: tuple[DailyTable, ...]


class PlayDaily(Operation[DealsOfDay], frozen=True):
    """Return all daily deals; with a game, go to the person's own table for its deal."""

    key = Key(
        "daily",
        ("d",),
        N_("daily deal"),
        N_("Play the daily deal: the same for everybody, once a day."),
    )
    line = Line("daily", N_("daily [GAME]: the daily deals; with a game, play its deal"))
    api = "daily"
    command = Command(
        "daily",
        (ANY_GAME, SHARE, JSON),
        N_("today's deals: your state, of a game all results; --share: yours, to paste anywhere"),
    )

    game: str = ""

    async def run(self, visitor: Visitor) -> DealsOfDay:
        if not self.game:
            return DealsOfDay(visitor.club.daily.all(visitor.player))
        visitor.go(await visitor.club.play_daily(visitor.player, game_key(self.game)))
        return DealsOfDay(())


class DailyResults(Operation[tuple[DailyTable, ...]], frozen=True):
    line = Line("results", N_("results [GAME]: the results of a daily deal"))

    game: str = ""

    async def run(self, visitor: Visitor) -> tuple[DailyTable, ...]:
        game, deals = game_here(visitor, self.game), visitor.club.daily
        if not game:
            raise refused("Usage: results GAME")
        days = deals.today, deals.yesterday
        return tuple(deals.results(game, day, visitor.player) for day in days)


class ReadLeaderboards(Operation[tuple[Board, ...]], frozen=True):
    key = Key(
        "standing", ("s",), N_("standing"), N_("See profiles, ratings, leaderboards, past games.")
    )
    line = Line("standing", N_("standing [GAME]: the best players"))
    command = Command("top", (ANY_GAME, JSON), N_("the best players of a game, or of each"))

    game: str = ""

    async def run(self, visitor: Visitor) -> tuple[Board, ...]:
        games = games_asked(self.game)
        return tuple(visitor.club.standings.leaderboard(game, visitor.player) for game in games)


class ReadProfile(Operation[Profile], frozen=True):
    line = Line("profile", N_("profile [NAME]: games, ratings and rivals of somebody"))
    command = Command("profile", (ANY_NAME, JSON), N_("games, ratings and rivals of somebody"))

    name: str = ""

    async def run(self, visitor: Visitor) -> Profile:
        who = name_of(self.name) or visitor.player
        return visitor.club.standings.profile(who, visitor.player)


class ListPastGames(Operation[PastPage], frozen=True):
    """Return a page of all the games of somebody ("": one's own) since a day (ISO, "": all)."""

    key = Key("past", ("v",), what=N_("Look at past games again, step by step."))
    line = Line(
        "games",
        N_("games [NAME] [DATE] [PAGE]: all past games, your own or somebody's, since a day"),
    )
    api = "past"
    command = Command(
        "games",
        (ANY_NAME, SINCE, JSON),
        N_("all games of somebody, newest first; as JSON one object a line"),
    )

    name: str = ""
    since: str = ""
    page: int = 1
    most: int = 20

    async def run(self, visitor: Visitor) -> PastPage:
        who = name_of(self.name) or visitor.player
        since, page, most = _midnight(self.since), max(1, self.page), max(1, min(self.most, PAGE))
        return await visitor.club.standings.past_games(who, visitor.player, since, page, most)


def _midnight(day: str) -> int:
    """Return when a day (ISO) begins, in ms since 1970; raises `Refused` if it is none."""
    try:
        begins = datetime.fromisoformat(day).replace(tzinfo=UTC) if day else EPOCH
        return max(0, round((begins - EPOCH) / timedelta(milliseconds=1)))
    except ValueError:
        raise refused("{day} is no day: write it as 2026-11-27.", day=clean(day, 40)) from None


class ReadReplay(Operation[Replay], frozen=True):
    line = Line("replay", N_("replay CODE [GAME]: read a past game turn by turn"))

    code: str = ""
    number: int = 0

    async def run(self, visitor: Visitor) -> Replay:
        return await visitor.club.replay(self.code, self.number, visitor.player)


class ReadRules(Operation[str], frozen=True):
    key = Key("rules", ("r",), N_("rules"), N_("Read the rules of a game."))
    line = Line("rules", N_("rules [GAME]: the rules of a game"))
    command = Command("rules", (GAME, SECTION, LANGUAGE), N_("the rules of a game"))

    game: str = ""
    language: str = ""

    async def run(self, visitor: Visitor) -> str:
        game = game_here(visitor, self.game)
        if not game:
            raise refused("Usage: rules GAME")
        return rulebook.rules(game, self.language)
