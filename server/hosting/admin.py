"""The host's control socket in the data folder, for `arcade admin`.

One request and one answer, each a line of JSON. A person who can open the socket (mode 0600) is the
host.
"""

import asyncio
import contextlib
import os
import re
import socket
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from inspect import signature
from itertools import pairwise
from pathlib import Path

import msgspec
import structlog
from msgspec import Struct, defstruct
from msgspec.structs import asdict

from arcade.club.errors import NotStored, Refused, why_failed
from arcade.club.i18n import dates
from arcade.club.i18n.words import Words
from arcade.club.people.moderation import when
from arcade.club.people.social import CELLS
from arcade.club.standings.ledger import Read
from arcade.club.views import Notice
from arcade.engine import registry
from arcade.engine.news import News, counted
from arcade.engine.registry import NoSuchGame
from arcade.engine.words import folded
from arcade.players.conduct import network
from arcade.players.text import clean, width
from arcade.rooms.errors import refused
from arcade.tasks import Tasks, shielded
from server.config.environment import SOCKET, CannotDo
from server.doors.context import ServerContext
from server.text.listings import columns

log = structlog.get_logger()

MAX_REQUEST = 16_384
PATIENCE = 10.0
"""Bytes of a request, and seconds it may take to come."""
PROGRESS_EVERY = 2.0
"""Seconds between two progress reports of a long request."""
REMINDERS = (30.0, 10.0, 5.0, 2.0, 1.0)
"""Minutes before the end at which everybody is reminded."""


class _Request(Struct, frozen=True):
    """What the host asks for, one of `REQUESTS`; the other fields are its arguments."""

    do: str


class Answer(Struct, frozen=True):
    """The lines to print, or an error."""

    lines: tuple[str, ...] = ()
    error: str = ""
    more: bool = False
    """Whether this is only progress, and the answer is still to come."""


FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")
ID = re.compile(rf"{FINGERPRINT.pattern}|guest:[0-9a-f]{{32}}")
"""What people with a key are known by, and guests."""
EVERYBODY = ("0.0.0.0/0", "::/0")


