"""Rows 3 and 4: whose a name is, and what is done to somebody by name."""

import asyncio
import json
from typing import Any

import asyncssh
import pytest

from arcade.rooms.seats import BOT_NAMES
from tests.hostile.people import Attacker
from tests.ssh.process import Server, admin


class Somebody:
    """Somebody with a key, or a guest, who talks to the server in JSON."""

    def __init__(self, connection: Any, process: Any) -> None:
        self.connection = connection
        self.process = process
        self.heard: list[str] = []
        """What was said at the table, as it was shown."""

    @classmethod
    async def come(cls, attacker: Attacker, server: Server, **options: Any) -> "Somebody":
        connection = await attacker.connect(server, **options)
        return cls(connection, await connection.create_process("api", encoding="utf-8"))

    async def ask(self, **request: Any) -> dict[str, Any]:
        """Ask for something; return the answer."""
        self.process.stdin.write(json.dumps({"id": 1, **request}) + "\n")
        while True:
            event = json.loads(await self.process.stdout.readline())
            for line in event.get("table", {}).get("lines", ()):
                if line["kind"] == "chat":
                    self.heard.append(f"{line['who']}: {line['text']}")
            if event.get("id") == 1:
                return dict(event)


def key() -> Any:
    """Make a person's key."""
    return asyncssh.generate_private_key("ssh-ed25519")


@pytest.mark.attack(3, "a name changed, and left to be worn by another")
async def test_a_second_name(server: Server, attacker: Attacker) -> None:
    talker = await Somebody.come(attacker, server, client_keys=[key()])
    assert (await talker.ask(do="name", name="Robin"))["event"] == "done"
    code = (await talker.ask(do="create", game="421"))["code"]
    changed = await talker.ask(do="name", name="Xeno")
    assert changed["event"] == "error" and "once" in changed["text"]
    victim = await Somebody.come(attacker, server, client_keys=[key()])
    for worn in ("Robin", "Röbin", "R\u00f3bi\u0301n", "R\u043ebin"):
        assert (await victim.ask(do="name", name=worn))["event"] == "error", worn
    assert (await talker.ask(do="hello"))["you"]["name"] == "Robin"
    await talker.ask(do="say", text="something vile")
    await talker.ask(do="hello")  # the table is sent between two answers
    assert talker.heard == ["Robin: something vile"]
    record = (await talker.connection.run(f"record {code}")).stdout
    assert "something vile" in record and "SHA256:" not in record


@pytest.mark.attack(4, "a guest who becomes a player with a name")
async def test_a_guest_with_a_name(server: Server, attacker: Attacker) -> None:
    guest = await Somebody.come(attacker, server)
    before = (await guest.ask(do="hello"))["you"]
    assert (await guest.ask(do="name", name="Promoted"))["event"] == "error"
    assert (await guest.ask(do="hello"))["you"] == before and before["guest"]
    other = await Somebody.come(attacker, server, username=f"resume-{before['resume']}")
    assert (await other.ask(do="hello"))["you"] == before


@pytest.mark.attack(3, "names of the house, its roles and its bots")
async def test_names_of_the_house(server: Server, attacker: Attacker) -> None:
    talker = await Somebody.come(attacker, server, client_keys=[key()])
    for name in ("House", "TheHost", "the-house", "Moderator", "m0derator", "LaBanque", "l-Hôte"):
        taken = await talker.ask(do="name", name=name)
        assert taken["event"] == "error" and "pass for" in taken["text"], name
    for name in ("Expert", *BOT_NAMES):
        taken = await talker.ask(do="name", name=name)
        assert taken["event"] == "error" and "the name of a bot" in taken["text"], name


@pytest.mark.attack(3, "a name put off before one is ignored, reported or banned for it")
async def test_who_spoke(server: Server, attacker: Attacker) -> None:
    talker = await Somebody.come(attacker, server, client_keys=[key()])
    await talker.ask(do="name", name="Witness")
    code = (await talker.ask(do="create", game="421", seats=4))["code"]
    guest = await Somebody.come(attacker, server)
    you = (await guest.ask(do="hello"))["you"]
    await guest.ask(do="join", code=code)
    await guest.ask(do="say", text="something vile")
    spoke, private = you["name"], key()
    # A guest's name may be put off, once: with a key one chooses a name of one's own.
    keyed = await attacker.connect(server, client_keys=[private])
    assert (await keyed.run(f"link {you['resume']}")).exit_status == 0
    named = await Somebody.come(attacker, server, client_keys=[private])
    assert (await named.ask(do="name", name="Innocent"))["event"] == "done"

    lines = f"join {code}", f"ignore {spoke}", f"report {spoke} vile", "quit"
    answer = await talker.connection.run("plain", input="\n".join((*lines, "")))
    assert "You have muted Innocent." in answer.stdout and "Reported to the host." in answer.stdout
    process = await talker.connection.create_process("api", encoding="utf-8")
    ignoring = Somebody(talker.connection, process)
    await ignoring.ask(do="join", code=code)
    assert ignoring.heard == []

    reports = (await admin(server.data, "reports")).out
    assert "Witness about Innocent (guest:" in reports and "something vile" in reports
    banned = await admin(server.data, "ban", spoke)
    assert "Innocent (guest:" in banned.out
    turned_away = await (await attacker.connect(server, client_keys=[private])).run("rooms")
    assert "You are banned here" in turned_away.stderr
    assert (await admin(server.data, "unban", "Innocent")).code == 0


@pytest.mark.attack(5, "a recovery code guessed, used twice, by two at once")
async def test_recovery_codes(server: Server, attacker: Attacker) -> None:
    owner, connection = key(), await attacker.connect(server, client_keys=[])
    known = await Somebody.come(attacker, server, client_keys=[owner])
    assert (await known.ask(do="name", name="Careful"))["event"] == "done"
    code = (await known.ask(do="recovery"))["code"]
    assert (await connection.run("recovery")).exit_status == 1, "a guest has none"
    thieves = [await attacker.connect(server, client_keys=[key()]) for _ in range(3)]
    answer = await asyncio.gather(*(thief.run(f"recovery {code}") for thief in thieves))
    assert sorted(entry.exit_status for entry in answer) == [0, 1, 1], "one key, and no other"
    guesses = [await thieves[0].run(f"recovery {code[:-1]}{n}") for n in range(2, 8)]
    assert all(guess.exit_status == 1 for guess in guesses)
    assert "Too many wrong codes" in guesses[-1].stderr
    fresh = (await known.ask(do="recovery"))["code"]
    latecomer = await thieves[0].run(f"recovery {fresh}")
    assert "Too many wrong codes" in latecomer.stderr, "nor a right one from that address and key"
    another = await attacker.connect(server, client_keys=[key()])
    once = await another.run(f"recovery {code[:-1]}9")
    assert once.exit_status == 1 and "Too many" not in once.stderr, "one try of each other key"
    latecomer = await another.run(f"recovery {fresh}")
    assert "Too many wrong codes" in latecomer.stderr, "and no second one, though it is right"
    owners = await attacker.connect(server, client_keys=[key()])
    assert (await owners.run(f"recovery {fresh}")).exit_status == 0, "nobody is locked out by it"
    assert code not in server.log and fresh not in server.log
