"""The coach's review of a game: the worth of people's choices, and the highlights."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial

from msgspec import Struct

from arcade.club.replays.replay import Replay, Step
from arcade.engine import codec, registry
from arcade.engine.coach import Advice, coach
from arcade.engine.game import GameAction, Veils
from arcade.engine.news import News
from arcade.engine.offers import Offer
from arcade.players.player import Player
from arcade.rooms.bots.pool import NoAnswer
from arcade.rooms.errors import Refused
from arcade.tasks import SharedWork

Advise = Callable[[str, Struct, Sequence[Offer], bytes], Awaitable[tuple[Advice, ...]]]
"""Weighs offers off the loop: the game's key, the seat's view, the offers, a seed."""

SEED = b"review"
"""The same for every review, so that asking twice gives the same answer."""

MAX_DECISIONS = 400
"""The most decisions of a game that are weighed: the first ones, in order."""

TRIES = 3
"""How often the coach is asked when there is no answer."""

MIN_GIVEN = 0.05
"""Less than this given away would be written as nothing, with its one decimal."""

FINE_GAIN = 1.0
"""A finest choice gains a point or one game of a hundred, unless its coach says what `matters`.

Smaller gains are those of nearly equal choices: no player would call one of them fine.
"""


class Remark(Struct, frozen=True):
    """What the coach says of the decision that led to step `step`: its worth and the best one's.

    `given` is the worth given away (0: nothing was better), in the coach's `unit`; `gain` is how
    much better it was than anything else (0: it was not).
    """

    step: int
    seat: int
    given: float
    chosen: Advice
    best: Advice
    unit: str
    gain: float = 0.0
    turn: int = 0
    moment: News | None = None
    """The action in the game's words."""


class Review:
    def __init__(self, replay: Replay, advise: Advise) -> None:
        self.replay = replay
        self._advise = advise
        self._rules = replay.room.rules
        self._coach = coach(self._rules) if replay.over else None
        self._known: dict[int, Remark | None] = {}

    @property
    def possible(self) -> bool:
        """Whether the game has a coach and is over: earlier remarks would reveal hidden hands."""
        return self._coach is not None

    def decisions(self, seat: int | None = None) -> tuple[int, ...]:
        """Return the steps persons chose on a seat (None: any that may be seen).

        They are the first `MAX_DECISIONS` at most.
        """
        numbers = [
            number
            for number, step in enumerate(self.replay.steps)
            if self._open(step) and (seat is None or step.seat == seat)
        ]
        return tuple(numbers[:MAX_DECISIONS])

    def known(self, number: int) -> Remark | None:
        return self._known.get(number)

    def wants(self, number: int) -> bool:
        return self.possible and self._open(self.replay.steps[number]) and number not in self._known

    def _open(self, step: Step) -> bool:
        """Return whether a person made the choice, with a hand that the viewer may see."""
        return step.person and step.seat in self.replay.viewpoints

    async def remark(self, number: int) -> Remark | None:
        """Rate the choice that led to a step; None if there was none, or no answer."""
        if number not in self._known:
            self._known[number] = await self._weigh(number)
        return self._known[number]

    def costliest(self, seat: int | None = None, most: int = 3) -> tuple[Remark, ...]:
        """Return the costliest rated choices of a seat (None: of all persons), worst first."""
        remarks = [
            remark
            for number in self.decisions(seat)
            if (remark := self.known(number)) is not None and remark.given >= MIN_GIVEN
        ]
        return tuple(sorted(remarks, key=lambda remark: (-remark.given, remark.step))[:most])

    def worst(self, seat: int | None = None) -> Remark | None:
        """Return the costliest choice (of a seat), first of those that the game has words for."""
        remarks = self.costliest(seat, most=MAX_DECISIONS)
        return next((remark for remark in remarks if remark.moment), next(iter(remarks), None))

    def finest(self, seat: int | None = None) -> Remark | None:
        least = getattr(self._coach, "matters", FINE_GAIN)
        remarks = [
            remark
            for remark in self._known.values()
            if remark is not None and remark.gain >= least and seat in (None, remark.seat)
        ]
        return max(
            remarks,
            key=lambda remark: (remark.moment is not None, remark.gain, -remark.step),
            default=None,
        )

    async def _weigh(self, number: int) -> Remark | None:
        step = self.replay.steps[number]
        if self._coach is None or step.seat is None or not self._open(step):
            return None
        state = self.replay.steps[number - 1].room.state
        offers = self._rules.legal(state, step.seat)
        if len(offers) < 2 and not any(offer.field for offer in offers):
            return None  # nothing to choose
        view = self._rules.view(state, step.seat)
        action = codec.action_from(self._rules, step.action)
        key = self._rules.meta.key
        weighed = await self._weighed(key, view, offers)
        chosen = _of(weighed, action)
        if chosen is None and weighed:  # one of a range, which the coach did not name
            chosen = _of(await self._weighed(key, view, (Offer(action),)), action)
        if chosen is None:
            return None
        best = max((*weighed, chosen), key=lambda advice: advice.worth)
        wanted = codec.unordered(action)
        others = [advice.worth for advice in weighed if codec.unordered(advice.action) != wanted]
        return Remark(
            number,
            step.seat,
            best.worth - chosen.worth,
            chosen,
            best,
            self._coach.unit,
            gain=max(0.0, chosen.worth - max(others, default=chosen.worth)),
            turn=step.turn,
            moment=self._moment(view, step.seat, action),
        )

    def _moment(self, view: Struct, seat: int, action: GameAction) -> News | None:
        tell = registry.function(self._rules, "words", "moment", lambda *_: None)
        news: News | None = tell(view, seat, action)
        return news

    async def _weighed(self, key: str, view: Struct, offers: Sequence[Offer]) -> tuple[Advice, ...]:
        """Ask the coach, again while it is busy or starting; () if it stays so."""
        for _ in range(TRIES):
            with suppress(NoAnswer):
                return await self._advise(key, view, offers, SEED)
        return ()


