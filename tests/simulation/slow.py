"""A world of people who play for time, in good weather: no turn lasts longer than its time.

Anna moves as soon as she may, and is always there, except at tables that count in days. The others
do whatever might stop a clock: they give seats up and take them back, lend them to guests, ask for
pauses, vanish, and look in.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any

from arcade.club.club import Club
from arcade.club.errors import NotStored, Refused
from arcade.club.table_session import TableSession
from arcade.engine import registry
from arcade.engine.codec import plain
from arcade.players.player import Player
from arcade.rooms import decide
from arcade.rooms.room import Room
from arcade.rooms.table_rules import TableRules
from tests.people import named
from tests.simulation.disk import Broken
from tests.simulation.loop import VirtualLoop
from tests.simulation.network import Line
from tests.simulation.world import SETTINGS, World, no_answer, seeded

LONG = 100.0
"""Seconds that people play for time."""
DAY = 86_400.0
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (("421", {}), ("trente", {}), ("golden21", {}))
SLACK = 0.5
"""Seconds by which a timer and a stored fact may be late."""
ANNA = Player("SHA256:anna", "anna")
STALLERS = ("ben", "cleo")
Trick = Callable[[TableSession, Player], Awaitable[TableSession]]


class SlowWorld(World):
    """A table of Anna, two who play for time, and their guests.

    `over` is the longest turn, as a part of the time it may take.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.over = 0.0
        self.days = self.chance.random() < 0.2
        self.scale = DAY / 10 if self.days else 1.0
        """How much slower people are at a table that counts in days."""
        self.club: Club

    async def run(self) -> None:
        """Let them play; raises `Broken`."""
        asyncio.get_running_loop().set_exception_handler(self._failed)
        line = Line(self.disk, self.weather, Random(self.chance.random()))
        self.club = await Club.open(line, SETTINGS)
        self.club.bot_pool.choose = no_answer  # type: ignore[method-assign, assignment]
        for name in ("anna", *STALLERS):
            await named(self.club, name)
        game, options = self.chance.choice(GAMES)
        rules = TableRules(
            bots="simple",
            turn=self.chance.choice((3, 10)),
            reserve=self.chance.choice((0, 5)),
            days=int(self.days),
        )
        seats = max(self.chance.choice((2, 3, 3)), registry.find(game).meta.seats[0])
        code = await self.club.create(ANNA, game, options, seats, table=rules)
        anna = await self.club.join(ANNA, code)
        people = [Player(f"SHA256:{name}", name) for name in STALLERS[: seats - 1]]
        table_sessions = [await self.club.join(player, code) for player in people]
        await anna.start()
        watching = asyncio.ensure_future(self._measure(anna.host.room.code))
        stalling = [
            asyncio.ensure_future(self._stall(table_session)) for table_session in table_sessions
        ]
        await self._hasten(anna)
        for task in (watching, *stalling):
            task.cancel()
        ended = await asyncio.gather(watching, *stalling, return_exceptions=True)
        await self.club.close()
        for result in ended:
            if isinstance(result, Exception):
                raise result

    async def _hasten(self, anna: TableSession) -> None:
        """Move whenever it is one's turn, agree to pauses and end them soon."""
        loop = asyncio.get_running_loop()
        until = loop.time() + LONG * self.scale
        while loop.time() < until:
            await asyncio.sleep(0.2 * self.scale)
            table = anna.table()
            with suppress(Refused, NotStored):
                if table.phase != "playing":
                    await anna.start()
                elif table.paused:
                    await anna.do(decide.unpause)
                elif table.my_turn:
                    default = anna.host.room.rules.default(anna.host.room.state, table.seat or 0)
                    await anna.act(plain(default), table.version)
                elif table.asked.get("pause") and self.chance.random() < 0.5:
                    await anna.do(decide.vote, "pause")

    async def _stall(self, table_session: TableSession) -> None:
        """Do anything but move: in a turn one trick over and over, or all of them in turn.

        Who tries each only now and then has no turn that is longer than a clock's.
        """
        guests = [self.club.accounts.guest()[0] for _ in range(2)]
        tricks: list[Trick] = [self._take_back, self._take_back, self._come_back]
        tricks += [self._lend, self._be_watched]
        tricks += [] if self.days else [self._ask_for_a_pause]
        trick, decision, mixed = tricks[0], 0, False
        while True:
            await asyncio.sleep(self.chance.random() * 0.5 * self.scale)
            room = table_session.host.room
            waited_for = room.seat_of(table_session.player)
            if waited_for is not None and waited_for not in room.to_act():
                if self.chance.random() < 0.9:
                    continue
            elif waited_for is not None and room.due[waited_for] != decision:
                decision, mixed = room.due[waited_for], self.chance.random() < 0.2
                trick = self.chance.choice(tricks)
            with suppress(Refused, NotStored):
                trick = self.chance.choice(tricks) if mixed else trick
                table_session = await trick(table_session, self.chance.choice(guests))

    async def _take_back(self, table_session: TableSession, _: Player) -> TableSession:
        """Give the seat up and take it back before a bot has moved."""
        with suppress(Refused, NotStored):
            await table_session.do(decide.leave_seat)
            await asyncio.sleep(self.chance.random() * SETTINGS.bot_pause * 0.5)
        await table_session.sit()
        return table_session

    async def _ask_for_a_pause(self, table_session: TableSession, _: Player) -> TableSession:
        await table_session.do(decide.vote, "pause")
        return table_session

    async def _come_back(self, table_session: TableSession, _: Player) -> TableSession:
        """Vanish for a moment, or until the seat is given to a bot."""
        table_session.detach()
        await asyncio.sleep(self.chance.choice((0.1, 6.0)) * self.scale)
        return await self.club.join(table_session.player, table_session.code)

    async def _lend(self, table_session: TableSession, guest: Player) -> TableSession:
        """Give the seat up to a guest, who gives it up in turn."""
        with suppress(Refused, NotStored):
            await table_session.do(decide.leave_seat)
        lent = await self.club.join(guest, table_session.code)
        try:
            await asyncio.sleep(self.chance.random() * 0.2)
            await lent.do(decide.leave_seat)
        finally:
            lent.detach()
        await table_session.sit()
        return table_session

    async def _be_watched(self, table_session: TableSession, guest: Player) -> TableSession:
        watching = await self.club.watch(guest, table_session.code)
        await asyncio.sleep(0.1 * self.scale)
        watching.detach()
        return table_session

    async def _measure(self, code: str) -> None:
        """Hold that nobody is waited for longer than a turn and the reserve that was left."""
        loop = asyncio.get_running_loop()
        used: defaultdict[tuple[int, int, int], float] = defaultdict(float)
        step = 0.1 * self.scale
        while True:
            await asyncio.sleep(step)
            room = self.disk.rooms[code][-1]
            if room.phase != "playing" or room.paused or not room.course:
                continue
            others = {0} if not self.days else set()
            for seat in set(room.to_act()) - others:
                decision = (room.course.number, seat, room.due[seat])
                used[decision] += step
                most = self._time(room, seat)  # longer from the moment that company joins
                self.over = max(self.over, used[decision] / most)
                if used[decision] > most:
                    had = f"seat {seat} has had {used[decision]:.1f} of {most:.1f} s"
                    raise Broken(f"{code}: {had} at {loop.time():.1f}")

    def _time(self, room: Room, seat: int) -> float:
        table = room.table
        if table.days:
            return table.days * DAY + 2 * self.scale
        since = self.disk.rooms[room.code][room.due[seat] - 1 :]
        joined = any(earlier.joined for earlier in since)  # the first turn with company is longer
        looked = table.round_pause / 1000 + table.turn * joined
        bot = SETTINGS.linger + SETTINGS.bot_pause
        return table.turn + since[0].clocks.reserves[seat] / 1000 + looked + bot + SLACK


def play_for_time(seed: int) -> SlowWorld:
    """Run the world of a seed; raises `Broken`, told with the seed."""
    world = SlowWorld(seed)
    registry.games()
    try:
        with seeded(world), asyncio.Runner(loop_factory=VirtualLoop) as runner:
            runner.run(world.run())
    except Exception as error:
        error.add_note(f"seed {seed}")
        raise
    return world
