"""Who talks in lines has the loop no longer than who plays: packets, lines and commands."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcade.club.club import Club
from arcade.eventlog.memory import MemoryLog
from server.config.settings import Limits
from server.limits.cost_meter import PAYER, CostMeter
from server.terminal.line_input import LineInput
from server.text.line_session import LineSession


def test_what_comes_at_once_is_echoed_at_once() -> None:
    packets: list[bytes] = []
    lines = LineInput(packets.append, lambda _: None)
    lines.feed(b"hello\x7f\r\nthere" + b"x" * 4000)
    assert packets == [b"hello\b \b\r\nthere" + b"x" * 4000]
    lines.feed(b"\x1b")
    assert len(packets) == 1
    assert lines.take() == "hell"


@given(
    st.lists(st.sampled_from(["hello", "é中", "\r", "\n", "\x7f", "\t", "\x85", "\x1b[A", "\x03"]))
)
def test_what_comes_at_once_is_what_comes_letter_by_letter(parts: list[str]) -> None:
    text = "".join(parts)
    heard: list[tuple[str, list[str | None]]] = []
    for pieces in ([text], list(text)):
        packets: list[bytes] = []
        lines = LineInput(packets.append, lambda _: None)
        for piece in pieces:
            lines.feed(piece.encode())
        taken = []
        while lines.waiting and (line := lines.take()) is not None:
            taken.append(line)
        heard.append((b"".join(packets).decode(), taken))
    assert heard[0] == heard[1]


def test_nothing_is_echoed_without_a_terminal() -> None:
    lines = LineInput(None, lambda _: None)
    lines.feed(b"hello\n")
    assert lines.take() == "hello"


@pytest.mark.virtual
async def test_after_a_line_that_cost_much_the_next_one_waits() -> None:
    loop = asyncio.get_running_loop()
    meter = CostMeter(Limits(cpu_share=0.25), 1, loop.time)
    PAYER.set(meter)
    club = await Club.open(MemoryLog())
    player, code = club.accounts.guest()

    async def write(_: str) -> None: ...

    lines = LineInput(None, lambda _: None)
    session = LineSession(club, player, code, lines, write)
    lines.feed(b"one\ntwo\nthree\n")
    waited: list[float] = []
    for spent in (0.0, 1.0, 0.0):
        before = loop.time()
        assert await session.turn()
        waited.append(loop.time() - before)
        lines.take()
        meter.use(spent)
    assert waited[1] < 0.1 and waited[2] >= 2
    session.close()
    await club.close()
