"""The rules alone, measured so that it can be believed: an action in steps of a floor.

    python -P tools/bench/rules.py SECONDS [TREE …]
    valgrind --tool=callgrind --dump-before='os_getppid*' \\
        python -P tools/bench/rules.py --counted 1500

An action is one of a random playout, with its share of set-ups; a step of the floor is a few draws
and one replaced struct. Every turn plays the same `ACTIONS` and the same steps in slices of less
than a millisecond, and of each slice the quickest turn counts: what else the machine does makes a
slice longer, never shorter. Each TREE is a checkout, measured in a process of its own, turn by turn
beside the others; without one it is what PYTHONPATH says. What is used of the arcade's is what the
games of every commit have, so that commits compare.

The second form counts instructions, which no load changes (with PYTHONHASHSEED=0): each dump after
the first has those of one game, by their keys in order. It takes half a minute of a quiet core.
"""

import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from arcade.engine import registry
from arcade.engine.chance import Stream
from arcade.engine.game import Game
from arcade.engine.offers import choose

ACTIONS, STEPS, SLICE = 1000, 2000, 20
"""What a turn plays, of a game and of the floor, and how much of it is timed at once."""
DRAWS = 3
"""Draws in a step of the floor, besides the one that chooses."""
TURNS, COUNTED = "--turns", "--counted"


class Times(Struct, frozen=True):
    """The processor time of each slice, in nanoseconds."""

    actions: tuple[int, ...]
    steps: tuple[int, ...]


Costs = dict[str, list[Times]]
"""The times of each game, turn by turn."""


class _Step(Struct, frozen=True):
    number: int
    drawn: tuple[int, ...]
    seat: int = 0


def _steps() -> Iterator[object]:
    pick, step = Random(1).randrange, _Step(0, ())  # nothing of ours, so that commits compare
    while True:
        drawn = tuple(pick(6) for _ in range(DRAWS))
        step = replace(step, number=step.number + 1, drawn=drawn, seat=pick(3))
        yield step


def _actions(game: Game, seed: int = 1) -> Iterator[object]:
    chance = Stream(b"bench", str(seed))
    options, seats = game.options(), game.meta.best_seats
    state = game.setup(options, seats, chance)
    while True:
        waiting = game.to_act(state)
        if not waiting:
            state = game.setup(options, seats, chance)
            continue
        offers = game.legal(state, waiting[0])
        action = choose(offers[chance.pick(len(offers))], chance.pick)
        state = game.apply(state, waiting[0], action, chance)
        yield state


def _times(work: Iterator[object], count: int) -> tuple[int, ...]:
    """Return the processor time of each slice of some work."""
    times = []
    for _ in range(count // SLICE):
        began = time.process_time_ns()
        for _ in range(SLICE):
            next(work)
        times.append(time.process_time_ns() - began)
    return tuple(times)


def answer() -> None:
    """Play a turn of each game that a line names, and answer with its times."""
    games = registry.games()
    for key in games:
        _times(_actions(games[key]), ACTIONS)  # caches are filled
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        times = Times(_times(_actions(games[line.strip()]), ACTIONS), _times(_steps(), STEPS))
        sys.stdout.write(msgspec.json.encode(times).decode() + "\n")
        sys.stdout.flush()


def play(actions: int) -> None:
    """Play a number of actions of each game, with a system call between them as a mark."""
    games = registry.games()
    for key in games:
        _times(_actions(games[key]), actions)  # caches are filled
    gc.collect()
    gc.freeze()
    for key in sorted(games):
        os.getppid()
        _times(_actions(games[key]), actions)
    os.getppid()


class _Tree:
    """A checkout whose rules are measured, in a process of its own."""

    def __init__(self, path: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", __file__, TURNS],
            env={**os.environ, "PYTHONPATH": path} if path else None,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def turn(self, key: str) -> Times:
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(f"{key}\n")
        process.stdin.flush()
        return msgspec.json.decode(process.stdout.readline(), type=Times)

    def end(self) -> None:
        self._process.communicate()


def measured(seconds: float, paths: Sequence[str]) -> Mapping[str, Costs]:
    """Measure each game for some seconds in each tree, in turns."""
    trees = {path: _Tree(path) for path in paths}
    keys = list(registry.games())
    costs: dict[str, Costs] = {path: {key: [] for key in keys} for path in paths}
    end = time.perf_counter() + seconds * len(keys) * len(paths)
    turn = 0
    while time.perf_counter() < end or turn < 2:
        turn += 1
        for key in keys:
            for path in sorted(paths, reverse=bool(turn % 2)):
                costs[path][key].append(trees[path].turn(key))
    for tree in trees.values():
        tree.end()
    return costs


def _least(slices: Iterable[Sequence[int]], count: int) -> float:
    """Return the time of one of `count` actions, from the quickest run of each slice."""
    least: Iterable[int] = map(min, zip(*slices, strict=True))
    return sum(least) / count


def _action(turns: Sequence[Times]) -> float:
    return _least((times.actions for times in turns), ACTIONS)


def _in_steps(turns: Sequence[Times]) -> float:
    return _action(turns) / _least((times.steps for times in turns), STEPS)


def _slowdown(here: Sequence[Times], there: Sequence[Times]) -> float:
    return _action(there) / _action(here)


def _spread(figure: Callable[..., float], *turns: Sequence[Times]) -> float:
    """Return by how many per cent the figures of odd and even turns differ."""
    first: float = figure(*(times[::2] for times in turns))
    second: float = figure(*(times[1::2] for times in turns))
    return abs(first / second - 1) * 100


def figures_of(costs: Mapping[str, Costs]) -> dict[str, float]:
    """Name the figures: of the first tree, and how many times as long each other one takes."""
    first, *others = costs
    figures: dict[str, float] = {}
    for key, here in costs[first].items():
        figures[f"{key}: action / floor"] = _in_steps(here)
        figures[f"{key}: spread %"] = _spread(_in_steps, here)
        for path in others:
            there = costs[path][key]
            figures[f"{key}: {path} / this"] = _slowdown(here, there)
            figures[f"{key}: {path} / this, spread %"] = _spread(_slowdown, here, there)
    return figures


if __name__ == "__main__":
    if sys.argv[1] == TURNS:
        answer()
    elif sys.argv[1] == COUNTED:
        play(int(sys.argv[2]))
    else:
        sys.stdout.write(json.dumps(figures_of(measured(float(sys.argv[1]), sys.argv[2:] or [""]))))
