"""Rows 17, 18 and 22: text that would steer somebody else's terminal, app or log."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arcade.club.club import Club
from arcade.club.replays.offline import BadRecord, read_record
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.rooms import facts
from server.hosting import verify
from tests.fair.tables import Played
from tests.hostile.conftest import Tell
from tests.hostile.people import Attacker
from tests.people import ANNA, BEN
from tests.ssh.process import Server
from tests.ssh.seats import come_in, open_table
from tests.ssh.terminal import ENTER, ESCAPE, Terminal

MARKUP = ("[red]r[/red]", "[@click=app.quit]q", "[/foo]", "[link=http://x]l", "[b")
STEERING = "a\x1b]52;c;aGk=\x07b\x9b2Jc\u202ed\u2066e\u200bf\ufeffg\u2028h"
"""ESC and C1 sequences, bidi, zero width, separators; as typed, keys are read out of it."""
STORM = "z" + "\u0301" * 40
EMOJI = "👩\u200d👩\u200d👧\u200d👦"

BIDI = re.compile("[\u200b-\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff]")
STEERS = re.compile(r"\x1b\]52|\x9b|\x1b\[2J\x1b\[3J")


def clean(terminal: Terminal, since: int = 0) -> None:
    """Check what a terminal was sent."""
    output = terminal.output[since:]
    assert not STEERS.search(output)
    assert not BIDI.search(output)
    assert "\u0301\u0301\u0301" not in output


def paste(text: str) -> str:
    return f"\x1b[200~{text}\x1b[201~"


@pytest.mark.attack(17, "markup in chats, through every screen and command")
async def test_markup(server: Server) -> None:
    player = await come_in(server.person(), "markup-a", size=(120, 30))
    code = await open_table(player, Seats="2")
    other = await come_in(server.person(), "markup-b", "join", code, size=(120, 30))
    await player.wait_for("markup-b sits down.")
    player.type("t")
    for text in MARKUP:
        await player.wait_for(" say ›")
        player.type(paste(text) + ENTER)
        for terminal in (player, other):
            await terminal.wait_for(text)
    other.type("\x0f")  # clicks are reported from now on
    row = next(n for n, line in enumerate(other.lines) if "[@click" in line)
    column = other.lines[row].index("[@click")
    for offset in range(0, 30, 5):
        other.type(f"\x1b[<0;{column + offset};{row + 1}M\x1b[<0;{column + offset};{row + 1}m")
    other.type("?")  # still there, and answering
    await other.wait_for("Esc")
    record = await server.guest().run("record", code)
    sentences = [json.loads(line)["fact"].get("text") for line in record.out.splitlines()]
    assert set(MARKUP) <= set(sentences)


@pytest.mark.attack(18, "escape, bidi, zero-width and combining text, at a table and in the lobby")
async def test_steering(server: Server) -> None:
    player = await come_in(server.person(), "steer-a")
    lobby = await come_in(server.person(), "steer-c")
    await lobby.wait_for("Play now")
    await player.wait_for("Play now")
    for text in (STORM + EMOJI, "\u202elobby\u2066\u200b", STEERING):
        player.type("t")
        await player.wait_for(lambda screen: "say" in screen.lower())
        player.type(paste(text + "-end") + ENTER)
        player.type(ESCAPE)
        player.type(ESCAPE)
        await lobby.wait_for(lambda screen: "-end" in screen)
    code = await open_table(player, Seats="2")
    other = await come_in(server.person(), "steer-b", "join", code)
    watcher = server.guest().open("watch", code)
    await player.wait_for("steer-b sits down.")
    await watcher.wait_for("steer-b")
    player.type("t")
    for text in (STORM + EMOJI, "\u202etable\u2066\u200b", STEERING):
        await player.wait_for(" say ›")
        player.type(paste(text + "-fin") + ENTER)
        await other.wait_for("-fin")
    for terminal in (player, lobby, other, watcher):
        clean(terminal)
    for command in (("record", code), ("rooms",), ("rooms", "--json")):
        answer = await server.guest().run(*command)
        assert answer.code == 0
        assert not STEERS.search(answer.out + answer.err) and not BIDI.search(answer.out)


NASTY = [
    "".join(MARKUP),
    "\x1b]52;c;aGk=\x07",
    "\u202e\u200b",
    STORM,
    "\x9b2J",
    "a\nb\r\nc",
    "{0}%s{name}",
]


@pytest.mark.attack(18, "the same in the words of commands")
@pytest.mark.parametrize(
    "command", ["profile", "record", "rules", "top", "cast", "join", "watch", "link", "nothing", ""]
)
async def test_commands(server: Server, attacker: Attacker, command: str) -> None:
    connection = await attacker.connect(server)
    for text in NASTY:
        words = f"{command} '{text}'" if command else text
        for terminal in (None, "xterm"):
            answer = await connection.run(words, term_type=terminal, errors="replace")
            assert answer.exit_status in ((1, 2) if command else (0, 2))
            output = answer.stdout + answer.stderr
            assert "\x1b" not in output and "\x9b" not in output and not BIDI.search(output), words


@pytest.mark.attack(22, "forged lines in the log")
async def test_log(server: Server, attacker: Attacker, figures: Tell) -> None:
    before = len(server.log)
    forged = 'x"}\n{"event": "forged"}\r\n\x1b[31m'
    connection = await attacker.connect(server)
    await connection.run(forged)
    await connection.run("rooms", env={"LANG": forged}, term_type=forged)
    added = server.log[before:]
    assert added.isascii() and "\x1b" not in added
    assert all(json.loads(line)["event"] != "forged" for line in added.splitlines())
    figures(f"{len(added.splitlines())} lines logged, all JSON")


async def test_everything_that_people_enter_is_cleaned_before_it_is_stored() -> None:
    """Row 18, at the root: no screen and no command gets a text that was not cleaned."""
    kept: dict[str, list[bytes]] = {}
    club = await Club.open(MemoryLog(kept))
    await club.choose_name(Player("SHA256:ben", ""), "ben")
    for number, text in enumerate((STEERING, STORM, EMOJI, "\x9b2J\u202ex")):
        anna = await club.choose_name(Player(f"SHA256:{number}", ""), f"anna{number}")
        table_session = await club.join(anna, await club.create(anna, "421", seats=2))
        await club.community.say(anna, text)
        await club.report(anna, "ben", text, table_session)
        await club.community.announce(text)
        await table_session.say(text)
        await table_session.contribute(text)
    await club.close()
    stored = [json.loads(fact) for facts in kept.values() for fact in facts]
    texts = list(strings(stored))
    assert sum("e" in text and "52;c" in text for text in texts) >= 4
    for text in texts:
        assert not STEERS.search(text) and not BIDI.search(text)
        assert not re.search("[\x00-\x1f\x7f-\x9f]", text)
        assert "\u0301\u0301\u0301" not in text


@pytest.mark.attack(18, "a record from a stranger, looked at and verified")
def test_records_of_strangers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Row 18: `arcade replay` and `arcade verify` read what was never cleaned on entry."""
    played = Played("421", 3)
    played.sit(ANNA, BEN)
    played.start()
    played.add((facts.Said("anna", "said here"),))
    played.play()
    lines = [json.dumps(line) for line in played.record()]
    hostile = [
        line.replace("said here", json.dumps(STEERING)[1:-1]).replace(
            "KAFEL", json.dumps("\x1b[2JKA\x9b2J\u202e")[1:-1]
        )
        for line in lines
    ]
    record = read_record(hostile)
    views = [record.view(step, None) for step in range(len(record.steps))]
    texts = list(strings(msgspec.json.decode(msgspec.json.encode(views, enc_hook=repr))))
    assert any(text.startswith("a]52;c") for text in texts)
    with pytest.raises(BadRecord) as bad:
        read_record([hostile[0].replace('"421"', json.dumps(STEERING)), *hostile[1:]])
    file = tmp_path / "record"
    file.write_text("\n".join(hostile), encoding="utf-8")
    verify.main([str(file)])
    texts += [str(bad.value), capsys.readouterr().out]
    for text in texts:
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)
        assert not BIDI.search(text)


def strings(value: Any) -> Iterator[str]:
    """Yield every text in a stored value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for value_inside in value.values():
            yield from strings(value_inside)
    elif isinstance(value, list):
        for value_inside in value:
            yield from strings(value_inside)
