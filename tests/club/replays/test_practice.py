"""Playing a past game on: alone, from any step, stored nowhere."""

from typing import Any

import pytest

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.operations.learning import PlayOn
from arcade.club.replays.practice import CODE
from arcade.club.table_session import TableSession
from arcade.engine import registry
from arcade.engine.game import Veils
from tests.club.replays.test_replay import KEYS, play, sat_down
from tests.people import ANNA, act
from tests.waiting import change


class Guest:
    """Anna, in the lobby."""

    player, key, visiting = ANNA, "", True
    table_session: TableSession | None = None

    def __init__(self, club: Club) -> None:
        self.club = club

    def go(self, table_session: TableSession) -> None:
        self.table_session = table_session


OPEN = [key for key in KEYS if not isinstance(registry.find(key), Veils)]


@pytest.mark.parametrize("key", OPEN)
async def test_a_game_is_played_on_alone_and_counts_for_nothing(club: Club, key: str) -> None:
    places = await sat_down(club, key)
    await play(places)
    code = places[0].code
    replay = await club.replay(code, 1, ANNA)
    own = [number for number, step in enumerate(replay.steps) if 0 in step.room.to_act()]
    before, rooms = len(await club.replays.stored(code)), len([*club.rooms])
    visitor: Any = Guest(club)
    branch = own[len(own) * 3 // 4]  # the strongest bots play the rest, and think
    await PlayOn(code, 1, branch, 0).run(visitor)
    table_session = visitor.table_session
    table = table_session.table()
    assert table.code == CODE and table.my_turn and table.coach and table.seat == 0
    assert [seat.kind for seat in table.seats] == ["person", "bot", "bot"]
    assert [seat.name for seat in table.seats] == [*replay.room.names]
    assert table.view == replay.view(branch, 0).view
    while (table := table_session.table()).phase == "playing":
        if table.my_turn:
            await act(table_session)
        else:
            await change(table_session)
    assert table.outcome is not None and table.changes == ()
    assert len(await club.replays.stored(code)) == before and len([*club.rooms]) == rooms
    assert len(club.standings.history(ANNA, ANNA)) == 1
    table_session.detach()


async def test_hidden_hands_are_dealt_anew_or_not_at_all(club: Club) -> None:
    places = await sat_down(club, "golden-zero")
    await play(places)
    replay = await club.replay(places[0].code, 1, ANNA)
    with pytest.raises(Refused, match="stay hidden"):
        await club.play_on(ANNA, replay, 1)
    with pytest.raises(Refused, match="Nothing is left"):
        await club.play_on(ANNA, replay, len(replay.steps) - 1)
    with pytest.raises(Refused, match="has steps 0 to"):
        await club.play_on(ANNA, replay, -1)


async def test_the_costliest_choice_can_be_made_again(club: Club) -> None:
    places = await sat_down(club, "421")
    await play(places)
    visitor: Any = Guest(club)
    await PlayOn(places[0].code).run(visitor)
    table = visitor.table_session.table()
    assert table.my_turn and table.seat == 0 and len(table.offers) > 1
    visitor.table_session.detach()
