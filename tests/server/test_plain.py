"""The commands of the line conversation."""

import pytest

from arcade.club.typed import VERBS
from arcade.club.words import Words, languages
from server.plain import ALSO, COMMANDS


@pytest.mark.parametrize("language", languages())
def test_a_command_may_be_written_as_its_help_begins(language: str) -> None:
    for name, command in COMMANDS.items():
        word = Words(language).t(command.help).split()[0].rstrip(":")
        assert ALSO.get(word, word) == name


def test_no_command_hides_an_action_of_a_game() -> None:
    assert not VERBS.keys() & (COMMANDS.keys() | ALSO.keys())
