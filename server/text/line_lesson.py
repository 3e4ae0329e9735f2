"""A lesson in line mode: its steps, choices and consequences.

Must not know: channels and bytes, or a rule of any game.
"""

from arcade.club.i18n.words import Words
from arcade.club.lesson_table import LessonTable
from arcade.club.speech import actions
from arcade.club.speech.read_aloud import heading, sentences


class LineLesson:
    """One person's lesson; its methods return the lines to say."""

    def __init__(self, lesson: LessonTable) -> None:
        self._lesson = lesson
        self._numbers: dict[str, int] = {}

    @property
    def over(self) -> bool:
        return self._lesson.over

    @property
    def game(self) -> str:
        return self._lesson.table().game

    def step(self, words: Words) -> list[str]:
        """Return what has happened, the text of the step, and its choices."""
        lesson, t = self._lesson, words.t
        table = lesson.table()
        news = [
            words.to(table.you).say(line.news, line.names)
            for line in table.lines
            if line.news is not None and line.number > lesson.since
        ]
        lines = [*news, t(lesson.step.say)] if lesson.since else [t(lesson.step.say), *news]
        if lesson.over:
            return [*lines, t("That was the lesson.")]
        if lesson.step.do is None:
            return [*lines, t("Write next to go on.")]
        listed = [f"{choice.number}. {choice.text}" for choice in self.choices(words)]
        state = [
            sentence for sentence in sentences(words, table) if sentence != heading(words, table)
        ]
        return [*lines, " ".join(state), *listed]

    def go_on(self, words: Words) -> list[str]:
        """Leave a step without a choice."""
        return self._next(words) if self._lesson.go_on() else [words.t(self._lesson.step.hint)]

    def answer(self, words: Words, line: str) -> list[str]:
        """Take a typed action; raises `actions.Unclear`."""
        if self._lesson.step.do is None:
            return [words.t("Write next to go on.")]
        action = actions.read(words, line, self.choices(words), self._lesson.table())
        if self._lesson.do(action):
            return self._next(words)
        return [words.t(self._lesson.step.hint or "Write next to go on.")]

    def _next(self, words: Words) -> list[str]:
        while self._lesson.follow():
            pass
        return self.step(words)

    def choices(self, words: Words) -> list[actions.Choice]:
        return actions.choices(words, self._lesson.table(), self._numbers)
