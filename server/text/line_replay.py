"""A past game in line mode, turn by turn.

Must not know: channels and bytes, or a rule of any game.
"""

from arcade.club.i18n.words import Words
from arcade.club.replays.replay import Replay
from arcade.club.speech.read_aloud import paragraph


class LineReplay:
    """A past game and the turn reached; `turn` counts from 1, 0 before the first."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.turn = 0

    def heading(self, words: Words) -> str:
        """Return which game it is, and the commands that step through it."""
        room = self.replay.room
        said = words.nt(
            "Game {number} of table {code}, {game}: {n} turn. Write next, back, or turn N.",
            "Game {number} of table {code}, {game}: {n} turns. Write next, back, or turn N.",
            self.replay.turns,
            number=self.replay.number,
            code=room.code,
            game=room.rules.meta.name,
        )
        if self.replay.cut:
            said += " " + words.t(
                "It was played by older rules; today's rules can follow it only so far."
            )
        return said

    def step(self, words: Words, by: int) -> list[str]:
        """Return the next turn (`by` 1) or the previous one (-1); after the last, how it ended."""
        t, turn = words.t, self.turn + by
        if turn < 1:
            return [words.t("First step.")]
        if turn > self.replay.turns:
            end = t("Today's rules cannot follow this game any further: it began under older ones.")
            end = end if self.replay.cut else t("Last step.")
            return [end, self._stood(words, len(self.replay.steps) - 1)]
        self.turn = turn
        return self._told(words)

    def go(self, words: Words, turn: int) -> list[str]:
        """Return the state of the table before a turn, and what happened in it."""
        last = self.replay.turns
        if not 1 <= turn <= last:
            return [words.t("There is no such turn; choose 1 to {last}.", last=last)]
        self.turn = turn
        before = self.replay.starts[turn - 1] - 1
        stood = [self._stood(words, before)] if before >= 0 else []
        return [*stood, *self._told(words)]

    def _told(self, words: Words) -> list[str]:
        """Return what the log said of the turn when it was played."""
        steps = [step for step in self.replay.steps if step.turn == self.turn]
        said = [
            words.say(news, step.room.names)
            for step in steps
            for news in step.room.rules.news(step.room.state)
        ]
        head = words.t("Turn {n} of {last}:", n=self.turn, last=self.replay.turns)
        return [head, *said]

    def _stood(self, words: Words, step: int) -> str:
        """Return the state after a step, as the reader's own seat saw it if they played."""
        own = self.replay.own if self.replay.own in self.replay.viewpoints else None
        return paragraph(words, self.replay.view(step, own))
