"""The people of the simulated world: they come, play, talk and go, wherever a process answers."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from arcade.club.errors import NotStored, Refused
from arcade.club.table_session import TableSession
from arcade.engine.codec import plain
from arcade.engine.offers import choose
from arcade.players.player import Player
from arcade.rooms import decide
from tests.simulation.disk import Broken
from tests.simulation.network import LATE
from tests.simulation.process import DAILY, Gone, Process

if TYPE_CHECKING:
    from tests.simulation.world import World


WISHED = ("rose", "jade", "colin", "hugo", "ines", "paul")


class Person:
    """Somebody who comes, plays, talks and goes, wherever a process answers."""

    def __init__(self, world: "World", name: str) -> None:
        self.player = Player(f"SHA256:{name}", name)
        self.world = world
        self.unknown: dict[str, int] = {}
        """Acts of which nobody knows what became, by table."""
        self._made: dict[str, tuple[Any, int]] = {}
        """The last act that was acknowledged, by table, and the version in which it was chosen."""
        self.number = 0

    async def live(self) -> None:
        """Play until the storm is over."""
        world = self.world
        while world.storm:
            await asyncio.sleep(world.chance.random())
            if not world.processes:
                continue
            process = self._balanced()
            with suppress(Gone, Refused, NotStored):
                await (self._visit if world.chance.random() < 0.85 else self._name_another)(process)

    async def look_on(self) -> None:
        """Watch one table after another and do nothing, until the storm is over."""
        world = self.world
        while world.storm:
            await asyncio.sleep(world.chance.random())
            if not world.processes:
                continue
            process, code = world.chance.choice(world.processes), world.chance.choice(world.codes)
            with suppress(Gone, Refused, NotStored):
                table_session = await process.ask(process.club.watch(self.player, code))
                shown = 0
                for _ in range(40):
                    if process.line.dead.is_set() or not world.storm:
                        break
                    shown = self._observe(table_session, shown)
                    await asyncio.sleep(1)
                if not process.line.dead.is_set():
                    table_session.detach()

    async def _name_another(self, process: Process) -> None:
        """Come with a new key, and choose a name that others wish at the same time."""
        self.number += 1
        key = f"SHA256:{self.player.name} {self.number}"
        wish = Player(key, ""), self.world.chance.choice(WISHED)
        named = await process.ask(process.club.choose_name(*wish))
        self.world.promises.named[key] = named.name
        self.world.count["named"] += 1

    def _balanced(self) -> Process:
        """Choose a process: often the emptiest, so that people meet from different ones."""
        chance, processes = self.world.chance, self.world.processes
        if chance.random() < 0.3:
            return chance.choice(processes)
        return min(processes, key=lambda process: len(process.club.presence.locations))

    async def _come(self, process: Process) -> TableSession:
        chance, club, player = self.world.chance, process.club, self.player
        code, dice = chance.choice(self.world.codes), chance.random()
        if dice < 0.1:
            return await process.ask(club.watch(player, code))
        if dice < 0.2:
            return await process.ask(club.play_daily(player, DAILY))
        lobby = club.lobby(player)
        if dice < 0.4 and lobby.joins:
            return await process.ask(club.quick_play(player, to=lobby.joins))
        if dice < 0.5 and lobby.seat:
            return await process.ask(club.take_seat(player, lobby.seat.code))
        followed = [
            there.code
            for there in club.presence.whereabouts()
            if there.seated and there.player.id != player.id and there.code in self.world.codes
        ]
        if dice < 0.8 and followed:
            code = chance.choice(followed)
        return await process.ask(club.come(player, code))

    async def _visit(self, process: Process) -> None:
        world, chance = self.world, self.world.chance
        table_session = await self._come(process)
        code = table_session.code
        world.note(self.player.name, "comes to", code)
        shown = 0
        try:
            for _ in range(chance.randrange(1, 25) * (8 if world.quiet else 1)):
                if not world.storm:
                    return
                shown = self._observe(table_session, shown)
                with suppress(Refused, NotStored):
                    await self._do(process, table_session)
                await asyncio.sleep(chance.random() * chance.choice((0.2, 1, 3)))
        finally:
            if not process.line.dead.is_set():
                if not world.storm and chance.random() < 0.7:
                    world.staying.append((process, table_session))
                else:
                    table_session.detach()

    def _observe(self, table_session: TableSession, before: int) -> int:
        """Check what a table shows; return its version, no older than the one shown before."""
        table = table_session.table()
        if table.version < before:
            raise Broken(f"{table.code}: fact {table.version} is shown after {before}")
        room = table_session.host.room
        self.world.same(room)
        shown = msgspec.json.encode(table)
        seal = room.dice.seal
        secrets = [b"SHA256:"]
        if seal is not None and seal.seed:
            secrets.append(seal.seed.encode())
        secrets += [
            given.words.encode()
            for seat, given in room.dice.given.items()
            if seat != table.seat and given.words
        ]
        for secret in secrets:
            if secret in shown:
                raise Broken(f"{table.code}: {self.player.name} is shown {secret!r}")
        return table.version

    async def _do(self, process: Process, table_session: TableSession) -> None:
        chance, table = self.world.chance, table_session.table()
        dice = chance.random()
        if table.phase == "playing" and not table.paused and table.seat in table.to_act:
            if dice < 0.85:
                act = self._act_and_go if dice < 0.1 else self._act
                act = self._act_again if dice > 0.75 and table_session.code in self._made else act
                await act(process, table_session)
                return
        elif table.phase in ("waiting", "over") and table.seat is not None and dice < 0.6:
            await process.ask(table_session.start())
            return
        if not self.world.quiet or chance.random() < 0.05:
            await self._do_else(process, table_session)

    async def _do_else(self, process: Process, table_session: TableSession) -> None:
        chance, table = self.world.chance, table_session.table()
        dice = chance.random()
        if dice < 0.3:
            await self._say(process, table_session)
        elif dice < 0.4:
            await process.ask(table_session.do(decide.leave_seat))
        elif dice < 0.5:
            await process.ask(table_session.sit())
        elif dice < 0.6 and table.paused:
            await process.ask(table_session.do(decide.unpause))
        elif dice < 0.65:
            await process.ask(table_session.do(decide.vote, "pause"))
        elif dice < 0.7:
            await process.ask(table_session.do(decide.vote, "end"))
        elif dice < 0.75:
            await process.ask(table_session.contribute(f"words {chance.random()}"))
        elif dice < 0.8:
            await process.ask(table_session.do(decide.come_back))

    async def _say(self, process: Process, table_session: TableSession) -> None:
        self.number += 1
        text = f"{self.player.name} says {self.number}"
        if self.world.chance.random() < 0.5:
            self.world.promises.say(text, f"room.{table_session.code}")
            await process.ask(table_session.say(text))
        else:
            self.world.promises.say(text, "lobby.")
            await process.ask(process.club.community.say(self.player, text))
        self.world.promises.heard(text)
        self.world.count["said"] += 1

    async def _act(self, process: Process, table_session: TableSession) -> None:
        """Act once, or twice at the same moment: it must be made once at most, and once if told."""
        world, chance, table = self.world, self.world.chance, table_session.table()
        offer = chance.choice(table.offers)
        action = plain(choose(offer, chance.randrange))
        key = table.code, self.player.id
        before = world.disk.acted[key]
        twice = chance.random() < 0.15
        world.count["tried"] += 1
        tasks = [table_session.act(action, table.version) for _ in range(1 + twice)]
        results = await asyncio.gather(*map(process.ask, tasks), return_exceptions=True)
        refusals = sum(result is None for result in results)
        made = world.disk.acted[key] - before
        world.note(self.player.name, "acts", action, results, "made", made)
        for result in results:
            if isinstance(result, BaseException) and not isinstance(
                result, Refused | NotStored | Gone
            ):
                raise result
        world.count["acknowledged"] += refusals
        if refusals:
            self._made[table.code] = action, table.version
        open_before = self.unknown.get(table.code, 0)
        if refusals > 1 or made < refusals:
            raise Broken(f"{table.code}: {action} told {refusals} times, stored {made} times")
        if made > 1 + open_before:
            raise Broken(f"{table.code}: {action} stored {made} times")
        sure = all(result is None or isinstance(result, Refused) for result in results)
        if sure and made > refusals + open_before:
            raise Broken(f"{table.code}: {action} was refused, and stored")
        if not sure:
            self.unknown[table.code] = open_before + 1

    async def _act_again(self, process: Process, table_session: TableSession) -> None:
        """Act as one did the last time, by a picture that is past: it must be refused."""
        action, version = self._made[table_session.code]
        self.world.count["again"] += 1
        with suppress(Refused):
            await process.ask(table_session.act(action, version))
            raise Broken(f"{table_session.code}: {action} is stored several times for one picture")

    async def _act_and_go(self, process: Process, table_session: TableSession) -> None:
        """Act, and break the line off before an answer: what is stored is shown all the same."""
        world, chance, table = self.world, self.world.chance, table_session.table()
        action = plain(choose(chance.choice(table.offers), chance.randrange))
        key = table.code, self.player.id
        before = world.disk.acted[key]
        stops = process.stops if process.line.awake.is_set() else -1
        task = asyncio.ensure_future(table_session.act(action, table.version))
        for _ in range(chance.randrange(1, 10)):  # in the midst of deciding or of storing
            await asyncio.sleep(0)
        await asyncio.sleep(chance.choice((0, 0, 0.1)) * chance.random())
        task.cancel()
        self.unknown[table.code] = self.unknown.get(table.code, 0) + 1
        world.count["gone"] += 1
        for _ in range(20):
            await asyncio.sleep(0.1)
            if world.disk.acted[key] > before:
                break
        await asyncio.sleep(LATE)
        stored = world.disk.acted[key] > before
        heard = stored and not world.weather.lost and process.stops == stops
        if (
            heard
            and not process.line.dead.is_set()
            and table_session.host.room.version < world.disk.at[key]
        ):
            raise Broken(f"{table.code}: {action} is stored and not shown")
