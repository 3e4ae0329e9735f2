"""`ssh play@host COMMAND`: plain text for scripts, exit codes, and what needs a terminal."""

import asyncio
import json

import pytest

from arcade.club.operations.operation import Command
from arcade.engine.news import phrase
from server.text.commands import catalogue
from server.text.commands.call import Call, ExecCommand
from tests.people import sit_down
from tests.ssh.client import name_owner
from tests.ssh.inside import Inside
from tests.waiting import until


async def table(inside: Inside) -> str:
    """Open a table of 421 that one guest sits at; return its code."""
    club = inside.context.club
    host, _ = club.accounts.guest()
    (table_session,) = await sit_down(club, host, seats=0)
    return table_session.code


async def test_help_names_every_command(inside: Inside) -> None:
    answer = await inside.guest().run("help")
    assert answer.code == 0
    for command in ("rooms [--json]", "join CODE", "watch CODE", "record CODE", "rules GAME"):
        assert command in answer.out
    assert "\r" not in answer.out
    assert answer.err == ""


async def test_rooms(inside: Inside) -> None:
    nothing = await inside.guest().run("rooms")
    assert (nothing.code, nothing.out) == (0, "No table is open. Open one!\n")
    assert json.loads((await inside.guest().run("rooms", "--json")).out) == []
    code = await table(inside)
    answer = await inside.guest().run("rooms")
    assert answer.out.splitlines()[0].split() == [
        *("CODE", "GAME", "STATE", "SEATS", "WATCHERS", "PEOPLE")
    ]
    assert answer.out.splitlines()[1].startswith(f"{code}  ")
    (row,) = json.loads((await inside.guest().run("rooms", "--json")).out)
    assert (row["code"], row["game"], row["phase"], row["taken"]) == (code, "421", "waiting", 1)


async def test_rooms_marks_ones_own_for_who_has_a_key(inside: Inside) -> None:
    person, club = inside.person(), inside.context.club
    player = await name_owner(club, person.key, "Jeanne")
    (table_session,) = await sit_down(club, player, seats=0, private=True)
    (row,) = json.loads((await person.run("rooms", "--json")).out)
    assert (row["code"], row["yours"]) == (table_session.code, True)
    assert json.loads((await inside.guest().run("rooms", "--json")).out) == []


async def test_record_is_json_lines(inside: Inside) -> None:
    code = await table(inside)
    answer = await inside.guest().run("record", code.lower())
    assert answer.code == 0
    facts = [json.loads(line) for line in answer.out.splitlines()]
    assert [fact["n"] for fact in facts] == list(range(1, len(facts) + 1))


async def test_one_section_of_the_rules(inside: Inside) -> None:
    english = await inside.guest().run("rules", "421", "4")
    french = await inside.guest().run("rules", "golden", "zero", "1", "fr")
    assert english.code == french.code == 0
    assert english.out.startswith("## 4 · Charge\n") and english.out.count("## ") == 1
    assert french.out.startswith("## 1 · ")


async def test_rules_in_both_languages(inside: Inside) -> None:
    english = await inside.guest().run("rules", "421")
    french = await inside.guest().run("rules", "421", "fr")
    assert english.code == french.code == 0
    assert english.out.startswith("# ")
    assert english.out != french.out


@pytest.mark.parametrize(
    ("words", "title"),
    [
        (["rules", "21"], "# 21"),
        (["rules", "golden", "zero"], "# Golden Zero"),
        (["rules", "'golden zero'", "fr"], "# Golden Zero"),
        (["rules", "the", "golden", "21", "fr"], "# The Golden 21"),
        (["top", "golden", "zero"], "Golden Zero"),
        (["daily", "21"], "21"),
    ],
)
async def test_a_game_is_named_as_people_call_it(
    inside: Inside, words: list[str], title: str
) -> None:
    answer = await inside.guest().run(*words)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(title)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["dance"], 2, "Unknown command: dance."),
        (["play", "421"], 2, "play works in plain mode: ssh plain@"),
        (["règles", "421"], 2, "règles works in plain mode: ssh plain@"),
        (["jouer"], 2, "jouer works in plain mode: ssh plain@"),
        (["roms"], 2, "Unknown command: roms. Did you mean rooms?"),
        (["rooms", "--xml"], 2, "rooms [--json]"),
        (["rules"], 2, "rules GAME"),
        (["rules", "421", "tlh"], 2, "en, fr"),
        (["rules", "421", "fr", "en"], 2, "rules GAME"),
        (["rules", "421", "4", "5"], 2, "en, fr"),
        (["rules", "421", "99"], 2, "There are the sections 1 to"),
        (["top", "golden"], 1, "There is no game golden"),
        (["rules", "chess"], 1, "There is no game chess"),
        (["record", "ZZZZZ"], 1, "There is no table ZZZZZ."),
        (["join", "ZZZZZ"], 2, "ssh -t"),
        (["watch", "ZZZZZ"], 2, "ssh -t"),
        (["watch", "kafel"], 2, "Or simply: ssh watch-KAFEL@…"),
        (["'unfinished"], 2, "Unknown command: 'unfinished."),
    ],
)
async def test_mistakes_are_told_on_stderr(
    inside: Inside, words: list[str], code: int, message: str
) -> None:
    answer = await inside.guest().run(*words)
    assert answer.code == code
    assert message in answer.err
    assert answer.out == ""
    assert "\x1b" not in answer.err


