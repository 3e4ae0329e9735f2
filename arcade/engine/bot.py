"""A bot, and the bots of a game."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from arcade.engine.chance import Chance
from arcade.engine.game import Game
from arcade.engine.offers import Offer, choose
from arcade.engine.registry import part


class Bot(Protocol):
    """A way to play one game, under a stable name: one of `STRENGTHS`, or "random"."""

    name: str
    slow: bool = False
    """Whether a choice may take longer than a few milliseconds: it is then made elsewhere."""

    def choose(self, view: Any, offers: Sequence[Offer], chance: Chance) -> Any:
        """Choose a legal action from the seat's own view; `offers` is never empty."""


@runtime_checkable
class Sampler(Bot, Protocol):
    """A bot that plays better the more samples it takes."""

    def lighter(self, samples: int) -> Bot:
        """Return this bot with fewer samples for a choice: quicker and a little weaker."""


STRENGTHS = ("simple", "good", "expert")
"""The names of the bots a game should have, weakest first."""


class RandomBot(Bot):
    """Chooses uniformly among the offers; for tests, and for games without their own bots."""

    name = "random"

    def choose(self, _view: object, offers: Sequence[Offer], chance: Chance) -> Any:
        return choose(offers[chance.pick(len(offers))], chance.pick)


def bots(game: Game) -> tuple[Bot, ...]:
    """Return `BOTS` of the game's part `bots`, the default first, and the random bot."""
    own: tuple[Bot, ...] = getattr(part(game, "bots"), "BOTS", ())
    return (*own, RandomBot())


def bot(game: Game, name: str = "") -> Bot:
    """Return the bot with this name, "" for the default; raises `KeyError` naming those there are.

    "expert:8" is a `Sampler` that takes 8 samples for a choice.
    """
    by_name = {bot.name: bot for bot in bots(game)}
    if not name:
        return next(iter(by_name.values()))
    plain, _, samples = name.partition(":")
    chosen = by_name.get(plain)
    if samples.isdecimal() and int(samples) and isinstance(chosen, Sampler):
        return chosen.lighter(int(samples))
    if chosen is None or name != plain:
        raise KeyError(f"{game.meta.name} has no bot {name!r}; it has: {', '.join(by_name)}")
    return chosen


def strength(game: Game, wished: str) -> str:
    """Return the name of the game's bot of a wished strength, of its first bot if it has none."""
    names = [bot.name for bot in bots(game)]
    return wished if wished in names else names[0]


def quick(game: Game) -> Bot:
    ready = {bot.name: bot for bot in bots(game) if not bot.slow}
    return next(
        (ready[name] for name in reversed(STRENGTHS) if name in ready), next(iter(ready.values()))
    )
