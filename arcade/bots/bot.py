"""What a bot is, and which bots there are for a game."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from arcade.engine.chance import Chance
from arcade.engine.game import Game
from arcade.engine.offers import Offer, choose


class Bot(Protocol):
    """A way to play one game, under a stable name ("simple")."""

    name: str

    def choose(self, view: Any, offers: Sequence[Offer], chance: Chance) -> Any:
        """Choose a legal action; `view` is the seat's own view, `offers` is never empty."""
        ...


class RandomBot:
    """Chooses uniformly among the offers: for tests, and for games without a bot of their own."""

    name = "random"

    def choose(self, view: Any, offers: Sequence[Offer], chance: Chance) -> Any:  # noqa: ARG002
        """Choose an offer, then a choice within it."""
        return choose(offers[chance.pick(len(offers))], chance.pick)


def bots(game: Game) -> tuple[Bot, ...]:
    """Give the bots for a game, the default first, the random one last.

    They stand as `BOTS` in the module of `arcade.bots` named like the game's own module.
    """
    name = f"arcade.bots.{type(game).__module__.removeprefix('arcade.games.').split('.')[0]}"
    own: tuple[Bot, ...] = import_module(name).BOTS if find_spec(name) else ()
    return (*own, RandomBot())


def bot(game: Game, name: str = "") -> Bot:
    """Give the bot with this name ("" the default); raises `KeyError` naming those there are."""
    found = {one.name: one for one in bots(game)}
    if name and name not in found:
        raise KeyError(f"{game.meta.name} has no bot {name!r}; it has: {', '.join(found)}")
    return found[name] if name else next(iter(found.values()))
