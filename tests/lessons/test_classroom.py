"""Lessons as data, and the room they are played in: no screen."""

import pytest

from arcade.club.lesson_table import BadLesson, LessonTable
from arcade.engine import registry
from arcade.engine.lesson import Lesson, Step, lesson
from arcade.players.player import Player

ANNA = Player("SHA256:a", "Anna")
LEARNT = [key for key, game in registry.games().items() if lesson(game) is not None]


def plan_of(key: str) -> Lesson:
    plan = lesson(registry.find(key))
    assert plan is not None, f"{key} has no lesson"
    return plan


def test_every_game_of_the_house_has_a_lesson() -> None:
    house = [
        key for key, game in registry.games().items() if type(game).__module__[:7] == "arcade."
    ]
    assert len(house) >= 5
    assert set(house) <= set(LEARNT)


@pytest.mark.parametrize("key", LEARNT)
def test_a_lesson_is_playable_from_its_first_step_to_the_farewell(key: str) -> None:
    plan = plan_of(key)
    assert plan.game == key
    room = LessonTable(plan, ANNA)
    for number, step in enumerate(plan.steps[:-1]):
        assert (room.number, room.over) == (number, False)
        table = room.table()
        assert bool(table.offers) == (step.do is not None)
        assert (0 in table.to_act) or step.do is None
        assert room.others is None
        assert room.go_on() if step.do is None else room.do(step.do)
        for turn in step.turns:
            assert (room.number, room.others) == (number, turn.seat)
            before = len(room.table().lines)
            assert not room.table().offers
            assert not room.do(step.do or {})
            assert not room.go_on()
            assert room.follow()
            assert len(room.table().lines) > before
        assert not room.follow()
    assert room.over
    assert plan.steps[-1].do is None
    assert not room.go_on()


@pytest.mark.parametrize("key", LEARNT)
def test_a_lesson_lasts_about_two_minutes(key: str) -> None:
    plan = plan_of(key)
    words = sum(len(step.say.split()) for step in plan.steps)
    assert words <= 300
    assert max(len(step.say) for step in plan.steps) <= 240
    acts = [step for step in plan.steps if step.do is not None]
    assert 4 <= len(acts) <= 8
    assert all(step.hint and step.keys for step in acts)


def test_something_else_changes_nothing() -> None:
    room = LessonTable(plan_of("421"), ANNA)
    assert not room.do({"do": "roll"})  # the first step is only read
    assert room.go_on()
    assert not room.go_on()  # now something is to be done
    before = room.table()
    assert not room.do({"do": "stop"})
    assert not room.do({"do": "fly"})
    assert room.table() == before
    assert room.do({"do": "roll"})


def test_the_order_of_kept_dice_means_nothing() -> None:
    room = LessonTable(plan_of("421"), ANNA)
    room.go_on()
    room.do({"do": "roll"})
    assert not room.do({"do": "roll", "keep": [4]})
    assert room.do({"do": "roll", "keep": [2, 4]})


@pytest.mark.parametrize("attack", [{"do": "attack"}, {"do": "attack", "target": 2}])
def test_what_is_not_asked_for_may_be_said_or_not(attack: dict[str, object]) -> None:
    room = LessonTable(plan_of("trente"), ANNA)
    while room.step.do != {"do": "attack"}:
        assert room.go_on() if room.step.do is None else room.do(room.step.do)
        while room.follow():
            pass
    assert room.do(attack)


def test_dice_too_many_are_noticed() -> None:
    steps = (Step("", {"do": "roll"}, draws=(1, 2, 3, 4)), Step(""))
    room = LessonTable(Lesson("421", 2, steps, draws=(6, 1)), ANNA)
    with pytest.raises(BadLesson):
        room.do({"do": "roll"})
