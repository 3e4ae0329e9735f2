"""One session on one channel: a shell with the app, or a command with plain text."""

import asyncio
import contextlib
import contextvars
import secrets
import time
from collections.abc import Callable

import asyncssh
import structlog
from msgspec.structs import replace

from arcade.club.errors import Refused
from arcade.club.i18n.words import Words, nearest
from arcade.club.limits.rate_limiter import neighbourhood, network
from arcade.club.start import Start
from arcade.engine.news import News
from arcade.players.player import Player
from screens.terminal.glyphs import in_cp437, twin
from server.limits.cost_meter import PAYER, CostMeter
from server.ssh.channel import Channel
from server.ssh.context import Identity, Login, ServerContext
from server.ssh.terminal import clamp
from server.text import commands
from server.text.line_session import Mode

log = structlog.get_logger()

GOODBYE_TIME = 3.0
"""Seconds an app has to clean up after its client is gone."""
LONGEST_REST = 0.1
"""Seconds for which others have the loop, at most, after a first picture."""
NO_PICTURE = 0.5
"""Seconds after which the next newcomer begins although this one has no picture yet."""
STDERR = asyncssh.EXTENDED_DATA_STDERR


class Session(Channel):
    """Runs what the client asks for; its end, or its failure, touches no other session."""

    def __init__(
        self,
        context: ServerContext,
        login: Login,
        cost_meter: CostMeter,
        ended: Callable[[], None] = lambda: None,
    ) -> None:
        """`ended` is called when it is over."""
        super().__init__(context.limits, context.counters)
        self._ended = ended
        self._context = context
        self._cost_meter = cost_meter
        self.login = login
        self.player: Player | None = None
        self._task: asyncio.Task[None] | None = None
        self._farewell: News | None = None
        self._visiting = ""
        self._gone = False
        self._broke = False

    def _begin(self) -> None:
        """Run in a context of its own: see `driver.run`."""
        loop = asyncio.get_running_loop()
        context = contextvars.Context()
        context.run(structlog.contextvars.bind_contextvars, session=secrets.token_hex(4))
        context.run(PAYER.set, self._cost_meter)
        self._task = loop.create_task(self._run(), context=context)
        self._context.sessions.add(self)

    def _interrupt(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _lost(self) -> None:
        self._gone = True
        self._ended()
        self._ended = lambda: None  # the connection, which keeps its sessions
        self._context.sessions.discard(self)
        self._stop()

    async def end(self, why: News) -> None:
        self._farewell = why
        self._stop()
        if self._task is not None:
            await asyncio.wait([self._task], timeout=GOODBYE_TIME)

    def _stop(self) -> None:
        """End the app in good order; what does not end is cancelled after a while."""
        task = self._task
        if task is None or task.done():
            return
        if self._frontend is None:
            task.cancel()
            return
        self._frontend.leave()
        loop = asyncio.get_running_loop()
        timer = loop.call_later(GOODBYE_TIME, task.cancel)
        task.add_done_callback(lambda _: timer.cancel())

    async def _run(self) -> None:
        status, began = commands.FAILED, time.monotonic()
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
            if not self._channel.is_closing():
                self._channel.exit(status)

    def _visit(self, player: Player, **how: object) -> None:
        """Log a visit, and later its end."""
        if self._context.note(self.login, "visit", player=player.id, **how, **self._whence):
            self._visiting = player.id

    def _why(self, status: int) -> str:
        if self._farewell is not None:
            return "ended by the house"
        if status == commands.FAILED and not self._gone:
            return "something broke"
        return "line lost" if self._gone else "left"

    @property
    def _whence(self) -> dict[str, str]:
        return {"address": self.login.address} if self._context.log_addresses else {}

    async def _answer(self) -> int:
        words = self._words()
        why = self._context.turned_away(self.login)
        if why is not None:
            self._context.note(self.login, "turned away", key=self.login.key, **self._whence)
            await self.complain(words.say(why).rstrip() + "\n")
            return commands.FAILED
        if self._command is not None:
            status = await commands.run(
                self._command,
                commands.Call(self._context, self.login, self, words, terminal=self._pty),
            )
            if not self._visiting:
                name = commands.name_of(self._command)
                self._context.note(self.login, "command", do=name, code=status, **self._whence)
            return status
        if not (self._pty or self._plain):
            need = words.t("This needs a terminal: write ssh -t before the address.")
            await self.complain(f"{need}\n{commands.help_text(words)}")
            return commands.MISUSED
        try:
            return await self.play(self._context.start(self.login.wish))
        except Refused as refused:
            await self.complain(words.say(refused.why) + "\n")
        return commands.FAILED

    @property
    def _plain(self) -> bool:
        accounts, key = self._context.club.accounts, self.login.key
        chosen = bool(key) and accounts.preference(accounts.known(key), "plain") == "on"
        return chosen or self._chooses_plain or super()._plain

    @property
    def _chooses_plain(self) -> bool:
        return self.login.wish.do == "plain" or self.terminal.accessible

    async def play(self, wish: Start) -> int:
        if self._plain:
            return await self.converse("plain", wish)
        self._context.club.moderation.may_begin()
        identity = await self._admit()
        return commands.FAILED if identity is None else await self._show(identity, wish)

    async def converse(self, mode: Mode, wish: Start) -> int:
        from server.text.line_mode import run_mode  # not before somebody talks

        self._context.club.moderation.may_begin()
        identity = await self._admit()
        if identity is None or self._lines is None:
            return commands.FAILED
        chosen = self._context.club.accounts.language(identity.player)
        words = Words(chosen or nearest(self.terminal.locale))
        self._visit(identity.player, mode=mode)
        try:
            await run_mode(
                *(self._context, identity, mode, wish, words, self._lines, self.write),
                remember=self._chooses_plain,
                watch_line=self.watch_line,
            )
        except asyncio.CancelledError:
            if self._farewell is None:
                raise
            await self.complain(words.say(self._farewell).rstrip() + "\n")
        return commands.DONE

    async def _admit(self) -> Identity | None:
        identity = self._context.admit(self.login)
        if identity is None:
            await self.complain(self._words().t("No guest has this resume code.") + "\n")
        else:
            self.player = identity.player
        return identity

    async def _show(self, identity: Identity, wish: Start) -> int:
        player = identity.player
        self._visit(player, size=self.terminal.size)
        words = Words(self._context.language(player, self.terminal))
        ended: object = self._context.after_lost_line(player, wish, words)
        try:
            while isinstance(ended, Start) and not self._channel.is_closing():
                identity = self._context.renewed(self.login, identity)
                self.player = identity.player
                self.terminal = replace(self.terminal, size=clamp(*self._size))
                ended = await self._stage(identity, ended)
        finally:
            self._give_back()
            if self._gone:
                self._context.lost_line(player)
        if isinstance(ended, Exception):
            log.error("app failed", player=player.id, exc_info=ended)
            await self._sorry()
            return commands.FAILED
        words = Words(self._context.language(player, self.terminal))  # chosen anew, perhaps
        # A line that is gone made the app end as well: `write` then says it to nobody.
        farewell = words.say(self._farewell).rstrip() if self._farewell else ""
        for sentence in (ended, farewell):
            if sentence:
                await self.write(f"{sentence}\n")
        return commands.DONE

    async def _stage(self, identity: Identity, start: Start) -> object:
        """Show a broadcast or an app; return its result, or the error it died of."""
        from server.spectators.broadcasts import appearance_for
        from server.spectators.session import SpectatorSession
        from server.ssh import driver

        context, player = self._context, identity.player
        shares = start.bare and context.shares(player) and player.name
        if context.broadcasts is not None and shares:
            appearance = appearance_for(context.club, player, self.terminal)
            watching = SpectatorSession(
                *(context.club, context.broadcasts, self, player, appearance),
                resume_code=identity.resume_code,
            )
            return await watching.run(start.code)
        next_may_begin = await self._first_picture_slot()
        try:
            app = context.make_app(context, identity, start, self.terminal)
            ended = await driver.run(app, self)
        finally:
            self.frame_drawn = lambda: None
            next_may_begin()
            context.garbage.session_ended()
        if ended.error is not None and getattr(app, "table_sessions", None) and not self._broke:
            # The lobby, once: coming back to the table that broke it would break it again.
            self._broke = True
            log.error("app failed", player=player.id, exc_info=ended.error)
            t = self._words().t
            return Start(message=t("Something went wrong at that table. Your seat is kept."))
        return ended.error or ended.returned

    async def _first_picture_slot(self) -> Callable[[], None]:
        """Wait for a slot; it is given back after the first frame and a rest as long as that took.

        No garbage is collected before that frame. Return what gives the slot back at once.
        """
        loop, garbage = asyncio.get_running_loop(), self._context.garbage
        free = await self._context.first_pictures.take(network(neighbourhood(self.login.address)))
        garbage.hold()
        began = time.thread_time()

        def give_back() -> None:
            garbage.go_on()
            free()

        nobody = contextvars.Context()  # a timer's context would keep an app that has ended
        timer = loop.call_later(NO_PICTURE, give_back, context=nobody)

        def drawn() -> None:
            self.frame_drawn = lambda: None
            garbage.go_on()
            rest = min(time.thread_time() - began, LONGEST_REST)
            loop.call_later(rest, give_back, context=nobody)
            timer.cancel()

        self.frame_drawn = drawn
        return give_back

    def _words(self) -> Words:
        key = self.login.key
        club = self._context.club
        chosen = club.accounts.language(club.accounts.known(key)) if key else None
        return Words(chosen or nearest(self.terminal.locale))

    async def _sorry(self) -> None:
        words = self._words()
        text = words.t(
            "Sorry, something went wrong here and this session is over. Your seat is kept."
        )
        with contextlib.suppress(OSError):
            await self.complain(text + "\n")

    async def write(self, text: str) -> None:
        await self.outlet.send_all(self._encoded(text))

    async def read(self) -> str:
        if self._lines is None:
            return ""
        await self._lines.arrived()
        return self._lines.take() or ""

    async def complain(self, text: str) -> None:
        if not self._channel.is_closing():
            self._channel.write(self._encoded(text), None if self._pty else STDERR)

    @property
    def _only_ascii(self) -> bool:
        wish = (
            self._context.club.accounts.preference(self.player, "ascii") if self.player else "auto"
        )
        return self.terminal.only_ascii if wish == "auto" else wish == "on"

    def _encoded(self, text: str) -> bytes:
        if self._pty:
            if self._only_ascii:
                text = twin(text)
            elif self.terminal.cp437:
                text = in_cp437(text)
            text = text.replace("\n", "\r\n")  # a terminal in raw mode does not return by itself
        return text.encode("utf-8", "replace")
