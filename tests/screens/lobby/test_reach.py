"""The command by which others come here."""

import subprocess
from pathlib import Path

import pytest

from arcade.club.club import Club
from arcade.club.speech.ssh_command import by_ssh, lines_by_ssh
from arcade.club.start import Start
from arcade.players.player import Player
from server.config.settings import Settings
from server.hosting.run import ServerInfo
from tests.screens.conftest import ANNA, screen_text, see, session, until
from tests.waiting import PATIENCE


@pytest.mark.parametrize(
    ("address", "command"),
    [
        ("…", "ssh KAFEL@…"),
        ("…:2222", "ssh -p 2222 KAFEL@…"),
        ("play.example.org", "ssh KAFEL@play.example.org"),
        ("play.example.org:22", "ssh KAFEL@play.example.org"),
        ("[2001:db8::1]:2222", "ssh -p 2222 KAFEL@2001:db8::1"),
        ("[2001:db8::1]", "ssh KAFEL@2001:db8::1"),
    ],
)
def test_an_invitation_is_what_one_types(address: str, command: str) -> None:
    assert by_ssh("KAFEL", address) == command


@pytest.mark.parametrize(
    "address", ["play.example.org", "play.example.org:2222", "[2001:db8::1]:22"]
)
@pytest.mark.parametrize("cells", [28, 38, 43, 60, 100])
def test_a_command_of_several_lines_is_what_one_types(address: str, cells: int) -> None:
    lines = lines_by_ssh("resume-6606-T79Z-WFC8", address, cells)
    assert max(map(len, lines)) <= cells
    typed = subprocess.run(
        ["/bin/sh"],
        input="echo " + "\n".join(lines),
        text=True,
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    ).stdout.strip()
    whole = by_ssh("resume-6606-T79Z-WFC8", address)
    user, _, host = whole.rpartition(" ")[2].partition("@")
    assert typed in (whole, whole.replace(f"{user}@{host}", f"-l {user} {host}"))


@pytest.mark.parametrize("size", [(40, 20), (45, 20), (60, 24), (80, 24)])
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_guests_way_back_is_whole_in_the_narrowest_window(
    club: Club, size: tuple[int, int], language: str
) -> None:
    club.address = "play.example.org:2222"
    code = "6606-T79Z-WFC8"
    guest = Player("guest:1", "Noisette-81", guest=True)
    how = {"size": size, "language": language, "resume_code": code}
    async with session(club, guest, **how) as pilot:
        for keys in ((), ("h", "enter")):  # in the lobby, on the page of the tour
            await pilot.press(*keys)
            await until(pilot, lambda: code in screen_text(pilot))
            shown = " ".join(screen_text(pilot).replace("\\", " ").split())
            assert "ssh -p 2222" in shown and "play.example.org" in shown, shown


@pytest.mark.parametrize(
    ("host", "port", "address", "expected", "command"),
    [
        ("127.0.0.1", 2222, "", "localhost:2222", "ssh -p 2222 play@localhost"),
        ("0.0.0.0", 2222, "", "…:2222", "ssh -p 2222 play@localhost"),
        ("10.0.0.5", 22, "", "10.0.0.5:22", "ssh play@10.0.0.5"),
        ("2001:db8::1", 22, "", "[2001:db8::1]:22", "ssh play@2001:db8::1"),
        ("0.0.0.0", 2222, "here.org", "here.org", "ssh play@here.org"),
    ],
)
def test_a_house_says_where_it_is_found(
    host: str, port: int, address: str, expected: str, command: str
) -> None:
    settings = Settings(Path("data"), Path("key"), host, address=address)
    door = ServerInfo(settings, port, "SHA256:x")
    assert (door.announced_at, door.command) == (expected, command)


@pytest.mark.parametrize("size", [(40, 20), (60, 24), (80, 24)])
async def test_the_invitation_of_a_running_table_is_whole(
    club: Club, size: tuple[int, int]
) -> None:
    """The game and its phase make way for it."""
    club.address = "play.example.org:2222"
    code = await club.create(ANNA, "421")
    await (await club.join(ANNA, code)).start()
    async with session(club, ANNA, size, start=Start("join", code)) as pilot:
        await see(pilot, f"ssh -p 2222 {code}@play.example.org")
