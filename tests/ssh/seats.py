"""What people do at a table through a terminal: come in, open one, act when it is their turn."""

import asyncio
import json
import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from screens.table.result.card import CALM
from tests.screens.headlines import WON
from tests.ssh.client import Client
from tests.ssh.process import Server
from tests.ssh.terminal import DOWN, ENTER, RIGHT, Terminal
from tests.waiting import PATIENCE

CODE = re.compile(r"(?:table |ssh (?:-p \d+ )?)([A-Z]{5})\b")
"""In the top line; a long name leaves room for the command of an invitation only."""


async def come_in(
    client: Client, name: str, *words: str, size: tuple[int, int] = (80, 24)
) -> Terminal:
    """Log in for the first time and choose a name, or be told that it is taken."""
    terminal = client.open(*words, size=size, environment={"COLORTERM": "truecolor"})
    await terminal.wait_for("What shall we call you?")
    terminal.type(name + ENTER + ENTER)
    await terminal.wait_for(
        lambda text: "What shall we call you?" not in text or "is taken" in text
    )
    return terminal


async def turn_motion_on(terminal: Terminal) -> None:
    """Have dice tumble and cards turn for this person, from the lobby."""
    await terminal.wait_for("Play now")
    terminal.type("m")
    await terminal.wait_for("Dice tumble")


async def open_table(terminal: Terminal, **wishes: str) -> str:
    """Open a table with these values in these lines of the form; return its code."""
    await terminal.wait_for("Play now")
    terminal.type("n")
    shown = await terminal.wait_for("Enter open the table")
    if wishes and "In detail" in shown:  # a small terminal shows the rules in detail on demand
        await press_until(terminal, DOWN, r"▸ In detail\b")
        terminal.type(RIGHT)
        await terminal.wait_for("shown below")
    for line, value in wishes.items():
        await choose(terminal, line.replace("_", " "), value)
    terminal.type(ENTER)
    shown = await terminal.wait_for(CODE.search)
    return str(CODE.findall(shown)[0])


async def choose(terminal: Terminal, line: str, value: str) -> None:
    """Go down to a line of the form, and right to the wished value: either has no end."""
    await press_until(terminal, DOWN, rf"▸ {line}\b")
    await press_until(terminal, RIGHT, rf"▸ {line}\s+◀?\s+{re.escape(value)}\s")


async def press_until(terminal: Terminal, key: str, wanted: str) -> None:
    """Press a key again and again until the screen shows something."""
    for _ in range(30):
        before = await settled(lambda: terminal.lines, 0.1)
        if re.search(wanted, terminal.text):
            return
        terminal.type(key)
        await terminal.wait_for(partial(_other_lines, terminal, before))
    raise AssertionError(f"no {wanted!r} in:\n{terminal.text}")


def _other_lines(terminal: Terminal, before: object, _: str) -> bool:
    return terminal.lines != before


async def whose_turn(*players: Terminal, until: str = "(?!)") -> Terminal:
    """Wait until one of the players may act, or the first sees a word; return that terminal."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not re.search(until, players[0].text):
                for player in players:
                    if may_act(player):
                        return player
                    if re.match(
                        " Enter (next|faster)", player.lines[-1]
                    ):  # a round, or bots, to see
                        before = player.text
                        player.type(ENTER)
                        await player.wait_for(partial(str.__ne__, before))
                await asyncio.sleep(0.01)
    except TimeoutError:
        shown = "\n".join(player.text for player in players)
        raise AssertionError(f"nobody's turn, and no {until!r}:\n{shown}") from None
    return players[0]


def may_act(terminal: Terminal) -> bool:
    """Whether the screen says so, or a refusal stands there and the window's title says so."""
    bars = terminal.lines[-5:-1]  # one or two rows, perhaps a line of talk, and free ones
    refused = any(line.startswith(" !") for line in bars)
    return "Your turn." in "".join(bars) or (refused and "Your turn" in terminal.title)


async def play(
    *players: Terminal, keys: Callable[[Terminal], str], until: str, most: int = 600
) -> str:
    """Press what `keys` says for whoever's turn it is, until the first player sees a word.

    Gives the word, or "" when that many keys were not enough.
    """
    for _ in range(most):
        turn = await whose_turn(*players, until=until)
        if match := re.search(until, players[0].text):
            return match[0]
        before = turn.text
        turn.type(keys(turn))
        with suppress(AssertionError):  # a key for a screen half drawn may do nothing: once more
            await turn.wait_for(partial(str.__ne__, before), 5)
    return ""


async def facts(server: Server, code: str) -> list[dict[str, Any]]:
    """Read a table's record as a script does."""
    answer = await server.guest().run("record", code)
    assert answer.code == 0, answer.err
    return [json.loads(line) for line in answer.out.splitlines()]


async def more_facts(server: Server, code: str, known: int) -> list[dict[str, Any]]:
    """Read a table's record when it has more facts than were known; raises TimeoutError."""
    async with asyncio.timeout(PATIENCE):
        while len(fresh := await facts(server, code)) <= known:
            await asyncio.sleep(0.05)
    return fresh


async def settled(read: Callable[[], list[str]], pause: float = 0.5) -> list[str]:
    """Return what is seen when it has not changed for a while."""
    before: list[str] = []
    while (now := read()) != before:
        before = now
        await asyncio.sleep(pause)
    return now


def _card(player: Terminal, _: str) -> bool:
    return bool(WON.search(player.text))


async def read_card(*players: Terminal) -> None:
    """Let these players' cards of a game's end take keys: when they appear, they refuse them."""
    for player in players:
        await player.wait_for(partial(_card, player))
    await asyncio.sleep(CALM)
