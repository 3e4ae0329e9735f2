"""What somebody asks in order to learn from past games."""

from collections.abc import Mapping

from msgspec import Struct

from arcade.club.club import Club
from arcade.club.operations.operation import CODE, JSON, Argument, Command, Line, Operation, Visitor
from arcade.club.replays.curve import Curve
from arcade.club.replays.replay import Replay
from arcade.club.replays.review import LAST_DECISIONS, Highlights, Remark, Review
from arcade.club.speech.curve import in_100
from arcade.club.table_session import TableSession
from arcade.engine import codec
from arcade.engine.words import N_
from arcade.players.player import Player
from arcade.rooms.errors import refused

_NUMBER = Argument(N_("GAME_NO"), optional=True)


class Choice(Struct, frozen=True):
    """A choice as the coach weighed it: `given` away, or `gain` over the next best, in `unit`."""

    turn: int
    seat: int
    action: Mapping[str, object]
    best: Mapping[str, object]
    given: float
    gain: float
    unit: str


class GameReview(Struct, frozen=True):
    """A finished game in figures: each seat's chance to win, in 100, after each turn.

    `chances[0]` is before the first turn; it is empty where nothing tells them. `decisive` is the
    turn that raised the winner's chance most (0: none). `finest` and `costliest` are choices of
    persons, as far as the reader may see their hands.
    """

    code: str
    number: int
    game: str
    names: tuple[str, ...]
    chances: tuple[tuple[int, ...], ...]
    decisive: int
    finest: Choice | None
    costliest: Choice | None


class Reviewed(Struct, frozen=True):
    """What is known of a finished game, to be told in words or in figures."""

    code: str
    number: int
    highlights: Highlights
    curve: Curve | None

    @property
    def figures(self) -> GameReview:
        swing = self.curve.decisive if self.curve else None
        points = self.curve.points if self.curve else ()
        return GameReview(
            self.code,
            self.number,
            self.highlights.game,
            self.highlights.names,
            tuple(tuple(map(in_100, point)) for point in points),
            swing.turn if swing else 0,
            _choice(self.highlights.finest),
            _choice(self.highlights.costliest),
        )


def _choice(remark: Remark | None) -> Choice | None:
    if remark is None:
        return None
    chosen, best = codec.plain(remark.chosen.action), codec.plain(remark.best.action)
    worths = round(remark.given, 2), round(remark.gain, 2)
    return Choice(remark.turn, remark.seat, chosen, best, *worths, remark.unit)


async def reviewed(visitor: Visitor, code: str, number: int) -> Reviewed:
    """Review a finished game of a table (0: the last); raises `Refused`."""
    club, player = visitor.club, visitor.player
    replay = await club.replay(code, number, player)
    code, number = replay.room.code, replay.number

    async def read() -> Replay:
        return replay

    curve = await club.curves.of(code, number, read)
    weighed = await club.highlights.of(code, number, replay.room.game, player)
    highlights = weighed or Highlights(replay.room.game, replay.room.names)
    return Reviewed(code, number, highlights, curve)


async def played_on(
    club: Club, player: Player, code: str, number: int, step: int | None, seat: int | None = None
) -> TableSession:
    """Play a finished game on from a step (None: from the costliest choice); raises `Refused`."""
    replay = await club.replay(code, number, player)
    if step is None:
        review = Review(replay, club.bot_pool.advise)
        for decision in (review.decisions(replay.own) or review.decisions())[-LAST_DECISIONS:]:
            await review.remark(decision)
        worst = review.worst()
        if worst is None:
            raise refused("Nothing was given away, as far as the coach can tell.")
        step, seat = worst.step - 1, worst.seat
    return await club.play_on(player, replay, step, seat)


class PlayOn(Operation[None], frozen=True):
    """Play a finished game on from a step, in a seat of it, alone with bots; it does not count.

    Without a `step`, from right before the person's costliest choice (else anybody's).
    """

    line = Line(
        "retry",
        N_(
            "retry [CODE] [GAME]: play a past game on from the turn you read, or from your worst "
            "move; it counts for nothing"
        ),
    )
    api = "retry"
    command = Command("retry", (CODE, _NUMBER), N_("play your costliest choice of a game again"))

    code: str
    number: int = 0
    step: int | None = None
    seat: int | None = None

    async def run(self, visitor: Visitor) -> None:
        asked = self.code, self.number, self.step, self.seat
        visitor.go(await played_on(visitor.club, visitor.player, *asked))


class ReviewGame(Operation[GameReview], frozen=True):
    """Return a finished game in figures."""

    api = "review"

    code: str
    number: int = 0

    async def run(self, visitor: Visitor) -> GameReview:
        return (await reviewed(visitor, self.code, self.number)).figures


class TellReview(Operation[Reviewed], frozen=True):
    command = Command(
        "review",
        (CODE, _NUMBER, JSON),
        N_("a finished game: chances to win, the turn that decided, best and worst move"),
    )

    code: str
    number: int = 0

    async def run(self, visitor: Visitor) -> Reviewed:
        return await reviewed(visitor, self.code, self.number)
