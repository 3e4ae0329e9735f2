"""A game whose pictures fail is drawn without them."""

from typing import Never

from textual.geometry import Size

from arcade.club.i18n.words import Words
from screens.games.fence import fenced
from screens.games.view import GameView


def _fails(*_: object) -> Never:
    raise ZeroDivisionError


class Failing(GameView[object]):
    poster = placard = thumbnail = finale = decision = last_board = staticmethod(_fails)


def test_no_picture_without_a_pane_lets_an_exception_out() -> None:
    view, words = fenced(Failing), Words()
    assert not view.poster() and not view.placard()
    assert not view.thumbnail(None) and not view.decision(None, None)
    assert not view.last_board(words, None, Size(120, 40), "")
    assert view.finale(words, None, 0, 3) is None
