"""The server as a process, and what befalls it: kill -9, a full disk, a flipped bit, a restart."""

import asyncio
import json
import random
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.faults.play import LOG, acts, flip
from tests.ssh.client import Client
from tests.ssh.process import Server, ran
from tests.ssh.seats import come_in, facts, may_act, more_facts, open_table
from tests.ssh.terminal import ENTER, Terminal
from tests.waiting import until

STORED_NOT = "cannot be stored at the moment"


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """Let no file of the server grow any more: the system refuses the writing itself."""
    wal = server.data / f"{LOG}-wal"
    _, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (wal.stat().st_size, hard))
    yield
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (hard, hard))


async def press(terminal: Terminal) -> None:
    """Make one move, and wait until the screen has it."""
    await terminal.wait_for(lambda _: may_act(terminal))
    before = terminal.text
    terminal.type(ENTER)
    await terminal.wait_for(lambda text: text != before)


async def test_a_full_disk_refuses_the_move_and_goes_on_when_there_is_space(server: Server) -> None:
    anna = server.person()
    terminal = await come_in(anna, "anna")
    code = await open_table(terminal, Seats="2")
    terminal.type("s")
    await terminal.wait_for(lambda _: may_act(terminal))  # the first throw: no question before it
    known = await facts(server, code)
    linking = (await anna.run("link")).out.splitlines()[0].split()[-1]
    with full_disk(server):
        terminal.type(ENTER)
        await terminal.wait_for(STORED_NOT)
        assert await facts(server, code) == known
        answer = await server.person().run("link", linking)
        assert answer.code == 1 and STORED_NOT in answer.err
        request = b'{"id": 1, "do": "say", "text": "Hello"}\n'
        answer = await anna.run("api", given=request)
        assert '"not-stored"' in answer.out and STORED_NOT in answer.out, answer
        watcher = server.guest().open("watch", code)  # read-only, not shut
        await watcher.wait_for("anna")
        assert server.log.count("nothing stored") == 1, "the host reads why"
    terminal.type(ENTER)
    later = await more_facts(server, code, len(known))
    assert later[: len(known)] == known
    await terminal.wait_gone(STORED_NOT)
    assert server.log.count("stored again") == 1
    await server.restart()
    assert (await facts(server, code))[: len(later)] == later


async def test_a_flipped_bit_shuts_one_table_and_opens_the_others(server: Server) -> None:
    anna = server.person()
    terminal = await come_in(anna, "anna")
    bad = await open_table(terminal, Seats="2")
    terminal.type("q")
    good = await open_table(terminal, Seats="2")
    assert await server.stop() == 0
    flip(server.data / LOG, b'"code":"' + bad.encode())
    await server.start()
    back = anna.open("join", bad)
    await back.wait_for(f"Table {bad} is damaged")
    other = anna.open("join", good)
    await other.wait_for(f"table {good}")
    answer = await anna.run("record", bad)
    assert answer.code == 1 and "is damaged" in answer.err
    assert f'"room":"{bad}"' in server.log.replace(": ", ":") and "Traceback" not in server.log


async def test_damaged_names_stop_the_start_with_what_to_do(made: Callable[..., Server]) -> None:
    server = made()
    await server.start()
    await (await come_in(server.person(), "anna")).wait_for("Play now")
    assert await server.stop() == 0
    flip(server.data / LOG, b'"name":"anna"')
    result = await ran("serve", "--port", "0", "--data", server.data)
    assert result.code == 2 and "Traceback" not in result.err
    assert f"arcade restore --replace FILE --data {server.data}" in result.err


async def test_a_backup_of_the_running_server_is_another_server(
    server: Server, tmp_path: Path
) -> None:
    anna = server.person()
    terminal = await come_in(anna, "anna")
    code = await open_table(terminal, Seats="2")
    terminal.type("s")
    await press(terminal)
    copy = tmp_path / "copy"
    result = await ran("backup", copy, "--data", server.data)
    assert result.code == 0 and "verified" in result.out, result.err
    await press(terminal)
    known = await facts(server, code)
    again = await ran("restore", copy, "--data", server.data)
    assert again.code == 2 and "another arcade server" in again.err
    (tmp_path / "second").mkdir()
    second = Server(tmp_path / "second")
    result = await ran("restore", copy, "--data", second.data)
    assert result.code == 0, result.err
    await second.start()
    try:
        restored = await facts(second, code)
        assert acts(restored) and restored == known[: len(restored)]
        back = Client(tmp_path / "second", second.port, anna.key).open("join", code)
        await back.wait_for(f"table {code}")
    finally:
        await second.kill()