class Admin:
    """Serves the host's requests; `shut` stops admitting people, `end` ends the server.

    `read` reads the results of all tables outside of this process.
    """

    def __init__(
        self,
        context: ServerContext,
        shut: Callable[[], None],
        end: Callable[[], None],
        read: Read | None = None,
    ) -> None:
        self._context = context
        self._club = context.club
        self._shut = shut
        self._end = end
        self._read = read
        self._server: asyncio.Server | None = None
        self._draining: asyncio.Task[None] | None = None
        self._rebuilding: asyncio.Task[int] | None = None
        self._rebuilt = ""
        self._asked = Tasks()
        self._path: Path | None = None
        self._club.workers.drained = self._begin_draining

    async def open(self, folder: Path) -> None:
        """Listen in a folder; if that fails, log it and go on."""
        path = folder / SOCKET
        try:
            listening = _bind(path)
        except OSError as error:
            log.warning("no host's tools", socket=str(path), error=str(error))
            return
        self._path = path
        self._server = await asyncio.start_unix_server(
            self._talk, sock=listening, limit=MAX_REQUEST
        )

    async def close(self) -> None:
        if self._draining is not None:
            self._draining.cancel()
        for task in (*self._asked, *filter(None, (self._rebuilding,))):
            task.cancel()
        if self._server is not None:
            self._server.close()
            with contextlib.suppress(OSError):
                if self._path is not None:
                    self._path.unlink()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                line = await reader.readline()
            if not line:  # the doctor, which only tests the connection
                return
            asked = self._asked.begin(self._answer(line))  # the task outlives the client
            while not (await asyncio.wait({asked}, timeout=PROGRESS_EVERY))[0]:
                writer.write(_line(Answer((self._rebuilt or "Still working.",), more=True)))
                await writer.drain()
            closed = Answer(error="The server has ended: ask again when it runs.")
            writer.write(_line(closed if asked.cancelled() else asked.result()))
            await writer.drain()
        except (TimeoutError, ValueError, ConnectionError) as error:
            log.warning("host's request failed", error=repr(error))
        finally:
            writer.close()

    async def _answer(self, line: bytes) -> Answer:
        try:
            do = msgspec.json.decode(line, type=_Request).do
            request = REQUESTS.get(do)
            if request is None:
                return Answer(error=f"Not a request: {do}")
            given = asdict(msgspec.json.decode(line, type=_arguments(request)))
            lines = await request(self, **given)
        except msgspec.DecodeError as error:
            return Answer(error=f"Not a request: {error}")
        except (Refused, NotStored) as error:
            return Answer(error=why_failed(Words(), error))
        except CannotDo as error:
            return Answer(error=str(error))
        except Exception:
            # The host's mistake, or ours, must end neither the server nor its control socket.
            log.exception("host's request broke", request=line.decode("utf-8", "replace"))
            return Answer(error="Internal error; see the server's log.")
        if request not in (Admin.bans, Admin.reports, Admin.who) and given != {
            "game": "",
            "on": None,
        }:
            log.info("host", do=do, **given)
        return Answer(tuple(lines))

    # What the host may ask for; each returns the lines to print

    async def announce(self, text: str) -> list[str]:
        await self._club.community.announce(_sentence(text))
        return [f"Told to {len(self._club.presence.here)} here."]

    async def close_table(self, code: str) -> list[str]:
        await self._club.close_table(code)
        return [f"Table {code.upper()} is closed."]

    async def rebuild(self) -> list[str]:
        """Recompute the standings from the log."""

        def progress(read: int, of: int) -> None:
            self._rebuilt = f"{read} of {of} records read"

        if self._rebuilding is None or self._rebuilding.done():
            rebuilding = self._club.standings.rebuild(progress, self._read)
            self._rebuilding = asyncio.create_task(rebuilding)
        try:
            missing = await shielded(self._rebuilding)
        finally:
            self._rebuilt = ""
        return [f"Compared with the records of all tables; missing results: {missing}"]

    async def mute(self, name: str, minutes: int = 10) -> list[str]:
        """Mute somebody for some minutes (0: until unmuted)."""
        player = self._club.community.find(name)
        until = when(await self._club.moderation.mute(player, max(0, minutes)))
        shown = f"{player.name} ({player.id})"
        return [f"{shown} is muted until {until or 'unmuted'}{' UTC' if until else ''}."]

    async def unmute(self, name: str) -> list[str]:
        """Let somebody speak again."""
        player = self._club.community.find(name)
        shown = f"{player.name} ({player.id})"
        was = await self._club.moderation.unmute(player)
        return [f"{shown} may speak." if was else f"{shown} was not muted."]

    async def ban(self, whom: str, minutes: int = 0, why: str = "") -> list[str]:
        """Ban a name, key, guest id, address or network, for some minutes or for good."""
        if whom.startswith(("SHA256:", "guest:")) and not ID.fullmatch(whom):
            raise refused("{id} is nobody's id: copy it from the list of who is here.", id=whom)
        whom, name = self._whom(whom)
        before = len(self._context.sessions)
        why = _sentence(why)
        until = when(await self._club.moderation.ban(whom, max(0, minutes), why, name))
        await self._context.sweep()
        ended = before - len(self._context.sessions)
        lines = [
            f"{_shown(whom, name)} is banned {f'until {until} UTC' if until else 'for good'}.",
            f"Sessions ended: {ended}",
        ]
        if whom.startswith("guest:"):
            lines.append(
                "Guests can come back as other guests: find their address with `who` to ban it."
            )
        return lines

    async def unban(self, whom: str) -> list[str]:
        whom, name = self._whom(whom)
        was = await self._club.moderation.unban(whom)
        shown = _shown(whom, name)
        return [f"{shown} may come again." if was else f"{shown} was not banned."]

    async def relink(self, name: str, key: str, only: bool = False) -> list[str]:
        """Link a key (a fingerprint) to an account; `only`: unlink its other keys and its code."""
        player = self._club.community.find(name)
        if not FINGERPRINT.fullmatch(key):
            raise refused("That is not a key; name a file with a public key, or write SHA256:…")
        await self._club.devices.relink(player, key, only)
        await self._context.sweep()
        keys = self._club.accounts.keys(player)
        return [f"{player.name} ({player.id}) comes with:", *(f"  {key}" for key in keys)]

    def _whom(self, text: str) -> tuple[str, str]:
        """Return the id or network a ban is stored under, and the name if there is one.

        Raises `Refused` for a name nobody has.
        """
        if text.startswith("SHA256:"):
            # A linked key leads to its person: a ban of the one key would leave the others.
            player = self._club.accounts.known(text)
            return player.id, player.name
        if text.startswith("guest:"):
            return text, self._club.accounts.known(text).name
        if (address := network(text)) is not None:
            if address in EVERYBODY:
                raise refused("Everybody is here.")
            return address, ""
        player = self._club.community.find(text)
        return player.id, player.name

    async def bans(self) -> list[str]:
        """List the bans in force."""
        bans = self._club.moderation.bans()
        if not bans:
            return ["Nobody is banned."]
        called = self._club.accounts.called
        rows = [
            (ban.whom, called(ban.whom, ban.name) or "-", when(ban) or "for good", ban.why)
            for ban in bans
        ]
        return columns([("WHO", "NAME", "UNTIL (UTC)", "WHY"), *rows]).splitlines()

    async def reports(self) -> list[str]:
        """List reports, the oldest first."""
        lines = []
        for at, report in self._club.moderation.conduct.reports:
            where = f"table {report.table}" if report.table else "the lobby"
            by = self._club.accounts.called(report.by, report.by_name)
            whom = self._club.accounts.called(report.whom, report.name)
            head = f"{dates.minute(at)} UTC  {by} about {whom} ({report.whom}) in {where}"
            lines.append(f"{head}: {report.why}")
            lines += [f"    {line}" for line in report.lines]
        return lines or ["Nothing has been reported."]

    async def games(self, game: str = "", on: bool | None = None) -> list[str]:
        """List the games with their faults; and let one be played, or not."""
        conduct = self._club.moderation.conduct
        if game:
            key = _game_key(game)
            if on is not None:
                await self._club.moderation.switch_game(key, on)
                self._club.presence.lobby_changed()
        elif on is not None:
            raise CannotDo("Name the game to let it be played, or not.")
        rows = [("GAME", "NAME", "FROM", "STATE")]
        for key, rules in registry.installed().items():
            state = "out of the lobby" if key in conduct.withdrawn else "played"
            if count := len(conduct.faults.get(key, ())):
                state += f", {count} fault{'s' if count > 1 else ''}"
            rows.append(
                (key, rules.meta.name, registry.package(rules) or type(rules).__module__, state)
            )
        rows += [
            (left_out.name, "-", "-", f"left out: {left_out.why}")
            for left_out in registry.left_out()
        ]
        lines = columns(rows).splitlines()
        for faults in conduct.faults.values():
            for at, fault in faults:
                where = f" at table {fault.table}" if fault.table else ""
                head = f"{dates.minute(at)} UTC  {fault.game}{where}, {fault.call}"
                lines.append(f"{head}: {fault.why} ({fault.where})")
        return lines

    async def tournament(
        self, game: str = "", begins: str = "", weekly: bool = False, cancel: int = 0
    ) -> list[str]:
        """Schedule a tournament for a time (UTC), call one off, and list those to come."""
        tournaments = self._club.tournaments
        if cancel:
            await tournaments.cancel(cancel)
        elif game:
            await tournaments.schedule(_game_key(game), _time(begins), weekly)
        rows = [
            (
                *(str(item.number), registry.find(item.game).meta.name, dates.minute(item.begins)),
                *("weekly" if item.weekly else "once", str(len(item.entered))),
            )
            for item in tournaments.upcoming()
        ]
        head = ("NO", "GAME", "BEGINS (UTC)", "HELD", "PEOPLE")
        return columns([head, *rows]).splitlines() if rows else ["No tournament is scheduled."]

    async def who(self) -> list[str]:
        """List everybody here: where, and from which address."""
        where = {location.player.id: location.code for location in self._club.presence.locations}
        rows = [
            (
                self._club.accounts.known(session.player.id).name
                or session.player.name
                or "(no name)",
                where.get(session.player.id, "lobby"),
                session.login.address,
                session.login.key or session.player.id,
            )
            for session in self._context.sessions
            if session.player is not None
        ]
        peers = self._club.workers.peers
        tables = {at.player.id: at.code for at in peers.locations}
        rows += [
            (visitor.name, tables.get(visitor.id, "lobby"), "(at another worker)", visitor.id)
            for visitor in peers.people.values()
        ]
        if not rows:
            return ["Nobody is here."]
        return columns(
            [
                ("NAME", "WHERE", "ADDRESS", "KEY OR ID"),
                *sorted(rows, key=lambda row: folded(row[0])),
            ]
        ).splitlines()

    # The end

    async def drain(self, text: str, minutes: float = 5.0, here: bool = False) -> list[str]:
        """Announce that the server ends in some minutes, and why; then end it.

        `here`: one machine of a cluster ends, and takes in nobody meanwhile.
        """
        text = _sentence(text)
        self._club.workers.drain(text, minutes, here)
        self._begin_draining(text, minutes, here)
        people = len(self._club.presence.here)
        subject = "1 person is" if people == 1 else f"{people} people are"
        time = "a minute" if minutes == 1 else f"{minutes:g} minutes"
        return [f"The server ends in {time}; {subject} told."]

    def _begin_draining(self, text: str, minutes: float, here: bool) -> None:
        if here:
            self._shut()  # a balancer, or the next address of a name, leads newcomers elsewhere
        if self._draining is not None:
            self._draining.cancel()
        self._club.moderation.closing = False
        loop = asyncio.get_running_loop()
        self._draining = loop.create_task(self._drained(text, max(0.0, minutes), here))

    async def _drained(self, text: str, minutes: float, here: bool) -> None:
        """Remind everybody; start no games in the last minute; then end the server."""
        stops = [minutes, *(reminder for reminder in REMINDERS if reminder < minutes), 0.0]
        for left, after in pairwise(stops):
            self._club.moderation.closing = left <= 1
            n = max(1, round(left))
            self._club.presence.notify(Notice(_closes(n, text, here), 60.0))
            await asyncio.sleep((left - after) * 60)
        log.info("drained", sessions=len(self._context.sessions))
        self._end()


