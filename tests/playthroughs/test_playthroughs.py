"""One random game of each registered game, as text, is what it was."""

from difflib import unified_diff
from itertools import islice
from pathlib import Path

import pytest

from arcade.engine import options
from arcade.engine.game import Game
from tests.playthrough import play
from tests.registered import playthrough, registered

FOLDER = Path(__file__).parent
KEY = b"ssh-arcade"
COMMAND = "pytest tests/playthroughs --rewrite-playthroughs"
SHOWN = 40
"""How many lines of a difference are shown."""


@pytest.mark.parametrize("game", registered().values(), ids=registered())
def test_playthrough(game: Game, pytestconfig: pytest.Config) -> None:
    file = playthrough(game)
    text = play(game, options.read(game, {}), game.meta.best_seats, KEY)
    if pytestconfig.getoption("--rewrite-playthroughs"):
        file.write_text(text, encoding="utf-8", newline="\n")
    if not file.exists():
        pytest.fail(f"{file.name} is missing; if the rules stand: {COMMAND}", pytrace=False)
    recorded = file.read_text(encoding="utf-8")
    if recorded != text:
        changes = unified_diff(
            recorded.splitlines(), text.splitlines(), f"recorded {file.name}", "played now", n=1
        )
        shown = "\n".join(line.rstrip("\n") for line in islice(changes, SHOWN))
        pytest.fail(f"{shown}\nif the new rules stand: {COMMAND}", pytrace=False)


def test_no_file_is_left_of_a_game_that_is_gone() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} <= set(registered())
