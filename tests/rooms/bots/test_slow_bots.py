"""Tables with a slow bot: it thinks elsewhere, and something quick stands in where it cannot."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from arcade.club.club import Club
from arcade.club.table_session import TableSession
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.table_rules import TableRules
from arcade.rooms.timers import RoomSettings
from tests import people
from tests.people import ANNA
from tests.processes import suspend
from tests.waiting import until


@asynccontextmanager
async def opened(patience: float) -> AsyncIterator[tuple[Club, TableSession]]:
    """Open a club where Anna plays 21 against an expert."""
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=0, linger=0, patience=patience))
    rules = TableRules(bots="expert", turn=0)
    table_session = await club.join(ANNA, await club.create(ANNA, "vingt-et-un", table=rules))
    await table_session.start()
    yield club, table_session
    table_session.detach()
    await club.close()


def bots_turn(table_session: TableSession) -> bool:
    return table_session.table().to_act == (1,)


async def act(table_session: TableSession) -> None:
    """Let Anna move as soon as it is her turn."""
    await until(lambda: not bots_turn(table_session))
    await people.act(table_session)


async def test_the_loop_goes_on_while_a_bot_thinks() -> None:
    async with opened(patience=60) as (club, table_session):
        await act(table_session)
        await until(lambda: not bots_turn(table_session))  # by now the worker runs
        assert club.bot_pool.processes
        await act(table_session)
        await until(lambda: table_session.host._timers._thought)
        turns_of_loop = 0
        await table_session.say("and meanwhile I talk")
        while table_session.host._timers._thought:
            turns_of_loop += 1
            await asyncio.sleep(0)
        assert turns_of_loop > 10
        await until(lambda: not bots_turn(table_session))


async def test_a_quick_bot_moves_where_the_slow_one_is_too_slow() -> None:
    async with opened(patience=60) as (club, table_session):
        await act(table_session)
        await until(lambda: not bots_turn(table_session))
        (pid,) = club.bot_pool.processes
        await suspend(pid)
        club.bot_pool._patience = 0.1
        version = table_session.table().version
        await act(table_session)
        await until(
            lambda: table_session.table().version >= version + 2 and not bots_turn(table_session)
        )
        await until(lambda: club.bot_pool.processes != (pid,))


async def test_a_club_that_closes_ends_a_thought() -> None:
    async with opened(patience=60) as (club, table_session):
        await act(table_session)
        await until(lambda: club.bot_pool.processes)
        (pid,) = club.bot_pool.processes
        await suspend(pid)
        if not bots_turn(table_session):
            await act(table_session)
        await until(lambda: table_session.host._timers._thought)
    assert club.bot_pool.processes == ()
