"""`arcade serve` as a process: what it says, what it keeps, how it ends."""

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from server.ssh import host_key
from tests.ssh.process import Server, ran
from tests.waiting import until

Made = Callable[..., Server]


async def test_it_says_how_to_play_and_where_things_lie(server: Server) -> None:
    lines = server.announced.splitlines()
    assert lines[0].split() == ["Play:", "ssh", "-p", str(server.port), "play@localhost"]
    assert "SHA256:" in lines[1]
    assert str(server.data) in lines[2]
    key = server.data / "host_keys" / "ssh_host_ed25519_key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert stat.S_IMODE(server.data.stat().st_mode) == 0o700


async def test_the_key_stays_over_kill_9(server: Server) -> None:
    before = _host_key(server.announced)
    await server.restart()
    assert _host_key(server.announced) == before


def _host_key(announced: str) -> str:
    """Return the line that names it; those after it may not be there yet."""
    return next(line for line in announced.splitlines() if line.startswith("Host key:"))


async def test_a_folder_host_keys_is_used(made: Made, tmp_path: Path) -> None:
    (tmp_path / "host_keys").mkdir()
    server = made()
    await server.start()
    key = Path("host_keys") / "ssh_host_ed25519_key"
    assert (tmp_path / key).is_file()
    assert not host_key.differ(server.data, tmp_path / key) and (server.data / key).is_file()
    await server.stop()
    before = server.announced.splitlines()[1].split()[2]
    (tmp_path / "host_keys").rename(tmp_path / "gone")  # as it is for a server started elsewhere
    await server.start()
    assert server.announced.splitlines()[1].split()[2] == before


async def test_two_host_keys_are_told_and_neither_is_changed(made: Made, tmp_path: Path) -> None:
    server, key = made(), Path("host_keys") / "ssh_host_ed25519_key"
    own, here = host_key.make(server.data / key), host_key.make(tmp_path / key)
    server.data.chmod(0o700)
    await server.start()
    assert here.get_fingerprint() in server.announced
    assert "two host keys" in server.log
    assert host_key.load_or_make(server.data / key).get_fingerprint() == own.get_fingerprint()
    result = await ran("doctor", "--data", server.data, "--port", 0, folder=tmp_path)
    assert "a different one in" in result.out and "--host-key" in result.out


async def test_sigterm_informs_everybody_and_ends_with_zero(server: Server) -> None:
    guest = server.guest().open(environment={"LANG": "fr_FR.UTF-8"})
    await guest.wait_for(lambda text: text.strip())
    assert await server.stop() == 0
    await guest.ended()
    assert "Le serveur ferme" in guest.output
    assert "Traceback" not in server.log


async def test_memory_forgets(made: Made) -> None:
    server = made()
    await server.start("--log", "memory")
    assert "lost when the server ends" in server.announced
    assert not list(server.data.glob("*.sqlite3"))


async def test_its_own_terminal_does_not_decide_for_clients(made: Made) -> None:
    own = {
        "NO_COLOR": "1",
        "TEXTUAL_COLOR_SYSTEM": "standard",
        "TEXTUAL_DRIVER": "nothing:Nothing",
        "TERM": "dumb",
        "COLUMNS": "33",
        "LANG": "fr_FR.UTF-8",
    }
    server = made(own)
    await server.start()
    guest = server.guest().open(
        environment={"COLORTERM": "truecolor", "LANG": "en_US.UTF-8"}, size=(90, 25)
    )
    await guest.wait_for(lambda text: max(map(len, text.splitlines())) > 60)
    assert ";2;" in guest.output
    plain = server.guest().open(environment={"NO_COLOR": "1"})
    await plain.wait_for(lambda text: text.strip())
    assert "38;" not in plain.output


@pytest.mark.attack(22, "escape sequences in commands")
async def test_its_log_is_one_json_object_a_line(server: Server) -> None:
    await server.guest().run("\x1b[31mred\n\nlines")
    guest = server.guest().open()
    await guest.wait_for(lambda text: text.strip())
    assert server.log
    for line in server.log.splitlines():
        assert line.isascii() and "\x1b" not in line
        assert "event" in json.loads(line)


async def test_its_log_tells_who_came_for_how_long_and_why_they_left(made: Made) -> None:
    def lines(server: Server, event: str) -> list[dict[str, object]]:
        entries = map(json.loads, server.log.splitlines())
        return [line for line in entries if line["event"] == event]

    server = made()
    await server.start()
    await server.guest().run("plain", given=b"list\n")
    dropped, stays = (server.guest().open() for _ in range(2))
    for visit in (dropped, stays):
        await visit.wait_for("Play now")
    dropped.process.kill()
    await until(lambda: len(lines(server, "left")) == 2)
    await server.stop()
    came, gone = lines(server, "visit"), lines(server, "left")
    why = [line["why"] for line in gone]
    assert why == ["left", "line lost", "ended by the house"], server.log
    assert {line["session"] for line in came} == {line["session"] for line in gone}
    assert len({line["session"] for line in came}) == 3
    assert all(isinstance(line["seconds"], int) for line in gone)
    assert not any("address" in line for line in came + gone)
    await server.start("--log-addresses")
    await server.guest().run("plain", given=b"list\n")
    assert lines(server, "visit")[-1]["address"] == "127.0.0.1"
    await server.guest().run("rooms")
    await server.guest().run("resume-secret")
    await until(lambda: len(lines(server, "command")) == 2)
    commands_logged = [(line["do"], line["address"]) for line in lines(server, "command")]
    assert commands_logged == [("rooms", "127.0.0.1"), ("", "127.0.0.1")]
