"""Which games there are: whatever is installed under the entry-point group `arcade.games`."""

from functools import cache
from importlib.metadata import entry_points

from arcade.engine.game import Game


class NoSuchGame(Exception):
    """No game is registered under that key; the message names those that are."""


@cache
def games() -> dict[str, Game]:
    """Give every registered game by key, in the order of their names."""
    found: list[Game] = [point.load() for point in entry_points(group="arcade.games")]
    return {game.meta.key: game for game in sorted(found, key=lambda game: game.meta.name)}


def find(key: str) -> Game:
    """Give the game with this key; raises `NoSuchGame`."""
    try:
        return games()[key]
    except KeyError:
        raise NoSuchGame(f"There is no game {key!r}; there are: {', '.join(games())}.") from None
