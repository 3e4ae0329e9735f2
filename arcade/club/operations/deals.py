"""What somebody asks about the daily deals besides playing them: league, result to share, zone."""

from msgspec import Struct

from arcade.club.deals.league import League
from arcade.club.i18n import zones
from arcade.club.operations.operation import (
    ANY_GAME,
    JSON,
    Argument,
    Command,
    Key,
    Line,
    Operation,
    Visitor,
    games_asked,
)
from arcade.engine.words import N_

_CITY_WORDS = 4
"""The most words of a city."""


class LeaguesOfWeek(Struct, frozen=True):
    leagues: tuple[League, ...]


class Zone(Struct, frozen=True):
    """A time zone by its IANA name; "": none is known, and days are UTC's."""

    zone: str


class ReadLeague(Operation[LeaguesOfWeek], frozen=True):
    key = Key("league", ("w",), N_("this week"), N_("See the league of the week, game by game."))
    line = Line("league", N_("league [GAME]: the week's points in the daily deals"))
    api = "league"
    command = Command("league", (ANY_GAME, JSON), N_("the week's points in the daily deals"))

    game: str = ""

    async def run(self, visitor: Visitor) -> LeaguesOfWeek:
        await visitor.club.daily.end_days()
        games = games_asked(self.game)
        league = visitor.club.daily.league
        return LeaguesOfWeek(tuple(league(game, visitor.player) for game in games))


class ChooseZone(Operation[Zone], frozen=True):
    """Choose the time zone of the person's own days; return the one in force."""

    key = Key("zone", ("z",), N_("time zone"), N_("Say in which time zone your days end."))
    line = Line("zone", N_("zone [CITY]: the time zone in which your days end, such as Paris"))
    api = "zone"
    command = Command(
        "zone",
        (Argument(N_("CITY"), optional=True, words=_CITY_WORDS), JSON),
        N_("the time zone in which your days end; with a city, such as Paris, choose it"),
    )

    name: str = ""

    async def run(self, visitor: Visitor) -> Zone:
        accounts, player = visitor.club.accounts, visitor.player
        if self.name:
            await accounts.choose_zone(player, zones.zone_named(self.name))
        return Zone(accounts.zone(player))
