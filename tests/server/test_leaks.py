"""What a session is made of goes when it ends: the short form of `make soak`."""

from tools.soak.visits import soak


async def test_nothing_of_those_who_left_stays() -> None:
    before, after = await soak(visits=40, between=40)
    assert before[1] == after[1]
    assert after[1]["Session"] == after[1]["App"] == after[1]["SSHServerConnection"] == 0
