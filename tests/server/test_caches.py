"""What is remembered is bounded: by a size, or because there is no more of it."""

import tracemalloc
from collections.abc import Iterator
from typing import Any

import arcade
import screens
import server
from screens.terminal.rows import EMPTY, differences, row
from screens.widgets.lines import strip
from tests import modules

FINITE = {
    "screens.games.small_picture": "games",
    "screens.keys.of": "the operations of the club",
    "server.hosting.admin._arguments": "the host's requests",
    "server.web.files.page_files": "the files of the pages",
    "server.web.templates._template": "the pages of its folder",
    "arcade.games.le421.rules.hands.hand": "three dice",
    "arcade.games.golden_zero.bots.sight._short": "hands of three cards, and the targets",
    "arcade.games.golden_zero.bots.ends.draws": "targets, and pairs of card values",
    "arcade.games.golden_zero.bots.ends.end": "targets, and pairs of card values",
    "arcade.games.golden_zero.bots.ends.ends": "targets, and pairs of card values",
    "arcade.games.golden_zero.bots.ends.hope": "targets, and pairs of card values",
    "arcade.games.le421.bots.odds._calls": "at most three dice kept",
    "arcade.games.le421.bots.odds._throws_from": "the 56 combinations of three dice, two orders",
    "arcade.games.le421.bots.odds.keeps_of": "the 56 combinations of three dice, two orders",
    "arcade.games.le421.bots.odds.odds": "at most three dice kept, two orders",
    "arcade.games.le421.bots.odds.final_odds": "one to three throws, six ways",
    "arcade.games.le421.bots.odds.pace": "one to three throws, six ways",
    "arcade.games.le421.bots.odds.behind": "one to three throws, six ways",
    "arcade.games.le421.bots.outlook._firsts": "the places of combinations, eight tariffs",
    "arcade.games.le421.bots.outlook._upto": "one to three throws, six ways",
    "arcade.games.le421.bots.values.stakes": "seats of a table, sixteen tariffs",
    "arcade.games.le421.bots.values.worths": "eight tariffs",
    "arcade.games.le421.bots.values.decharge": "stocks of the options and seats of a table",
    "arcade.games.le421.bots.values._exits": "stocks of the options and seats of a table",
    "arcade.engine.seats.clockwise": "seats of a table",
    "arcade.games.le421.rules.actions._offers": "throws of three dice, three rules, four limits",
    "arcade.games.le421.rules.actions._rolls": "throws of three dice, two ways",
    "arcade.games.le421.rules.actions._keeps": "throws of three dice",
    "arcade.games.le421.rules.wording.throw": "seats of a table, throws of three dice",
    "arcade.games.le421.rules.wording._stand": "seats of a table, hands, tokens of a pot",
    "arcade.games.le421.rules.wording.round_lost": "seats of a table",
    "arcade.games.le421.rules.wording.limit": "three rules, one to three throws",
    "arcade.games.trente.bots.stakes.duel": "one value",
    "arcade.games.trente.bots.stakes._idle": "one value",
    "arcade.games.trente.bots.stakes._strikes_in_vain": "one value",
    "arcade.games.trente.bots.stakes.avenged": "scores of five dice and chips of a seat",
    "arcade.games.trente.bots.stakes.losses": "one value",
    "arcade.games.trente.bots.stakes.strikes": "one value",
    "arcade.games.trente.bots.stakes.plain_turn": "one value",
    "arcade.games.trente.bots.stakes._lives": "one value",
    "arcade.games.trente.bots.turn.throws": "at most six dice",
    "arcade.games.trente.bots.turn._first_throws": "one value",
    "arcade.games.trente.bots.turn._places": "at most six dice",
    "arcade.games.trente.bots.turn.combinations": "at most six dice",
    "arcade.games.trente.bots.turn.hits": "the most chips of a seat",
    "arcade.games.trente.bots.turn.mean_hits": "one value",
    "arcade.club.people.accounts._bots": "one value",
    "arcade.club.i18n.rulebook.rules": "games and languages",
    "arcade.club.i18n.words.languages": "one value",
    "arcade.club.i18n.words._catalogue": "languages",
    "arcade.club.speech.actions._kinds": "games",
    "arcade.club.speech.actions._verbs": "games",
    "arcade.club.speech.actions.tags": "games",
    "arcade.club.i18n.zones._by_name": "the time zones of the world",
    "arcade.club.speech.actions.verbs": "one value",
    "arcade.club.streams.mark.known": "one value",
    "arcade.engine.registry._by_word": "one value",
    "arcade.engine.registry._module": "the modules of games",
    "arcade.engine.fence.calls._fenced": "the classes of games",
    "arcade.engine.registry.installed": "one value",
    "screens.games.fence.fenced": "the views of games",
    "arcade.games.trente.rules.actions._keep_offers": "throws of at most six dice",
    "arcade.games.trente.rules.turn._turn_begins": "seats of a table",
    "arcade.games.vingt_et_un.rules.actions._declared_up_to": "what a star may be declared",
    "arcade.games.vingt_et_un.rules.actions._placed": "the tiles, and what a star may be declared",
    "arcade.games.vingt_et_un.rules.actions._reaching": "the numbers of tiles",
    "arcade.games.vingt_et_un.rules.placing.board_of": "seats of a table",
    "arcade.games.vingt_et_un.rules.placing.squares": "seats of a table",
    "arcade.rooms.evolve._has_rounds": "classes of games",
    "arcade.rooms.room._puts_out": "classes of games",
    "arcade.rooms.snapshots._shared": "one value",
    "arcade.rooms.snapshots.program": "games",
    "server.terminal.driver._hosted": "app classes of the program",
}
"""The caches without a size, and what they are over: none depends on how many people come."""


def caches() -> Iterator[tuple[str, Any]]:
    """Yield every cached function and method by its full name."""
    for module in modules.every(arcade, screens, server):
        here = [member for member in vars(module).values() if isinstance(member, type)]
        for owner in (module, *here):
            for member in vars(owner).values():
                if hasattr(member, "cache_info") and member.__module__ == module.__name__:
                    yield f"{member.__module__}.{member.__qualname__}", member


def test_every_cache_has_a_bound() -> None:
    sizes = {name: cached.cache_info().maxsize for name, cached in caches()}
    assert {name for name, size in sizes.items() if size is None} == set(FINITE)
    assert all(size <= 100_000 for size in sizes.values() if size is not None)


def test_what_is_drawn_for_thousands_of_guests_takes_three_megabytes_at_most() -> None:
    tracemalloc.start()
    try:
        for number in range(3000):
            line = row((f"guest-{number}", "accent"), (" sits at ", "dim"), ("Le 421", "strong"))
            strip(line, 100, "cafe")
            differences(EMPTY, line)
        assert tracemalloc.get_traced_memory()[0] < 3 * 2**20
    finally:
        tracemalloc.stop()
        strip.cache_clear()
        differences.cache_clear()
