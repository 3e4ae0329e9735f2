"""A table for which nobody chose rules has the same ones, whoever opens it and however."""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.operations.lobby import OpenTable, PlayNow
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.table_rules import TABLE_OPTIONS, TableRules
from screens.lobby.new_table import NewTable
from server.terminal.line_input import LineInput
from server.text import new_table
from server.text.line_session import LineSession
from tests.people import ANNA
from tests.screens.conftest import session, table_screen
from tests.waiting import until

API = Path(__file__).parents[3] / "docs" / "api.md"


async def by_api(club: Club) -> TableRules:
    return await _by_operation(club, msgspec.json.decode(b'{"game": "421"}', type=OpenTable))


async def by_line(club: Club) -> TableRules:
    return await _by_operation(club, new_table.read(Words("en"), "421"))


async def by_play(club: Club) -> TableRules:
    return await _by_operation(club, PlayNow("421"))


async def by_form(club: Club) -> TableRules:
    async with session(club, ANNA) as anna:
        await anna.press("n")
        await until(lambda: isinstance(anna.app.screen, NewTable))
        await anna.press("enter")
        await until(lambda: not isinstance(anna.app.screen, NewTable))
        return table_screen(anna).table.table


async def _by_operation(club: Club, operation: OpenTable | PlayNow) -> TableRules:
    async def write(_: str) -> None:
        pass

    visitor = LineSession(club, ANNA, None, LineInput(None, lambda _: None), write)
    await operation.run(visitor)
    assert visitor.table_session is not None
    rules = visitor.table_session.table().table
    visitor.close()
    return rules


@pytest.mark.parametrize("opened", [by_api, by_line, by_play, by_form])
async def test_every_front_end_opens_a_table_with_the_same_rules(
    opened: Callable[[Club], Awaitable[TableRules]],
) -> None:
    club = await Club.open(MemoryLog())
    assert await opened(club) == TableRules()
    await club.close()


def test_the_page_of_the_protocol_has_every_rule_and_its_default() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| `([^`]+)` \|", API.read_text(), re.MULTILINE))
    defaults = msgspec.to_builtins(TableRules())
    for option in TABLE_OPTIONS:
        assert rows[option.name] == msgspec.json.encode(defaults[option.name]).decode()
