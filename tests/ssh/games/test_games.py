"""Every game played whole through ssh at 80×24."""

from collections.abc import Callable

import pytest

from tests.screens.headlines import WON
from tests.ssh.moves import bon, call, keep_all, lay, speculate
from tests.ssh.process import Server
from tests.ssh.seats import come_in, open_table, play, turn_motion_on
from tests.ssh.terminal import Terminal

Keys = Callable[[Terminal], str]


TABLES: dict[str, tuple[dict[str, str], Keys]] = {
    "421": ({"Game": "Le 421", "Seats": "2", "Pot": "11", "Rolls": "le bon"}, bon),
    "trente": ({"Game": "Trente", "Seats": "2"}, keep_all),
    "golden-zero": ({"Game": "Golden Zero", "Seats": "2", "Hands": "2"}, call),
    "golden21": ({"Game": "The Golden 21", "Seats": "3", "Years": "1"}, speculate),
    "vingt-et-un": ({"Game": "21", "Seats": "2"}, lay),
}


MOVING = {"421", "golden-zero"}
"""The games whose dice tumble and whose cards turn; only here, and only for the first player."""


@pytest.mark.parametrize("key", TABLES)
async def test_a_whole_game_through_ssh(server: Server, key: str) -> None:
    wishes, keys = TABLES[key]
    first = await come_in(server.person(), "anna")
    if key in MOVING:
        await turn_motion_on(first)
    code = await open_table(first, **wishes)
    players = [first]
    for name in ("ben", "cleo")[: int(wishes["Seats"]) - 1]:
        players.append(await come_in(server.person(), name, "join", code))
        await first.wait_for(f"{name} sits down.")
    first.type("s")
    await play(*players, keys=keys, until="game over", most=6)
    assert await play(*players, keys=keys, until="game over"), first.text
    for terminal in players:
        await terminal.wait_for(WON.search)
    if key == "421":
        called = (await server.guest().run("record", code)).out.replace(" ", "")
        assert called.count('"bon":true') > 1
