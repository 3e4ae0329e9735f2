"""The bot for 21 scores where it can, leaves little to the next player, and is quick."""

from typing import Any

import pytest

from arcade.club.i18n.words import Words
from arcade.engine.bot import bot
from arcade.engine.chance import Replay, Stream
from arcade.games.vingt_et_un import GAME
from arcade.games.vingt_et_un.bots.expert import COACH, tried
from arcade.games.vingt_et_un.bots.good import Good
from arcade.games.vingt_et_un.rules import placing
from arcade.games.vingt_et_un.rules.actions import Action, Mulligan, Pass, Place, Swap
from arcade.games.vingt_et_un.rules.state import STAR, State
from tests.games.test_vingt_et_un import fresh, seen_by, tile


def choice(state: State) -> Action:
    seat = state.turn
    assert seat is not None
    return Good().choose(seen_by(state, seat), GAME.legal(state, seat), Stream(b""))


def test_the_bot_exchanges_a_first_hand() -> None:
    assert choice(fresh(hands=[[STAR, 10, 11], [1]])) == Mulligan()


def test_the_bot_exchanges_its_highest_number() -> None:
    laid = {"G7": tile(0, 9), "I7": tile(1, 9)}
    assert choice(fresh(board=laid, round=2, hands=[[15, 17, 16], [1]])) == Swap(17)
    stuck = fresh(board=laid, round=2, hands=[[15], [1]], series=[[], [1]])
    assert choice(stuck) == Pass()


def test_the_bot_makes_the_dearest_21_with_a_number_rather_than_a_star() -> None:
    laid = {"F6": tile(1, 8), "G7": tile(0, 9)}
    assert choice(fresh(board=laid, round=4, hands=[[STAR, 4, 4], [1, 1, 1]])) == Place(4, "E5")


def test_the_bot_takes_30_with_a_star() -> None:
    laid = {"H2": tile(1, 3), "G3": tile(1, 3)}
    state = fresh(board=laid, round=4, hands=[[STAR, 2, 17], [1, 1, 1]])
    assert choice(state) == Place(STAR, "H1", 18)


def test_the_bot_opens_no_dear_square_to_a_number() -> None:
    """A 9 on H2 would leave 30 points on H1 to a 10; 18 or more is in nobody's hand."""
    laid = {"H3": tile(1, 1), "H4": tile(1, 1)}
    state = fresh(board=laid, round=6, hands=[[1, 9], [1, 1, 1]])
    after = GAME.apply(state, 0, choice(state), Replay(()))
    assert placing.space(placing.face_up(after.board), "H1") > 17


@pytest.mark.parametrize("name", ["good", "expert"])
def test_a_pass_that_ends_the_game_is_for_who_wins_by_it(name: str) -> None:
    """One tile of 9 each lies there, so that both lose as much: the scores decide."""
    board = {"G7": tile(1, 9), "I7": tile(0, 9)}
    for scores, passes in (([9, 8], True), ([8, 9], False), ([9, 9], False)):
        state = fresh(board=board, round=2, turn=0, hands=[[17, 16], [17]], scores=scores, passes=1)
        offers = GAME.legal(state, 0)
        advice = tried(seen_by(state, 0), offers, Stream(b""), 4)
        assert (advice[0].action == Pass()) == passes
        assert [choice.worth for choice in advice] == sorted(
            (choice.worth for choice in advice), reverse=True
        )
        chosen = bot(GAME, name).choose(seen_by(state, 0), offers, Stream(b""))
        assert (chosen == Pass()) == passes


@pytest.mark.parametrize("hand", [[STAR, STAR, 17], [4, 2, 3]])
def test_the_coachs_reason_adds_up_to_its_verdict(hand: list[int | str]) -> None:
    """Fifteen points by a star are worth little where a star kept may make more: it says so."""
    laid = {"F6": tile(1, 8), "G7": tile(0, 9)}
    state = fresh(board=laid, round=4, hands=[hand, [1, 1, 1]])
    advice = COACH.advise(seen_by(state, 0), GAME.legal(state, 0), Stream(b""))
    assert advice
    for choice in advice:
        expected: dict[str, Any] = dict(choice.why.data)
        parts = (
            expected["points"]
            + (expected["ahead"] - expected["threat"] - expected.get("spent", 0)) / 10
        )
        assert choice.worth == pytest.approx(parts, abs=1)
        assert ("spent" in expected) is (choice.action.tile == STAR)
        assert "point" not in Words("fr").say(choice.why), "nothing to be singular or plural"
