"""What an address may cost: sampled processor time, bytes, and what waits when it is used up."""

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextvars import Context, ContextVar
from itertools import pairwise

import pytest

from server.config.settings import Limits
from server.limits.cost_meter import (
    AT_ONCE,
    PAYER,
    RECHECK,
    TICK,
    WORK_PAUSE,
    CostMeter,
    account,
    sampling,
)
from tests.waiting import PATIENCE

LIMITS = Limits(cpu_share=0.25, input_rate=1000)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def burn(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def paid(meter: CostMeter) -> float:
    assert not meter.spent  # asking takes what was sampled
    return AT_ONCE * 100 * LIMITS.cpu_share - meter.seconds.left


async def test_keys_do_not_wait_until_what_a_coach_thought_is_paid() -> None:
    """Somebody who opens the page of the costliest choices can leave it while they are weighed."""
    clock = Clock()
    meter = CostMeter(LIMITS, clock=clock, within=CostMeter(LIMITS, 2, clock))
    PAYER.set(meter)
    _, charge = account()
    charge(30.0)
    clock.now += TICK
    assert meter.seconds.left < AT_ONCE * LIMITS.cpu_share / 10 and not meter.spent


async def test_whoever_the_processor_works_for_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of tasks that take turns, each pays for itself: three times the work is thrice the price.

    With ticks of the test's own: which task the system's fall on says how busy the machine is.
    """
    clock = Clock()
    meters = {share: CostMeter(LIMITS, 100, clock) for share in (1, 3)}
    monkeypatch.setattr(signal, "setitimer", lambda *_: None)

    async def work(share: int) -> None:
        PAYER.set(meters[share])
        for _ in range(20):
            for _ in range(share):
                signal.raise_signal(signal.SIGPROF)
            await asyncio.sleep(0)

    with sampling():
        await asyncio.gather(*(work(share) for share in meters))
        signal.raise_signal(signal.SIGPROF)  # nobody's
    assert [paid(meter) for meter in meters.values()] == pytest.approx([20 * TICK, 60 * TICK])


def test_work_costs_its_processor_time() -> None:
    meter = CostMeter(LIMITS, 100, Clock())

    def work() -> None:
        PAYER.set(meter)
        while paid(meter) < 10 * TICK:  # a stolen processor leaves ticks out
            burn(TICK)

    with sampling():
        began = time.process_time()
        Context().run(work)
        took = time.process_time() - began
        before = paid(meter)
        burn(5 * TICK)  # nobody's
    assert before == paid(meter) <= took + 2 * TICK


def test_used_up_is_used_up_and_comes_back() -> None:
    clock = Clock()
    network = CostMeter(LIMITS, 4, clock)
    meter = CostMeter(LIMITS, 1, clock, network)
    for _ in range(int(AT_ONCE * LIMITS.cpu_share / TICK) + 1):
        meter.tick()
    assert meter.spent == "processor"
    assert not network.spent
    clock.now = 1
    assert not meter.spent
    meter.receive(2001)
    assert meter.spent == "bytes"
    clock.now = 10
    other = CostMeter(LIMITS, 1, clock, network)
    network.use(4)
    assert other.spent == "processor"


@pytest.mark.virtual
async def test_what_is_asked_for_waits_in_order_and_in_its_own_context() -> None:
    clock = Clock()
    meter = CostMeter(LIMITS, 1, clock)
    calls: list[tuple[int, object]] = []
    works = [lambda n=n: calls.append((n, PAYER.get())) for n in range(4)]
    meter.use(1)
    owners = [CostMeter(LIMITS) for _ in works]
    for work, owner in zip(works, owners, strict=True):
        context = Context()
        context.run(PAYER.set, owner)
        context.run(meter.ask, work)
        context.run(meter.ask, work)
    meter.forget(works[1])
    await asyncio.sleep(10 * RECHECK)
    assert not calls and meter.waits == {"processor": 4}
    clock.now = 10
    await asyncio.sleep(2 * RECHECK)
    assert calls == [(n, owners[n]) for n in (0, 2, 3)]


async def test_others_have_their_turn_while_one_address_asks_for_much() -> None:
    meter, rounds = CostMeter(Limits(cpu_share=100)), 0
    seen: list[int] = []

    def work(number: int) -> None:
        burn(0.003)
        seen.append(rounds)

    works = [lambda n=n: work(n) for n in range(20)]
    for job in works:
        meter.ask(job)
    while len(seen) < len(works):
        await asyncio.sleep(0)
        rounds += 1
    assert max(map(seen.count, seen)) <= 2


async def test_of_those_who_wait_for_a_turn_one_goes_on_at_a_time() -> None:
    meter, rounds = CostMeter(Limits(cpu_share=100)), 0
    seen: list[int] = []

    async def ask() -> None:
        await meter.turn()
        burn(0.003)
        seen.append(rounds)

    asking = [asyncio.create_task(ask()) for _ in range(20)]
    while len(seen) < len(asking):
        await asyncio.sleep(0)
        rounds += 1
    assert max(map(seen.count, seen)) == 1


async def test_a_key_of_somebody_inside_goes_before_all_logins() -> None:
    meter, order = CostMeter(Limits(cpu_share=100)), list[object]()

    def work(name: object) -> Callable[[], None]:
        def do() -> None:
            burn(0.003)
            order.append(name)

        return do

    gone = work("gone")
    for number in range(20):
        meter.ask(work(number))
    await asyncio.sleep(0)
    key = work("key")
    for _ in range(2):
        meter.ask(key, first=True)
        meter.ask(gone, first=True)
    meter.forget(gone)
    while len(order) < 21:
        await asyncio.sleep(0)
    assert order.index("key") <= 3
    assert [name for name in order if name != "key"] == [*range(20)]


async def test_one_key_comes_in_a_turn_and_no_address_waits_for_the_crowd_of_another() -> None:
    """What keys draw comes in the turns after them: nothing else of the loop goes on meanwhile."""
    meters, turn = [CostMeter(Limits(cpu_share=100)) for _ in range(11)], 0
    came: list[tuple[int, int]] = []

    def press(address: int) -> None:
        meters[address].let_in(lambda: came.append((turn, address)))

    for _ in range(30):
        press(0)
    for address in range(1, 11):
        press(address)
    while len(came) < 40:
        turn += 1
        await asyncio.sleep(0)
    assert max(Counter(turn for turn, _ in came).values()) == 1
    assert [address for _, address in came[:12]] == [0, 0, *range(1, 11)]
    assert {address for _, address in came[12:]} == {0}


async def test_a_key_comes_outside_the_app_that_asked_for_it() -> None:
    """Between two apps, the first has ended when it comes; its address pays."""
    meter, app = CostMeter(LIMITS), ContextVar("app", default="none")
    app.set("one that ends")
    came: list[tuple[object, str]] = []
    meter.let_in(lambda: came.append((PAYER.get(), app.get())))
    assert came == [(meter, "none")]


@pytest.mark.parametrize("way", ["ask", "begin", "let_in"])
async def test_what_breaks_keeps_nothing_else_of_its_address_waiting(way: str) -> None:
    meter, came, heard = CostMeter(Limits(cpu_share=100)), list[int](), list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, about: heard.append(about))

    def work(number: int) -> None:
        came.append(number)
        if number == 4:
            raise RuntimeError("broken on purpose")

    go_on = meter.draw_first()  # until then what is asked for waits, unless it is a key
    for number in range(8):
        getattr(meter, way)(lambda number=number: work(number))
    go_on()
    async with asyncio.timeout(PATIENCE):
        while len(came) < 8:
            await asyncio.sleep(0.001)
    assert came == [*range(8)] and len(heard) == 1


@pytest.mark.virtual
async def test_whoever_gives_up_waiting_keeps_nobody_waiting() -> None:
    clock = Clock()
    meter = CostMeter(LIMITS, 1, clock)
    meter.use(1)
    gone, stays = (asyncio.create_task(meter.turn()) for _ in range(2))
    await asyncio.sleep(RECHECK)
    gone.cancel()
    clock.now = 10
    await stays
    assert gone.cancelled() and not meter._waiting


@pytest.mark.virtual
@pytest.mark.attack(52, "sixteen sessions of one address that draw anew")
async def test_an_address_begins_one_thing_at_a_time_in_its_apps() -> None:
    loop, meter = asyncio.get_running_loop(), CostMeter(LIMITS, clock=Clock())
    begun: list[tuple[int, float]] = []
    works = [lambda session=session: begun.append((session, loop.time())) for session in range(16)]
    for work in (*works, *works):  # what waits is not begun twice
        meter.begin(work)
    assert len(begun) == 1, "the first waits for nothing"
    await asyncio.sleep(1)
    assert [session for session, _ in begun] == [*range(16), 0]
    times = [at for _, at in begun]
    assert min(later - sooner for sooner, later in pairwise(times)) > WORK_PAUSE * 0.99
    meter.begin(works[5])
    meter.begin(works[6])
    meter.forget(works[6])
    await asyncio.sleep(1)
    assert len(begun) == 18


async def test_the_pause_begins_when_the_work_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or two long pieces of work would share a turn of the loop, each longer than the pause."""
    loop, meter, clock = asyncio.get_running_loop(), CostMeter(LIMITS, clock=Clock()), Clock()
    begun: list[str] = []

    def work(name: str) -> None:
        begun.append(name)
        clock.now += 2 * WORK_PAUSE

    with monkeypatch.context() as stopped:
        stopped.setattr(loop, "time", clock)
        meter.begin(lambda: work("first"))
        meter.begin(lambda: work("second"))
        assert begun == ["first"]


async def test_what_has_waited_long_begins_one_in_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A session that ends goes on for a dozen turns: of a crowd, all would come in each."""
    loop, meter, clock = asyncio.get_running_loop(), CostMeter(LIMITS, clock=Clock()), Clock()
    turn, begun = 0, list[int]()
    with monkeypatch.context() as stopped:
        stopped.setattr(loop, "time", clock)
        for _ in range(20):
            meter.begin(lambda: begun.append(turn))
        clock.now += 2 * RECHECK
        while len(begun) < 20:
            turn += 1
            await asyncio.sleep(0)
    assert max(Counter(begun).values()) == 1 and turn < 40


async def test_whoever_has_used_the_share_begins_nothing() -> None:
    clock = Clock()
    meter = CostMeter(LIMITS, clock=clock)
    begun: list[str] = []
    meter.use(AT_ONCE * LIMITS.cpu_share + 0.01)
    meter.begin(lambda: begun.append("a key"))
    await asyncio.sleep(2 * RECHECK)
    assert not begun and meter.waits["processor"]
    clock.now += 1
    await asyncio.sleep(2 * RECHECK)
    assert begun


@pytest.mark.virtual
async def test_nobody_of_a_crowd_at_one_address_waits_long() -> None:
    meter = CostMeter(LIMITS, clock=Clock())
    begun: set[int] = set()
    for session in range(300):
        meter.begin(lambda session=session: begun.add(session))  # type: ignore[misc]
    await asyncio.sleep(2 * RECHECK)
    assert len(begun) == 300


@pytest.mark.virtual
async def test_while_a_first_picture_is_made_only_keys_of_the_address_go_on() -> None:
    meter = CostMeter(LIMITS, 1, Clock())
    calls: list[str] = []
    go_on = meter.draw_first()
    other_goes_on = meter.draw_first()
    meter.ask(lambda: calls.append("log-in"))
    meter.ask(lambda: calls.append("key"), first=True)
    await asyncio.sleep(10 * RECHECK)
    assert calls == ["key"]
    go_on()
    go_on()  # more than once is harmless
    await asyncio.sleep(10 * RECHECK)
    assert calls == ["key"]
    other_goes_on()
    await asyncio.sleep(0.001)
    assert calls == ["key", "log-in"]
