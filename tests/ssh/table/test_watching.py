"""From the lobby to a shared broadcast, to an app of one's own and back, on one terminal."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from arcade.club.club import Club
from arcade.club.table_session import TableSession
from arcade.engine.news import phrase
from arcade.eventlog.memory import MemoryLog
from screens.table import screen
from server.config.settings import Limits, Settings
from server.doors.context import ServerContext, arcade_app
from server.ssh.listener import listen
from tests.waiting import PATIENCE, until
from tools.soak.guests import Guest


class Served:
    """A server inside the test, with the arcade's own screens, and one table with a player."""

    context: ServerContext
    table_session: TableSession
    port: int

    @property
    def sessions(self) -> list[Any]:
        return list(self.context.sessions)

    @property
    def broadcasts(self) -> int:
        return len(self.context.broadcasts)


@pytest.fixture
async def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    monkeypatch.setattr(screen, "SHARE_AFTER", 0.1)
    served_table, limits = Served(), Limits()
    club = await Club.open(MemoryLog())
    served_table.context = ServerContext(club, limits, arcade_app)
    settings = Settings(data=tmp_path, host_key=tmp_path / "host", port=0, limits=limits)
    key = asyncssh.generate_private_key("ssh-ed25519")
    listener = await listen(settings, key, served_table.context)
    served_table.port = listener.get_port()
    player, _ = club.accounts.guest()
    served_table.table_session = await club.join(player, await club.create(player, "421"))
    yield served_table
    listener.close()
    await served_table.context.empty(phrase("The server is being closed."))
    served_table.context.garbage.close()
    served_table.table_session.detach()
    await club.close()


async def press(guest: Guest, keys: bytes, then: str) -> None:
    guest.tail = b""
    guest.type(keys)
    await guest.see(then.encode())


async def test_from_the_broadcast_to_ones_own_app_and_back(served: Served) -> None:
    code = served.table_session.code
    async with await Guest.enter(served.port, f"watch-{code}") as guest:
        await guest.see(b"You are watching.")
        assert served.broadcasts == 1
        everything = guest.tail
        await press(guest, b"?", "For 2 to 8 players")
        assert served.broadcasts == 0
        everything += guest.tail
        await press(guest, b"\x1b", code)
        await until(lambda: served.broadcasts == 1)
        await served.table_session.say("the next change")
        await guest.see(b"the next change")
        await press(guest, b"q", "Play now")
        assert served.broadcasts == 0
        await press(guest, b"\x1b[Bw", "You are watching.")
        assert served.broadcasts == 1
        guest.type(b"\x11")
        async with asyncio.timeout(PATIENCE):
            while not guest.channel.is_closing():
                everything += guest.tail
                await asyncio.sleep(0.02)
        everything += guest.tail
    assert b"Good-bye" in everything
    # The terminal was taken once and given back once.
    assert everything.count(b"\x1b[?1049h") == everything.count(b"\x1b[>1u") == 1


async def test_talking_takes_an_app_until_the_line_is_closed(served: Served) -> None:
    talk = served.table_session.table
    async with await Guest.enter(served.port, f"watch-{served.table_session.code}") as guest:
        await guest.see(b"You are watching.")
        guest.type(b"tsalut")  # in one packet: what follows the first key waits for the app
        await guest.see(b"cancel")
        assert served.broadcasts == 0
        await until(lambda: len(served.sessions[0].channel._ahead) == 0)
        await served.table_session.say("somebody plays on")
        await guest.see(b"somebody plays on")
        assert served.broadcasts == 0
        guest.type(b"\r")
        await until(lambda: "salut" in [line.text for line in talk().lines])
        guest.type(b"\r")
        await until(lambda: served.broadcasts == 1)
        await press(guest, b"t", "stop talking")
        await press(guest, b"\x1b", "You are watching.")
        await until(lambda: served.broadcasts == 1)
        await quiet(guest)
        await press(guest, b"\x1b[6~", "You are watching.")
        await until(lambda: served.broadcasts == 1)


async def test_those_who_only_watch_get_the_very_same_bytes(served: Served) -> None:
    name = f"watch-{served.table_session.code}"
    old, other = [await Guest.enter(served.port, name) for _ in range(2)]
    async with old, other:
        for text in ("one change", "another one"):
            await old.see(b"You are watching.")
            await other.see(b"You are watching.")
            await served.table_session.say(text)
            await old.see(text.encode())
            await other.see(text.encode())
        assert served.broadcasts == 1
        first, second = (guest.tail[guest.tail.index(b"one change") :] for guest in (old, other))
        assert first == second


async def test_a_spectator_sits_down(served: Served) -> None:
    async with await Guest.enter(served.port, f"watch-{served.table_session.code}") as guest:
        await guest.see(b"You are watching.")
        guest.type(b"j")
        await until(lambda: served.broadcasts == 0)
        await guest.see(b"invite")
        assert served.table_session.table().watchers == ()


async def quiet(guest: Guest) -> None:
    """Wait until nothing more comes for a while."""
    still, before = 0, guest.received
    while still < 5:
        await asyncio.sleep(0.02)
        still = still + 1 if guest.received == before else 0
        before = guest.received


@pytest.mark.parametrize("where", ["lobby", "table"])
async def test_a_screen_that_is_opened_or_closed_is_sent_once(served: Served, where: str) -> None:
    """In bytes: less than two pictures, and in packets: one."""
    keys = {"lobby": b"?:onsrWdLhv", "table": b"?:OF\x12"}[where]
    user = {"lobby": "play", "table": served.table_session.code}[where]
    async with await Guest.enter(served.port, user) as guest:
        await guest.see(b"new table" if where == "lobby" else b"invite")
        await quiet(guest)
        (session,) = served.sessions
        for key in keys:
            for typed in (bytes([key]), b"\x1b"):
                before, app = guest.received, session.channel._frontend._app
                screen = app.screen
                guest.type(typed)
                await until(lambda app=app, screen=screen: app.screen is not screen)
                await until(
                    lambda app=app, before=before: (
                        guest.received - before > 0.9 * len(app.whole().encode())
                    )
                )
                await quiet(guest)
                sent, picture = guest.received - before, len(app.whole().encode())
                assert sent < 1.2 * picture, (typed, type(app.screen), sent)


async def test_watchers_read_that_the_server_ends(served: Served) -> None:
    async with await Guest.enter(served.port, f"watch-{served.table_session.code}") as guest:
        await guest.see(b"You are watching.")
        await served.context.empty(phrase("The server is being closed."))
        await guest.see(b"The server is being closed.")
        assert guest.tail.count(b"\x1b[?1049l") == 1
        assert served.broadcasts == 0
    assert served.table_session.table().watchers == ()
