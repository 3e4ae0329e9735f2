"""What a session is made of goes when it ends: the short form of `make soak`."""

from pathlib import Path

from tools.soak.openings import openings
from tools.soak.visits import soak

OPENINGS = 20


async def test_nothing_of_those_who_left_stays() -> None:
    before, *later = await soak(visits=18, between=12)
    assert [until for until, _, _ in later] == [12, 18]
    after = later[-1]
    assert before[1] == later[0][1] == after[1]
    assert after[1]["Session"] == after[1]["App"] == after[1]["SSHServerConnection"] == 0


async def test_no_kind_of_object_grows_with_the_screens_opened(tmp_path: Path) -> None:
    first, second, third = await openings(tmp_path, OPENINGS, rounds=2)
    # What one screen leaves that waits to be collected is there in one count only.
    grown = (second.objects - first.objects) & (third.objects - second.objects)
    assert {name: more for name, more in grown.items() if more >= OPENINGS} == {}