REQUESTS: Mapping[str, Callable[..., Awaitable[list[str]]]] = {
    "close": Admin.close_table,
    **{
        request.__name__: request
        for request in (
            *(Admin.announce, Admin.mute, Admin.unmute, Admin.ban, Admin.unban, Admin.relink),
            *(Admin.bans, Admin.reports, Admin.drain, Admin.who, Admin.rebuild, Admin.games),
            Admin.tournament,
        )
    },
}


@cache
def _arguments(request: Callable[..., Awaitable[list[str]]]) -> type[Struct]:
    """Return a struct of the parameters of a request, to decode the host's JSON by."""
    _, *parameters = signature(request).parameters.values()
    fields = ((parameter.name, parameter.annotation, parameter.default) for parameter in parameters)
    return defstruct("Arguments", fields, frozen=True)


def _sentence(text: str) -> str:
    """Return what people are to read; raises `Refused` where they would not read all of it."""
    text = clean(text, CELLS + 1)
    if width(text) > CELLS:
        raise refused("That is too long: people read {n} characters of it.", n=CELLS)
    return text


def _game_key(name: str) -> str:
    """Return the key of a game, also of one out of the lobby; raises `Refused`."""
    try:
        return registry.named(name).meta.key
    except NoSuchGame as error:
        raise Refused(error.news) from error


