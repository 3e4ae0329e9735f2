"""What the lobby is told of public tables."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from arcade.club.feed import EVENING, Feed
from arcade.club.i18n.words import Words
from arcade.engine.bot import quick
from arcade.engine.chance import Stream
from arcade.engine.codec import plain
from arcade.rooms import decide
from arcade.rooms.room import Room
from arcade.rooms.seats import Chair
from tests.people import ANNA, BEN, CLEO
from tests.rooms import playing


class Host(NamedTuple):
    room: Room


class Rooms:
    """A directory of one table."""

    changed: Callable[[Any], None]

    def __iter__(self) -> Iterator[Host]:
        return iter(())

    def subscribe(self, changed: Callable[[Any], None]) -> None:
        self.changed = changed


def played(game: str, bots: bool = False) -> tuple[Feed, list[str]]:
    """Let bots play a game under people's names: the lobby's feed, and what the table logged."""
    rooms: Any = Rooms()
    feed, words, logged, picks = Feed(rooms), Words(), list[str](), Stream(b"picks")
    feed.begin()
    room = playing.table(ANNA, BEN, CLEO, game=game, seats=3)
    while room.phase == "playing":
        chairs = tuple(Chair(None, "good", chair.name) for chair in room.chairs)
        rooms.changed(Host(replace(room, chairs=chairs) if bots else room))
        rules, seat, before = room.rules, room.to_act()[0], room.lines[-1].number
        chosen = quick(rules).choose(
            rules.view(room.state, seat), rules.legal(room.state, seat), picks
        )
        player = room.chairs[seat].player
        assert player is not None
        facts = decide.act(room, player, plain(chosen), None, playing.draws(room))
        room = playing.after(room, facts)
        logged += [
            words.say(line.news, line.names)
            for line in room.lines
            if line.number > before and line.news
        ]
    rooms.changed(Host(room))
    return feed, logged


def sentences_of(game: str, bots: bool = False) -> tuple[list[str], list[str]]:
    """Let bots play a game: what the lobby is told, and what the table logged."""
    feed, logged = played(game, bots)
    return [Words().say(line.news) for line in feed.lines if line.news], logged


@pytest.mark.parametrize(
    ("game", "deed", "bots"),
    [("trente", "strikes", False), ("golden21", "kills", False), ("golden21", "kills", True)],
)
def test_kills_of_people_are_told_in_the_lobby_once(game: str, deed: str, bots: bool) -> None:
    kills_told, logged = sentences_of(game, bots)
    kills = [sentence for sentence in kills_told if sentence.startswith("†")]
    if bots:
        assert not kills, "a bot's end is no news to people"
        return
    told_here = "Revenge!" if game == "trente" else " kills "
    assert kills and len(kills) == sum(told_here in line for line in logged)
    for kill in kills:
        who, whom = kill.removeprefix("† ").partition(" at ")[0].split(" kills ")
        assert any(line.startswith(f"{who} {deed} {whom}") for line in logged)
    assert "opens a table" in kills_told[0]


def test_a_game_without_kills_tells_of_none() -> None:
    sentences, _ = sentences_of("421")
    assert len(sentences) == 1


def test_the_end_of_a_game_is_one_line_and_games_of_people_come_first() -> None:
    feed, _ = played("trente")
    (ending,) = feed.endings
    assert (ending.number, ending.people) == (1, 3)
    sentence = Words().say(ending.text)
    assert " at Trente, ahead of " in sentence and all(
        name in sentence for name in ("anna", "ben", "cleo")
    )
    later = replace(ending, people=1, at=ending.at + 1)
    feed._endings.append(later)
    assert feed.endings == (ending, later)
    feed._endings.append(replace(ending, at=ending.at - EVENING))
    assert len(feed.endings) == 2, "it is another evening"
