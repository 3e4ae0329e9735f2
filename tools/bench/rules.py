"""The rules alone, measured so that it can be believed: an action in steps of a floor.

    python -P tools/bench/rules.py SECONDS [TREE …]
    valgrind --tool=callgrind --dump-before='os_getppid*' \\
        python -P tools/bench/rules.py --counted 1500

An action is one of a random playout, with its share of set-ups; a step of the floor is a few draws
and one replaced struct. A turn plays the same `ACTIONS` with the floor before and after them, in
processor time, and a figure is the median of the turns: a mood of the machine falls on neighbours
alike and goes out of the ratio. Each TREE is a checkout, measured in a process of its own, turn by
turn beside the others; without one it is what PYTHONPATH says. What is used of the arcade's is what
the games of every commit have, so that commits compare.

The second form counts instructions, which no load changes (with PYTHONHASHSEED=0): each dump after
the first has those of one game, by their keys in order. It takes half a minute of a quiet core.
"""

import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine import registry
from arcade.engine.chance import Stream
from arcade.engine.game import Game
from arcade.engine.offers import choose

ACTIONS, STEPS = 1000, 2000
"""What a turn plays: some ten to fifty milliseconds, and each half of its floor some three."""
DRAWS = 3
"""Draws in a step of the floor, besides the one that chooses."""
TURNS, COUNTED = "--turns", "--counted"
Costs = dict[str, list[float]]
"""The figures of each game, turn by turn."""


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


def _actions(game: Game, turn: int) -> Iterator[object]:
    chance = Stream(b"bench", str(turn))
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


def _cost(work: Iterator[object], count: int) -> float:
    """Return the processor time of one step of some work."""
    began = time.process_time_ns()
    for _ in range(count):
        next(work)
    return (time.process_time_ns() - began) / count


def _turn(game: Game, turn: int, floor: Iterator[object]) -> float:
    before = _cost(floor, STEPS)
    action = _cost(_actions(game, turn), ACTIONS)
    return action / ((before + _cost(floor, STEPS)) / 2)


def answer() -> None:
    """Play the turns that are asked for, a line each."""
    games, floor = registry.games(), _steps()
    for key in games:
        _turn(games[key], 0, floor)  # what is made once is there
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        key, turn = line.split()
        sys.stdout.write(f"{_turn(games[key], int(turn), floor)}\n")
        sys.stdout.flush()


def play(actions: int) -> None:
    """Play so many actions of each game, with a call of the system between them for a mark."""
    games = registry.games()
    for key in games:
        _cost(_actions(games[key], 0), 300)
    gc.collect()
    gc.freeze()
    for key in sorted(games):
        os.getppid()
        _cost(_actions(games[key], 1), actions)
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

    def turn(self, key: str, turn: int) -> float:
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(f"{key} {turn}\n")
        process.stdin.flush()
        return float(process.stdout.readline())

    def end(self) -> None:
        self._process.communicate()


def measured(seconds: float, paths: Sequence[str]) -> Mapping[str, Costs]:
    """Measure each game for so long in each tree, which take turns."""
    trees = {path: _Tree(path) for path in paths}
    keys = list(registry.games())
    costs: dict[str, Costs] = {path: {key: [] for key in keys} for path in paths}
    end = time.perf_counter() + seconds * len(keys) * len(paths)
    turn = 0
    while time.perf_counter() < end or turn < 2:
        turn += 1
        for key in keys:
            for path in sorted(paths, reverse=bool(turn % 2)):
                costs[path][key].append(trees[path].turn(key, turn))
    for tree in trees.values():
        tree.end()
    return costs


def _spread(figures: Sequence[float]) -> float:
    """Return by how many per cent the medians of the odd and of the even turns differ."""
    return abs(median(figures[::2]) / median(figures[1::2]) - 1) * 100


def told(costs: Mapping[str, Costs]) -> dict[str, float]:
    """Name the figures: of the first tree, and how many times as long each other one takes."""
    first, *others = costs
    found: dict[str, float] = {}
    for key, figures in costs[first].items():
        found[f"{key}: action / floor"] = median(figures)
        found[f"{key}: spread %"] = _spread(figures)
        for path in others:
            times = [there / here for here, there in zip(figures, costs[path][key], strict=True)]
            found[f"{key}: {path} / this"] = median(times)
            found[f"{key}: {path} / this, spread %"] = _spread(times)
    return found


if __name__ == "__main__":
    if sys.argv[1] == TURNS:
        answer()
    elif sys.argv[1] == COUNTED:
        play(int(sys.argv[2]))
    else:
        sys.stdout.write(json.dumps(told(measured(float(sys.argv[1]), sys.argv[2:] or [""]))))
