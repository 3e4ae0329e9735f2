"""The rules alone, measured so that it can be believed: an action in steps of a floor.

    python -P tools/bench/rules.py SECONDS

The floor is a loop of a few draws and one replaced struct. Each game and the floor take turns of
`SLICE` of processor time; a figure is the median of the turns, so that a mood of the machine, which
falls on neighbours alike, goes out of the ratio. It uses what the games of every commit have, and
nothing else of the arcade's, so that commits compare: PYTHONPATH says which are measured.
"""

import json
import sys
import time
from collections.abc import Iterator
from random import Random
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine import registry
from arcade.engine.chance import Stream
from arcade.engine.game import Game
from arcade.engine.offers import choose

SLICE = 0.02
"""Seconds of processor time before the next takes its turn: what slows the machine slows all."""
DRAWS = 3
"""Draws in a step of the floor, besides the one that chooses."""


def _cost(work: Iterator[object]) -> float:
    """Return the processor time of one step, over a slice."""
    count, began = 0, time.process_time()
    while (passed := time.process_time() - began) < SLICE:
        for _ in range(20):
            next(work)
        count += 20
    return passed / count


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


def _actions(game: Game) -> Iterator[object]:
    chance = Stream(b"bench")
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


def measured(seconds: float) -> dict[str, float]:
    """Measure each game for so long; its spread is that between the odd and the even turns."""
    players = {key: _actions(game) for key, game in registry.games().items()}
    steps = _steps()
    ratios: dict[str, list[float]] = {key: [] for key in players}
    end = time.process_time() + seconds * len(players)
    while time.process_time() < end:
        for key, actions in players.items():
            before, action, after = _cost(steps), _cost(actions), _cost(steps)
            ratios[key].append(action / ((before + after) / 2))
    found: dict[str, float] = {}
    for key, each in ratios.items():
        found[f"{key}: action / floor"] = median(each)
        found[f"{key}: spread %"] = abs(median(each[::2]) / median(each[1::2]) - 1) * 100
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measured(float(sys.argv[1]))))
