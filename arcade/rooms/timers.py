"""What a room does without a request: bots move, bots take over seats, clocks run out.

Only one process runs a room's timers; see `Peers.drives`.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextvars import Context
from functools import partial
from typing import Protocol

import structlog
from msgspec import Struct

from arcade.engine import codec
from arcade.engine.bot import Bot, quick, strength
from arcade.engine.bot import bot as find_bot
from arcade.engine.chance import Chance, Stream
from arcade.engine.fence import Fault, GameBroken, guarded
from arcade.engine.game import Game
from arcade.engine.offers import Offer
from arcade.eventlog.log import NotStored
from arcade.players.player import Player
from arcade.rooms import clocks, decide, fairness
from arcade.rooms.bots.pool import BotPool, NoAnswer
from arcade.rooms.clocks import now
from arcade.rooms.decide import Decide
from arcade.rooms.facts import Vote
from arcade.rooms.presence import Peers
from arcade.rooms.room import Room

RETRY = 2.0
"""Seconds after which the log is read, and a bot's move tried again, where an append failed."""

CLOCK_MARGIN = 0.01
"""Seconds after a time until which the wall clock has reached it, too."""

QUESTIONS: tuple[Vote, ...] = ("pause", "end", "settle")
"""The votes that lapse."""

log = structlog.get_logger()


class RoomSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a table waits, in seconds.

    - `bot_pause`: before a bot acts, so that people can follow; 0: at once, whatever the pace.
    - `linger`: before a bot does what a person at the table could do too (deal the next hand).
    - `away_after`: before a bot takes over the seat of a person who has disconnected.
    - `free_after`: before such a seat is open again, when no game runs.
    - `close_after`: before an empty table closes, when no game runs.
    - `forget_after`: the same for a table with an unfinished game, or with days for a move.
    - `longest_pause`: before a paused game continues by itself.
    - `patience`: before a slow bot or the coach is replaced by a quick one.
    - `thinkers`: maximum number of processes for slow bots (a number, not a time).
    """

    bot_pause: float = 0.9
    linger: float = 12.0
    away_after: float = 30.0
    free_after: float = 120.0
    close_after: float = 600.0
    forget_after: float = 7 * 86_400.0
    longest_pause: float = 15 * 60.0
    patience: float = 2.0
    thinkers: int = 1


class TimedRoom(Protocol):
    """What the timers need of a room's host."""

    @property
    def room(self) -> Room: ...

    @property
    def anybody(self) -> bool: ...

    def is_present(self, player: Player) -> bool: ...

    def begin(self, what: Decide) -> asyncio.Task[None]: ...

    def break_down(self, error: GameBroken) -> None: ...

    def read_again(self) -> None: ...

    @property
    def failed(self) -> Callable[[str, Fault], None]: ...


