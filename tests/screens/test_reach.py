"""The command by which others come here."""

from pathlib import Path

import pytest

from screens.ssh_command import by_ssh
from server.hosting.config import Settings
from server.hosting.run import ServerInfo


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
    assert by_ssh("KAFEL", address, 10) == "ssh KAFEL@…", "the code is never cut"


@pytest.mark.parametrize(
    ("host", "port", "address", "told", "command"),
    [
        ("127.0.0.1", 2222, "", "localhost:2222", "ssh -p 2222 play@localhost"),
        ("0.0.0.0", 2222, "", "…:2222", "ssh -p 2222 play@localhost"),
        ("10.0.0.5", 22, "", "10.0.0.5:22", "ssh play@10.0.0.5"),
        ("2001:db8::1", 22, "", "[2001:db8::1]:22", "ssh play@2001:db8::1"),
        ("0.0.0.0", 2222, "here.org", "here.org", "ssh play@here.org"),
    ],
)
def test_a_house_says_where_it_is_found(
    host: str, port: int, address: str, told: str, command: str
) -> None:
    settings = Settings(Path("data"), Path("key"), host, address=address)
    door = ServerInfo(settings, port, "SHA256:x")
    assert (door.told, door.command) == (told, command)
