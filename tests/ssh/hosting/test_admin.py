"""The host's tools, as the host uses them: `arcade admin` beside a running server."""

import asyncio
import json
import re
import stat
from asyncio.subprocess import PIPE
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import asyncssh
import pytest

from arcade.club.club import Club
from server.config.environment import DRAINED
from server.config.settings import Limits
from server.doors.context import ServerContext, arcade_app
from server.hosting import admin as host
from tests.server.conftest import club as club
from tests.ssh.process import ARCADE, Server, admin
from tests.ssh.seats import come_in, open_table
from tests.ssh.terminal import ENTER


async def test_without_a_server_it_says_so(tmp_path: Path) -> None:
    answer = await admin(tmp_path, "who")
    assert answer.code == 2
    assert "No server runs" in answer.err and str(tmp_path) in answer.err
    (tmp_path / "file").touch()
    answer = await admin(tmp_path / "file", "who")
    assert answer.code == 2 and "/file' is a file." in answer.err


async def test_only_the_host_may_open_the_socket(server: Server) -> None:
    path = server.data / "arcade.sock"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert (await admin(server.data, "who")).out == "Nobody is here.\n"
    await server.restart()  # one that was killed leaves its socket behind
    assert (await admin(server.data, "who")).code == 0
    await server.stop()
    assert not path.exists()


async def test_rubbish_on_the_socket_harms_nobody(server: Server) -> None:
    for rubbish in (b"", b"{}\n", b"x" * 100_000, b'{"do":"dance"}\n', b"\xff\n"):
        reader, writer = await asyncio.open_unix_connection(server.data / "arcade.sock")
        writer.write(rubbish)
        writer.write_eof()
        answer = await reader.read()
        assert rubbish or not answer
        writer.close()
    assert (await admin(server.data, "bans")).out == "Nobody is banned.\n"


async def test_a_tournament_is_scheduled_listed_and_called_off(server: Server) -> None:
    anna = server.person()
    assert "You are anna." in (await anna.run("plain", given=b"anna\nquit\n")).out
    none = "No tournament is scheduled.\n"
    assert (await admin(server.data, "tournament")).out == none
    evening = f"{datetime.now(UTC) + timedelta(days=2):%Y-%m-%d} 21:00"
    once = (await admin(server.data, "tournament", "le 421", evening)).out.splitlines()
    assert len(once) == 2 and re.search(r"^1 +Le 421 .* 21:00 +once +0$", once[1])
    weekly = (await admin(server.data, "tournament", "trente", evening, "--weekly")).out
    assert re.search(r"^2 +Trente .* 21:00 +weekly +0$", weekly, re.MULTILINE)
    joined = json.loads((await anna.run("tournament", "join", "--json")).out)["next"]
    assert (joined["game"], joined["entered"], joined["people"]) == ("421", True, 1)
    for wrong in (("chess", evening), ("421", "soon"), ("421", "2020-01-01 21:00")):
        assert (await admin(server.data, "tournament", *wrong)).code == 2
    left = (await admin(server.data, "tournament", "--cancel", "1")).out.splitlines()
    assert len(left) == 2 and left[1].startswith("2 ")
    assert (await admin(server.data, "tournament", "--cancel", "2")).out == none


async def test_an_announcement_is_seen_in_the_lobby_and_at_a_table(server: Server) -> None:
    anna, ben = server.person(), server.person()
    lobby = await come_in(anna, "anna")
    table = await come_in(ben, "ben")
    await open_table(table, Seats="2")
    answer = await admin(server.data, "announce", "Tarte", "aux pommes!")
    assert answer.out == "Told to 2 here.\n"
    await lobby.wait_for("From the house: Tarte aux pommes!")
    await table.wait_for("From the house: Tarte aux pommes!")
    who = (await admin(server.data, "who")).out
    assert "anna" in who and "ben" in who and "127.0.0.1" in who and "SHA256:" in who


