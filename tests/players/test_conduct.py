"""Bans, mutes and reports as the fold of their facts."""

import pytest

from arcade.engine.codec import Stored
from arcade.players import conduct
from arcade.players.conduct import Announced, Banned, Conduct, Muted, Reported, Unbanned, Unmuted

KEY = "SHA256:abc"


def folded(*facts: conduct.Fact) -> Conduct:
    """Fold facts, each written as JSON and read again."""
    made = Conduct()
    made.add(conduct.decode(conduct.encode(Stored(n, fact))) for n, fact in enumerate(facts))
    return made


def test_a_ban_by_key_holds_until_its_time() -> None:
    made = folded(Banned(KEY, until=1000, why="noise"))
    assert made.ban(999, [KEY]) == Banned(KEY, until=1000, why="noise")
    assert made.ban(1000, [KEY]) is None
    assert made.ban(0, ["SHA256:other", "guest:1"], "1.2.3.4") is None
    assert list(made.bans(1000)) == []


def test_a_ban_for_good_ends_when_it_is_lifted() -> None:
    assert folded(Banned(KEY)).ban(10**15, ["guest:1", KEY])
    assert folded(Banned(KEY), Unbanned(KEY)).ban(0, [KEY]) is None


@pytest.mark.parametrize(
    ("whom", "address", "hit"),
    [
        ("1.2.3.4", "1.2.3.4", True),
        ("1.2.3.4", "1.2.3.5", False),
        ("10.0.0.0/8", "10.200.3.4", True),
        ("10.9.9.9/8", "10.200.3.4", True),
        ("1.2.3.4", "::ffff:1.2.3.4", True),
        ("::ffff:1.2.3.4", "1.2.3.4", True),
        ("2001:db8::/32", "2001:db8:1::1", True),
        ("2001:db8::/32", "2001:db9::1", False),
        ("2001:db8:1:2::7", "2001:db8:1:2:3::4", True),
        ("2001:db8:1:2::7", "2001:db8:1:3::7", False),
        ("fe80::/10", "fe80::1%eth0", True),
        ("1.2.3.4", "not an address", False),
    ],
)
def test_a_ban_by_address(whom: str, address: str, hit: bool) -> None:
    banned = conduct.network(whom)
    assert banned is not None
    assert (folded(Banned(banned)).ban(0, [], address) is not None) is hit


@pytest.mark.parametrize("text", ["anna", "SHA256:abc", "", "1.2.3", "1.2.3.4/40"])
def test_what_is_no_address(text: str) -> None:
    assert conduct.network(text) is None


def test_ids_are_never_read_as_addresses() -> None:
    made = folded(Banned("feed:face"), Banned(KEY), Banned("guest:1"))
    assert made.ban(0, [], "1.2.3.4") is None


def test_mutes() -> None:
    made = folded(Muted(KEY, "anna", until=1000), Muted("guest:1", "guest-aaaa"))
    assert made.mute(999, KEY) and not made.mute(1000, KEY)
    assert made.mute(10**15, "guest:1")
    made.add([Stored(0, Unmuted("guest:1"))])
    assert made.mute(0, "guest:1") is None


def test_reports_and_notices_are_kept_the_newest_first_to_last() -> None:
    facts = [Reported("a", "anna", "b", "ben", f"reason {n}") for n in range(conduct.REPORTS + 5)]
    made = folded(*facts, Announced("hello"))
    assert len(made.reports) == conduct.REPORTS
    assert made.reports[-1][1].why == f"reason {conduct.REPORTS + 4}"
    assert [notice.text for _, notice in made.notices] == ["hello"]
