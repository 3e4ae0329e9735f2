"""Who may connect: all, by address, strangers, and how fast they come."""

import pytest

from arcade.club.limits.rate_limiter import neighbourhood
from server.config.settings import Limits
from server.limits.connection_limiter import PAGES_PER_SESSION, ConnectionLimiter, ConnectionSlot

LIMITS = Limits(
    connections=6,
    connections_per_address=3,
    unauthenticated=4,
    unauthenticated_per_address=2,
    connections_per_minute=100,
)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def admitted(limiter: ConnectionLimiter, address: str) -> ConnectionSlot:
    slot = limiter.admit(address)
    assert slot is not None
    return slot


def test_strangers_of_one_address_leave_room_for_others() -> None:
    limiter = ConnectionLimiter(LIMITS)
    first, _ = admitted(limiter, "10.0.0.1"), admitted(limiter, "10.0.0.1")
    assert limiter.admit("10.0.0.1") is None
    admitted(limiter, "10.0.0.2")
    first.know()
    admitted(limiter, "10.0.0.1")
    assert limiter.admit("10.0.0.1") is None
    assert limiter.refused == {"strangers-address": 1, "address": 1}


def test_what_leaves_makes_room_once() -> None:
    limiter = ConnectionLimiter(LIMITS)
    slots = [admitted(limiter, f"10.0.0.{n}") for n in range(4)]
    assert limiter.admit("10.0.0.9") is None
    slots[0].leave()
    slots[0].leave()
    slots[0].know()
    assert limiter.inside == 3
    admitted(limiter, "10.0.0.9")
    assert limiter.admit("10.0.0.10") is None


def test_the_house_is_full_some_time() -> None:
    limiter = ConnectionLimiter(LIMITS)
    for number in range(6):
        admitted(limiter, f"10.0.0.{number}").know()
    assert limiter.admit("10.0.0.9") is None
    assert limiter.refused == {"full": 1}


def test_who_comes_again_and_again_waits() -> None:
    clock = Clock()
    limiter = ConnectionLimiter(Limits(connections_per_minute=3), clock)
    for _ in range(3):
        admitted(limiter, "10.0.0.1").leave()
    assert limiter.admit("10.0.0.1") is None
    admitted(limiter, "10.0.0.2").leave()
    clock.now = 30
    admitted(limiter, "10.0.0.1")
    assert limiter.admit("10.0.0.1") is None


@pytest.mark.attack(57, "pages and their files without end")
def test_pages_have_an_allowance_of_their_own_and_sessions_on_them_that_of_ssh() -> None:
    limiter = ConnectionLimiter(Limits(connections_per_minute=3), Clock())

    def load_page() -> ConnectionSlot | None:
        slot = limiter.admit("10.0.0.1", pages=True)
        if slot is not None:
            slot.leave()
        return slot

    pages = [slot for _ in range(40) if (slot := load_page())]
    assert len(pages) == 3 * PAGES_PER_SESSION
    assert [slot.arrive() for slot in pages[:4]] == [True, True, True, False]
    assert limiter.admit("10.0.0.1") is None
    assert limiter.admit("10.0.0.2", pages=True)


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("proxy", "proxy"),
    ],
)
def test_one_host_is_one_place(address: str, host: str) -> None:
    assert neighbourhood(address) == host


def test_where_too_many_are_strangers_the_address_with_most_gives_way() -> None:
    limiter = ConnectionLimiter(LIMITS)
    closed: list[int] = []
    for number in range(4):
        slot = admitted(limiter, f"10.0.0.{number // 2}")
        slot.closing = lambda number=number: closed.append(number)  # type: ignore[misc]
    assert limiter.admit("10.0.0.1") is None
    admitted(limiter, "10.0.0.2")
    assert closed == [0] and limiter.inside == 4
    admitted(limiter, "10.0.0.3")
    assert closed == [0, 2] and limiter.inside == 4
    assert limiter.admit("10.0.0.4") is None
    assert limiter.refused == {"strangers-address": 1, "displaced": 2, "strangers": 1}


def test_a_large_network_has_as_much_as_four_addresses() -> None:
    limiter = ConnectionLimiter(Limits(connections_per_address=2))
    slots = [admitted(limiter, f"2001:db8:1:{number}::1") for number in range(8)]
    assert limiter.admit("2001:db8:1:99::1") is None
    admitted(limiter, "2001:db8:2::1")
    admitted(limiter, "192.0.2.1")
    assert limiter.refused == {"network": 1}
    for slot in slots:
        slot.leave()
    admitted(limiter, "2001:db8:1:99::1")
    assert limiter.inside == 3


def test_a_large_network_has_as_many_strangers_as_four_addresses() -> None:
    limiter = ConnectionLimiter(Limits(unauthenticated_per_address=2, unauthenticated=20))
    for number in range(4):
        for _ in range(2):
            admitted(limiter, f"2001:db8:1:{number}::1")
        assert limiter.admit(f"2001:db8:1:{number}::1") is None
    assert limiter.admit("2001:db8:1:99::1") is None
    assert limiter.refused == {"strangers-address": 5}


def test_where_too_many_are_strangers_a_network_gives_way_as_one() -> None:
    limiter = ConnectionLimiter(LIMITS)
    closed: list[int] = []
    for number in range(4):
        slot = admitted(limiter, f"2001:db8:1:{number}::1")
        slot.closing = lambda number=number: closed.append(number)  # type: ignore[misc]
    admitted(limiter, "192.0.2.1")
    assert closed == [0]


def test_a_large_network_arrives_as_often_as_four_addresses() -> None:
    clock = Clock()
    limiter = ConnectionLimiter(Limits(connections_per_minute=3), clock)
    came = [limiter.admit(f"2001:db8:1:{number}::1") for number in range(20)]
    assert sum(slot is not None for slot in came) == 12
    assert len(limiter._uses) == 13  # who is refused makes nobody forgotten
    clock.now = 20
    came = [limiter.admit(f"2001:db8:1:{number}::1") for number in range(20)]
    assert sum(slot is not None for slot in came) == 4


def test_a_large_network_costs_as_much_as_four_addresses() -> None:
    clock = Clock()
    limiter = ConnectionLimiter(Limits(cpu_share=0.5), clock)
    meters = [admitted(limiter, f"2001:db8:1:{number}::1").cost_meter for number in range(8)]
    used = 0
    while any(not meter.spent for meter in meters):
        next(meter for meter in meters if not meter.spent).use(0.5)
        used += 1
    assert used == 8
    assert admitted(limiter, "2001:db8:1:99::1").cost_meter.spent == "processor"
    assert not admitted(limiter, "2001:db8:2:99::1").cost_meter.spent
    clock.now = 1
    assert not meters[-1].spent and not meters[-2].spent
