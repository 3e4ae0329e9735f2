"""The arcade without a server: alone, or several at one keyboard."""

import asyncio
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

import arcade
from arcade.club.club import Club
from arcade.eventlog.memory import MemoryLog
from arcade.eventlog.sqlite import SQLiteLog
from screens.lobby.naming import Naming
from screens.lobby.new_table import NewTable
from screens.lobby.screen import Lobby
from screens.local import LocalApp
from screens.table.pass_the_keyboard import PassTheKeyboard
from screens.table.screen import TableScreen
from tests.screens.conftest import screen_text, see, table_screen, until


async def test_alone_against_bots(tmp_path: Path) -> None:
    app = LocalApp(tmp_path, language="en")
    async with app.run_test(size=(80, 24)) as me:
        await until(me, lambda: isinstance(me.app.screen, Naming))
        assert "SSH" not in screen_text(me)
        await me.press(*"Nina", "enter", "enter")
        await see(me, "Le 421, with bots")
        lobby = screen_text(me)
        assert not any(
            sentence in lobby for sentence in ("Here now", "person here", "invite", "who wait")
        )
        await me.press("p")
        await until(me, lambda: isinstance(me.app.screen, TableScreen))
        code = table_screen(me).table.code
        await see(me, "q leave")
        assert "t talk" not in screen_text(me), "all who play are in one room"
    again = LocalApp(tmp_path, language="en")
    async with again.run_test(size=(160, 45)) as me:
        await see(me, "Nina")
        assert "Talk" not in screen_text(me) and "Nobody has said" not in screen_text(me)
        await see(me, "Your seat waits at table")
        assert code in screen_text(me)


async def test_what_the_club_begins_starts_in_a_later_turn_of_the_loop() -> None:
    begun: list[str] = []

    async def begin(_: Pilot[None]) -> None:
        async def task() -> None:
            begun.append("task")

        made = asyncio.create_task(task())
        begun.append("made")
        await made
        app.exit()

    app = LocalApp(log=MemoryLog(), language="en")
    await app.run_async(headless=True, size=(80, 24), auto_pilot=begin)
    assert begun == ["made", "task"]


async def enter_as_nina(me: Pilot[Any]) -> None:
    await me.press(*"Nina", "enter", "enter")
    await until(me, lambda: isinstance(me.app.screen, Lobby))


async def create_for_two(me: Pilot[Any]) -> None:
    """Create the table of the open form, with two seats, and let Omar sit down at it."""
    await me.press("down")
    while not re.search(r"Seats +◀ +2 ", screen_text(me)):
        await me.press("left")
    await me.press("enter")
    await until(me, lambda: isinstance(me.app.screen, TableScreen))
    await see(me, "bots: good")
    assert "see it live" not in screen_text(me)
    await me.press("plus")
    await until(me, lambda: isinstance(me.app.screen, Naming))
    await see(me, "Who sits down beside you?")
    assert "Welcome" not in screen_text(me)
    await me.press(*"Omar", "enter", "enter")
    await until(me, lambda: isinstance(me.app.screen, TableScreen))


async def test_a_second_arcade_on_the_same_data_says_so(tmp_path: Path) -> None:
    log = await SQLiteLog.open(tmp_path / "local.sqlite3")
    async with LocalApp(tmp_path, language="en").run_test(size=(80, 24)) as me:
        await enter_as_nina(me)
        await see(me, "nothing of this is kept")
    await log.close()


async def test_what_was_kept_under_the_first_name_of_the_file_goes_on(tmp_path: Path) -> None:
    log = await SQLiteLog.open(tmp_path / "arcade.sqlite")
    club = await Club.open(log)
    await club.choose_name(club.accounts.known("local:1"), "Nina")
    await club.close()
    await log.close()
    async with LocalApp(tmp_path, language="en").run_test(size=(80, 24)) as me:
        await until(me, lambda: isinstance(me.app.screen, Lobby))
        await see(me, "Nina")
    assert not (tmp_path / "local.sqlite3").exists()


async def test_two_people_at_one_keyboard_take_turns() -> None:
    app = LocalApp(log=MemoryLog(), language="en")
    async with app.run_test(size=(80, 24)) as me:
        await enter_as_nina(me)
        await me.press("n")
        await me.pause()
        form = me.app.screen
        assert isinstance(form, NewTable)
        assert not {"private", "table days"} & {field.name for field in form.fields()}
        await create_for_two(me)
        await see(me, "Omar")
        await me.press("s")
        await until(me, lambda: table_screen(me).game.mine)
        seen = set()
        for _ in range(12):
            await until(me, lambda: table_screen(me).game.mine)
            seen.add(table_screen(me).table_session.player.name)
            await me.press("enter" if not table_screen(me).table.view.dice else "s", "enter")
            await me.pause(0.01)
        assert seen == {"Nina", "Omar"}
        await see(me, "it is your turn")


