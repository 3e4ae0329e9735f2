"""`arcade simulate`: bots against each other, as a table, as JSON, or decision by decision.

Must not know: how a bot chooses.
"""

import time
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from arcade.club.i18n.words import Words
from arcade.engine import options, registry
from arcade.engine.bot import Bot, bot
from arcade.engine.coach import Advice, coach
from arcade.engine.codec import plain
from arcade.engine.errors import BadOptions
from arcade.engine.game import Game
from arcade.engine.registry import NoSuchGame
from arcade.engine.simulation import Decision, Report, Strength, Stuck, explain, simulate
from server.config.environment import CannotDo


class Result(Struct, frozen=True):
    report: Report
    seconds: float

    @property
    def speed(self) -> float:
        return self.report.actions / max(self.seconds, 1e-9)


class Setup(Struct, frozen=True):
    game: Game
    options: Struct
    seats: int
    bots: tuple[Bot, ...]


def prepare(name: str, seats: int, bots: Sequence[str], chosen: Sequence[str]) -> Setup:
    """Read what to simulate; raise `CannotDo`, naming what is allowed, if it cannot be met.

    `seats` 0 is the game's best number; no `bots`: the game's first. Each of the options is
    "name=value", the value JSON or else a word.
    """
    try:
        game = registry.named(name)
        rules = options.read(game, dict(map(_option, chosen)))
        seats = seats or game.meta.best_seats
        options.check_seats(game.meta, seats)
        return Setup(game, rules, seats, tuple(bot(game, bot_name) for bot_name in bots or ("",)))
    except KeyError as error:
        raise CannotDo(f"{error.args[0]}.") from error
    except (NoSuchGame, BadOptions) as error:
        raise CannotDo(str(error)) from error


def run(setup: Setup, games: int, seed: int) -> Result:
    """Play; raise `CannotDo` where the options do not suit the seats, or a game goes wrong."""
    try:
        begun = time.perf_counter()
        report = simulate(setup.game, setup.options, setup.seats, setup.bots, games, seed)
        return Result(report, time.perf_counter() - begun)
    except (BadOptions, Stuck) as error:
        raise CannotDo(str(error)) from error


def run_explained(setup: Setup, seed: int) -> str:
    """Play the first game and return the coach's sentence on every decision.

    Raises `CannotDo` as `run`, and where the game has no coach.
    """
    teacher = coach(setup.game)
    if teacher is None:
        raise CannotDo(f"{setup.game.meta.name} has no coach.")
    try:
        decisions = explain(setup.game, setup.options, setup.seats, setup.bots, seed, teacher)
    except (BadOptions, Stuck) as error:
        raise CannotDo(str(error)) from error
    words = Words()
    names = tuple(f"seat {seat + 1}" for seat in range(setup.seats))
    explanations = (
        _explained(decision, words, names, words.t(teacher.unit)) for decision in decisions
    )
    return "\n".join(explanations)


def _explained(choice: Decision, words: Words, names: tuple[str, ...], unit: str) -> str:
    best = choice.advice[0]
    chosen = next((advice for advice in choice.advice if advice.action == choice.action), None)
    lines = [
        f"{names[choice.seat]} ({choice.bot}): {msgspec.json.encode(plain(choice.action)).decode()}"
    ]
    if chosen is not None:
        lines.append(f"    {_valued(chosen, words, names, unit)}")
    if chosen is not best:
        lines.append(f"    better: {_valued(best, words, names, unit)}")
    return "\n".join(lines)


def _valued(advice: Advice, words: Words, names: tuple[str, ...], unit: str) -> str:
    return f"{words.say(advice.why, names)} [{advice.worth:.2f} {unit}]"


def as_json(result: Result) -> str:
    report = msgspec.to_builtins(result.report)
    report |= {"seconds": round(result.seconds, 3), "actions_per_second": round(result.speed)}
    return msgspec.json.encode(report).decode()


def as_table(result: Result) -> str:
    report = result.report
    lines = [
        f"{report.game}: {report.games} games of {report.seats} seats, seed {report.seed}",
        "",
        *_shares("seat", {str(n + 1): won for n, won in enumerate(report.wins_by_seat)}, report),
        "",
        *_strengths(report),
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


def _strengths(report: Report) -> list[str]:
    width = max(len("bot"), *(len(strength.bot) for strength in report.strengths))
    head = f"95 % interval ({report.deals} deals)"
    return [
        f"{'bot':{width}}    wins   share   alike   differs by   {head}",
        *(
            f"{strength.bot:{width}} {report.wins_by_bot[strength.bot]:7.1f} {strength.share:7.2%} "
            f"{strength.expected:7.2%} {strength.difference:+12.2%}   {_interval(strength)}"
            for strength in report.strengths
        ),
    ]


def _interval(strength: Strength) -> str:
    if strength.low is None or strength.high is None:
        return "unknown: it takes two deals"
    return (
        f"{strength.low:+.2%} … {strength.high:+.2%}, {'clear' if strength.clear else 'not clear'}"
    )


def _option(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals:
        raise CannotDo(f"The option {text!r} is not of the form name=value.")
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value
