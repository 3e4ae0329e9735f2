"""The tables at which the laws are tried, and one random game played at each.

For every registered game: the default options at the fewest, the best and the most seats, and every
single value of every option at a number of seats that takes it.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from typing import Any

from msgspec import Struct

from arcade.engine import options
from arcade.engine.chance import Draw, Recorder, Stream
from arcade.engine.errors import BadOptions
from arcade.engine.game import Game, Option
from arcade.engine.offers import choose
from tests.registered import registered

SLACK = 20
"""Games with other options than the default may take this many times the bound."""


class Table(Struct, frozen=True):
    """A game, the options that differ from the default, and how many sit there."""

    key: str
    seats: int
    name: str = ""
    value: Any = None

    def __str__(self) -> str:
        setting = f"-{self.name}={self.value}" if self.name else ""
        return f"{self.key}-{self.seats}{setting}"

    @property
    def game(self) -> Game:
        return registered()[self.key]

    @property
    def values(self) -> dict[str, Any]:
        return {self.name: self.value} if self.name else {}

    @property
    def bound(self) -> int:
        """How many actions a random game may take at most."""
        length: int = self.game.meta.length
        return length * SLACK if self.name else length


class Step(Struct, frozen=True):
    """A state, and what was done in it."""

    state: Any
    seat: int
    action: Any
    draws: tuple[Draw, ...]


class Trace(Struct, frozen=True):
    """A whole game: the draws of the set-up, the steps, and the last state."""

    setup: tuple[Draw, ...]
    steps: tuple[Step, ...]
    end: Any

    @property
    def states(self) -> tuple[Any, ...]:
        return (*(step.state for step in self.steps), self.end)

    def sample(self, count: int) -> tuple[Any, ...]:
        """Return about `count` of the states, evenly spread, the first and the last among them."""
        states = self.states
        return (*states[: -1 : len(states) // count + 1], self.end)


@cache
def tables() -> tuple[Table, ...]:
    """List the tables of all registered games."""
    return tuple(table for key, game in registered().items() for table in _tables(key, game))


@cache
def playable() -> tuple[Table, ...]:
    """List those of them that no game refuses."""
    return tuple(table for table in tables() if not refusal(table))


def by_game(tables: Iterable[Table]) -> dict[str, tuple[Table, ...]]:
    """Return the tables of each game, by its key; those of one game follow each other."""
    return {key: tuple(of_one) for key, of_one in groupby(tables, lambda table: table.key)}


def settings(option: Option) -> tuple[Any, ...]:
    """List the values of an option that are tried."""
    if option.values:
        return option.values
    ends = (option.low, option.high) if option.low != option.high else (option.low,)
    return (*ends, None) if option.nullable else ends


def refusal(table: Table) -> str:
    """Say why the game refuses these options at this number of seats; "" when it does not."""
    try:
        read = options.read(table.game, table.values)
        table.game.setup(read, table.seats, Stream(b"laws", str(table)))
    except BadOptions as error:
        return str(error)
    return ""


@cache
def trace(table: Table) -> Trace:
    """Play a random game at this table; it is cut short where it exceeds its bound."""
    game, source, picks = table.game, Stream(b"laws", str(table)), Stream(b"picks")
    setup, steps = Recorder(source), list[Step]()
    state = game.setup(options.read(game, table.values), table.seats, setup)
    while (waiting := game.to_act(state)) and len(steps) <= table.bound:
        seat = waiting[picks.pick(len(waiting))]
        offers = game.legal(state, seat)
        action = choose(offers[picks.pick(len(offers))], picks.pick)
        chance = Recorder(source)
        after = game.apply(state, seat, action, chance)
        steps.append(Step(state, seat, action, chance.draws))
        state = after
    return Trace(setup.draws, tuple(steps), state)


def _tables(key: str, game: Game) -> Iterator[Table]:
    low, high = game.meta.seats
    best = game.meta.best_seats
    for seats in sorted({low, best, high}):
        yield Table(key, seats)
    for option in game.option_list:
        for value in settings(option):
            tried = [Table(key, seats, option.name, value) for seats in (best, low, high)]
            accepted = [table for table in tried if not refusal(table)]
            yield (accepted or tried)[0]
