"""The same over ssh: one server, or workers, and a second client beside it whose answers come."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from arcade.engine.fence import BROKEN
from tests.ssh.client import connect
from tests.ssh.conftest import _close_terminals as _close_terminals
from tests.ssh.conftest import made as made
from tests.ssh.process import QUICK, Server, admin
from tests.ssh.seats import come_in
from tests.waiting import PATIENCE

IMPATIENT = """
from server.limits import game_watch
game_watch.PATIENCE, game_watch.ROUNDS = 0.5, 8
raise RuntimeError("at import")
"""
"""It has the server wait for a call a quarter as long as usual, and then fails itself."""


class Bot:
    """A client of the JSON API."""

    def __init__(self, process: Any) -> None:
        self._process = process
        self.table: dict[str, Any] = {}

    async def ask(self, **request: object) -> dict[str, Any]:
        """Send a request; return the answer, done or error."""
        self._process.stdin.write(json.dumps(request) + "\n")
        while True:
            event = await self.hear()
            if event["event"] in ("done", "error"):
                return event

    async def hear(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            event: dict[str, Any] = json.loads(await self._process.stdout.readline())
        if event["event"] == "table":
            self.table = event["table"]
        return event

    async def hear_the_end(self) -> None:
        """Wait until the game is over, in the words for it."""
        lines: list[str] = []
        while self.table.get("phase") != "over":
            await self.hear()
            lines += [line["text"] for line in self.table["lines"]]
        assert BROKEN.text in lines


@pytest.fixture
async def server(made: Callable[..., Server], installed: Path) -> AsyncIterator[Server]:
    """A server with Rogue, and with two packages that cannot be imported."""
    points = "rogue = rogue.rules:GAME\nlost = rogue.lost:GAME\nbad = rogue.bad:GAME\n"
    (installed / "rogue-1.dist-info" / "entry_points.txt").write_text(f"[arcade.games]\n{points}")
    (installed / "rogue" / "bad.py").write_text(IMPATIENT)
    server = made({"PYTHONPATH": str(installed)})
    # Whoever loops has used the share of an address up, and would wait long.
    (server.folder / "quick.toml").write_text(f"{QUICK}[limits]\ncpu_share = 1\n")
    yield server


async def bot(server: Server, closing: list[Any]) -> Bot:
    line = await connect(server.port)
    closing.append(line)
    talker = Bot(await line.create_process("api"))
    await talker.hear()
    return talker


async def breaks(server: Server, faults: Sequence[str]) -> float:
    """Play Rogue into each fault; return a second client's longest wait for an answer."""
    closing: list[Any] = []
    loop, longest, playing = asyncio.get_running_loop(), 0.0, True
    other = await bot(server, closing)

    async def beside() -> None:
        nonlocal longest
        while playing:
            asked = loop.time()
            assert (await other.ask(do="hello"))["event"] == "done"
            longest = max(longest, loop.time() - asked)
            await asyncio.sleep(0.05)

    asking = asyncio.create_task(beside())
    try:
        for fault in faults:
            anna = await bot(server, closing)
            created = await anna.ask(do="create", game="rogue", options={"fault": fault})
            assert created["event"] == "done", created
            assert (await anna.ask(do="start"))["event"] == "done"
            await anna.ask(do="act", action={"do": "go"})
            await anna.hear_the_end()
            assert (await anna.ask(do="say", text="still here"))["event"] == "done"
            if fault != faults[-1]:
                answer = await admin(server.data, "games", "rogue", "--on")
                assert answer.code == 0, answer.err
    finally:
        playing = False
        await asking
        for line in closing:
            line.close()
    return longest


@pytest.mark.parametrize("options", [(), ("--workers", "2")], ids=["alone", "workers"])
async def test_a_loop_is_broken_and_the_host_learns_of_it(
    server: Server, options: Sequence[str]
) -> None:
    await server.start(*options)
    faults = ("loop", "apply") if options else ("loop", "stubborn", "sleep", "bot_loop", "apply")
    assert await breaks(server, faults) < PATIENCE / 3  # half a second of processor time, and load
    failed = [json.loads(line) for line in server.log.splitlines() if '"game failed"' in line]
    assert {entry["call"] for entry in failed} == ({"apply"} if options else {"apply", "bot"})
    assert all(
        entry["game"] == "rogue" and entry["room"] and entry["traceback"] for entry in failed
    )
    assert "BlockingIOError" not in server.log
    answer = await admin(server.data, "games")
    assert "rogue.bad" in answer.out and "at import" in answer.out and "rogue.lost" in answer.out
    assert "1 fault" in answer.out and "421" in answer.out
    assert server.log.count('"game left out"') == 2 * (2 if options else 1)


async def test_a_picture_that_fails_is_replaced_by_words(server: Server) -> None:
    await server.start()
    anna = server.person()
    (await come_in(anna, "anna")).close()
    for fault in ("draw", "draw_loop"):
        request = {"do": "create", "game": "rogue", "options": {"fault": fault}}
        answer = await anna.run("api", given=json.dumps(request).encode() + b"\n")
        codes = (json.loads(line).get("code") for line in answer.out.splitlines())
        terminal = anna.open("join", next(filter(None, codes)))
        terminal.type("s")
        await terminal.wait_for("A picture of 0 moves")
        terminal.type("g")
        await terminal.wait_for("You may:")
