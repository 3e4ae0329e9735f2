"""A table's own rules: what is allowed, who may sit down, which bots come."""

import pytest

from arcade.engine import registry
from arcade.engine.bot import bots, strength
from arcade.engine.errors import BadOptions
from arcade.rooms import decide, facts, table_rules
from arcade.rooms.errors import Refused
from arcade.rooms.table_rules import TABLE_OPTIONS, TableRules
from tests.people import ANNA, BEN, CLEO
from tests.rooms.playing import after, table


def test_plain_values_become_rules_and_the_others_keep_their_defaults() -> None:
    assert table_rules.read({}) == TableRules()
    assert table_rules.read({"turn": 5, "bots": "expert"}) == TableRules(turn=5, bots="expert")


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"bots": "grand master"}, "simple, good, expert"),
        ({"turn": -1}, "from 0 to 3600"),
        ({"turn": "long"}, "from 0 to 3600"),
        ({"reserve": 4000}, "from 0 to 3600"),
        ({"days": 15}, "from 0 to 14"),
        ({"watching": "never"}, "live, late, hands"),
        ({"late_join": "yes"}, "true, false"),
        ({"cloth": "green"}, "bots, coach, days"),
    ],
)
def test_what_is_not_allowed_is_refused_with_what_is(
    values: dict[str, object], sentence: str
) -> None:
    with pytest.raises(BadOptions, match=sentence):
        table_rules.check(table_rules.read(values), registry.find("golden-zero"))


def test_hands_are_shown_only_where_there_are_any() -> None:
    table_rules.check(TableRules(watching="hands"), registry.find("golden-zero"))
    with pytest.raises(Refused) as refusal:
        decide.create("KAFEL", ANNA, "421", {}, 0, False, TableRules(watching="hands"))
    assert "no hidden hands" in refusal.value.why.text


def test_the_form_knows_every_rule_and_offers_the_default() -> None:
    assert {option.name for option in TABLE_OPTIONS} == set(TableRules.__struct_fields__)
    for option in TABLE_OPTIONS:
        values = option.values or option.steps
        assert getattr(TableRules(), option.name) in values
        for value in values:
            table_rules.check(table_rules.read({option.name: value}), registry.find("golden-zero"))


@pytest.mark.parametrize("key", registry.games())
def test_bots_play_at_the_tables_strength_where_the_game_has_it(key: str) -> None:
    game = registry.find(key)
    names = [bot.name for bot in bots(game)]
    for wished in ("simple", "good", "expert", "of old"):
        expected = wished if wished in names else names[0]
        assert strength(game, wished) == expected
    room = table(ANNA, game=key, seats=game.meta.seats[0], bots="simple")
    assert room.chairs[1].bot == strength(game, "simple")


def test_nobody_sits_down_late_where_that_is_not_wished() -> None:
    room = table(ANNA, seats=3, late_join=False)
    with pytest.raises(Refused):
        decide.sit(room, BEN, None)
    away = after(room, decide.leave_seat(room, ANNA))
    assert after(away, decide.sit(away, ANNA, None)).names[0] == "anna"  # one's own seat
    over = after(room, (facts.Ended(),))
    assert decide.sit(over, BEN, None)


def test_watchers_talk_among_themselves_while_a_game_runs() -> None:
    room = table(ANNA, BEN)
    (sentence,) = decide.say(room, CLEO, "look at that")
    assert isinstance(sentence, facts.Said) and sentence.watcher
    (sentence,) = decide.say(room, ANNA, "my turn")
    assert isinstance(sentence, facts.Said) and not sentence.watcher
    over = after(room, (facts.Ended(),))
    (sentence,) = decide.say(over, CLEO, "well played")
    assert isinstance(sentence, facts.Said) and not sentence.watcher