async def test_a_ban_ends_the_session_and_the_next_is_refused_until_it_is_lifted(
    server: Server,
) -> None:
    anna, ben = server.person(), server.person()
    first = await come_in(anna, "anna")
    other = await come_in(ben, "ben")
    answer = await admin(server.data, "ban", "anna", "--for", "2h", "--why", "Too loud.")
    assert "banned until" in answer.out and "Sessions ended: 1" in answer.out
    await first.ended()
    assert "You are banned here until" in first.output and "Too loud." in first.output
    await server.restart()
    again = anna.open()
    assert await again.ended() == 1
    assert "Too loud." in again.output and "Play now" not in again.output
    assert (await anna.run("rooms")).code == 1
    assert (await ben.run("rooms")).code == 0
    assert "anna" in (await admin(server.data, "bans")).out
    await admin(server.data, "unban", "anna")
    back = anna.open()
    await back.wait_for("Play now")
    assert other.process.poll() is not None  # that server was killed


async def test_the_standings_are_worked_out_anew(server: Server) -> None:
    assert "missing results: 0" in (await admin(server.data, "rebuild")).out


async def test_a_long_wait_shows_its_progress(
    tmp_path: Path, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "PROGRESS_EVERY", 0.02)
    go_on, asked = asyncio.Event(), []

    async def rebuild(progress: Callable[[int, int], None], _: object) -> int:
        asked.append(progress)
        progress(3, 10)
        await go_on.wait()
        return 7

    monkeypatch.setattr(club.standings, "rebuild", rebuild)
    serving = host.Admin(ServerContext(club, Limits(), arcade_app), lambda: None, lambda: None)
    await serving.open(tmp_path)
    reader, writer = await asyncio.open_unix_connection(tmp_path / "arcade.sock")
    writer.write(b'{"do":"rebuild"}\n')
    assert b"3 of 10 records read" in await reader.readline()
    writer.close()  # who goes away does not end it
    words = ("admin", "--data", str(tmp_path), "rebuild")
    asking = await asyncio.create_subprocess_exec(ARCADE, *words, stdout=PIPE, stderr=PIPE)
    assert asking.stderr is not None
    assert b"3 of 10 records read" in await asking.stderr.readline()
    go_on.set()
    out, _ = await asking.communicate()
    assert asking.returncode == 0 and b"missing results: 7" in out
    assert len(asked) == 1
    await serving.close()


async def test_a_ban_by_network_shuts_everybody_out(server: Server) -> None:
    answer = await admin(server.data, "ban", "127.0.0.0/8")
    assert "127.0.0.0/8 is banned for good." in answer.out
    reply = await server.guest().run("rooms")
    assert reply.code == 1 and "You are banned here." in reply.err
    await admin(server.data, "unban", "127.0.0.0/8")
    assert (await server.guest().run("rooms")).code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["ban", "nobody"], "There is nobody called nobody."),
        (["mute", "nobody"], "There is nobody called nobody."),
        (["close", "ZZZZZ"], "There is no table ZZZZZ."),
        (["ban", "anna", "--for", "soon"], "30m, 12h, 7d"),
        (["announce", "\x1b"], "nothing to announce"),
        (["ban", "0.0.0.0/0"], "Everybody is here."),
        (["ban", "SHA256:short"], "SHA256:short is nobody's id"),
        (["ban", "guest:1nz3"], "guest:1nz3 is nobody's id"),
        (["ban", "127.0.0.9", "--why", "é" * 201], "too long"),
        (["announce", "é" * 201], "too long"),
        (["drain", "é" * 201], "too long"),
        (["relink", "anna", "no-such-file"], "not a public key (No such file or directory)"),
        (["drain", "--minutes", "nan", "bye"], "it is no number"),
        (["drain", "10"], "drain --minutes 10 "),
        (["drain", "2.5m", "A new oven."], "drain --minutes 2.5 "),
        (["ban", ""], "Write a name."),
        (["games", "--on"], "Name the game"),
    ],
)
async def test_mistakes(server: Server, words: list[str], message: str) -> None:
    answer = await admin(server.data, *words)
    assert answer.code == 2
    assert message in answer.err and "Traceback" not in answer.err


