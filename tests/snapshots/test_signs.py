"""Every sign that is drawn at a table has its meaning in the help of that table."""

import re

import pytest

from arcade.club.i18n.words import Words
from screens.pages.rules import sign_rows
from screens.terminal.rows import plain
from tests.snapshots.test_snapshots import FOLDER
from tests.snapshots.views import TOLD

SIGN = re.compile("[\u2190-\u21ff\u2591-\u2593\u25a0-\u27bf†‹›]")
KEYS_AND_DICE = frozenset("←→↑↓›") | frozenset("●")
"""Arrows are keys and › begins a line to type in; a die has pips where a game has no such sign."""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", TOLD)
def test_every_sign_at_a_table_is_explained(key: str, language: str) -> None:
    drawn = {
        sign
        for file in FOLDER.glob(f"{key}-*.txt")
        for sign in SIGN.findall(file.read_text(encoding="utf-8"))
    }
    lines = [plain(line) for line in sign_rows(Words(language), key, 76)]
    assert "▶" in drawn and max(map(len, lines)) <= 76
    assert not drawn - set("".join(lines)) - KEYS_AND_DICE
