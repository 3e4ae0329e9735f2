"""The question over a dim screen, and the key in dice that are to be thrown."""

import pytest

from screens.pages.ask import _from
from screens.terminal.rows import plain
from screens.widgets import dice


def test_half_of_a_wide_sign_does_not_show_beside_a_question() -> None:
    assert _from("ab日本cd", 3, 8) == " 本cd"
    assert _from("ab日本cd", 2, 5) == "日 "


@pytest.mark.parametrize("key", ["Enter", "Entrée"])
def test_a_die_to_throw_names_its_key_in_every_language(key: str) -> None:
    assert any(key in plain(line) for line in dice.unthrown(key, "big"))
