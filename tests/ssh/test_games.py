"""Every game played whole through ssh at 80×24."""

import re
from collections.abc import Callable

import pytest

from tests.ssh.process import Server
from tests.ssh.seats import come_in, open_table, play
from tests.ssh.terminal import DOWN, ENTER, Terminal

Keys = Callable[[Terminal], str]


def footer(terminal: Terminal) -> str:
    """Read the keys that work now."""
    return terminal.lines[-1]


def throw(terminal: Terminal) -> str:
    """421: throw once, and stand."""
    return "s" if re.search(r" s (stand|stop)", footer(terminal)) else ENTER


def keep_all(terminal: Terminal) -> str:
    """Trente: throw, keep all six, strike."""
    return "a" + ENTER if " a all" in footer(terminal) else ENTER


def call(terminal: Terminal) -> str:
    """Golden Zero: open for the least, call, stand, take no card, deal."""
    keys = footer(terminal)
    for word, key in (("stay put", "s"), ("stand", "s"), ("call", "c"), ("o open", "o")):
        if word in keys:
            return key
    return ENTER


def speculate(terminal: Terminal) -> str:
    """The Golden 21: announce what is proposed, spend and give to the next, end the turn."""
    keys = footer(terminal)
    if re.search("Enter (throw|yes)", keys):
        return ENTER
    return DOWN + ENTER if re.search("Enter (spend|give)", keys) else "e"


def lay(terminal: Terminal) -> str:
    """21: lay the proposed tile on the proposed square."""
    return ENTER


TABLES: dict[str, tuple[dict[str, str], Keys]] = {
    "421": ({"Game": "Le 421", "Seats": "2", "Pot": "11"}, throw),
    "trente": ({"Game": "Trente", "Seats": "2"}, keep_all),
    "golden-zero": ({"Game": "Golden Zero", "Seats": "2", "Hands": "2"}, call),
    "golden21": ({"Game": "The Golden 21", "Seats": "3", "Years": "1"}, speculate),
    "vingt-et-un": ({"Game": "21", "Seats": "2"}, lay),
}


@pytest.mark.parametrize("key", TABLES)
async def test_a_whole_game_through_ssh(server: Server, key: str) -> None:
    wishes, keys = TABLES[key]
    first = await come_in(server.person(), "anna")
    code = await open_table(first, **wishes)
    players = [first]
    for name in ("ben", "cleo")[: int(wishes["Seats"]) - 1]:
        players.append(await come_in(server.person(), name, "join", code))
        await first.wait_for(f"{name} sits down.")
    first.type("s")
    await play(*players, keys=keys, until="game over", most=6)
    assert await play(*players, keys=keys, until="game over"), first.text
    for terminal in players:
        await terminal.wait_for(lambda text: re.search(r"★ .*\bwins?\b", text))
