"""The dice that can be checked, as people see them: sealed before, told after, own words."""

import re

import pytest

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.engine.codec import plain
from screens.pages.fairness import FairPage
from tests.screens.conftest import (
    ANNA,
    BEN,
    SIZES,
    row_of,
    screen_text,
    see,
    session,
    table_screen,
    until,
)
from tests.screens.table.test_table import open_table


@pytest.mark.parametrize("size", SIZES)
async def test_the_waiting_room_shows_the_seal_and_takes_words(
    club: Club, size: tuple[int, int]
) -> None:
    table_session = await open_table(club)
    seal = table_session.table().fair.now
    assert seal
    async with session(club, BEN, size) as ben:
        await see(ben, "Play now")
        await ben.press("down", "enter")
        await see(ben, f"dice sealed: {seal.commitment[:4]}…")
        await ben.press("F")
        await until(ben, lambda: isinstance(ben.app.screen, FairPage))
        await see(ben, "The next game, number 1")
        await see(ben, "words sealed by")
        lines = screen_text(ben).splitlines()
        assert any("1  Sealed" in line and "3  Checked" in line for line in lines)
        start = seal.commitment
        signs = {80: 4, 100: 5, 160: 7}[size[0]]
        first = f"│ *{start[:signs]} *│ *│ *{start[signs : 2 * signs]} *│"
        assert re.search(first, screen_text(ben)), "the sealed dice wear their seal"
        at = row_of(lines, re.compile(first))
        second = f"│ *{start[3 * signs : 4 * signs]} *│"
        assert re.search(second, lines[at + 1]), "read from die to die, row by row"
        assert not lines[row_of(lines, "1  Sealed") + 1].strip(), "no die touches its heading"
        below = next(line for line in lines[at:] if "Before the game" in line)
        assert not lines[lines.index(below) - 1].strip(), "no text touches the dice"
        assert start in screen_text(ben) or size[0] > 100
        if size[0] > 100:  # the steps are cards beside each other, a seal has two equal rows
            lines = screen_text(ben).splitlines()
            assert any("1  Sealed" in line and "3  Checked" in line for line in lines)
            at = row_of(lines, "  seal")
            assert [line.split()[-1] for line in lines[at : at + 2]] == [
                seal.commitment[:32],
                seal.commitment[32:],
            ]
        await ben.press("w", *"chat", "enter")
        await see(ben, "Your words: chat")
        await see(ben, "Your words are sealed")
        await ben.press("escape")
        await until(ben, lambda: table_screen(ben))
    assert "chat" not in str(table_session.table().fair)
    given = table_session.host.room.dice.given[1]
    assert (given.words, given.typed) == ("chat", True)


async def test_after_the_game_the_seed_is_told(club: Club) -> None:
    table_session = await open_table(club, pot=11)
    async with session(club, ANNA) as anna:
        await until(anna, lambda: table_screen(anna).table.seat is not None)
        await table_session.start()
        await anna.press("F")
        await see(anna, "This game, number 1")
        before, _, after = screen_text(anna).partition("This game, number 1")
        assert before.splitlines()[2].startswith("  Nobody can change a roll or a card")
        assert "seed" not in after
        room = table_session.host.room
        assert room.dice.seal
        seed = room.dice.seal.seed
        while table_session.host.room.phase == "playing":
            room = table_session.host.room
            if room.chairs[room.to_act()[0]].player is None:
                await anna.pause(0.01)
                continue
            action = room.rules.default(room.state, room.to_act()[0])
            await table_session.act(plain(action))
        await anna.press("escape", "F")
        await see(anna, "The last game, number 1")
        assert seed[:20] in screen_text(anna)
        assert seed not in screen_text(anna), "shortened beside that of the next game"
        await anna.press("v")
        await see(anna, seed)
        await anna.press("v")
        await see(anna, f"…{seed[-8:]}")
        await see(anna, "arcade verify")  # without scrolling, at 80 columns
        lines = [line.strip() for line in screen_text(anna).splitlines()]
        fetch = next(line for line in lines if line.endswith("gets the record"))
        check = next(line for line in lines if line.endswith("checks every roll"))
        assert lines[lines.index(fetch) - 1].startswith("Check it yourself ─")
        assert f" record {table_session.code} > record.jsonl  " in fetch, "whole, to be copied"
        assert check.startswith("arcade verify record.jsonl  ")
        assert fetch.index("gets the") == check.index("checks every")
    start = Start("join", table_session.code)
    async with session(club, ANNA, (160, 45), start=start) as anna:
        await until(anna, lambda: table_screen(anna).table.seat is not None)
        await anna.press("F")
        await see(anna, "Check it yourself ─")
        lines = screen_text(anna).splitlines()
        at, games = row_of(lines, "arcade verify"), row_of(lines, "The last game, number 1")
        assert lines[at].index("arcade") == lines[games].index("The last"), "below the games"
        assert lines[at + 1].split("  ")[-1].strip() == "checks every roll"
