"""Each fault at a table: it ends in words, the log names it once, other tables go on."""

from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from structlog.testing import capture_logs

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words
from arcade.club.speech.read_aloud import sentences
from arcade.club.table_session import TableSession
from arcade.engine import registry
from arcade.engine.fence import BROKEN
from arcade.eventlog.memory import MemoryLog
from arcade.rooms import decide
from arcade.rooms.timers import RoomSettings
from tests.people import ANNA, BEN
from tests.waiting import until

AT_ONCE = RoomSettings(bot_pause=0, linger=0)
GO = {"do": "go"}
pytestmark = pytest.mark.usefixtures("rogue")


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    opened = await Club.open(MemoryLog(), AT_ONCE)
    yield opened
    await opened.close()


async def begun(club: Club, fault: str, *, alone: bool = False) -> list[TableSession]:
    """Begin a game of Rogue, by two or by one against a bot."""
    code = await club.create(ANNA, "rogue", {"fault": fault}, 2)
    table_sessions = [
        await club.join(player, code) for player in ((ANNA,) if alone else (ANNA, BEN))
    ]
    await table_sessions[0].start()
    return table_sessions


def over(table_session: TableSession) -> bool:
    """Whether a table's game has ended without a result, in these words."""
    table = table_session.table()
    sentences = [line.news.text for line in table.lines if line.news]
    return table.phase == "over" and table.view is None and BROKEN.text in sentences


ENDING = (
    *("apply", "view", "legal", "news", "to_act", "outcome", "exit"),
    *("strange_seat", "strange_end", "strange_news", "large_view", "large_news", "offers"),
)


@pytest.mark.parametrize("fault", ENDING)
async def test_a_table_ends_in_words_and_others_go_on(club: Club, fault: str) -> None:
    other = await begun(club, "none")
    anna, ben = await begun(club, fault)
    with capture_logs() as entries:
        for table_session in (anna, ben):
            with suppress(Refused):
                await table_session.act(GO)
            table_session.table()
        await until(lambda: over(anna) and over(ben))
        assert anna.table().outcome is None and not anna.table().changes
        with pytest.raises(Refused):
            await ben.act(GO)
    entries = [entry for entry in entries if entry["event"] == "game failed"]
    assert [(entry["game"], entry["room"]) for entry in entries] == [("rogue", anna.code)]
    assert "rogue" in entries[0]["traceback"] or "NotAllowed" in entries[0]["why"]
    assert BROKEN.text in " ".join(sentences(Words(), anna.table()))
    await other[0].act(GO)
    assert other[1].table().my_turn
    await anna.say("Never mind.")
    await anna.do(decide.leave_seat)


@pytest.mark.parametrize("fault", ["apply", "default"])
async def test_a_bot_at_a_broken_table_does_not_wait_for_ever(club: Club, fault: str) -> None:
    (anna,) = await begun(club, fault, alone=True)
    await anna.act(GO)
    await until(lambda: over(anna))


@pytest.mark.parametrize("fault", ["bot", "nonsense"])
async def test_for_a_bot_that_fails_the_table_moves(club: Club, fault: str) -> None:
    (anna,) = await begun(club, fault, alone=True)
    with capture_logs() as entries:
        for _ in range(3):
            await anna.act(GO)
            await until(lambda: anna.table().my_turn or anna.table().phase == "over")
    assert anna.table().outcome is not None
    assert [entry["call"] for entry in entries if entry["event"] == "game failed"] == ["bot"]


async def test_a_game_that_cannot_be_set_up_is_refused(club: Club) -> None:
    with pytest.raises(Refused, match="broken down"):
        await club.create(ANNA, "rogue", {"fault": "setup"}, 2)
    await begun(club, "none")


async def test_words_that_fail_are_said_by_the_house(club: Club) -> None:
    anna, _ = await begun(club, "words")
    assert "0 moves." in " ".join(sentences(Words(), anna.table()))
    await anna.act(GO)
    assert "Moves: 1" in " ".join(sentences(Words(), anna.table()))
    assert anna.table().phase == "playing"


async def test_after_three_faults_the_host_decides(club: Club) -> None:
    for _ in range(3):
        anna, ben = await begun(club, "apply")
        await anna.act(GO)
        with pytest.raises(Refused, match="broken down"):
            await ben.act(GO)
    await until(lambda: "rogue" not in registry.games())
    with pytest.raises(Refused, match="is out of the lobby: nobody plays it until the host"):
        await club.create(ANNA, "rogue", {}, 2)
    with pytest.raises(Refused):
        await anna.start()
    await club.moderation.switch_game("rogue", True)
    await begun(club, "none")


async def test_a_broken_table_opens_again_after_a_restart() -> None:
    log = MemoryLog()
    first = await Club.open(log, AT_ONCE)
    anna, ben = await begun(first, "apply")
    await anna.act(GO)
    with pytest.raises(Refused):
        await ben.act(GO)
    await until(lambda: over(anna))
    await first.close()
    again = await Club.open(log, AT_ONCE)
    anna = await again.join(ANNA, anna.code)
    assert over(anna) and await again.record(anna.code)
    await anna.start()
    assert anna.table().phase == "over" or anna.table().view is not None
    await again.close()
