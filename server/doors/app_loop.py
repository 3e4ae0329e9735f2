"""Apps and shared broadcasts on one channel, one after the other."""

import asyncio
import contextvars
import time
from asyncio import get_running_loop
from collections.abc import Callable

import structlog
from msgspec.structs import replace

from arcade.club.i18n.words import Words
from arcade.club.limits.rate_limiter import neighbourhood, network
from arcade.club.start import Start
from arcade.players.player import Player
from server.doors.context import Identity, Login, ServerContext
from server.limits.cost_meter import payer
from server.terminal.channel import Channel

log = structlog.get_logger()

REST_FACTOR = 1.25
"""How long the loop is left to others after a first picture, as a multiple of its own time."""
LONGEST_REST = 0.1
"""Seconds for which others have the loop, at most, after a first picture."""
DOUBT_PAUSE = 0.1
"""Seconds before an app is made for an address whose last visitor left before the first picture:
somebody who opens sessions and goes would have one app made for each.
"""
NO_PICTURE = 0.5
"""Seconds after which the next newcomer begins although this one has no picture yet."""


class AppLoop:
    """Shows an app or a broadcast, and the next one it leads to."""

    def __init__(
        self,
        context: ServerContext,
        login: Login,
        channel: Channel,
        became: Callable[[Player], None],
    ) -> None:
        """`became` is called with the player before each app: an account may have been chosen."""
        self._context = context
        self._login = login
        self._channel = channel
        self._became = became
        self._broke = False
        """Whether a table has broken an app: coming back to it would break the next."""

    async def run(self, identity: Identity, start: Start) -> object:
        """Return the result of the last one, or the error that ended it."""
        channel = self._channel
        ended: object = start
        try:
            while isinstance(ended, Start) and not channel.closed:
                identity = self._context.renewed(self._login, identity)
                self._became(identity.player)
                channel.terminal = replace(channel.terminal, size=channel.size)
                player = identity.player
                if ended.bare and player.name and self._context.shares(player):
                    ended = await self._watch(identity, ended)
                else:
                    ended = await self._run_app(identity, ended)
        finally:
            channel.give_back()
        return ended

    async def _watch(self, identity: Identity, start: Start) -> Start | str:
        """Show the broadcast that all spectators of a table share."""
        from server.spectators.broadcasts import appearance_for
        from server.spectators.session import SpectatorSession

        context, player = self._context, identity.player
        watching = SpectatorSession(
            context.club,
            context.broadcasts,
            self._channel,
            player,
            appearance_for(context.club, player, self._channel.terminal),
            resume_code=identity.resume_code,
        )
        return await watching.run(start.code)

    async def _run_app(self, identity: Identity, start: Start) -> object:
        """Run an app; one that a table broke is followed by the lobby."""
        from server.terminal import driver  # the server listens before Textual is loaded

        next_may_begin = await self._first_picture_slot()
        try:
            app = self._context.make_app(self._context, identity, start, self._channel.terminal)
            ended = await driver.run(app, self._channel)
        finally:
            self._channel.frame_drawn = lambda: None
            next_may_begin()
            self._context.garbage.session_ended()
        if ended.error is not None and getattr(app, "table_sessions", None) and not self._broke:
            self._broke = True
            log.error("app failed", player=identity.player.id, exc_info=ended.error)
            t = Words(self._context.language(identity.player, self._channel.terminal)).t
            return Start(message=t("Something went wrong at that table. Your seat is kept."))
        return ended.error or ended.returned

    async def _first_picture_slot(self) -> Callable[[], None]:
        """Wait for a slot; it is given back after the first frame and a rest.

        No garbage is collected before that frame. Return what gives the slot back at the end.
        """
        loop, garbage, channel = get_running_loop(), self._context.garbage, self._channel
        client, meter = network(neighbourhood(self._login.address)), payer()
        if meter.left_early:
            await asyncio.sleep(DOUBT_PAUSE)
        free = await self._context.first_pictures.take(client)
        others_go_on = meter.draw_first()
        garbage.hold()
        began = time.thread_time()
        waits = True

        def give_back() -> None:
            others_go_on()
            garbage.go_on()
            free()

        nobody = contextvars.Context()  # a timer's context would keep an app that has ended
        timer = loop.call_later(NO_PICTURE, give_back, context=nobody)

        def drawn() -> None:
            nonlocal waits
            if not channel.closed:  # an app that ends draws as well
                waits = meter.left_early = False
            channel.frame_drawn = lambda: None
            others_go_on()
            rest = min(REST_FACTOR * (time.thread_time() - began), LONGEST_REST)
            # Others' keys wait for the frame or for the collection, not for both in one turn.
            loop.call_later(rest / 2, garbage.go_on, context=nobody)
            loop.call_later(rest, give_back, context=nobody)
            timer.cancel()

        def over() -> None:
            meter.left_early |= waits
            give_back()

        channel.frame_drawn = drawn
        return over
