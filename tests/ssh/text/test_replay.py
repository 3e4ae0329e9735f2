"""Replays through a real client: a recording that plays, a record that is stepped through."""

import asyncio
import json
import os
import re
from pathlib import Path

import pyte
import pytest
from msgspec import to_builtins

from tests.people import begin
from tests.ssh.inside import Inside
from tests.ssh.process import ARCADE
from tests.ssh.terminal import Terminal

HOSTILE = "\x1b]52;c;aGk=\x07\x1b[2J\x9b2J\u202e{name} [red]%s"
"""What somebody says who wants to steer the terminals of those who look."""


async def played(inside: Inside, sentence: str = "") -> str:
    """Have a bot and a guest play a short game of 421 to its end; return its table's code."""
    club = inside.context.club
    guest, _ = club.accounts.guest()
    (table_session,) = await begin(club, guest, options={"pot": 11}, seats=2)
    await table_session.say(sentence)
    async with asyncio.timeout(60):
        while (table := table_session.table()).phase != "over":
            if table.offers and table.seat in table.to_act:
                await table_session.act(to_builtins(table.offers[-1].action))
            await asyncio.sleep(0.01)
    return table_session.code


async def test_a_recording_comes_through_ssh(inside: Inside) -> None:
    code = await played(inside, HOSTILE)
    answer = await inside.guest().run("cast", code.lower(), "1", "80x24", timeout=90)
    assert answer.code == 0, answer.err
    header, *events = [json.loads(line) for line in answer.out.splitlines()]
    assert (header["version"], header["width"], header["height"]) == (2, 80, 24)
    screen = pyte.Screen(80, 24)
    stream = pyte.Stream(screen)
    for _, kind, text in events:
        if kind == "o":
            stream.feed(text)
    shown = "\n".join(screen.display)
    assert f"table {code}, game 1" in shown and "the end" in shown
    assert sum(kind == "m" for _, kind, _ in events) > 1
    drawn = "".join(text for _, kind, text in events if kind == "o")
    assert "52;c;aGk=" in drawn, "what was said is shown, harmless"
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f\u202e]", drawn)
    escapes = set(re.findall(r"\x1b\[?[?0-9;]*(.)", drawn))
    assert escapes <= set("mHhlJKC"), "nothing but colours and places"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["cast"], 2, "cast CODE"),
        (["cast", "ZZZZZ"], 1, "There is no table ZZZZZ."),
        (["cast", "ZZZZZ", "one"], 2, "cast CODE"),
        (["cast", "ZZZZZ", "1000x30"], 2, "80×24 to 160×60"),
    ],
)
async def test_a_game_that_cannot_be_recorded_is_refused_in_words(
    inside: Inside, words: list[str], code: int, message: str
) -> None:
    answer = await inside.guest().run(*words)
    assert (answer.code, answer.out) == (code, "")
    assert message in answer.err


async def test_a_record_is_stepped_through_on_ones_own_machine(
    inside: Inside, tmp_path: Path
) -> None:
    code = await played(inside)
    answer = await inside.guest().run("record", code)
    file = tmp_path / "game.jsonl"
    file.write_text(answer.out)
    environment = {"LANG": "C.UTF-8", "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    terminal = Terminal.start([ARCADE, "replay", str(file)], (80, 24), environment)
    await terminal.wait_for("turn 1 of", timeout=60)
    terminal.type("\x1b[F")
    await terminal.wait_for("the end")
    terminal.type("q")
    assert await terminal.ended() == 0
