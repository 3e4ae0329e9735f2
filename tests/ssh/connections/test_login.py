"""Who gets in, and as whom (security.md, rows 1 to 4)."""

import asyncio

import asyncssh
import pytest

from arcade.players.player import Player
from server.doors.context import Login
from server.ssh.identity import shortcut
from tests.ssh.client import connect
from tests.ssh.inside import Inside
from tests.waiting import PATIENCE


async def test_a_guest_gets_in_without_a_prompt(inside: Inside) -> None:
    terminal = inside.guest().open()
    await terminal.wait_for("who=guest")
    assert "assword" not in terminal.output
    terminal.type("q")
    assert await terminal.ended() == 0
    assert terminal.output.rstrip().endswith("goodbye from the app")


async def test_a_key_is_an_identity_and_a_user_name_is_not(inside: Inside) -> None:
    person = inside.person()
    first = person.open()
    await first.wait_for("who=SHA256:")
    shown = first.lines[1]
    again = person.open(user="somebody-else")
    await again.wait_for(shown)
    other = inside.person().open()
    await other.wait_for("who=SHA256:")
    assert shown not in other.text


def forged(shown: asyncssh.SSHKey) -> asyncssh.SSHKeyPair:
    """Return a pair that shows one key and signs with another."""
    (pair,) = asyncssh.load_keypairs([asyncssh.generate_private_key("ssh-ed25519")])
    pair.public_data = shown.public_data
    return pair


@pytest.mark.attack(1, "a key shown, looked at from inside")
async def test_a_key_that_was_only_shown_is_nobody(inside: Inside) -> None:
    """Row 1: the account of somebody whose public key one knows."""
    victim = asyncssh.generate_private_key("ssh-ed25519")
    async with await connect(inside.port, client_keys=[forged(victim)]) as connection:
        process = await connection.create_process(term_type="xterm", encoding="utf-8")
        sentence = ""
        while "count=" not in sentence:
            sentence += await asyncio.wait_for(process.stdout.read(4096), PATIENCE)
    assert "who=guest" in sentence
    assert victim.get_fingerprint() not in sentence
    assert [app.identity.player.guest for app in inside.apps] == [True]


@pytest.mark.attack(1, "a forged signature")
async def test_a_forged_signature_alone_does_not_get_in(inside: Inside) -> None:
    victim = asyncssh.generate_private_key("ssh-ed25519")
    with pytest.raises(asyncssh.PermissionDenied):
        await connect(
            inside.port,
            client_factory=asyncssh.SSHClient,
            client_keys=[forged(victim)],
            preferred_auth="publickey",
        )


@pytest.mark.attack(2, "keys without end")
async def test_logging_in_is_closed_after_twenty_tries(inside: Inside) -> None:
    tried = 0

    class Stubborn(asyncssh.SSHClient):
        def public_key_auth_requested(self) -> asyncssh.SSHKeyPair:
            nonlocal tried
            tried += 1
            return forged(asyncssh.generate_private_key("ssh-ed25519"))

    with pytest.raises(asyncssh.DisconnectError) as ended:
        await asyncio.wait_for(
            connect(inside.port, client_factory=Stubborn, preferred_auth="publickey"), 20
        )
    assert "Too many tries" in str(ended.value)
    assert tried <= 20


@pytest.mark.parametrize(
    ("user", "wish"),
    [
        ("play", "lobby:"),
        ("alice", "lobby:"),  # a name, not a code
        ("kafel", "join:KAFEL"),  # a code: the lobby says that there is no such table
        ("watch-kafel", "watch:KAFEL"),
        ("../../etc/passwd", "lobby:"),
        ("x" * 900, "lobby:"),
    ],
)
async def test_what_a_user_name_asks_for(inside: Inside, user: str, wish: str) -> None:
    terminal = inside.guest().open(user=user)
    await terminal.wait_for(f"wish={wish} ")


async def test_a_bare_code_leads_to_that_table(inside: Inside) -> None:
    club = inside.context.club
    host, _ = club.accounts.guest()
    code = await club.create(host, "421")
    terminal = inside.guest().open(user=code.lower())
    await terminal.wait_for(f"wish=join:{code} ")


@pytest.mark.attack(4, "guests and their codes")
async def test_a_guest_comes_back_with_the_resume_code(inside: Inside) -> None:
    club = inside.context.club
    first = inside.guest().open()
    await first.wait_for("who=guest")
    identity = inside.apps[0].identity
    assert identity.resume_code
    await club.create(identity.player, "421")  # a guest is kept from the first table on
    first.kill()
    again = inside.guest().open(user=f"resume-{identity.resume_code.lower()}")
    await again.wait_for("who=guest")
    assert inside.apps[1].identity.player == identity.player


@pytest.mark.attack(4, "a guessed resume code")
async def test_a_wrong_resume_code_is_refused_in_words(inside: Inside) -> None:
    terminal = inside.guest().open(user="resume-AAAA-BBBB-CCCC")
    assert await terminal.ended() == 1
    assert "No guest has this resume code." in terminal.output


async def test_who_has_no_name_yet_is_asked_by_the_one_from_home(inside: Inside) -> None:
    code = await inside.context.club.create(Player("SHA256:anna", "Anna"), "421")
    names = ("Benoit", "benoit"), ("play", ""), ("watch-KAFEL", ""), (code, ""), (code.lower(), "")
    for user, called in names:
        identity = inside.context.admit(Login("SHA256:new", shortcut(user)))
        assert identity is not None and identity.called == called
        assert inside.context.renewed(Login("SHA256:new", shortcut(user)), identity) == identity