async def test_both_people_come_back_to_their_table(tmp_path: Path) -> None:
    async with LocalApp(tmp_path, language="en").run_test(size=(80, 24)) as me:
        await enter_as_nina(me)
        await me.press("n")
        await until(me, lambda: isinstance(me.app.screen, NewTable))
        await create_for_two(me)
        await until(me, lambda: len(table_screen(me).seated) == 2)
        await me.press("q")
        await until(me, lambda: isinstance(me.app.screen, Lobby))
        await me.press("enter")
        await until(me, lambda: isinstance(me.app.screen, TableScreen))
        await until(me, lambda: len(table_screen(me).seated) == 2)
    app = LocalApp(tmp_path, language="en")
    async with app.run_test(size=(80, 24)) as me:
        await see(me, "Your seat is waiting")
        await me.press("enter")
        await until(me, lambda: isinstance(me.app.screen, TableScreen))
        await until(me, lambda: len(table_screen(me).seated) == 2)
        assert {seat.kind for seat in table_screen(me).table_session.table().seats} == {"person"}


async def test_a_curtain_between_hidden_hands() -> None:
    app = LocalApp(log=MemoryLog(), language="en")
    async with app.run_test(size=(80, 24)) as me:
        await enter_as_nina(me)
        club = app.club
        nina = app.player
        omar = await club.choose_name(club.accounts.known("local:2"), "Omar")
        code = await club.create(nina, "golden-zero", {}, 2)
        await app.navigator.go_to_table(await club.join(nina, code))
        await me.pause()
        screen = table_screen(me)
        table_session = await club.join(omar, code)
        app.table_sessions.append(table_session)
        screen.add_session(table_session)
        await screen.table_session.start()
        names = set()
        for _ in range(6):
            await until(
                me,
                lambda: (
                    isinstance(app.screen, PassTheKeyboard)
                    or (table_screen(me).game.playback.settled and table_screen(me).game.mine)
                ),
            )
            if isinstance(app.screen, PassTheKeyboard):
                name = screen.table_session.player.name
                await see(me, f"Pass the keyboard to {name}")
                shown = screen_text(me)
                assert "Nina" in shown and "Omar" in shown and "TARGET" in shown
                blank = [not line.partition("│")[0].strip() for line in shown.splitlines()]
                assert blank[1] and blank[5] and blank[7], "what is above the card stands apart"
                assert "██  ██" in shown, "the name is in large letters"
                seen = app.screen.game.table
                assert seen.seat is None and not hasattr(seen.view, "closed") and seen.lines
                await me.press("x", "enter")
                await until(me, lambda: isinstance(app.screen, TableScreen))
            names.add(screen.table_session.player.name)
            offer = screen.table.offers[0]
            screen.game.act_offer(offer.action)
            screen.call_later(screen.play)
            await me.pause(0.02)
        assert names == {"Nina", "Omar"}


def test_textual_run_finds_the_app() -> None:
    assert arcade.app is LocalApp
    root = Path(__file__).parents[2]
    text = (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert "After `. .venv/bin/activate` (`textual run`\ntakes the `python` of the `PATH`)" in text
    text = (root / "docs/playing.md").read_text(encoding="utf-8")
    (without,) = re.findall(r'`\.venv/bin/textual run -c "(.+?)"` works in any shell', text)
    program, *arguments = without.split()
    assert (Path(sys.prefix) / "bin" / Path(program).name).exists() and arguments == ["play"]
    assert "`textual run arcade` does the same after `. .venv/bin/activate`" in text


@pytest.mark.parametrize(
    ("term", "colorterm", "expected"),
    [
        ("xterm-256color", "", "256"),
        ("xterm-256color", "truecolor", "truecolor"),
        ("linux", "", "16"),
    ],
)
def test_the_colours_are_those_of_this_terminal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, term: str, colorterm: str, expected: str
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("COLORTERM", colorterm)
    monkeypatch.delenv("NO_COLOR", raising=False)
    app = LocalApp(tmp_path)
    assert app.console.depth == expected
    assert app.palette == ("sixteen" if expected == "16" else "cafe")
