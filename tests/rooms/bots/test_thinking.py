"""Worker processes think: their answers, their ends, and what stands in for them."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import pytest
from structlog.testing import capture_logs

from arcade.engine import options, registry
from arcade.engine.bot import bot, bots, quick
from arcade.engine.chance import Stream
from arcade.engine.offers import covers
from arcade.rooms.bots import pool
from arcade.rooms.bots.pool import BotPool, NoAnswer
from tests.processes import runs, suspend
from tests.waiting import until

SEED = b"thought"


@pytest.fixture(autouse=True)
def _started_as_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start the real program, which other tests fork."""
    monkeypatch.setattr(
        asyncio, "create_subprocess_exec", asyncio.subprocess.create_subprocess_exec
    )


@pytest.fixture
async def bot_pool() -> AsyncIterator[BotPool]:
    made = BotPool(patience=60)
    yield made
    await made.close()


def seen(key: str) -> tuple[Any, Any]:
    """Return the view and the offers of the first seat to act in a new game."""
    game = registry.find(key)
    state = game.setup(options.read(game, {}), game.meta.best_seats, Stream(b"game"))
    seat = game.to_act(state)[0]
    return game.view(state, seat), game.legal(state, seat)


async def test_a_worker_chooses_what_the_bot_would_choose_here(bot_pool: BotPool) -> None:
    assert bot_pool.processes == ()  # not before it is needed
    for key, game in registry.games().items():
        view, offers = seen(key)
        for house_bot in bots(game):
            action = await bot_pool.choose(key, house_bot.name, view, offers, SEED)
            assert any(covers(offer, action) for offer in offers), (key, house_bot.name)
            assert action == bot(game, house_bot.name).choose(view, offers, Stream(SEED))
    (pid,) = bot_pool.processes
    assert pid != os.getpid()


async def test_a_worker_that_dies_is_replaced(bot_pool: BotPool) -> None:
    view, offers = seen("golden-zero")
    await bot_pool.choose("golden-zero", "random", view, offers, SEED)
    (first,) = bot_pool.processes
    os.kill(first, signal.SIGKILL)
    await until(lambda: not runs(first))
    with pytest.raises(NoAnswer):
        await bot_pool.choose("golden-zero", "random", view, offers, SEED)
    await bot_pool.choose("golden-zero", "random", view, offers, SEED)
    (second,) = bot_pool.processes
    assert second != first


async def hanging() -> tuple[BotPool, int]:
    """Return a pool whose worker, with this process id, will never answer."""
    bot_pool = BotPool(patience=60)
    await bot_pool.choose("golden-zero", "random", *seen("golden-zero"), SEED)
    (pid,) = bot_pool.processes
    await suspend(pid)
    return bot_pool, pid


async def test_a_thought_that_takes_too_long_is_given_up_and_its_worker_ended() -> None:
    view, offers = seen("golden-zero")
    bot_pool, pid = await hanging()
    bot_pool._patience = 0.05
    with pytest.raises(NoAnswer, match=r"within 0\.05 s"):
        await bot_pool.choose("golden-zero", "random", view, offers, SEED)
    await until(lambda: not runs(pid))
    await bot_pool.close()


async def test_a_start_that_fails_when_nobody_waits_any_more_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, trouble: heard.append(trouble))
    fail = asyncio.Event()

    async def begin(_: object) -> None:
        await fail.wait()
        raise OSError("no process to be had")

    monkeypatch.setattr(pool._Worker, "_begin", begin)
    view, offers = seen("golden-zero")
    bot_pool = BotPool(patience=0.02)
    with pytest.raises(NoAnswer, match="within"):
        await bot_pool.choose("golden-zero", "random", view, offers, SEED)
    start = bot_pool._workers[0]._start
    assert start is not None and not start.done()  # it is for the next who asks
    fail.set()
    await asyncio.wait([start])
    del start
    await bot_pool.close()
    del bot_pool
    gc.collect()
    assert heard == []