def _of(weighed: Sequence[Advice], action: GameAction) -> Advice | None:
    """Return the advice on an action; the order of dice or seats in it does not matter."""
    wanted = codec.unordered(action)
    return next((advice for advice in weighed if codec.unordered(advice.action) == wanted), None)


LAST_DECISIONS = 60
"""The most decisions of a game that are weighed: the last ones."""
QUEUE, CACHED_REVIEWS = 8, 32
"""How many games wait to be weighed, and how many are remembered, at most."""

Find = Callable[[str, int, Player | None], Awaitable[Replay]]


class Highlights(Struct, frozen=True):
    """The highlights among people's choices, as far as the viewer may see them.

    `finest_of` and `costliest_of`: the same of each seat.
    """

    game: str
    names: tuple[str, ...]
    finest: Remark | None = None
    costliest: Remark | None = None
    finest_of: tuple[Remark | None, ...] = ()
    costliest_of: tuple[Remark | None, ...] = ()

    def best(self, seat: int | None) -> tuple[Remark, ...]:
        """Return the finest choice of a seat, and the finest of all if another made it."""
        return _both(self.finest_of, self.finest, seat)

    def worst(self, seat: int | None) -> tuple[Remark, ...]:
        """Return the costliest choice of a seat, and the costliest of all if another made it."""
        return _both(self.costliest_of, self.costliest, seat)


def _both(
    each: Sequence[Remark | None], first: Remark | None, seat: int | None
) -> tuple[Remark, ...]:
    own = each[seat] if seat is not None and seat < len(each) else None
    other = None if first is own else first
    return tuple(remark for remark in (own, other) if remark is not None)


def highlights_of(review: Review) -> Highlights:
    """Return the highlights of what a review has weighed."""
    room = review.replay.room
    seats = range(len(room.names))
    return Highlights(
        room.game,
        room.names,
        review.finest(),
        review.worst(),
        tuple(map(review.finest, seats)),
        tuple(map(review.worst, seats)),
    )


class Highlighter:
    """Weighs one game at a time, so that bots elsewhere need not wait."""

    def __init__(self, find: Find, advise: Advise) -> None:
        self._find = find
        self._advise = advise
        self._shared = SharedWork[tuple[str, int, str], Highlights](QUEUE, CACHED_REVIEWS)
        self.close = self._shared.close

    async def of(self, code: str, number: int, game: str, player: Player) -> Highlights | None:
        """Return the highlights of a table's game; None if too many wait: ask again.

        All see the same, unless hands stay hidden after the game.
        """
        viewer = player.id if isinstance(registry.find(game), Veils) else ""
        weighing = partial(self._weigh, code, number, player)
        return await self._shared.of((code, number, viewer), weighing)

    async def _weigh(self, code: str, number: int, player: Player) -> Highlights | None:
        with suppress(Refused):
            replay = await self._find(code, number, player)
            review = Review(replay, self._advise)
            for step in review.decisions()[-LAST_DECISIONS:]:
                await review.remark(step)
            return highlights_of(review)
        return None
