"""A whole random game as text, to be compared line by line: a change of a rule shows as a change.

The text names the game, its options, then for every action the seat, how many offers it had, what
it chose, what was drawn, what was told, and what changed in the public view.
"""

from collections.abc import Iterator, Sequence
from string import Formatter
from typing import Any

import msgspec

from arcade.engine.chance import Recorder, Stream
from arcade.engine.codec import plain
from arcade.engine.game import Game
from arcade.engine.news import News
from arcade.engine.offers import choose

SHOWN = 120
"""How many actions are written out; the rest of the game is played, and its end written."""


def play(game: Game, options: Any, seats: int, key: bytes) -> str:
    """Play a game by choosing uniformly among the offers, and write it out.

    The same key gives the same text for ever, as long as the rules stay the same. Raises
    `RuntimeError` where the game does not end within ten times its bound.
    """
    return "\n".join(_lines(game, options, seats, key)) + "\n"


def sentence(news: News) -> str:
    """Put a news item into English, with seats by number: for dumps and tests, not for players."""
    count = news.data.get("n", 1)
    text = news.plural if news.plural and count != 1 else news.text
    return _Numbered().vformat(text, (), news.data)


def _lines(game: Game, options: Any, seats: int, key: bytes) -> Iterator[str]:
    meta = game.meta
    yield f"game {meta.key}, version {meta.version}, {seats} seats, key {key.hex()}"
    yield f"options {_json(options)}"
    chance = Recorder(Stream(key, "draws"))
    picks = Stream(key, "choices")
    state = game.setup(options, seats, chance)
    view = plain(game.view(state, None))
    yield f"draws {_json(chance.draws)}"
    yield from (f"  {sentence(news)}" for news in game.news(state))
    yield f"view {_json(view)}"
    number = 0
    while waiting := game.to_act(state):
        number += 1
        if number > 10 * meta.length:
            raise RuntimeError(f"{meta.key} does not end within {10 * meta.length} actions")
        seat = waiting[picks.pick(len(waiting))]
        offers = game.legal(state, seat)
        action = choose(offers[picks.pick(len(offers))], picks.pick)
        before, drawn = view, len(chance.draws)
        state = game.apply(state, seat, action, chance)
        view = plain(game.view(state, None))
        if number <= SHOWN:
            yield f"{number} seat {seat} of {_json(waiting)}, {len(offers)} offers: {_json(action)}"
            yield from _account(game, state, seat, before, chance.draws[drawn:])
    yield f"over after {number} actions, {len(chance.draws)} draws: {_json(game.outcome(state))}"
    yield f"view {_json(view)}"


def _account(
    game: Game, state: Any, seat: int, before: dict[str, Any], draws: Sequence[Any]
) -> Iterator[str]:
    """Tell what an action brought: draws, news, changes in public, and what the seat alone sees."""
    if draws:
        yield f"  draws {_json(draws)}"
    yield from (f"  {sentence(news)}" for news in game.news(state))
    public = plain(game.view(state, None))
    yield f"  view {_json(_beyond(public, before))}"
    if game.meta.secrets:
        yield f"  seat {seat} {_json(_beyond(plain(game.view(state, seat)), public))}"


def _beyond(fields: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in fields.items()
        if name != "news" and (name not in known or known[name] != value)
    }


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


class _Numbered(Formatter):
    """Fills fields without names of people: a seat is its number."""

    def format_field(self, value: Any, format_spec: str) -> str:
        third, two, _ = format_spec.partition("|")
        if two:
            seats = value if isinstance(value, tuple) else (value,)
            return third.replace("@", ", ".join(f"seat {seat}" for seat in seats))
        match format_spec:
            case "seat":
                return f"seat {value}"
            case "seats":
                return ", ".join(f"seat {seat}" for seat in value)
            case "dice" | "cards":
                return "-".join(str(number) for number in value)
            case _:
                return str(value)
