"""The question over a dim screen, and the key in dice that are to be thrown."""

import pytest

from screens.pages.ask import _apart
from screens.terminal.rows import plain
from screens.widgets import dice


def test_no_part_of_a_word_sticks_out_beside_a_question() -> None:
    assert _apart("whole cutting a line cut whole", 9, 22, 30) == ("whole    ", "   whole")


@pytest.mark.parametrize("key", ["Enter", "Entrée"])
def test_a_die_to_throw_names_its_key_in_every_language(key: str) -> None:
    assert any(key in plain(line) for line in dice.unthrown(key, "big"))