class RoomTimers:
    """The timers of one room; call `update` after every change.

    A timer that fires checks its reason again, which may no longer hold.
    """

    def __init__(
        self, host: TimedRoom, settings: RoomSettings, bots: BotPool, peers: Peers
    ) -> None:
        self._host = host
        self._settings = settings
        self._bots = bots
        self._peers = peers
        self._handles: dict[str, asyncio.TimerHandle] = {}
        self._bot_decision: tuple[int, int] | None = None
        self._thought: asyncio.Task[None] | None = None
        self._reasons: dict[str, object] = {}
        """Why each timer runs that `_keep` began."""
        self._rushed = False
        self._stopped = False
        self._not_stored = False
        self.takeovers: dict[int, int] = {}
        """When a bot takes over from an absent person, by seat, in ms since 1970."""

    def update(self) -> None:
        """Set the timers for the current room; none if another process drives it."""
        try:
            self._update()
        except GameBroken as error:
            self._host.break_down(error)

    def _update(self) -> None:
        if self._host.room.phase == "closed":
            self.stop()
        if self._stopped:
            return
        self._note_takeovers()
        if not self._peers.drives(self._host.room.code):
            self._rest()
            return
        if self._host.room.unfollowed:
            self.do(lambda room, _: decide.end_unfollowed(room))
            return
        self._set_bot_timer()
        for seat in range(len(self._host.room.chairs)):
            self._set_seat_timer(seat)
        self._set_clock_timers()
        self._set_idle_timer()
        self._set_vote_timers()
        self._set_rematch_timer()
        self._set_table_timer()

    def do(self, what: Decide) -> None:
        """Decide, store and publish without a caller to wait; failures are logged or retried."""
        self._host.begin(what).add_done_callback(self._on_stored)

    def stop(self) -> None:
        """Cancel all timers for good."""
        self._stopped = True
        for timer in self._handles.values():
            timer.cancel()
        self._handles.clear()
        if self._thought is not None:
            self._thought.cancel()

    def _rest(self) -> None:
        """Cancel all timers: another process drives this room."""
        for key in tuple(self._handles):
            self._cancel(key)
        self._bot_decision = None

    @property
    def _goes_on(self) -> bool:
        """Whether bots and clocks run: somebody is present, the table counts in days, or the game
        has been ended and only bots play.
        """
        room = self._host.room
        return (self._host.anybody or bool(room.table.days) or room.settled) and not room.paused

    def _set_bot_timer(self) -> None:
        room = self._host.room
        waiting = room.to_act()
        seats = [seat for seat in waiting if room.settled or room.chairs[seat].bot]
        decision = (seats[0], room.due[seats[0]]) if seats and self._goes_on else None
        if (decision, self._rushes) != (self._bot_decision, self._rushed):
            self._cancel("bot")
        self._bot_decision, self._rushed = decision, self._rushes
        if decision and "bot" not in self._handles and self._thought is None:
            others = any(self._attended(seat) for seat in waiting)
            pause = self._settings.linger if others else self._settings.bot_pause
            pause = 0.0 if self._rushes else pause
            wait = pause + self._round_pause if pause else 0.0
            self._later("bot", wait, self._play_bot, *decision)

    @property
    def _round_pause(self) -> float:
        """Seconds for which the last finished round stays visible.

        Never longer than a whole pause: a wall clock that was set back costs nobody time.
        """
        room = self._host.room
        return min(max(0, room.shown_until - now()), room.table.round_pause) / 1000

    @property
    def _rushes(self) -> bool:
        room = self._host.room
        return room.rushed and (room.decided or room.settled)

    def hurry(self) -> None:
        """Let a bot that only waits so that people can follow act at once."""
        if self._bot_decision is not None and self._cancel("bot"):
            self._play_bot(*self._bot_decision)

    def _attended(self, seat: int) -> bool:
        chair = self._host.room.chairs[seat]
        return chair.player is not None and not chair.bot and self._host.is_present(chair.player)

    def _play_bot(self, seat: int, due: int) -> None:
        room = self._host.room
        if not decide.bot_decides(room, seat, due):
            return
        wished = room.chairs[seat].bot or room.table.bots
        chooser = find_bot(room.rules, strength(room.rules, wished))
        if chooser.slow and self._rushes:
            self._move_bot(seat, due, quick(room.rules))
        elif chooser.slow:
            loop = asyncio.get_running_loop()
            self._thought = loop.create_task(self._think(seat, due, chooser), context=Context())
        else:
            self._move_bot(seat, due, chooser)

    def _move_bot(self, seat: int, due: int, chooser: Bot) -> None:
        """Let a bot choose here. If it fails, the table moves for it; one that hangs ends the game.

        To the others the first means a poor move, the second another wait at each turn.
        """
        room, rules = self._host.room, self._host.room.rules
        try:
            view, offers = rules.view(room.state, seat), rules.legal(room.state, seat)
            bot_chance = Stream(fairness.bot_seed(room, seat, secrets.token_bytes))
            try:
                action = guarded(
                    room.game, "bot", _choice, chooser, rules, view, offers, bot_chance
                )
            except GameBroken as error:
                if error.fault.slow:
                    raise
                self._host.failed(room.code, error.fault)
                action = rules.default(room.state, seat)
        except GameBroken as error:
            self._host.break_down(error)
        else:
            self._act_as_bot(seat, due, action)

    async def _think(self, seat: int, due: int, chooser: Bot) -> None:
        """Let a slow bot choose in a worker process; use a quick one if it does not answer."""
        room, rules = self._host.room, self._host.room.rules
        action: object = None
        try:
            view, offers = rules.view(room.state, seat), rules.legal(room.state, seat)
            seed = fairness.bot_seed(room, seat, secrets.token_bytes)
            action = await self._bots.choose(room.game, chooser.name, view, offers, seed)
        except NoAnswer as none:
            log.debug("quick bot instead", room=room.code, game=room.game, why=str(none))
        except GameBroken as error:
            self._host.break_down(error)
        except Exception:
            log.exception("bot failed", room=room.code, game=room.game, seat=seat)
        self._thought = None
        if self._stopped:
            return
        if not decide.bot_decides(self._host.room, seat, due):
            self.update()  # the decision has been made; another seat may wait for its bot
        elif action is None:
            self._move_bot(seat, due, quick(rules))
        else:
            self._act_as_bot(seat, due, action)

    def _act_as_bot(self, seat: int, due: int, action: object) -> None:
        self.do(lambda room, draws: decide.act_as_bot(room, seat, action, due, draws))

    def _set_seat_timer(self, seat: int) -> None:
        room, settings = self._host.room, self._settings
        playing = room.phase == "playing"
        counts = self._host.anybody and not room.table.days and not room.paused
        self._keep(
            f"seat {seat}",
            playing if counts and self._lost(seat) else None,
            lambda: settings.away_after if playing else settings.free_after,
            partial(self._give_up_seat, seat),
        )

    def _note_takeovers(self) -> None:
        """Note who has gone, in every process, even if another one drives the room."""
        room, soon = self._host.room, now() + round(self._settings.away_after * 1000)
        counts = room.phase == "playing" and self._host.anybody
        counts = counts and not room.paused and not room.table.days
        lost = filter(self._lost, range(len(room.chairs) if counts else 0))
        self.takeovers = {seat: self.takeovers.get(seat, soon) for seat in lost}

    def _lost(self, seat: int) -> bool:
        """Return whether a seat waits for an absent person and no bot plays it."""
        chair = self._host.room.chairs[seat]
        holder = chair.holder
        if holder is None or self._host.is_present(holder):
            return False
        return self._host.room.phase != "playing" or not chair.bot

    def _give_up_seat(self, seat: int) -> None:
        player = self._host.room.chairs[seat].player
        if player is None or not self._lost(seat):
            return
        if self._host.room.phase == "playing":
            self.do(lambda room, _: decide.hold(room, seat))
        else:
            self.do(lambda room, _: decide.leave_seat(room, player))

    def _set_clock_timers(self) -> None:
        running = self._host.room.running() if self._goes_on else ()
        for seat in range(len(self._host.room.chairs)):
            self._set_clock_timer(seat, seat in running)

    def _set_clock_timer(self, seat: int, runs: bool) -> None:
        room = self._host.room
        since = room.clocks.since[seat] if runs else 0
        self._keep(
            f"clock {seat}",
            since or None,
            # The loop's own clock counts from here: setting the wall clock costs nobody time.
            lambda: _seconds_until(clocks.deadline(room.clocks, room.table, seat)),
            partial(self._expire, seat, since),
        )

    def _expire(self, seat: int, since: int) -> None:
        if self._goes_on:
            self.do(lambda room, draws: decide.expire(room, seat, since, draws))

    def _set_idle_timer(self) -> None:
        """Let a bot play for a person who keeps newcomers waiting."""
        room = self._host.room
        pairs = ((seat, decide.idles(room, seat)) for seat in room.to_act())
        seat, until = next((pair for pair in pairs if pair[1] and self._goes_on), (0, 0))
        hold = partial(self.do, lambda room, _: decide.hold_idle(room, seat, now()))
        self._keep("idle", until or None, lambda: _seconds_until(until) + CLOCK_MARGIN, hold)

    def _set_vote_timers(self) -> None:
        if decide.settle_votes(self._host.room):
            self.do(lambda room, _: decide.settle_votes(room))
        for what in QUESTIONS:
            self._set_lapse_timer(what)
        paused, longest = self._host.room.paused, round(self._settings.longest_pause * 1000)
        end = partial(self.do, lambda room, _: decide.end_long_pause(room, paused))
        self._keep("wake", paused or None, lambda: _seconds_until(paused + longest), end)

    def _set_lapse_timer(self, what: Vote) -> None:
        lapses = decide.lapses(self._host.room, what)
        end = partial(self.do, lambda room, _: decide.lapse(room, what, now()))
        self._keep(
            f"lapse {what}", lapses or None, lambda: _seconds_until(lapses) + CLOCK_MARGIN, end
        )

    def _set_rematch_timer(self) -> None:
        begins = self._host.room.begins
        if decide.rematch_is_due(self._host.room, self._host.is_present, now()):
            self._rematch()
        else:
            self._keep("rematch", begins or None, lambda: _seconds_until(begins), self._rematch)

    def _rematch(self) -> None:
        here = self._host.is_present
        self.do(lambda room, draws: decide.rematch(room, here, now(), draws))

    def _set_table_timer(self) -> None:
        playing = self._host.room.phase == "playing"
        long, settings = playing or self._host.room.table.days, self._settings
        wanted = not self._host.anybody and not (self._host.room.table.days and playing)
        wait = settings.forget_after if long else settings.close_after
        self._keep("close", wanted or None, lambda: wait, self._close)

    def _close(self) -> None:
        if not self._host.anybody:
            self.do(lambda room, _: decide.close(room))

    def _keep(
        self, key: str, reason: object, wait: Callable[[], float], call: Callable[[], None]
    ) -> None:
        """Have a timer run for a reason: anew for another reason, and not without one (None)."""
        if reason != self._reasons.get(key):
            self._cancel(key)
        if reason is not None and key not in self._handles:
            self._reasons[key] = reason
            self._later(key, wait(), call)

    def _later(self, key: str, wait: float, call: Callable[..., None], *args: object) -> None:
        def due() -> None:
            self._handles.pop(key, None)
            call(*args)

        loop = asyncio.get_running_loop()
        self._handles[key] = loop.call_later(wait, due, context=Context())

    def _cancel(self, key: str) -> bool:
        """Cancel a timer; return whether it was running."""
        self._reasons.pop(key, None)
        timer = self._handles.pop(key, None)
        if timer:
            timer.cancel()
        return timer is not None

    def _on_stored(self, task: asyncio.Task[None]) -> None:
        if task.cancelled():
            return
        error, before = task.exception(), self._not_stored
        self._not_stored = isinstance(error, NotStored)
        if error is not None and isinstance(error.__cause__, GameBroken):
            return  # the log has it
        if error is not None and not (before and self._not_stored):
            log.error("room task failed", room=self._host.room.code, error=repr(error))

    def read_soon(self) -> None:
        """Have the log read a little later: what failed may be in it, its answer lost."""
        if not self._stopped and "read" not in self._handles:
            self._later("read", RETRY, self._host.read_again)


def _choice(bot: Bot, rules: Game, view: Struct, offers: Sequence[Offer], chance: Chance) -> object:
    """Return the action that a bot chooses; raises whatever it does, or `IllegalAction`."""
    return codec.action_from(rules, codec.plain(bot.choose(view, offers, chance)))


def _seconds_until(at: int) -> float:
    return max(0.0, (at - now()) / 1000)
