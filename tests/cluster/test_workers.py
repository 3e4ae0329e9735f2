"""Two workers, one log: played from both, one killed, the log restarted, one cut off."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from arcade.eventlog.nats.jetstream import JetStreamLog
from tests.cluster.crew import Crew, Ear, drives, elsewhere
from tests.line import Line
from tests.nats import NatsServer
from tests.ssh.moves import throw
from tests.ssh.process import Server
from tests.ssh.seats import come_in, facts, may_act, open_table, whose_turn
from tests.ssh.terminal import ENTER, Terminal
from tests.waiting import PATIENCE, until

Figure = Callable[[str], None]


async def pair(crew: Crew, *urls: str) -> tuple[Terminal, Terminal, str]:
    """Seat Anna by one worker and Ben by another at a table of two, in mid-game."""
    return await seat(*[await crew.start(url) for url in urls])


async def seat(here: Server, there: Server) -> tuple[Terminal, Terminal, str]:
    first = await come_in(here.person(), "anna")
    code = await open_table(first, Seats="2", Pot="41")
    second = await come_in(there.person(), "ben", "join", code)
    await first.wait_for("ben sits down.")
    first.type("s")
    await second.wait_for("CHARGE")
    return first, second, code


async def turn(first: Terminal, second: Terminal, ear: Ear) -> float:
    """Play one key of whoever's turn it is; return how long it took until it was stored.

    A screen that has not been drawn anew yet says that it is whose turn it was: tried again.
    """
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(PATIENCE):
        while True:
            player = await whose_turn(first, second)
            shown, before = player.text, loop.time()
            player.type("s" if "s stand" in player.lines[-1] else ENTER)
            await player.wait_for(lambda text, shown=shown: text != shown)
            with suppress(TimeoutError):
                return await ear.next_move(before, 3.0) - before


async def play_on(terminal: Terminal) -> None:
    """Press a key if it is this person's turn, and give the others time."""
    if may_act(terminal):
        terminal.type(throw(terminal))
    await asyncio.sleep(0.3)


async def test_players_on_two_workers_play_talk_and_are_watched(
    crew: Crew, nats: NatsServer, figure: Figure
) -> None:
    first, second, code = await pair(crew, nats.url, nats.url)
    watcher = crew.workers[1].guest().open("watch", code, size=(100, 30))
    await first.wait_for("1 watching")
    log = await JetStreamLog.open(nats.url)
    ear = Ear(log, code)
    took = [await turn(first, second, ear) for _ in range(10)]
    figure(f"moves stored: 10 of 10, median {sorted(took)[5] * 1000:.0f} ms after the key")
    second.type("t")
    await second.wait_for("say")
    second.type("bonne chance !" + ENTER)
    for player in (first, watcher):
        await player.wait_for("bonne chance !")
    known = await facts(crew.workers[0], code)
    assert await facts(crew.workers[1], code) == known
    assert sum(fact["fact"]["fact"] == "acted" for fact in known) >= 10
    ear.close()
    await log.close()


async def test_one_worker_is_killed_and_the_other_goes_on(
    crew: Crew, nats: NatsServer, figure: Figure
) -> None:
    here, second = await crew.start(nats.url), await crew.start(nats.url)
    await until(lambda: all('"workers"' in worker.log for worker in (here, second)))
    anna = here.person()
    first = await come_in(anna, "anna")
    code = await open_table(first, Seats="3", Pot="41")
    async with asyncio.timeout(2 * PATIENCE):
        while drives((here, second), code) is not here:
            first.type("q")
            await first.wait_for("Play now")
            code = await open_table(first, Seats="3", Pot="41")
    watcher = second.guest().open("watch", code, size=(100, 30))
    await first.wait_for("1 watching")
    log = await JetStreamLog.open(nats.url)
    ear = Ear(log, code)
    first.type("s")
    await first.wait_for("CHARGE")
    async with asyncio.timeout(PATIENCE):
        while not ear.moves("bot"):
            await play_on(first)
    loop = asyncio.get_running_loop()
    stored = len(ear.heard)
    await here.kill()
    killed = loop.time()
    back = elsewhere(anna, second).open("join", code, size=(80, 24))
    await back.wait_for("anna")
    async with asyncio.timeout(PATIENCE):
        while not (taken_over := [at for at in ear.moves("bot") if at > killed]):
            await play_on(back)
        while not [at for at in ear.moves("person") if at > killed]:
            await play_on(back)
    before = max(killed, *(at for at in ear.moves() if at < taken_over[0]))
    figure(f"taken over: a bot moved {taken_over[0] - before:.2f} s after kill -9, or anna's move")
    known = await facts(second, code)
    assert len(known) >= stored and [fact["n"] for fact in known if "n" in fact] == sorted(
        fact["n"] for fact in known if "n" in fact
    )
    await watcher.wait_for("anna")
    ear.close()
    await log.close()


async def test_the_log_is_killed_and_started_again(
    crew: Crew, nats: NatsServer, figure: Figure
) -> None:
    first, second, code = await pair(crew, nats.url, nats.url)
    log = await JetStreamLog.open(nats.url)
    ear = Ear(log, code)
    for _ in range(3):
        await turn(first, second, ear)
    known = await facts(crew.workers[0], code)
    await nats.kill()
    for terminal in (first, second):
        await terminal.wait_for("No connection to the log")
    await nats.start()
    for terminal in (first, second):
        await terminal.wait_for(lambda text: "No connection" not in text)
    after = await facts(crew.workers[1], code)
    assert after[: len(known)] == known
    figure(
        f"facts acknowledged before: {len(known)}, lost: {len(known) - len(after[: len(known)])}"
    )
    for _ in range(3):
        await turn(first, second, ear)
    ear.close()
    await log.close()


async def test_a_worker_that_is_cut_off_says_so_and_recovers(crew: Crew, nats: NatsServer) -> None:
    line = Line(nats.port)
    first, second, code = await pair(crew, nats.url, await line.open())
    log = await JetStreamLog.open(nats.url)
    ear = Ear(log, code)
    await turn(first, second, ear)
    line.silent = True
    await second.wait_for("No connection to the log")
    assert "No connection" not in first.text
    line.cut()
    line.silent = False
    await second.wait_for(lambda text: "No connection" not in text)
    for _ in range(4):
        await turn(first, second, ear)
    ear.close()
    await log.close()
    await line.close()


async def test_three_nodes_lose_one_and_play_goes_on(
    crew: Crew, cluster: list[NatsServer], figure: Figure
) -> None:
    url = ",".join(node.url for node in cluster)
    here, there = await asyncio.gather(*(crew.start(url, "--replicas", "3") for _ in range(2)))
    assert (here.data / "arcade.sock").is_socket()
    first, second, code = await seat(here, there)
    log = await JetStreamLog.open(url)
    ear = Ear(log, code)
    for _ in range(3):
        await turn(first, second, ear)
    known = await facts(here, code)
    await cluster[0].kill()
    took = await turn(first, second, ear)
    figure(f"first move stored {took:.2f} s after its key, after a node's kill -9")
    for _ in range(3):
        await turn(first, second, ear)
    after = await facts(there, code)
    assert after[: len(known)] == known
    ear.close()
    await log.close()
