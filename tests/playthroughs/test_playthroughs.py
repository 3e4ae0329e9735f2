"""One random game of each registered game, as text, is what it was.

Its last line is a digest of many games: a rule that changes needs a new `META.version`, a wording
does not.
"""

import re
from collections.abc import Iterator
from difflib import unified_diff
from hashlib import sha256
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from arcade.engine import options
from arcade.engine.codec import plain
from arcade.engine.game import Game
from tests.laws.tables import Trace, tables, trace
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
    text += f"rules {digest(game)}\n"
    if file.exists() and (why := changed(file.read_text(encoding="utf-8"), text)):
        pytest.fail(f"{game.meta.key}: {why}", pytrace=False)
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


def digest(game: Game) -> str:
    """Digest what can happen at every table of the laws: who did what, what was drawn, the end."""
    made = sha256()
    for table in tables():
        if table.key == game.meta.key:
            made.update(f"{table}\n".encode())
            for line in _events(game, trace(table)):
                made.update(line + b"\n")
    return made.hexdigest()


def _events(game: Game, played: Trace) -> Iterator[bytes]:
    encode = msgspec.json.encode
    yield encode(played.setup)
    yield from (encode((step.seat, plain(step.action), step.draws)) for step in played.steps)
    yield encode(game.outcome(played.end))


def changed(recorded: str, now: str) -> str:
    """Say what is wrong where a rule has changed and the version has not; else ""."""
    before, after = (
        re.findall(r"version (\d+)|^rules (\w+)", text, re.MULTILINE) for text in (recorded, now)
    )
    (was, _), (version, _) = before[0], after[0]
    rules = [rule for _, rule in before if rule]
    if was != version or not rules or rules[-1] == after[-1][1]:
        return ""
    return (
        f"a rule has changed since version {version} was written down. Raise META.version, say by "
        "META.plays_on the oldest version whose games these rules follow "
        f"(docs/decisions/0019-versions-of-rules.md), then: {COMMAND}"
    )


def test_a_changed_rule_wants_a_new_version_and_a_wording_does_not() -> None:
    before = "game toy, version 1, 2 seats, key 61\n  Go.\nrules aa\n"
    assert not changed(before, before)
    assert not changed(before, before.replace("Go.", "Off you go."))
    assert "Raise META.version" in changed(before, before.replace("aa", "bb"))
    assert not changed(before, before.replace("aa", "bb").replace("version 1", "version 2"))


def test_a_changed_rule_changes_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registered()["421"]
    before = digest(game)
    monkeypatch.setattr(type(game), "news", lambda *_: ())
    trace.cache_clear()
    assert digest(game) == before  # what is told of it may change
    monkeypatch.setattr("arcade.games.le421.rules.rounds.NENETTE", 322)
    trace.cache_clear()
    try:
        assert digest(game) != before
    finally:
        trace.cache_clear()


def test_no_file_is_left_of_a_game_that_is_gone() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} <= set(registered())
