"""Row 12 once more, and issue 6: a loud session must not make another's keys wait."""

import asyncio

import pytest

from tests.hostile.conftest import Tell
from tests.hostile.people import Attacker, Person, Waits, at_work
from tests.hostile.test_terminal import write
from tests.ssh.process import Server

KEYS = 30


async def type_a_lot(loud: Person) -> None:
    await write(loud, b"\x1b[A\x1b[B" * 170_000)


async def paste_a_lot(loud: Person) -> None:
    await write(loud, (b"\x1b[200~" + b"words " * 1000 + b"\x1b[201~") * 170)


async def resize_a_lot(loud: Person) -> None:
    for number in range(10_000):
        loud.process.change_terminal_size(60 + number % 200, 20 + number % 60)
        await asyncio.sleep(0.005)


async def scroll_a_lot(loud: Person) -> None:
    await write(loud, b"?" + b"\x1b[6~\x1b[5~" * 100_000)


@pytest.mark.attack(12, "a loud session beside a quiet one")
@pytest.mark.parametrize("loudly", [type_a_lot, paste_a_lot, resize_a_lot, scroll_a_lot])
async def test_a_loud_session(server: Server, attacker: Attacker, figures: Tell, loudly) -> None:  # type: ignore[no-untyped-def]
    quiet = await Person.come(server)
    tries: list[str] = []

    def clock() -> float:
        return at_work(server)

    for _ in range(4):  # other work on this machine makes single figures worthless
        calm = await quiet.react_often(KEYS, 0.01, clock)
        loud = await Person.come(server, attacker.address)
        task = asyncio.create_task(loudly(loud))
        reading = asyncio.create_task(loud.read(30))
        await asyncio.sleep(0.3)
        beside = await quiet.react_often(KEYS, 0.01, clock)
        reading.cancel()
        task.cancel()
        await loud.leave()
        tries.append(f"{loudly.__name__}: {_p99(calm):.0f} ms alone, {_p99(beside):.0f} ms beside")
        if _p99(beside) <= max(3 * _p99(calm), 20):
            break
    else:
        pytest.fail(f"more than three times as long, each time: {tries}")
    await quiet.leave()
    figures(tries[-1])


def _p99(waits: Waits) -> float:
    return 1000 * waits.p99()
