"""A playthrough is the same for the same key, bounded, and tells everything."""

import pytest

from arcade.engine.news import counted, phrase
from tests.engine.toy import TOY, Options, State, Toy
from tests.playthrough import SHOWN, play, sentence


def test_the_key_decides() -> None:
    assert play(TOY, Options(), 2, b"a") == play(TOY, Options(), 2, b"a")
    assert play(TOY, Options(), 2, b"a") != play(TOY, Options(), 2, b"b")


def test_what_it_tells() -> None:
    lines = play(TOY, Options(goal=6), 2, b"a").splitlines()
    assert lines[:2] == ["game toy, version 1, 2 seats, key 61", 'options {"goal":6,"pace":"slow"}']
    assert lines[2].startswith('draws [{"shuffle":[')
    assert lines[3] == "  Go."
    assert lines[4].startswith('view {"turn":0,"places":[0,0],"board":')
    assert lines[5].startswith('1 seat 0 of [0], 3 offers: {"do":"')
    assert any(line.startswith('  view {"turn":1') for line in lines)
    assert any(line.startswith('  seat 0 {"card":') for line in lines)
    assert '"over":true' in lines[-1]
    assert lines[-2].startswith("over after ")


def test_a_long_game_is_cut_short_and_its_end_told() -> None:
    text = play(TOY, Options(goal=800), 2, b"a")
    assert text.count(" offers: ") == SHOWN
    assert "over after" in text


def test_a_game_without_end_is_reported() -> None:
    class Endless(Toy):
        def to_act(self, state: State) -> tuple[int, ...]:
            return (state.turn,)

    with pytest.raises(RuntimeError, match="toy does not end within 2000 actions"):
        play(Endless(), Options(), 2, b"a")


def test_news_in_words() -> None:
    text = "{seat:seat} throws {dice:dice} for {seats:seats}: {hand:hand}, {n}"
    news = phrase(text, seat=1, dice=(4, 2), seats=(0, 2), hand="421", n=3)
    assert sentence(news) == "seat 1 throws 4-2 for seat 0, seat 2: 421, 3"
    assert sentence(counted("one", "{n} many", 1)) == "one"
    assert sentence(counted("one", "{n} many", 2)) == "2 many"
