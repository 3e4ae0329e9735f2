"""One session: a client's request, served in steps.

Must not know: how its bytes travel.
"""

import asyncio
import contextlib
import contextvars
import secrets
import time
from collections.abc import Callable
from typing import ClassVar

import structlog

from arcade.club.errors import Refused
from arcade.club.i18n.words import Words, nearest
from arcade.club.start import Start
from arcade.engine.news import News
from arcade.players.player import Player
from screens.terminal.glyphs import in_cp437, twin
from server.doors.app_loop import AppLoop
from server.doors.context import Identity, Login, ServerContext
from server.limits.cost_meter import PAYER, CostMeter
from server.terminal.channel import Channel
from server.terminal.line_input import reads
from server.text.commands import catalogue
from server.text.commands.call import DONE, FAILED, INTERRUPTED, MISUSED, Call
from server.text.line_session import LineSession, Mode

log = structlog.get_logger()

GOODBYE_TIME = 3.0
"""Seconds an app has to clean up after its client is gone."""


class Session:
    """Runs what the client asks for; its end, or its failure, touches no other session."""

    BY_WEB: ClassVar[bool] = False
    """Whether it is in a browser: then no terminal outlives it in an odd state."""

    def __init__(
        self,
        context: ServerContext,
        login: Login,
        cost_meter: CostMeter,
        ended: Callable[[], None] = lambda: None,
    ) -> None:
        """`ended` is called when it is over."""
        self.channel = Channel(self, context.limits, context.counters)
        self.login = login
        self.player: Player | None = None
        self._ended = ended
        self._context = context
        self._cost_meter = cost_meter
        self._task: asyncio.Task[None] | None = None
        self._farewell: News | None = None
        self._visiting = ""
        """The id of the player whose visit is logged."""
        self._gone = False

    # What the channel asks

    def begin(self) -> None:
        """Run in a context of its own: see `driver.run`."""
        loop = asyncio.get_running_loop()
        context = contextvars.Context()
        context.run(structlog.contextvars.bind_contextvars, session=secrets.token_hex(4))
        context.run(PAYER.set, self._cost_meter)
        self._task = loop.create_task(self._run(), context=context)
        self._context.sessions.add(self)

    def interrupt(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def lost(self) -> None:
        self._gone = True
        self._ended()
        self._ended = lambda: None  # the connection, which keeps its sessions
        self._context.sessions.discard(self)
        self._cost_meter.begin(self._stop)  # many of one address may be lost at once

    def reads_lines(self) -> bool:
        return self._plain or reads(self.channel.command or "")

    # Its end

    async def end(self, why: News) -> None:
        self._farewell = why
        self._stop()
        if self._task is not None:
            await asyncio.wait([self._task], timeout=GOODBYE_TIME)

    def _stop(self) -> None:
        """End the app in good order; cancel it if that takes too long."""
        task = self._task
        if task is None or task.done():
            return
        if not self.channel.leave():
            task.cancel()
            return
        loop = asyncio.get_running_loop()
        timer = loop.call_later(GOODBYE_TIME, task.cancel)
        task.add_done_callback(lambda _: timer.cancel())

    async def _run(self) -> None:
        status, began = FAILED, time.monotonic()
        try:
            await self._cost_meter.turn()
            status = await self._answer()
        except asyncio.CancelledError:
            pass
        except Exception:
            log.exception("session failed")
            await self._sorry()
        finally:
            self._context.sessions.discard(self)
            if self.player is not None:
                self._context.gone(self.login, self.player)
            if self._visiting:
                lasted = round(time.monotonic() - began)
                log.info("left", player=self._visiting, seconds=lasted, why=self._why(status))
            self.channel.exit(status)

    def _why(self, status: int) -> str:
        if self._farewell is not None:
            return "ended by the house"
        if status == FAILED and not self._gone:
            return "something broke"
        return "line lost" if self._gone else "left"

    # The steps

    async def _answer(self) -> int:
        """Go step by step until one has an exit code."""
        steps = (
            self._turn_away,  # first: a banned person gets nothing, not even help
            self._run_command,  # before a terminal is asked for: a command needs none
            self._ask_for_terminal,  # before anybody is admitted: that makes a guest
            self._enter,
        )
        for step in steps:
            if (code := await step()) is not None:
                return code
        return FAILED

    async def _turn_away(self) -> int | None:
        why = self._context.turned_away(self.login)
        if why is None:
            return None
        self._context.note(self.login, "turned away", key=self.login.key, **self._whence)
        await self.complain(self._words().say(why).rstrip() + "\n")
        return FAILED

    async def _run_command(self) -> int | None:
        command = self.channel.command
        if command is None:
            return None
        login = self.login
        call = Call(
            house=self._context,
            key=login.key,
            address=login.address,
            wish=login.wish,
            client=self,
            words=self._words(),
            terminal=self.channel.pty,
        )
        try:
            code = await catalogue.run(command, call)
        except asyncio.CancelledError:
            if self._farewell is None:
                raise
            await self.complain(call.words.say(self._farewell).rstrip() + "\n")
            code = INTERRUPTED
        if not self._visiting:
            name = catalogue.name_of(command)
            self._context.note(self.login, "command", do=name, code=code, **self._whence)
        return code

    async def _ask_for_terminal(self) -> int | None:
        if self.channel.pty or self._plain:
            return None
        words = self._words()
        need = words.t("This needs a terminal: write ssh -t before the address.")
        await self.complain(f"{need}\n{catalogue.help_text(words)}")
        return MISUSED

    async def _enter(self) -> int:
        """Play from where the user name leads."""
        words = self._words()
        try:
            return await self.play(self._start())
        except Refused as refused:
            await self.complain(words.say(refused.why) + "\n")
        return FAILED

    def _start(self) -> Start:
        return self._context.start(self.login.wish)

    # What the last step and some commands do: see `Client`

    async def play(self, start: Start) -> int:
        if self._plain:
            return await self.converse("plain", start)
        identity = await self._admit()
        return FAILED if identity is None else await self._show(identity, start)

    async def _admit(self) -> Identity | None:
        self._context.club.moderation.may_begin()
        identity = self._context.admit(self.login)
        if identity is None:
            await self.complain(self._words().t("No guest has this resume code.") + "\n")
        else:
            self.player = identity.player
            await self._context.note_zone(identity.player, self.channel.terminal.zone)
        return identity

    async def converse(self, mode: Mode, start: Start) -> int:
        """Run line mode or the API."""
        from server.text.line_mode import run_mode  # not before somebody talks

        identity = await self._admit()
        lines = self.channel.lines
        if identity is None or lines is None:
            return FAILED
        words = Words(self._context.language(identity.player, self.channel.terminal))
        self._visit(identity.player, mode=mode)
        session = LineSession(
            *(self._context.club, identity.player, identity.resume_code, lines, self.write)
        )
        session.watch_line = lambda: self.channel.watch_line(
            lambda: session.plays_with_others, session.note_line
        )
        self._prepare(session)
        try:
            await run_mode(session, identity.key, mode, start, words, self._chooses_plain)
        except asyncio.CancelledError:
            if self._farewell is None:
                raise
            await self.complain(words.say(self._farewell).rstrip() + "\n")
        return DONE

    def _prepare(self, session: LineSession) -> None:
        """Fit a conversation to the client: a terminal needs nothing."""

    async def _show(self, identity: Identity, start: Start) -> int:
        """Show the screens, then say good-bye."""
        context, player = self._context, identity.player
        self._visit(player, size=self.channel.terminal.size)
        words = Words(context.language(player, self.channel.terminal))
        loop = AppLoop(context, self.login, self.channel, self._became)
        try:
            ended = await loop.run(identity, context.after_lost_line(player, start, words))
        finally:
            if self._gone and not self.BY_WEB:
                context.lost_line(player)
        if isinstance(ended, Exception):
            log.error("app failed", player=player.id, exc_info=ended)
            await self._sorry()
            return FAILED
        words = Words(context.language(player, self.channel.terminal))  # chosen anew, perhaps
        # The app also ends when its line is gone: `write` then reaches nobody.
        farewell = words.say(self._farewell).rstrip() if self._farewell else ""
        for sentence in (ended, farewell):
            if sentence:
                await self.write(f"{sentence}\n")
        return DONE

    def _became(self, player: Player) -> None:
        self.player = player

    def _visit(self, player: Player, **how: object) -> None:
        """Log a visit, and later its end."""
        if self._context.note(self.login, "visit", player=player.id, **how, **self._whence):
            self._visiting = player.id

    @property
    def _whence(self) -> dict[str, str]:
        return {"address": self.login.address} if self._context.log_addresses else {}

    # Lines and words

    @property
    def _plain(self) -> bool:
        """Whether lines are shown in place of screens."""
        accounts, key, channel = self._context.club.accounts, self.login.key, self.channel
        chosen = bool(key) and accounts.preference(accounts.known(key), "plain") == "on"
        dumb = channel.pty and channel.terminal.term.lower() in ("", "dumb")
        return chosen or dumb or self._chooses_plain

    @property
    def _chooses_plain(self) -> bool:
        return self.login.wish.do == "plain" or self.channel.terminal.accessible

    def _words(self) -> Words:
        accounts, key = self._context.club.accounts, self.login.key
        chosen = accounts.language(accounts.known(key)) if key else None
        return Words(chosen or nearest(self.channel.terminal.locale))

    async def _sorry(self) -> None:
        words = self._words()
        text = words.t(
            "Sorry, something went wrong here and this session is over. Your seat is kept."
        )
        with contextlib.suppress(OSError):
            await self.complain(text + "\n")

    async def read(self) -> str:
        lines = self.channel.lines
        if lines is None:
            return ""
        await lines.arrived()
        return lines.take() or ""

    async def write(self, text: str) -> None:
        await self.channel.write(self._encoded(text))

    async def complain(self, text: str) -> None:
        self.channel.complain(self._encoded(text))

    @property
    def _only_ascii(self) -> bool:
        accounts = self._context.club.accounts
        wish = accounts.preference(self.player, "ascii") if self.player else "auto"
        return self.channel.terminal.only_ascii if wish == "auto" else wish == "on"

    def _encoded(self, text: str) -> bytes:
        if self.channel.pty:
            if self._only_ascii:
                text = twin(text)
            elif self.channel.terminal.cp437:
                text = in_cp437(text)
            text = text.replace("\n", "\r\n")  # a terminal in raw mode does not return by itself
        return text.encode("utf-8", "replace")
