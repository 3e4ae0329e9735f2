"""A whole game told in brief: a line for each turn of the others, and all one decides by."""

from asyncio import timeout
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from babel.messages.extract import extract_from_dir

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.speech.retelling import retell
from arcade.club.views import LogLine
from arcade.engine import options, registry
from arcade.engine.chance import Stream
from arcade.engine.offers import choose
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.timers import RoomSettings
from tests.catalogues import KEYWORDS, parts
from tests.server.test_plain import Talk
from tests.ssh.test_plain import answer
from tests.waiting import PATIENCE

GAMES = {
    "421": ("new 421 3", 90),
    "trente": ("new trente 4", 150),
    "golden-zero": ("new golden-zero 4 hands=25", 350),
    "golden21": ("new golden21 5 years=5", 500),
}
"""The games of a report that found plain mode wordy, and how many lines they may take in brief."""

STAYS = ("stand", "call", "deal the next hand")
"""What a player chooses who neither gives a hand up nor raises."""


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    opened = await Club.open(MemoryLog(), RoomSettings(bot_pause=0))
    yield opened
    await opened.close()


async def played(talk: Talk, line: str) -> list[str]:
    """Play a game as somebody does who hardly thinks; gives what is said, without what is typed."""
    heard: list[str] = []

    async def write(text: str) -> str:
        heard.extend([await talk.told(text), *talk.said.splitlines()][1:])
        return " ".join(talk.said.split())

    await write(f"{line} bots=simple pace=none")
    await write("start")
    while True:
        async with timeout(PATIENCE):
            while talk.place.table().phase == "playing" and not talk.place.table().my_turn:
                await talk.session.turn(lines=False)
        await write("")
        table = talk.place.table()
        if table.phase != "playing":
            return heard
        choices = [(str(choice.number), choice.said) for choice in talk.choices(table)]
        stays = next((choice for choice in choices if choice[1] in STAYS), None)
        pick = stays or next((choice for choice in choices if " – " in choice[1]), choices[-1])
        if "Write yes" in await write(answer(*pick)):
            await write("yes")


@pytest.mark.parametrize("key", GAMES)
async def test_a_game_in_brief_takes_few_lines(club: Club, key: str) -> None:
    line, most = GAMES[key]
    talk = Talk(club)
    heard = await played(talk, line)
    assert len(heard) <= most, "\n".join(heard)
    if key == "golden-zero":
        assert any(line.startswith("Hand 25.") for line in heard), "played to the end"
    talk.session.close()


def log_of(key: str, seats: int) -> list[LogLine]:
    """Play a game at random; gives its log."""
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


def sentences(module: ModuleType) -> Iterator[str]:
    """Yield the sentences of the rules that a part `brief` knows."""
    for value in vars(module).values():
        for text in [value] if isinstance(value, str) else value if _is_texts(value) else ():
            if " " in text and "{" in text:
                yield text


def _is_texts(value: object) -> bool:
    return isinstance(value, frozenset) and all(isinstance(text, str) for text in value)


@pytest.mark.parametrize("key", registry.games())
def test_what_is_told_in_brief_is_known_by_the_words_of_the_rules(key: str) -> None:
    part = registry.part(registry.find(key), "brief")
    assert part is not None
    folder = Path(part.__file__ or "").parent / "rules"
    marked = extract_from_dir(str(folder), [("**.py", "python")], keywords=KEYWORDS)
    rules = {text for _, _, message, _, _ in marked for text in parts(message)}
    known = set(sentences(part))
    assert known and known <= rules, known - rules
