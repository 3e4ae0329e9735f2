"""News have kinds: the rule book reaches each, and nothing reads a fact out of a sentence."""

from collections.abc import Callable, Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from arcade.engine import registry
from arcade.engine.game import Game
from arcade.engine.news import News
from tests.registered import registered, scenarios
from tests.scenarios.runner import read, run

Events = list[News]


@cache
def played(key: str) -> list[tuple[Any, Events]]:
    """Play a game's scenarios: of each, the last view and all news."""
    game, games = registered()[key], registered()
    evenings = []
    for file in sorted(scenarios(game).rglob("*.json")):
        states = run(read(file.read_bytes()), games)
        news = [item for state in states for item in game.news(state)]
        evenings.append((game.view(states[-1], None), news))
    return evenings


def test_the_rule_book_reaches_every_kind_of_news_and_a_story_names_no_other(game: Game) -> None:
    reached = {item.kind for _, news in played(game.meta.key) for item in news} - {""}
    named = {kind for kinds in {type(kind) for kind in reached} - {str} for kind in kinds}
    assert named <= reached, named - reached
    story = set(getattr(registry.part(game, "words"), "STORY", ()))
    assert story <= reached, story - reached


def test_rewording_every_sentence_changes_no_fact(game: Game) -> None:
    for view, news in played(game.meta.key):
        reworded = [replace(item, text=f"~{item.text}", plural=f"~{item.plural}") for item in news]
        facts = [_as_before(reading) for reading in _readings(game, view, reworded)]
        assert list(_readings(game, view, news)) == facts


def _readings(game: Game, view: Any, news: Events) -> Iterator[Any]:
    """Yield what the brief, the story and the lobby make of a game's news."""
    cut = _part(game, "brief", "lines", lambda news, _: ([tuple(news)], 0))
    shorten = _part(game, "brief", "shorten", lambda line, _: line)
    lines, number = cut(news, True)
    yield number
    for own in (None, 0):
        yield [shorten(line, own) for line in lines]
    names = [f"seat {seat}" for seat in range(10)]
    yield _part(game, "words", "headlines", lambda *_: ())(news, names)
    speech = SimpleNamespace(news=news, view=view)
    for name in ("gains", "turns"):
        yield _part(game, "words", name, lambda _: ())(speech)
    for name in ("when", "retell"):
        yield [_part(game, "words", name, lambda *_: None)(news, at) for at in range(len(news))]


def _part(game: Game, part: str, name: str, default: Callable[..., Any]) -> Callable[..., Any]:
    return registry.function(game, part, name, default)


def _as_before(reading: Any) -> Any:
    """Return a reading of reworded news with the sentences as they were."""
    match reading:
        case News():
            text, plural = reading.text.removeprefix("~"), reading.plural.removeprefix("~")
            return replace(reading, text=text, plural=plural)
        case list() | tuple():
            return type(reading)(map(_as_before, reading))
        case _:
            return reading
