"""What a session is made of goes when it ends: the short form of `make soak`."""

import gc
from collections import Counter

from rich.segment import Segment
from textual.dom import DOMNode
from textual.strip import Strip

from arcade.club.club import Club
from arcade.players.player import Player
from tests.server.sights import Sight, house
from tools.soak.visits import soak


async def test_nothing_of_those_who_left_stays() -> None:
    before, after = await soak(visits=40, between=40)
    assert before[1] == after[1]
    assert after[1]["Session"] == after[1]["App"] == after[1]["SSHServerConnection"] == 0


async def test_an_ended_app_leaves_little_to_the_garbage_collector(club: Club) -> None:
    """What is left are empty shells: nodes without attributes, and closures that knew them."""
    async with house(club) as home:
        await home.app(Player("SHA256:b", "Ben"), "", do="")  # what is made once
        gc.collect()
        gc.disable()
        try:
            sight = await home.app(Player("SHA256:a", "Anna"), "", Sight((100, 30)), "")
            sight.type(b"p")
            await sight.sees("talk")
            await sight.quiet()
            sight.shown.leave()
            assert sight.task is not None
            await sight.task
            gc.set_debug(gc.DEBUG_SAVEALL)
            gc.collect()
            left = Counter(type(one) for one in gc.garbage)
            filled = [one for one in gc.garbage if isinstance(one, DOMNode) and vars(one)]
        finally:
            gc.set_debug(0)
            gc.garbage.clear()
            gc.enable()
    assert filled == []
    assert left[Strip] == left[Segment] == 0
    assert left.total() < 400, left.most_common(20)