async def test_a_game_is_switched_only_where_the_host_says_so(server: Server) -> None:
    for switch, state in (
        ("--off", "out of the lobby"),
        ("", "out of the lobby"),
        ("--on", "played"),
    ):
        listed = (await admin(server.data, "games", "le 421", *filter(None, [switch]))).out
        assert re.search(rf"^421 .* {state}$", listed, re.MULTILINE)


async def test_a_muted_person_reads_until_when(server: Server) -> None:
    anna = server.person()
    table = await come_in(anna, "anna")
    await open_table(table, Seats="2")
    muted = (await admin(server.data, "mute", "anna", "30")).out
    assert re.match(r"anna \(SHA256:\S+\) is muted until 2\d{3}-", muted)
    table.type("thello there" + ENTER)
    await table.wait_for("The host has muted you until")
    assert "may speak" in (await admin(server.data, "unmute", "anna")).out
    table.type(ENTER)
    await table.wait_for("anna: hello there")


async def test_a_table_is_closed(server: Server) -> None:
    anna = server.person()
    table = await come_in(anna, "anna")
    code = await open_table(table, Seats="2")
    assert f"Table {code} is closed." in (await admin(server.data, "close", code)).out
    await table.wait_for("closed")
    table.type("q")
    await table.wait_for("Play now")
    assert "No table is open" in (await anna.run("rooms")).out


async def test_a_drain_tells_all_begins_nothing_and_ends_in_good_order(server: Server) -> None:
    anna = server.person()
    first = await come_in(anna, "anna")
    guest = server.guest().open()
    await guest.wait_for("Play now")
    answer = (await admin(server.data, "drain", "--minutes", "1", "A new", "oven.")).out
    assert answer == "The server ends in a minute; 2 people are told.\n"
    for person in (first, guest):
        await person.wait_for("The server closes in a minute: A new oven.")
    first.type("p")
    await first.wait_for("about to be closed")
    latecomer = server.guest().open()
    assert await latecomer.ended() == 1
    assert "about to be closed" in latecomer.output
    await admin(server.data, "drain", "--minutes", "0", "Now.")
    for person in (first, guest):
        await person.ended()
        assert "The server is being closed." in person.output
    assert await server.ended() == DRAINED


# Two devices


async def test_two_keys_are_one_player(server: Server) -> None:
    anna, phone = server.person(), server.person()
    await come_in(anna, "anna")
    answer = await anna.run("link")
    assert "link " in answer.out, answer
    code = answer.out.split("link ", 1)[1].split()[0]
    assert f"ssh -p {server.port} play@localhost link {code}\n" in answer.out
    wrong = await phone.run("link", "AAAA-BBBB-CCCC")
    assert wrong.code == 1 and "wrong, used, or older" in wrong.err
    assert (await phone.run("link", code)).out == "You are now anna with this key too.\n"
    second = phone.open()
    await second.wait_for("Play now")
    await second.wait_for(lambda _: "anna" in second.lines[0])
    third = server.person()
    assert "wrong, used" in (await third.run("link", code)).err
    listed = (await anna.run("link")).out
    key = next(line.strip() for line in listed.splitlines() if "SHA256:" in line)
    assert (await anna.run("unlink", key)).code == 0
    await second.ended()
    assert "log in again" in second.output
    nobody = phone.open()
    await nobody.wait_for("What shall we call you?")


