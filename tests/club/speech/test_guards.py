"""What is asked before a costly move, by screens and in plain mode alike."""

from typing import Any

import pytest

from arcade.club.i18n.words import Words
from arcade.club.speech import actions
from arcade.engine import registry
from arcade.engine.chance import Stream
from arcade.engine.options import read
from tests.scenarios.given import arrange
from tests.screens.spot import picture_of

NAMES = ("Anna", "Ben", "Cleo", "Dora")


def asked(key: str, fields: dict[str, Any], action: dict[str, Any], seat: int = 0) -> str:
    game = registry.find(key)
    begun = game.setup(read(game, {}), 4, Stream(bytes(32)))
    state = arrange(game, begun, fields)
    return actions.question(Words(), picture_of(game, state, seat, NAMES), action)


ROLL = {"do": "roll", "keep": [4]}
BROKE = {"phase": "levee", "button": 3, "turn": 0}


@pytest.mark.parametrize(
    ("key", "fields", "action", "question"),
    [
        ("421", {"turn": 0, "leader": 0, "dice": [4, 2, 1]}, ROLL, "Roll 421 again?"),
        ("421", {"turn": 0, "leader": 0, "dice": [4, 1, 1]}, ROLL, "Roll 411 again?"),
        ("421", {"turn": 0, "leader": 0, "dice": [4, 3, 2]}, ROLL, ""),
        ("421", {"turn": 0, "leader": 0, "dice": [4, 2, 1]}, {"do": "stop"}, ""),
        (  # a follower who owes a roll decides nothing
            "421",
            {"turn": 0, "leader": 1, "hands": [None, 654, None, None], "limit": 2}
            | {"dice": [4, 2, 1], "throws": 1},
            ROLL,
            "",
        ),
        (
            "trente",
            {"turn": 0, "dice": [6, 2, 5, 5, 5, 3]},
            {"do": "keep", "dice": [2]},
            "Roll a 6 again?",
        ),
        ("trente", {"turn": 0, "dice": [6, 2, 5, 5, 5, 3]}, {"do": "keep", "dice": [6]}, ""),
        ("trente", {"turn": 0, "dice": [5, 2]}, {"do": "keep", "dice": [5]}, ""),
        (
            "trente",
            {"avenging": 0, "scores": [-3, 20, 20, 20], "dead": [0]},
            {"do": "forgo"},
            "Forgo your revenge?",
        ),
        (
            "golden21",
            {"turn": 0, "gifts": 3},
            {"do": "give", "to": [1, 1, 1]},
            "Give all 3 crisis dice to Ben?",
        ),
        ("golden21", {"turn": 0, "gifts": 3}, {"do": "give", "to": [1]}, ""),
        ("golden21", {"turn": 0, "gifts": 1}, {"do": "end"}, "End with 1 die not given?"),
        (
            "golden21",
            {"turn": 0, "debts": [18, 0, 0, 0], "bonus": 5},
            {"do": "spend", "from": "bonus", "to": "debt", "seat": 0, "sign": 1},
            "That makes you insolvent for the year. Really?",
        ),
    ],
)
def test_a_costly_move_is_asked_about_and_no_other(
    key: str, fields: dict[str, Any], action: dict[str, Any], question: str
) -> None:
    assert asked(key, fields, action) == question


@pytest.mark.parametrize(
    ("closed", "action", "question"),
    [
        ((9, 8), {"do": "fold"}, "Fold, and give this hand up?"),
        ((10, 10), {"do": "fold"}, ""),  # above the target: nothing is given up
        ((9, 8), {"do": "open", "amount": 400}, "All-in, with all your 400 chips?"),
        ((9, 8), {"do": "open", "amount": 50}, ""),
        ((9, 8), {"do": "last-hand"}, "Announce that the next hand is the last?"),
    ],
)
def test_a_hand_of_golden_zero_is_not_given_away_by_a_slip(
    closed: tuple[int, int], action: dict[str, Any], question: str
) -> None:
    fields = {
        "phase": "reine",
        "button": 3,
        "turn": 0,
        "stacks": [400] * 4,
        "target": 17,
        "target_cards": [10, 7],
        "open": [[0 if closed == (9, 8) else 9], [1], [1], [1]],
        "closed": [list(closed), [1, 1], [1, 1], [1, 1]],
    }
    assert asked("golden-zero", fields, action) == question


def test_a_question_needs_an_action_that_can_be_read() -> None:
    fields = {"turn": 0, "leader": 0, "dice": [4, 2, 1]}
    assert not asked("421", fields, {"do": "dance"})
    assert not asked("421", fields, ROLL, seat=1)
