"""What is remembered is bounded: by a size, or because there is no more of it."""

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import arcade
import screens
import server

FINITE = {
    "arcade.bots.golden_zero.sight._short": "hands of three cards, and the targets of the options",
    "arcade.bots.golden_zero.ends.draws": "targets, and pairs of card values",
    "arcade.bots.golden_zero.ends.end": "targets, and pairs of card values",
    "arcade.bots.golden_zero.ends.ends": "targets, and pairs of card values",
    "arcade.bots.golden_zero.ends.hope": "targets, and pairs of card values",
    "arcade.bots.le421.odds.keeps_of": "the 56 combinations of three dice",
    "arcade.bots.le421.odds.odds": "at most three dice kept",
    "arcade.bots.le421.odds.final_odds": "one to three throws",
    "arcade.bots.le421.odds.behind": "one to three throws",
    "arcade.bots.le421.outlook._firsts": "the places of combinations",
    "arcade.bots.le421.outlook._upto": "one to three throws",
    "arcade.bots.le421.values.stakes": "seats of a table",
    "arcade.bots.le421.values.decharge": "stocks of the options and seats of a table",
    "arcade.bots.le421.values._exits": "stocks of the options and seats of a table",
    "arcade.bots.trente.duel.duel": "one value",
    "arcade.bots.trente.duel._idle": "one value",
    "arcade.bots.trente.duel._strikes_in_vain": "one value",
    "arcade.bots.trente.duel.avenged": "scores of five dice and chips of a seat",
    "arcade.bots.trente.law.losses": "one value",
    "arcade.bots.trente.law.strikes": "one value",
    "arcade.bots.trente.law.plain_turn": "one value",
    "arcade.bots.trente.standing._lives": "one value",
    "arcade.bots.trente.turn.throws": "at most six dice",
    "arcade.bots.trente.turn._first_throws": "one value",
    "arcade.bots.trente.turn._places": "at most six dice",
    "arcade.bots.trente.turn.combinations": "at most six dice",
    "arcade.bots.trente.turn.hits": "the most chips of a seat",
    "arcade.bots.trente.turn.mean_hits": "one value",
    "arcade.club.people._bots": "one value",
    "arcade.club.rulebook.rules": "games and languages",
    "arcade.club.words.languages": "one value",
    "arcade.club.words._catalogue": "languages",
    "arcade.engine.registry._by_word": "one value",
    "arcade.engine.registry.games": "one value",
    "arcade.games.le421.game._rethrows": "throws of three dice",
    "arcade.games.trente.game._keep_offers": "throws of at most six dice",
    "arcade.games.vingt_et_un.board.squares": "seats of a table",
    "arcade.rooms.snapshot._shared": "one value",
    "arcade.rooms.snapshot.program": "games",
    "server.driver._hosted": "app classes of the program",
}
"""The caches without a size, and what they are over: none depends on how many people come."""


def modules() -> Iterator[ModuleType]:
    for package in (arcade, screens, server):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(found.name)


def caches() -> Iterator[tuple[str, Any]]:
    """Yield every cached function and method by its full name."""
    for module in modules():
        here = [one for one in vars(module).values() if isinstance(one, type)]
        for owner in (module, *here):
            for one in vars(owner).values():
                if hasattr(one, "cache_info") and one.__module__ == module.__name__:
                    yield f"{one.__module__}.{one.__qualname__}", one


def test_every_cache_has_a_bound() -> None:
    sizes = {name: one.cache_info().maxsize for name, one in caches()}
    assert {name for name, size in sizes.items() if size is None} == set(FINITE)
    assert all(size <= 100_000 for size in sizes.values() if size is not None)
