"""A game of 421 in plain mode: a bot, and a person who hardly thinks.

docs/plain-games.md shows how it begins and ends; `make pictures` writes it anew.
"""

from asyncio import timeout
from pathlib import Path

import pytest

from arcade.club.club import Club
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.timers import RoomSettings
from tests.server.text.talk import Talk
from tests.ssh.text.test_plain import GAMES, answer
from tests.waiting import PATIENCE

PAGE = Path(__file__).parents[2] / "docs" / "plain-games.md"
HEAD = """\
# A game in plain mode

`ssh plain@host`, as [a screen reader](accessibility.md) reads it: how a game begins and ends.
Lines after `>` are the player's: the number of a choice, or the choice itself.
`make pictures` plays the game again and writes this page.
"""
FIRST, LAST = 60, 30
"""How many lines of a long game are shown at its beginning and at its end, at least."""


async def played(key: str) -> list[str]:
    """Play a game from `new` to `leave`; return every line that is said or written."""
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=0))
    talk = Talk(club)
    lines = (await talk.welcome()).splitlines()

    async def write(line: str) -> list[str]:
        await talk.answer(line)
        lines_said = talk.output.splitlines()
        lines.extend(["", f"> {line}", *lines_said])
        return lines_said

    await write(f"{GAMES[key]} bots=simple pace=none")
    await write("start")
    while True:
        async with timeout(PATIENCE):
            while (
                talk.table_session.table().phase == "playing"
                and 0 not in talk.table_session.table().to_act
            ):
                await talk.session.turn(lines=False)
        talk.output = ""
        await talk._talk.tell_news()
        lines += talk.output.splitlines()
        if talk.table_session.table().phase != "playing":
            break
        choices = [
            (str(choice.number), choice.text) for choice in talk.choices(talk.table_session.table())
        ]
        await write(
            answer(*next((choice for choice in choices if " – " in choice[1]), choices[-1]))
        )
        if "Write yes" in " ".join(talk.output.split()):
            await write("yes")
    await write("leave")
    talk.session.close()
    await club.close()
    return lines


def excerpt(lines: list[str]) -> list[str]:
    """Return the lines of a short game, or the first and the last turns of a long one."""
    turns = [number for number, line in enumerate(lines) if not line]
    first = min((turn for turn in turns if turn >= FIRST), default=len(lines))
    last = max((turn for turn in turns if turn <= len(lines) - LAST), default=0)
    if last <= first:
        return lines
    return [*lines[:first], "", f"[{last - first} lines later]", *lines[last:]]


async def test_a_game_is_told_as_the_page_says(pytestconfig: pytest.Config) -> None:
    excerpt_text = "\n".join(excerpt(await played("421")))
    page = f"{HEAD}\n```text\n{excerpt_text}\n```\n"
    if pytestconfig.getoption("--rewrite-pictures"):
        PAGE.write_text(page, encoding="utf-8", newline="\n")
    assert PAGE.read_text(encoding="utf-8") == page, "make pictures"
