"""Plain values in and out, errors in words, and the registry."""

from typing import Any

import msgspec
import pytest

from arcade.engine.chance import Stream
from arcade.engine.codec import action_from, plain
from arcade.engine.errors import IllegalAction
from arcade.engine.game import Game
from arcade.engine.news import counted, phrase
from arcade.engine.registry import NoSuchGame, find, games
from tests.engine.toy import TOY, Mark, Options, Roll, Step
from tests.scenarios.given.fields import with_plain


@pytest.mark.parametrize("action", [Roll(), Step(3), Mark((1, 2))])
def test_actions_both_ways(action: Any) -> None:
    assert action_from(TOY, plain(action)) == action


def test_plain_values_are_ready_for_json() -> None:
    assert plain(Mark((1, 2))) == {"do": "mark", "squares": (1, 2)}
    state = TOY.setup(Options(), 2, Stream(b"key"))
    assert msgspec.json.encode(plain(state)) == msgspec.json.encode(state)


@pytest.mark.parametrize(
    "nothing",
    [
        {},
        {"do": "fly"},
        {"do": 1},
        {"do": "roll", "by": 1},
        {"do": "step"},
        {"do": "step", "by": "1"},
    ],
)
def test_what_is_no_action(nothing: dict[str, Any]) -> None:
    with pytest.raises(IllegalAction, match="not an action of this game") as refused:
        action_from(TOY, nothing)
    assert (refused.value.code, refused.value.paragraph) == ("no-such-action", 0)


def test_fields_of_a_state_are_replaced_by_plain_values() -> None:
    state = TOY.setup(Options(), 2, Stream(b"key"))
    new = with_plain(state, {"places": [3, 4], "board": {"1": {"marked": True, "times": 2}}})
    assert new.places == (3, 4)
    assert new.board["1"].times == 2
    assert state.places == (0, 0)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"place": 1, "lap": 2}, "the state has no field lap, place"),
        ({"turn": "first"}, "Expected `int`"),
    ],
)
def test_fields_that_do_not_fit(fields: dict[str, Any], message: str) -> None:
    state = TOY.setup(Options(), 2, Stream(b"key"))
    with pytest.raises(msgspec.ValidationError, match=message):
        with_plain(state, fields)


def test_a_refusal_reads_well_in_a_log_and_keeps_its_data() -> None:
    error = IllegalAction(
        "turn", "{seat:seat} has {dice:dice}, not {n}", 4, seat=1, dice=(6, 1), n=2
    )
    assert str(error) == "1 has (6, 1), not 2"
    assert error.news == phrase("{seat:seat} has {dice:dice}, not {n}", seat=1, dice=(6, 1), n=2)
    assert error.paragraph == 4


def test_counted_news_carry_their_count() -> None:
    news = counted("one", "{n} many", 3, seat=1)
    assert (news.text, news.plural, news.data) == ("one", "{n} many", {"n": 3, "seat": 1})


def test_games_are_found_by_key_and_listed_by_name() -> None:
    names = [game.meta.name for game in games().values()]
    assert names == sorted(names)
    for key, game in games().items():
        assert game.meta.key == key
        assert find(key) is game


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(NoSuchGame, match=r"There is no game belote; there are: .*421"):
        find("belote")


class Seen(msgspec.Struct, frozen=True):
    turn: int


class Whole(Seen, frozen=True):
    cards: tuple[int, ...] = ()


class Told(type(TOY)):
    meta = msgspec.structs.replace(TOY.meta, secrets=False)
    state = Whole

    def view(self, state: Any, seat: int | None) -> Any:
        return Game.view(self, state, seat)


def test_a_view_is_the_part_of_a_state_that_its_base_class_has() -> None:
    assert Told().view(Whole(1, (2, 3)), 0) == Seen(1)
    assert Told().view(Seen(1), None) == Seen(1)