async def test_a_guest_becomes_a_key_holder_by_the_private_code(server: Server) -> None:
    answer = await server.guest().run("link")
    assert answer.code == 1 and "needs an SSH key" in answer.err
    come = (await server.guest().run("plain", given=b"new 421\nleave\n")).out
    name, code = (come.split(what)[1].split()[0].rstrip(".") for what in ("You are ", "resume-"))
    code = code.split("@")[0]
    zoe = server.person()
    again = await zoe.run("plain", user=f"resume-{code}", given=b"list\n")
    assert f"You are {name}." in again.out, "a key does not keep one from coming as a guest"
    assert "log in with it" in (await zoe.run("link", code)).out
    come = (await zoe.run("plain", given=b"Zoe\nlist\n")).out
    assert "You are Zoe." in come and "you sit there" in come
    assert (await server.guest().run("plain", user=f"resume-{code}", given=b"")).code == 1


# A lost key

CODE = re.compile(r"[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}")


async def test_a_lost_key_is_not_a_lost_account(server: Server) -> None:
    anna = server.person()
    settings = await come_in(anna, "anna")
    await settings.wait_for("Play now")
    settings.type("o")
    await settings.wait_for("c recovery code")
    settings.type("c")
    code = str(CODE.findall(await settings.wait_for(CODE.search))[0])
    settings.type("q")
    await settings.wait_for("c recovery code")
    settings.type("c")
    await settings.wait_for("Esc keep it")
    settings.type("n")
    await server.restart()

    new = server.person()
    come = new.open()
    await come.wait_for("Type your recovery code")
    come.type(code.lower() + ENTER)
    await come.wait_for("Play now")
    await come.wait_for(lambda _: "anna" in come.lines[0])
    await come.wait_for("You are now anna with this key too.")
    stranger = server.person()
    replayed = await stranger.run("recovery", code)
    assert replayed.code == 1
    assert replayed.err == "That code is wrong, used, or replaced by a newer one.\n"
    assert code not in server.log and "wrong code" in server.log

    keys = [line.strip() for line in (await new.run("link")).out.splitlines() if "SHA256" in line]
    assert len(keys) == 1
    assert (await anna.run("rooms")).code == 0
    assert (await new.run("unlink", keys[0])).code == 0
    lost = await anna.run("profile")
    assert lost.code == 1 and "taken off its account" in lost.err
    assert "only key" in (await new.run("unlink")).err

    assert stranger.key is not None
    public = stranger.key.with_suffix(".pub")
    public.write_bytes(asyncssh.read_private_key(stranger.key).export_public_key())
    answer = await admin(server.data, "relink", "anna", str(public), "--only")
    assert answer.code == 0 and "anna" in answer.out and answer.out.count("SHA256:") == 2
    assert "anna" in (await stranger.run("profile")).out
    await come.ended()
    assert "Nobody knows you here" in (await new.run("profile")).err
    for wrong in ("nonsense", "SHA256:short"):
        answer = await admin(server.data, "relink", "anna", wrong)
        assert answer.code == 2 and "Traceback" not in answer.err


async def test_a_recovery_code_in_lines(server: Server) -> None:
    anna, new, other = server.person(), server.person(), server.person()
    answer = (await anna.run("plain", given=b"anna\nrecovery\nquit\n")).out
    (code,) = set(CODE.findall(answer))
    assert f"recovery {code}" in answer
    come = (await new.run("plain", given=f"{code}\n".encode())).out
    assert "You are now anna with this key too." in come and "Log in again." in come
    assert "You are anna." in (await new.run("plain", given=b"quit\n")).out
    code = (await new.run("recovery")).out.split("code: ")[1].split()[0]
    typed = await other.run("recovery", "-", given=f"{code}\n".encode())
    assert "unlink KEY" in typed.out and "Type your code" in typed.err
    nothing = await other.run("link", "-", given=b"")
    assert nothing.code == 1 and "Traceback" not in nothing.err
    made = await other.run("api", given=b'{"do": "recovery"}\n')
    assert CODE.search(made.out)
    guest = await server.guest().run("recovery", code)
    assert guest.code == 1 and "needs an SSH key" in guest.err