async def come_back(client: Client, code: str, tried: list[Terminal]) -> Terminal:
    """Try again and again, as a person with the arrow key, until there is a server."""
    while True:
        terminal = client.open("join", code, size=(80, 24), options=["-o", "LogLevel=QUIET"])
        tried.append(terminal)
        while terminal.process.poll() is None and "table" not in terminal.text:
            await asyncio.sleep(0.01)
        if terminal.process.poll() is None:
            return terminal


async def test_after_a_restart_the_first_thing_one_sees_is_ones_table(server: Server) -> None:
    anna, ben = server.person(), server.person()
    first = await come_in(anna, "anna")
    code = await open_table(first, Seats="2")
    second = await come_in(ben, "ben", "join", code)
    await first.wait_for("ben sits down.")
    first.type("s")
    await first.wait_for(lambda _: may_act(first) or may_act(second))
    assert await server.stop() == 0
    for terminal in (first, second):
        await terminal.ended()
        assert "The server is being closed" in terminal.output
    # They knock while there is nobody yet: whoever gets in at all is at the table at once.
    tried: list[Terminal] = []
    coming = [asyncio.create_task(come_back(player, code, tried)) for player in (anna, ben)]
    await until(lambda: len(tried) > 4)
    assert not any(task.done() for task in coming)
    await server.start()
    first, second = await asyncio.gather(*coming)
    for terminal in (first, second):
        assert "Play now" not in terminal.output
        await terminal.wait_for(f"table {code}")
    await first.wait_for(lambda _: may_act(first) or may_act(second))


class Player:
    """Somebody who moves as fast as the table lets, `tried` times."""

    def __init__(self) -> None:
        self.tried = 0

    async def play(self, terminal: Terminal) -> None:
        """Play until the line breaks."""
        while terminal.process.poll() is None:
            if not may_act(terminal):
                if "game over" in terminal.text:
                    terminal.type("a")
                await asyncio.sleep(0.02)
                continue
            before = terminal.text
            self.tried += 1
            terminal.type(ENTER)
            while terminal.process.poll() is None and terminal.text == before:
                await asyncio.sleep(0.005)


async def watch_record(server: Server, code: str, known: list[dict[str, Any]]) -> None:
    """Ask for the record over and over: what was once told to anybody is acknowledged."""
    while True:
        answer = await server.guest().run("record", code)
        reply = [
            json.loads(line) for line in answer.out.splitlines(keepends=True) if line[-1] == "\n"
        ]
        assert reply[: len(known)] == known[: len(reply)]
        known += reply[len(known) :]


async def test_killed_again_and_again_no_move_is_lost_or_doubled(
    server: Server, pytestconfig: pytest.Config
) -> None:
    rounds, chance = pytestconfig.getoption("--kills"), random.Random(5)
    anna = server.person()
    terminal = await come_in(anna, "anna")
    code = await open_table(terminal, Seats="2")
    terminal.type("s")
    await terminal.wait_for(lambda _: may_act(terminal))
    player = Player()
    known = await facts(server, code)
    for _ in range(rounds):
        playing = asyncio.create_task(player.play(terminal))
        watching = asyncio.create_task(watch_record(server, code, known))
        await asyncio.sleep(chance.uniform(0.05, 1.5))
        await server.kill()
        watching.cancel()
        await playing
        await server.start()
        after = await facts(server, code)
        assert after[: len(known)] == known
        assert [line["n"] for line in after] == list(range(1, len(after) + 1))
        made = sum(act["by"] == "person" for act in acts(after))
        assert made <= player.tried
        seats = [
            line["fact"]["seat"] for line in after if line["fact"]["fact"] in ("sat", "bot-sat")
        ]
        assert seats == [0, 1]
        known, terminal = after, anna.open("join", code, size=(80, 24))
        await terminal.wait_for(f"table {code}")
    sys.stdout.write(
        f"{rounds} kills: {player.tried} moves tried, {made} stored, none lost, none doubled\n"
    )
