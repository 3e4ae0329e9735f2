"""A lesson in lines."""

import pytest

from arcade.club.i18n.words import Words
from arcade.club.lesson_table import LessonTable
from arcade.club.speech import actions
from arcade.engine import registry
from arcade.engine.lesson import lesson
from arcade.players.player import Player
from server.text.line_lesson import LineLesson

EN = Words("en")


def test_le_421_is_learnt_line_by_line() -> None:
    plan = lesson(registry.find("421"))
    assert plan is not None
    taught = LineLesson(LessonTable(plan, Player("SHA256:a", "Anna")))
    text = taught.step(EN)
    for step in plan.steps[:-1]:
        assert EN.t(step.say) in text
        if step.do is None:
            assert text[-1] == EN.t("Write next to go on.")
            text = taught.go_on(EN)
            continue
        assert any(line.startswith("1. ") for line in text)
        assert taught.go_on(EN) == [EN.t(step.hint)]
        with pytest.raises(actions.Unclear):
            taught.answer(EN, "dance")
        keep = "".join(f" {die}" for die in step.do.get("keep", ()))
        wrong = "roll 6 6" if step.do["do"] == "stop" else "stop"
        assert taught.answer(EN, wrong) == [EN.t(step.hint)]
        text = taught.answer(EN, step.do["do"] + keep)
    assert taught.over
    assert text[-1] == EN.t("That was the lesson.")
    assert any("You win the game" in line for line in text)
