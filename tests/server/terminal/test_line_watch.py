"""A client that does not answer is noticed within half a minute, and only where somebody waits."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from arcade.club.club import Club
from server.terminal.line_watch import PATIENCE, QUIET_TIME, LineWatch
from tests.people import ANNA, BEN, act_in_turn, sit_down


class Client:
    """A client that can be frozen; `asked` counts the questions, `told` says what was noticed."""

    def __init__(self) -> None:
        self.frozen = False
        self.plays: bool | None = True
        self.asked = 0
        self.heard: list[bool] = []
        self.awake = asyncio.Event()
        self.watch = LineWatch(self.answer, lambda: self.plays, self.heard.append)

    async def answer(self) -> None:
        self.asked += 1
        if self.frozen:
            await self.awake.wait()


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    made = Client()
    yield made
    made.watch.stop()


@pytest.mark.virtual
async def test_a_frozen_client_is_reported_within_thirty_seconds_and_its_return_at_once(
    client: Client,
) -> None:
    for _ in range(20):
        await asyncio.sleep(3)
        client.watch.heard()
    assert client.asked == 0, "whoever types is not asked"
    client.frozen = True
    await asyncio.sleep(30)
    assert client.heard == [False]
    await asyncio.sleep(300)
    assert client.heard == [False] and client.asked == 1
    client.awake.set()
    await asyncio.sleep(0.01)
    assert client.heard == [False, True]


@pytest.mark.virtual
async def test_a_client_that_answers_is_asked_seldom_and_never_where_nobody_waits(
    client: Client,
) -> None:
    await asyncio.sleep(600)
    assert client.asked <= 600 / QUIET_TIME and client.heard == []
    client.plays, asked = False, client.asked
    client.frozen = True
    await asyncio.sleep(600)
    assert client.asked == asked and client.heard == []
    client.plays = True
    await asyncio.sleep(QUIET_TIME + PATIENCE + 1)
    client.watch.heard()
    assert client.heard == [False, True]


@pytest.mark.virtual
async def test_at_no_table_there_is_not_even_a_timer(client: Client) -> None:
    client.plays = None
    await asyncio.sleep(2 * QUIET_TIME)
    client.plays = True
    client.frozen = True
    await asyncio.sleep(600)
    assert client.asked == 0 and client.heard == []


async def test_who_does_not_answer_is_away_from_the_table_and_comes_back_to_the_seat(
    club: Club,
) -> None:
    anna, ben = await sit_down(club, ANNA, BEN, turn=0)
    assert not anna.plays_with_others, "the game has not begun"
    await anna.start()
    assert anna.plays_with_others
    visit = club.presence.enter(BEN, lambda _: None)
    visit.note_line(False)
    await ben.note_line(False)
    absent, *others = anna.table().absent
    assert (absent.seat, absent.near, others) == (ben.table().seat, False, [])
    await ben.note_line(False)
    visit.note_line(True)
    await ben.note_line(True)
    assert anna.table().absent == () and BEN in club.presence.here.values()
    await act_in_turn(anna, ben)
    await ben.note_line(False)
    ben.detach()
    assert not ben.host.is_present(BEN)
