"""Keys, pastes, floods and nonsense on the way in (security.md, row 20)."""

import asyncio

import pytest

from screens.terminal.sequences import MOST_PASTED
from server.limits.cost_meter import AT_ONCE
from tests.ssh.inside import Inside
from tests.ssh.terminal import DOWN, ESCAPE, TAB, Terminal
from tests.waiting import PATIENCE, until


async def opened(inside: Inside) -> Terminal:
    terminal = inside.guest().open()
    await terminal.wait_for("who=guest")
    return terminal


async def test_keys_arrive_as_keys(inside: Inside) -> None:
    terminal = await opened(inside)
    await terminal.press("a", DOWN, TAB, "é", "\x01")
    await terminal.wait_for("keys=a,down,tab,é,ctrl+a")


async def test_what_is_typed_before_the_first_picture_is_not_lost(inside: Inside) -> None:
    terminal = inside.guest().open()
    terminal.type("ab")
    await terminal.wait_for("keys=a,b")


async def test_a_lone_escape_is_a_key(inside: Inside) -> None:
    terminal = await opened(inside)
    terminal.type(ESCAPE)
    await terminal.wait_for("keys=escape")


async def test_a_paste_is_one_event_and_bounded(inside: Inside) -> None:
    terminal = await opened(inside)
    terminal.type("\x1b[200~hello\x1b[201~")
    await terminal.wait_for("pasted=5")
    assert inside.apps[0].keys == []


async def flood(terminal: Terminal, data: bytes) -> None:
    """Send it all, as fast as it is taken."""
    while data:
        data = data[terminal.send(data[:4096]) :]
        await asyncio.sleep(0.01)


@pytest.mark.attack(20, "a paste of 500 kB")
async def test_an_endless_paste_is_cut_and_its_rest_plays_no_keys(inside: Inside) -> None:
    limit = MOST_PASTED
    terminal = await opened(inside)
    other = await opened(inside)
    flooding = asyncio.create_task(flood(terminal, b"\x1b[200~" + b"q" * 500_000))
    await terminal.wait_for(f"pasted={limit}")
    for n in range(5):  # somebody else does not notice
        other.type("x")
        await other.wait_for(f"count={n + 1}")
    await flooding
    await flood(terminal, b"\x1b[201~a")
    await terminal.wait_for("keys=a")
    assert inside.apps[0].pasted == "q" * limit


@pytest.mark.attack(20, "100,000 keys")
async def test_a_key_flood_is_slowed_down_and_bounded(inside: Inside) -> None:
    limits = inside.context.limits
    terminal = await opened(inside)
    other = await opened(inside)
    loop = asyncio.get_running_loop()
    began = loop.time()
    flooding = asyncio.create_task(flood(terminal, b"\x1b[A" * 100_000))
    at_once = AT_ONCE * limits.keys_per_second
    await until(lambda: len(inside.apps[0].keys) > at_once)
    for n in range(5):
        other.type("x")
        await other.wait_for(f"count={n + 1}")
    allowed = (AT_ONCE + loop.time() - began) * limits.keys_per_second
    assert len(inside.apps[0].keys) <= 1.05 * allowed  # charged after a slice of them
    flooding.cancel()


@pytest.mark.attack(20, "nonsense sequences")
async def test_nonsense_ends_nothing(inside: Inside) -> None:
    terminal = await opened(inside)
    for nonsense in (
        b"\x1b[1114112u",
        b"\x1b[99999999999999999999999u",
        b"\xff\xfe\x80",
        b"\x1b[<0;99999999999;99999999999M",
        b"\x1b]52;c;aGVsbG8=\x07",
        b"\x1bP1$r0m\x1b\\",
        b"\x00" * 100,
    ):
        inside.apps[0].keys.clear()
        terminal.send(nonsense)
        async with asyncio.timeout(PATIENCE):
            while inside.apps[0].keys[-1:] != ["a"]:  # what comes in one with nonsense is lost
                await terminal.press("a")
