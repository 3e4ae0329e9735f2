"""The commands of the line conversation."""

from asyncio import timeout

import pytest
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.place import Place
from arcade.club.typed import VERBS
from arcade.club.words import Words, languages
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.settings import Settings
from arcade.rooms.wallclock import now
from server.caller import Caller
from server.config import Limits
from server.conversation import Conversation
from server.lineinput import LineInput
from server.plain import ALSO, COMMANDS
from server.turns import Turns


@pytest.mark.parametrize("language", languages())
def test_a_command_may_be_written_as_its_help_begins(language: str) -> None:
    for name, command in COMMANDS.items():
        word = Words(language).t(command.help).split()[0].rstrip(":")
        assert ALSO.get(word, word) == name


def test_no_command_hides_an_action_of_a_game() -> None:
    assert not VERBS.keys() & (COMMANDS.keys() | ALSO.keys())


async def test_lines_say_what_is_new_what_time_is_left_and_that_the_seat_waits() -> None:
    club = await Club.open(MemoryLog(), Settings(bot_pause=0))
    said = ""

    async def write(text: str) -> None:
        nonlocal said
        said += text

    player, code = club.guest()
    lines = LineInput(None, lambda _: None)
    caller = Caller(club, player, code, lines, write, Turns(Limits()))
    talk = Conversation(caller, Words("en"), COMMANDS)

    async def told(line: str) -> str:
        nonlocal said
        said = ""
        await talk.guarded(talk.answer, line)
        await talk.tell_news()
        return " ".join(said.split())

    async def on_turn(place: Place) -> str:
        async with timeout(10):
            while 0 not in place.table().to_act:
                await caller.turn(lines=False)
        return await told("who")

    try:
        for line, answer in (
            ("jion KAFEL", "did you mean join?"),
            ("roll", "That is for a table."),
            ("start", "That is for a table."),
            ("zzzz", "That is no command here."),
        ):
            assert answer in await told(line), said
        await talk.welcome()
        assert "wait" not in said
        assert await told("help play") == COMMANDS["play"].help
        results = await told("results 421")
        assert results.count("Nobody has finished it yet.") == 1
        assert results.count("Nobody finished it.") == 1
        first = await told("play 421")
        place = caller.place
        assert place is not None
        first += await on_turn(place)
        heading = f"Table {place.code}, Le 421."
        assert heading in first
        again = await told("roll") + await on_turn(place)
        assert heading not in again and "It is your turn." in again
        assert "none of your choices" in await told("99")
        assert "did you mean look" in await told("loook")
        assert heading in await told("look")
        table = place.table()
        clocks = (now() + 60_000, None, None)
        place.table = lambda: replace(table, clocks=clocks, reserves=(50, 0, 0))  # type: ignore[method-assign]
        assert "in reserve" not in await told("who") and "50 in reserve" in await told("look")
        clocks = (now() + 5_000, None, None)
        assert "seconds left; then the table plays for you." in await told("who")
        assert "then the table" not in await told("who")
        await talk.welcome()
        assert "1 game waits for you. Write list to see where." in said
        gone = await told("leave")
        assert "the game waits for you as it stands" in gone and "join " in gone
        assert caller.place is None
    finally:
        caller.close()
        await club.close()
