"""A whole game told in brief: a line for each turn of the others, and all one decides by."""

import asyncio
from asyncio import timeout
from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.speech import actions
from arcade.club.speech.retelling import retell
from arcade.club.views import LogLine
from arcade.engine import options, registry
from arcade.engine.chance import Stream
from arcade.engine.offers import choose
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.timers import RoomSettings
from tests import dice
from tests.server.text.talk import Talk
from tests.waiting import PATIENCE

GAMES = {
    "421": ("new 421 3", 90),
    "trente": ("new trente 4", 150),
    "golden-zero": ("new golden-zero 4 hands=25", 350),
    "golden21": ("new golden21 5 years=5", 500),
}
"""The games of a report that found plain mode wordy, and how many lines they may take in brief."""

SEEDS = ("2", "3", "5")
"""Games of usual length: one of 421 in ten goes on for twenty rounds."""

STAYS = frozenset({"Stay", "Stand", "Call", "Deal", "Stop"})
"""What a player chooses who neither gives a hand up, nor raises, nor rolls a good throw again."""


async def played(talk: Talk, line: str, words: Words) -> list[str]:
    """Play a game as somebody who hardly thinks; return what is said, without what is typed."""
    heard: list[str] = []

    async def write(text: str) -> str:
        heard.extend([await talk.answer(text), *talk.output.splitlines()][1:])
        return " ".join(talk.output.split())

    await write(f"{line} bots=simple pace=none")
    await write("start")
    while True:
        async with timeout(PATIENCE):
            while (
                talk.table_session.table().phase == "playing"
                and not talk.table_session.table().my_turn
            ):
                await talk.session.turn(lines=False)
        await write("")
        table = talk.table_session.table()
        if table.phase != "playing":
            return heard
        firsts = [choice.offers[0] for choice in talk.choices(table)]
        stays = [offer for offer in firsts if type(offer.action).__name__ in STAYS]
        again = [offer for offer in firsts if offer.field or offer.most]
        names = tuple(seat.name for seat in table.seats)
        chosen = (stays or again or firsts[-1:])[0].action
        asked = await write(actions.label(words, table.game, chosen, names))
        if words.t("{question} Write yes, or anything else not to.", question="").strip() in asked:
            await write("yes")


@pytest.mark.virtual
@pytest.mark.parametrize("key", GAMES)
async def test_a_game_in_brief_takes_few_lines(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def inline(work: Callable[..., Any], *given: Any) -> Any:  # virtual time has no threads
        return work(*given)

    monkeypatch.setattr(asyncio, "to_thread", inline)
    line, most = GAMES[key]
    for seed, language in zip(SEEDS, cycle(("fr", "en"))):
        with dice.fixed(seed):
            club = await Club.open(MemoryLog(), RoomSettings(bot_pause=0))
            talk = Talk(club, language)
            heard = await played(talk, line, Words(language))
            assert len(heard) <= most, "\n".join(heard)
            assert not any("Pot 21" in line for line in heard), "the pot was told as it is"
            talk.session.close()
            await club.close()


def log_of(key: str, seats: int) -> list[LogLine]:
    """Play a game at random; return its log."""
    game, picks = registry.find(key), Stream(b"brief", "choices")
    chance = Stream(b"brief", "draws")
    state: Any = game.setup(options.read(game, {}), seats, chance)
    names = ("Anna", "Ben", "Cleo", "Dora", "Eve")[:seats]
    news = [*game.news(state)]
    for _ in range(400):
        waiting = game.to_act(state)
        if not waiting:
            break
        offers = game.legal(state, waiting[0])
        action = choose(offers[picks.pick(len(offers))], picks.pick)
        state = game.apply(state, waiting[0], action, chance)
        news += game.news(state)
    return [LogLine(at, 0, "game", item, names) for at, item in enumerate(news, 1)]


@pytest.mark.parametrize("key", registry.games())
def test_the_log_is_retold_whole_in_fewer_lines_however_it_comes(key: str) -> None:
    log, words = log_of(key, 3), Words()
    at_once, left = retell(words, key, log, None, True)
    assert not left and at_once
    assert len(at_once) < 0.7 * len(log)
    piecewise, waiting = [], []
    for line in log:
        retold, waiting = retell(words, key, [*waiting, line], None, False)
        piecewise += retold
    rest, _ = retell(words, key, waiting, None, True)
    assert [*piecewise, *rest] == at_once
    for seat, name in enumerate(log[0].names):
        assert any(name in turn.sentence for turn in at_once), (seat, name)