@pytest.mark.attack(18, "an unknown command that steers")
async def test_an_unknown_command_is_not_repeated_raw(inside: Inside) -> None:
    answer = await inside.guest().run("\x1b]52;c;aGk=\x07\x1b[2J")
    assert answer.code == 2
    assert "\x1b" not in answer.err


async def test_a_shell_without_a_terminal_reads_what_to_do(inside: Inside) -> None:
    for given in (b"", b"some input\n", None):
        answer = await inside.guest().run(options=["-T"], given=given)
        assert answer.code == 2
        assert "ssh -t" in answer.err
        assert "rooms [--json]" in answer.err
        assert answer.out == ""


async def test_ssh_n_still_gets_its_answer(inside: Inside) -> None:
    answer = await inside.guest().run("help", options=["-n"])
    assert answer.code == 0
    assert "rooms" in answer.out


async def test_a_command_in_a_terminal_returns_the_carriage(inside: Inside) -> None:
    terminal = inside.guest().open("help")
    assert await terminal.ended() == 0
    lines = [line for line in terminal.output.split("\n") if line]
    assert len(lines) > 5
    assert all(line.endswith("\r") for line in lines)


async def test_join_and_watch_open_the_app_there(inside: Inside) -> None:
    code = await table(inside)
    for command in ("join", "watch"):
        terminal = inside.guest().open(command, code.lower())
        await terminal.wait_for(f"wish={command}:{code} ")
        terminal.type("q")
        assert await terminal.ended() == 0


async def test_join_where_there_is_no_table(inside: Inside) -> None:
    terminal = inside.guest().open("join", "ZZZZZ")
    assert await terminal.ended() == 1
    assert "There is no table ZZZZZ." in terminal.output
    assert inside.apps == []


async def test_ctrl_c_ends_a_long_answer(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = asyncio.Event()

    async def forever(_: Call) -> int:
        begun.set()
        await asyncio.sleep(1000)
        return 0

    table = {**catalogue.COMMANDS, "forever": ExecCommand(Command("forever", (), ""), forever)}
    monkeypatch.setattr(catalogue, "COMMANDS", table)
    terminal = inside.guest().open("forever")
    await begun.wait()
    terminal.type("\x03")
    assert await terminal.ended() == 1


async def test_commands_make_no_guests(inside: Inside) -> None:
    before = inside.context.club.lobby(None).people
    await inside.guest().run("rooms")
    assert inside.context.club.lobby(None).people == before


async def test_wait_ends_with_a_call_with_its_time_or_with_the_server(inside: Inside) -> None:
    person, club = inside.person(), inside.context.club
    await name_owner(club, person.key, "anna")
    nothing = await person.run("wait", "--timeout", "0")
    assert (nothing.code, nothing.out, nothing.err) == (1, "", "Nothing has happened yet.\n")
    waiting = asyncio.create_task(person.run("wait", "--game", "421"))
    code = await table(inside)
    called = await waiting
    assert (called.code, called.err) == (0, "")
    assert called.out.endswith(f" waits for a player at table {code}, Le 421.\n")
    (name,) = club.tables.row(code).people
    assert json.loads((await person.run("wait", "--game", "421", "--json")).out) == {
        "kind": "waiting",
        "code": code,
        "game": "421",
        "name": "Le 421",
        "people": [name],
    }
    waiting = asyncio.create_task(person.run("wait"))
    await until(lambda: club.allowance.people("127.0.0.1"))
    await inside.context.empty(phrase("The server is being closed."))
    ended = await waiting
    assert (ended.code, ended.out, ended.err) == (75, "", "The server is being closed.\n")
