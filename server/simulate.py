"""`arcade simulate`: bots against each other, told as a table or as JSON.

Must not know: how a bot chooses.
"""

import time
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from arcade.bots.bot import bot
from arcade.bots.simulation import Report, Stuck, simulate
from arcade.engine import options, registry
from arcade.engine.errors import BadOptions
from arcade.engine.registry import NoSuchGame
from server.errors import CannotDo


class Request(Struct, frozen=True):
    """What to simulate. `seats` 0 is the game's best number; no `bots`: the game's first."""

    game: str
    seats: int = 0
    games: int = 100
    bots: Sequence[str] = ()
    seed: int = 1
    options: Sequence[str] = ()
    """Each "name=value", the value JSON or else a word."""


class Result(Struct, frozen=True):
    """A report, and how fast it came."""

    report: Report
    seconds: float

    @property
    def speed(self) -> float:
        """Actions a second."""
        return self.report.actions / max(self.seconds, 1e-9)


def run(request: Request) -> Result:
    """Play; raises `CannotDo` with what is allowed where the request asks for something else."""
    try:
        game = registry.find(request.game)
        chosen = options.read(game, dict(map(_option, request.options)))
        seats = request.seats or game.meta.best_seats
        low, high = game.meta.seats
        if not low <= seats <= high:
            raise CannotDo(f"{game.meta.name} has {low} to {high} seats, not {seats}.")
        playing = [bot(game, name) for name in request.bots or ("",)]
        begun = time.perf_counter()
        report = simulate(game, chosen, seats, playing, request.games, request.seed)
        return Result(report, time.perf_counter() - begun)
    except KeyError as error:
        raise CannotDo(f"{error.args[0]}.") from error
    except (NoSuchGame, BadOptions, Stuck) as error:
        raise CannotDo(str(error)) from error


def as_json(result: Result) -> str:
    """Give one JSON object."""
    told = msgspec.to_builtins(result.report)
    told |= {"seconds": round(result.seconds, 3), "actions_per_second": round(result.speed)}
    return msgspec.json.encode(told).decode()


def as_table(result: Result) -> str:
    """Give lines for people."""
    report = result.report
    lines = [
        f"{report.game}: {report.games} games of {report.seats} seats, seed {report.seed}",
        "",
        *_shares("seat", {str(n + 1): won for n, won in enumerate(report.wins_by_seat)}, report),
        "",
        *_shares("bot", report.wins_by_bot, report),
        "",
        f"actions a game: {report.mean_length:.1f} on average, {report.longest} at most",
        f"{report.actions} actions in {result.seconds:.2f} s: {result.speed:,.0f} a second",
    ]
    return "\n".join(lines)


def _shares(what: str, wins: dict[str, float], report: Report) -> list[str]:
    width = max(len(what), *map(len, wins))
    return [
        f"{what:{width}}    wins   share",
        *(f"{who:{width}} {won:7.1f} {won / report.games:7.1%}" for who, won in wins.items()),
    ]


def _option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise CannotDo(f"The option {text!r} is not of the form name=value.")
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value
