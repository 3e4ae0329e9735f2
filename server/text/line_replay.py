"""A past game in line mode, turn by turn.

Must not know: channels and bytes, or a rule of any game.
"""

from asyncio import Task, create_task
from collections.abc import Callable

from arcade.club.i18n.words import Words
from arcade.club.replays.curve import Curve, Curves
from arcade.club.replays.replay import Replay
from arcade.club.replays.review import Advise, Remark, Review
from arcade.club.speech.curve import curve_texts, decisive_text
from arcade.club.speech.ending import remark_texts, sentence
from arcade.club.speech.read_aloud import paragraph
from arcade.engine.words import folded


class LineReplay:
    """A past game and the turn reached; `turn` counts from 1, 0 before the first.

    `wake` is called when the coach has finished; `costliest` then returns what it says.
    """

    def __init__(
        self, replay: Replay, advise: Advise, curves: Curves, wake: Callable[[], None]
    ) -> None:
        self.replay = replay
        self.turn = 0
        self._eyes = replay.own if replay.own in replay.viewpoints else None
        self._review = Review(replay, advise)
        self._wake = wake
        self._asked: int | None = None
        self._weighing: Task[None] | None = None
        self._curves = curves
        self._curve: Curve | None = None

    def heading(self, words: Words) -> str:
        """Return the title of the game and the commands that step through it."""
        room = self.replay.room
        return words.nt(
            "Game {number} of table {code}, {game}: {n} turn. Write next, back, or turn N.",
            "Game {number} of table {code}, {game}: {n} turns. Write next, back, or turn N.",
            self.replay.turns,
            number=self.replay.number,
            code=room.code,
            game=room.rules.meta.name,
        )

    def ask(self, words: Words, everybody: bool) -> list[str]:
        """Begin to weigh the reader's own choices, or everybody's."""
        if not self._review.possible:
            return [words.t("There is no coach for this game.")]
        own = self.replay.own
        self._asked = None if everybody or own is None or not self._review.decisions(own) else own
        if self._weighing is None or self._weighing.done():
            self._weighing = create_task(self._weigh())
        return [words.t("The coach is looking for it …")]

    async def _weigh(self) -> None:
        room = self.replay.room
        self._curve = await self._curves.of(room.code, self.replay.number, self._own_replay)
        for step in self._review.decisions(self._asked):
            await self._review.remark(step)
        self._wake()

    async def _own_replay(self) -> Replay:
        return self.replay

    def costliest(self, words: Words) -> list[str]:
        """Return the chances and the costliest choices once all are weighed; later nothing."""
        if self._weighing is None or not self._weighing.done():
            return []
        self._weighing = None
        return [*self._course(words), *self._remarks(words)]

    def _course(self, words: Words) -> list[str]:
        """Return how the chances to win went, and which turn decided."""
        curve, names, words = self._curve, self.replay.room.names, words.to(self._own_name())
        if curve is None:
            return []
        decisive = decisive_text(words, curve, names)
        return [*curve_texts(words, curve, names), *([decisive] if decisive else [])]

    def _remarks(self, words: Words) -> list[str]:
        t, remarks = words.t, self._review.costliest(self._asked)
        if not self._review.decisions(self._asked):
            return [t("Nobody but bots chose anything in this game.")]
        if not remarks:
            return [t("Nothing was given away, as far as the coach can tell.")]
        return [self._remark(words, remark) for remark in remarks]

    def _remark(self, words: Words, remark: Remark) -> str:
        """Return how much a choice gave away, and what was better."""
        line = ". ".join(remark_texts(words, self.replay, remark))
        return sentence(line, self.replay.room.names)

    def _own_name(self) -> str:
        own = self.replay.own
        return self.replay.room.names[own] if own is not None else ""

    def look_as(self, words: Words, name: str) -> list[str]:
        """Look from another seat (no name: as a spectator); return the state seen from there."""
        names = [folded(seat_name) for seat_name in self.replay.room.names]
        seat = names.index(folded(name)) if folded(name) in names else None
        if (name and seat is None) or seat not in self.replay.viewpoints:
            open_to = (
                self.replay.room.names[viewpoint]
                for viewpoint in self.replay.viewpoints
                if viewpoint is not None
            )
            known = ", ".join(open_to) or "–"
            return [words.t("Choose one of: {known}", known=known)]
        self._eyes = seat
        last = len(self.replay.steps) - 1
        before = self.replay.starts[self.turn - 1] - 1 if self.turn else last
        return [self._stood(words, max(0, before))]

    def step(self, words: Words, by: int) -> list[str]:
        """Return the next turn (`by` 1) or the previous one (-1); after the last, how it ended."""
        t, turn = words.t, self.turn + by
        if turn < 1:
            return [words.t("First step.")]
        if turn > self.replay.turns:
            return [t("Last step."), self._stood(words, len(self.replay.steps) - 1)]
        self.turn = turn
        return self._news(words)

    def go(self, words: Words, turn: int) -> list[str]:
        """Return the state of the table before a turn, and what happened in it."""
        last = self.replay.turns
        if not 1 <= turn <= last:
            return [words.t("There is no such turn; choose 1 to {last}.", last=last)]
        self.turn = turn
        before = self.replay.starts[turn - 1] - 1
        stood = [self._stood(words, before)] if before >= 0 else []
        return [*stood, *self._news(words)]

    def _news(self, words: Words) -> list[str]:
        """Return what the log said about the turn."""
        steps = [step for step in self.replay.steps if step.turn == self.turn]
        lines = [
            words.to(self._own_name()).say(news, step.room.names)
            for step in steps
            for news in step.room.rules.news(step.room.state)
        ]
        head = words.t("Turn {n} of {last}:", n=self.turn, last=self.replay.turns)
        return [head, *lines]

    def _stood(self, words: Words, step: int) -> str:
        """Return the state after a step, as the chosen seat saw it."""
        return paragraph(words, self.replay.view(step, self._eyes))