def _time(text: str) -> int:
    """Return a time to come, "21:00" or "2026-11-27 21:00" in UTC, in ms since 1970."""
    today = datetime.now(UTC)
    try:
        day, _, clock = text.rpartition(" ")
        date = datetime.fromisoformat(day).date() if day else today.date()
        time = datetime.strptime(clock, "%H:%M").time()
    except ValueError:
        raise refused("Write the time as 21:00 or as 2026-11-27 21:00, in UTC.") from None
    begins = datetime.combine(date, time, UTC)
    if not day and begins <= today:
        begins += timedelta(days=1)
    return round(begins.timestamp() * 1000)


def _shown(whom: str, name: str) -> str:
    return f"{name} ({whom})" if name else whom


def _line(answer: Answer) -> bytes:
    return msgspec.json.encode(answer) + b"\n"


def _closes(n: int, why: str, here: bool) -> News:
    if here:
        return counted(
            "This line ends in a minute, the arcade goes on: come back to your seat at once. {why}",
            "This line ends in {n} minutes, the arcade goes on: come back to your seat at once."
            " {why}",
            n,
            why=why,
        )
    return counted(
        "The server closes in a minute: {why}",
        "The server closes in {n} minutes: {why}",
        n,
        why=why,
    )


def _bind(path: Path) -> socket.socket:
    """Bind a socket only its owner may use; replace one that a killed server left behind."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # with the log in NATS it is new
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        if path.is_socket():
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trying:
                if trying.connect_ex(str(path)) == 0:
                    raise OSError("another server answers there")
            path.unlink()
        before = os.umask(0o177)
        try:
            listening.bind(str(path))
        finally:
            os.umask(before)
        listening.setblocking(False)
    except OSError:
        listening.close()
        raise
    return listening
