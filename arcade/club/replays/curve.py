"""The curve of a game: every seat's chance to win after each turn, from what everybody saw.

It is derived from the record whenever somebody wants it, off the loop, and kept while it is wanted.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from msgspec import Struct

from arcade.club.replays.replay import Replay
from arcade.rooms.bots.pool import NoAnswer
from arcade.rooms.errors import Refused
from arcade.tasks import SharedWork

Judge = Callable[[str, Sequence[Struct]], Awaitable[Sequence[tuple[float, ...]]]]
"""Returns every seat's chance to win after each spectators' view of a game."""
Find = Callable[[], Awaitable[Replay]]

AT_ONCE = 16
"""How many positions are judged by one question: the bots of other tables wait for it."""
QUEUE, CACHED_CURVES = 16, 256
"""How many games wait for their curve, and how many curves are kept, at most."""
DECISIVE_SWING = 0.1
"""A turn that moves a chance less than this has decided nothing."""

_INEXACT = 0.05
"""By how much the judged chances of all may miss one."""


class Swing(Struct, frozen=True):
    """A turn that moved the chance of `seat`; `actor` acted in it. Chances are 0 to 1."""

    turn: int
    actor: int
    seat: int
    before: float
    after: float

    @property
    def size(self) -> float:
        return abs(self.after - self.before)


class Curve(Struct, frozen=True):
    """The chances, 0 to 1, by turn and then by seat: `points[0]` is before the first turn.

    `actors` has the seat that acted in each turn, from the first; `winners` those who won.
    """

    points: tuple[tuple[float, ...], ...]
    actors: tuple[int, ...]
    winners: tuple[int, ...] = ()

    @property
    def turns(self) -> int:
        return len(self.points) - 1

    @property
    def divided(self) -> bool:
        """Whether the chances of all are parts of one whole: nobody wins together with others."""
        return all(abs(sum(point) - 1) < _INEXACT for point in self.points)

    def of(self, seat: int) -> tuple[float, ...]:
        return tuple(point[seat] for point in self.points)

    def swings(self, seat: int) -> tuple[Swing, ...]:
        """Return the turns that moved a seat's chance, those that moved it most first."""
        chances = self.of(seat)
        swings = [
            Swing(turn, self.actors[turn - 1], seat, chances[turn - 1], chances[turn])
            for turn in range(1, len(chances))
        ]
        swings = [swing for swing in swings if swing.size >= DECISIVE_SWING]
        return tuple(sorted(swings, key=lambda swing: -swing.size))

    @property
    def decisive(self) -> Swing | None:
        """The turn that raised the winner's chance most; None where several won, or none did."""
        if len(self.winners) != 1:
            return None
        rises = (swing for swing in self.swings(self.winners[0]) if swing.after > swing.before)
        return next(rises, None)


async def curve_of(replay: Replay, judge: Judge) -> Curve | None:
    """Return the curve of a game; None where nothing tells its chances, or nobody answers."""
    room = replay.room
    steps = [0, *(start - 1 for start in replay.starts[1:]), len(replay.steps) - 1]
    states = [replay.steps[step].room.state for step in steps]
    outcome = room.rules.outcome(states[-1])
    if outcome is not None:
        states.pop()
    views = [room.rules.view(state, None) for state in states]
    points: list[tuple[float, ...]] = []
    for first in range(0, len(views), AT_ONCE):
        with suppress(NoAnswer):
            points += await judge(room.game, views[first : first + AT_ONCE])
        if len(points) < min(first + AT_ONCE, len(views)) or not points[-1]:
            return None
    if outcome is None:
        return Curve(tuple(points), _actors(replay))
    won = outcome.winners
    share = 1.0 if outcome.sides else 1 / len(won)
    points.append(tuple(share * (seat in won) for seat in range(len(outcome.scores))))
    return Curve(tuple(points), _actors(replay), won)


def _actors(replay: Replay) -> tuple[int, ...]:
    """Return the seat that acted in each turn; the set-up belongs to the first."""
    by_turn = {step.turn: step.seat for step in replay.steps if step.seat is not None}
    return tuple(by_turn.get(turn, 0) for turn in range(1, replay.turns + 1))


class Curves:
    """The curves of finished games, judged one game at a time; all see the same ones."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self._shared = SharedWork[tuple[str, int], Curve](QUEUE, CACHED_CURVES)
        self.close = self._shared.close

    async def of(self, code: str, number: int, find: Find) -> Curve | None:
        """Return the curve of a table's game; None where there is none, or too many wait.

        `find` is asked for the game unless its curve is known: who asks may see it.
        """

        async def curve() -> Curve | None:
            with suppress(Refused):
                return await curve_of(await find(), self.judge)
            return None

        return await self._shared.of((code, number), curve)
