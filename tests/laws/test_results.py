"""A result belongs to those who played it, not to whoever has their seats afterwards."""

from collections.abc import Iterable
from functools import cache

import pytest
from msgspec.structs import replace

from arcade.club.i18n.words import Words, languages
from arcade.club.replays.replay import ReplayBuilder
from arcade.club.speech.ending import ending_text
from arcade.club.speech.read_aloud import details, paragraph
from arcade.club.standings.views import RatingChange
from arcade.club.table_view import room_view
from arcade.club.views import TableView
from arcade.engine.chance import Stream
from arcade.engine.codec import plain
from arcade.engine.game import Game
from arcade.engine.offers import choose
from arcade.players.player import Player
from arcade.rooms import decide
from arcade.rooms.evolve import evolve
from arcade.rooms.facts import Fact, Stored
from arcade.rooms.room import Room
from tests.people import ANNA, BEN, CLEO, DORA
from tests.registered import registered
from tests.rooms.playing import NOON, draws


class Evening:
    """A table, and all that has happened at it."""

    def __init__(self, made: Iterable[Fact]) -> None:
        self.record: list[Stored] = []
        self.room: Room
        self.add(made)

    def add(self, new: Iterable[Fact]) -> None:
        for fact in new:
            self.record.append(Stored(len(self.record) + 1, NOON, fact))
            self.room = evolve(self.room if self.record[1:] else None, self.record[-1])


@cache
def played(key: str) -> tuple[Room, Evening]:
    """Play a game of Anna, Ben and a bot to its end; Ben leaves, Cleo and Dora sit down."""
    low, high = registered()[key].meta.seats
    table = Evening(decide.create("KAFEL", ANNA, key, {}, min(max(3, low), high), False))
    for player in (ANNA, BEN):
        table.add(decide.sit(table.room, player, None))
    table.add(decide.start(table.room, ANNA, Stream(b"start", key)))
    picks = Stream(b"picks", key)
    while table.room.phase == "playing":
        room, seat = table.room, table.room.to_act()[0]
        offers, player = room.rules.legal(room.state, seat), room.chairs[seat].player
        action = choose(offers[picks.pick(len(offers))], picks.pick)
        if player is None:
            table.add(decide.act_as_bot(room, seat, action, room.due[seat], draws(room)))
        else:
            table.add(decide.act(room, player, plain(action), room.version, draws(room)))
    ended = table.room
    table.add(decide.leave_seat(table.room, BEN))
    for seat, player in enumerate((CLEO, DORA)[: len(ended.chairs) - 1], 1):
        table.add(decide.sit(table.room, player, seat))
    return ended, table


def seen(room: Room, player: Player | None = None) -> TableView:
    """Show a room to a person, or to a watcher; the game changed Anna's and Ben's ratings."""
    changes = (RatingChange(0, "anna", 1000, 1065), RatingChange(1, "ben", 1000, 945))
    seat = room.seat_of(player) if player is not None else None
    return replace(room_view(room, seat, player=player), changes=changes)


@pytest.mark.parametrize("language", languages())
def test_somebody_who_sits_down_after_a_game_reads_what_a_watcher_reads(
    game: Game, language: str
) -> None:
    words, room = Words(language), played(game.meta.key)[1].room
    watching = seen(room)
    for player in (CLEO, DORA)[: len(room.chairs) - 1]:
        table = seen(room, player)
        assert table.seat is not None and table.view == watching.view
        for tell in (paragraph, ending_text, details):
            assert tell(words, table) == tell(words, watching)
        assert player.name not in paragraph(words, table)
        assert table.as_played().seat is None


def test_who_played_and_left_still_sees_their_own_result(game: Game) -> None:
    ended, evening = played(game.meta.key)
    table, before = seen(evening.room, BEN), seen(ended, BEN)
    assert table.seat is None and table.view == before.view
    own = table.as_played()
    assert own.seat == 1 and own.you == "ben"
    assert ending_text(Words(), table) == ending_text(Words(), before)
    assert (change := table.change(1)) is not None and change.after == 945


def test_a_game_is_looked_back_at_by_the_eyes_of_who_played_it(game: Game) -> None:
    evening, reel = played(game.meta.key)[1], ReplayBuilder()
    for stored in evening.record:
        reel.add(stored)
    for player, own in ((ANNA, 0), (BEN, 1), (CLEO, None), (DORA, None)):
        replay = reel.running(evening.room.seat_of(player), player.id)
        assert replay is not None and replay.own == own