async def test_too_many_questions_are_refused_at_once() -> None:
    view, offers = seen("golden-zero")
    bot_pool = BotPool(patience=60)
    asked = [
        asyncio.create_task(bot_pool.choose("golden-zero", "random", view, offers, SEED))
        for _ in range(40)
    ]
    with capture_logs() as entries:
        await asyncio.wait(asked)
    assert [entry["event"] for entry in entries] == ["bot workers too busy"]
    refused = [task for task in asked if task.exception()]
    assert len(refused) == 40 - 16
    assert all(isinstance(task.exception(), NoAnswer) for task in refused)
    await bot_pool.close()


async def test_a_choosers_fault_is_no_answer_and_costs_no_worker(bot_pool: BotPool) -> None:
    view, offers = seen("golden-zero")
    with pytest.raises(NoAnswer):
        await bot_pool.choose("golden-zero", "nobody", view, offers, SEED)
    (pid,) = bot_pool.processes
    await bot_pool.choose("golden-zero", "random", view, offers, SEED)
    assert bot_pool.processes == (pid,)


async def test_closing_ends_the_worker_and_gives_those_who_wait_no_answer() -> None:
    view, offers = seen("golden-zero")
    bot_pool, pid = await hanging()
    waiting = asyncio.create_task(bot_pool.choose("golden-zero", "random", view, offers, SEED))
    await asyncio.sleep(0.05)
    await bot_pool.close()
    with pytest.raises(NoAnswer):
        await waiting
    assert not runs(pid)
    with pytest.raises(NoAnswer):
        await bot_pool.choose("golden-zero", "random", view, offers, SEED)


async def test_closing_while_a_worker_starts() -> None:
    view, offers = seen("golden-zero")
    bot_pool = BotPool(patience=60)
    waiting = asyncio.create_task(bot_pool.choose("golden-zero", "random", view, offers, SEED))
    await until(lambda: bool(bot_pool.processes))
    (pid,) = bot_pool.processes
    await bot_pool.close()
    with pytest.raises(NoAnswer):
        await waiting
    assert not runs(pid)


ASKER = """
import asyncio, sys
from tests.rooms.bots.test_thinking import SEED, seen
from arcade.rooms.bots.pool import BotPool

async def main():
    bot_pool = BotPool(patience=60)
    await bot_pool.choose("golden-zero", "random", *seen("golden-zero"), SEED)
    print(*bot_pool.processes, flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


async def test_a_worker_ends_with_the_process_that_asks() -> None:
    asker = await asyncio.create_subprocess_exec(
        sys.executable, "-c", ASKER, stdout=subprocess.PIPE
    )
    assert asker.stdout is not None
    pid = int(await asker.stdout.readline())
    assert runs(pid)
    os.kill(pid, signal.SIGINT)  # Ctrl+C at a terminal is not for it
    asker.kill()
    await asker.wait()
    await until(lambda: not runs(pid))


def test_the_quick_bot_of_a_game_is_never_slow() -> None:
    for game in registry.games().values():
        assert not quick(game).slow


@pytest.mark.attack(49, "fourteen sessions of one address that ask the coach")
async def test_accounts_are_answered_in_turn_and_pay_for_it(bot_pool: BotPool) -> None:
    view, offers = seen("vingt-et-un")
    paid: dict[str, float] = {}
    answered: list[str] = []

    async def ask(account: str) -> None:
        def charge(seconds: float) -> None:
            paid[account] = paid.get(account, 0.0) + seconds

        bot_pool.payer = lambda: (account, charge)
        question = bot_pool.advise("vingt-et-un", view, offers, SEED)
        task = asyncio.ensure_future(question)
        await asyncio.sleep(0)
        await task
        answered.append(account)

    loud = []
    for _ in range(pool.QUEUE // 2 + 3):
        loud.append(asyncio.ensure_future(ask("loud")))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    given = await asyncio.gather(ask("other"), *loud, return_exceptions=True)
    assert "other" in answered[:3] and len(answered) == 1 + pool.QUEUE // 2
    assert sum(isinstance(answer, NoAnswer) for answer in given) == 3
    assert paid["loud"] > paid["other"] > 0
