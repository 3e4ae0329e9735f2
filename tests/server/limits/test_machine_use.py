"""Processes of one machine count together: two of them, in one test's process."""

import json
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from arcade.club.errors import Refused
from arcade.club.limits import machine_use
from arcade.club.limits.allowance import Allowance, Allowed
from arcade.club.limits.machine_use import PROBES, MachineUse, make_table
from arcade.club.limits.rate_limiter import REFRESH, TokenBucket
from arcade.players.player import Player
from server.config.settings import Limits
from server.limits.connection_limiter import ConnectionLimiter

HERE = "192.0.2.1"
ROWS = 4096
"""How many names one process can hold, where a test fills them all."""


def processes(number: int) -> list[MachineUse]:
    table = make_table(number)
    return [MachineUse(table, number, worker, b"salt") for worker in range(number)]


def test_an_address_has_its_connections_once_not_in_each_process() -> None:
    limits = Limits(connections_per_address=3, unauthenticated_per_address=2, connections=5)
    first, second, third = (
        ConnectionLimiter(limits, lambda: 1.0, machine) for machine in processes(3)
    )
    slots = [limiter.admit(HERE) for limiter in (first, second)]
    assert all(slots) and third.admit(HERE) is None
    assert third.refused == {"strangers-address": 1}
    for slot in slots:
        slot and slot.know()
    assert third.admit(HERE) and first.admit(HERE) is None
    assert first.refused == {"address": 1}
    for number in (2, 3):
        assert second.admit(f"192.0.2.{number}")
    assert first.admit("192.0.2.9") is None and first.refused["full"] == 1
    slots[1] and slots[1].leave()
    assert first.admit("192.0.2.9")


def test_an_address_has_its_share_of_the_machine_once() -> None:
    now = 0.0
    limits = Limits(cpu_share=0.25)
    meters = []
    for machine in processes(2):
        slot = ConnectionLimiter(limits, lambda: now, machine).admit(HERE)
        assert slot is not None
        meters.append(slot.cost_meter)
    now = 1.0
    for turn in range(6):
        now += REFRESH * 2
        assert not meters[turn % 2].spent
        meters[turn % 2].use(0.1)
    now += REFRESH * 2
    assert [meter.spent for meter in meters] == ["processor"] * 2
    now += 0.5
    assert not meters[0].spent
    meters[0].use(0.2)
    now += REFRESH * 2
    assert meters[1].spent


def test_what_is_kept_of_an_address_counts_in_all_processes() -> None:
    shared, ticks = processes(2), count(1.0, 2 * REFRESH)
    allowances = [Allowance(Allowed(newcomers_per_hour=4), lambda: next(ticks)) for _ in shared]
    for allowance, machine in zip(allowances, shared, strict=True):
        allowance.share(machine)
        allowance.comes_from(Player("a", ""), HERE)
    for number in range(4):
        allowances[number % 2].newcomer(Player("a", ""))
    for allowance in allowances:
        with pytest.raises(Refused):
            allowance.newcomer(Player("a", ""))


def test_a_process_that_is_started_anew_has_no_connections() -> None:
    table = make_table(2)
    first, other = (MachineUse(table, 2, worker, b"salt") for worker in range(2))
    first.row("connections").count(7)
    assert other.row("connections").elsewhere == 7
    MachineUse(table, 2, 0, b"salt")
    assert other.row("connections").elsewhere == 0


def test_of_many_names_the_oldest_is_forgotten_and_connections_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine_use, "ROWS", ROWS)
    first, other = processes(2)
    first.row("here").count(1)
    for number in range(ROWS * 2):
        first.row(str(number)).write(1.0, number + 1.0)
    assert other.row("here").elsewhere == 1
    assert other.row(str(2 * ROWS - 1)).newest(9.0, 0) == (1.0, 2.0 * ROWS)
    known = sum(other.row(str(number)).newest(9.0, 0)[1] > 0 for number in range(2 * ROWS))
    assert ROWS * 0.8 < known <= ROWS + PROBES


OTHER = """
import sys, time
from arcade.club.limits.machine_use import MachineUse
from arcade.club.limits.rate_limiter import REFRESH, TokenBucket
use = MachineUse(int(sys.argv[1]), 2, 1, b"salt")
bucket = TokenBucket(0, 10_000, time.monotonic, use.row("x"))
for _ in sys.stdin:
    for _ in range(100):
        bucket.use(1)
    print(bucket.left, flush=True)
"""


def test_two_real_processes_use_up_one_bucket() -> None:
    """They take turns: without a lock two that use it in the same microseconds may count once."""
    table = make_table(2)
    use = MachineUse(table, 2, 0, b"salt")
    bucket = TokenBucket(0, 10_000, time.monotonic, use.row("x"))
    with subprocess.Popen(
        [sys.executable, "-c", OTHER, str(table)],
        pass_fds=[table],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path.cwd(),
    ) as other:
        assert other.stdin is not None and other.stdout is not None
        for turn in range(1, 41):
            for _ in range(100):
                bucket.use(1)
            other.stdin.write(b"\n")
            other.stdin.flush()
            assert json.loads(other.stdout.readline()) == 10_000 - 200 * turn
        other.stdin.close()
    bucket.use(0)  # looks
    assert bucket.left == 2000
