"""A past game played on from one of its steps, alone with bots.

The table is a room of its own over a log in memory: nobody else sees it, nothing of it is stored or
counts, and it is gone when its person leaves.
"""

import secrets

from msgspec.structs import replace

from arcade.club.coaching import PUZZLE
from arcade.club.replays.replay import Replay
from arcade.club.table_session import TableServices, TableSession
from arcade.engine import fair
from arcade.engine.bot import strength
from arcade.engine.game import PlaysRounds, Veils
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.rooms.clocks import Clocks, now
from arcade.rooms.errors import refused
from arcade.rooms.facts import Sealed
from arcade.rooms.host import Host
from arcade.rooms.presence import Peers
from arcade.rooms.room import Dice, Room
from arcade.rooms.seats import Begun, Chair, Course
from arcade.rooms.snapshots import Folded
from arcade.rooms.table_rules import TableRules

CODE = "BRANCH"
"""Not the code of any table: those have five letters."""
ALONE = frozenset((CODE, PUZZLE))
"""The codes of tables that nobody else sees."""


class PracticeSession(TableSession):
    """A person's handle on a game that they play on; it ends with them."""

    counted = False

    def __init__(self, services: TableServices, room: Room, player: Player) -> None:
        folded = Folded(room, 0)
        host = Host(MemoryLog(), folded, services.settings, services.bot_pool, Peers(""))
        super().__init__(services, host, player)
        host.arrive(player, True)

    def detach(self, dropped: bool = False) -> None:
        if self._attached:
            self.host.depart(self.player, True)
            self.host.stop()
        super().detach(dropped)


def branched(replay: Replay, at: int, player: Player, seat: int | None) -> Room:
    """Return a room in which a person plays a finished game on after a step.

    They have that seat (None: their own, else the one in turn). Raises `Refused`.
    """
    if not 0 <= at < len(replay.steps):
        raise refused("This game has steps 0 to {last}.", last=len(replay.steps) - 1)
    room = replay.steps[at].room
    waiting = room.rules.to_act(room.state)
    if not replay.over or not waiting or room.course is None:
        raise refused("Nothing is left to play there: choose an earlier step of a finished game.")
    if isinstance(room.rules, Veils) and not _between_rounds(replay, at):
        raise refused("Hands that were not shown stay hidden: choose the end of a round.")
    own = replay.own if seat is None else seat
    own = waiting[0] if own is None else own
    if own not in range(len(room.chairs)):
        raise refused("Choose a seat from 0 to {last}.", last=len(room.chairs) - 1)
    return alone(replace(room, code=CODE, lines=replay.view(at, None).lines), player, own)


def alone(room: Room, player: Player, own: int) -> Room:
    """Return a room whose game a person plays on in a seat, against the best bots."""
    strongest = strength(room.rules, "expert")
    chairs = tuple(
        Chair(player) if number == own else Chair(bot=strongest, bot_name=chair.name)
        for number, chair in enumerate(room.chairs)
    )
    course = room.course or Course(1, now(), now(), ())
    begun = tuple(Begun(chair.player, chair.bot, chair.bot_name) for chair in chairs)
    seed = secrets.token_bytes(fair.SEED_BYTES)
    return replace(
        room,
        by=player,
        private=True,
        chairs=chairs,
        games_played=0,
        due=(room.version,) * len(chairs),
        course=replace(course, number=1, at=now(), seats=begun),
        table=TableRules(bots=strongest, turn=0, reserve=0, coach=True),
        clocks=Clocks(),
        asked={},
        hushed=frozenset(),
        barred=frozenset(),
        shown_until=0,
        dice=Dice(Sealed(1, fair.seal(room.game, seed), seed.hex()), draws=(0,) * len(chairs)),
    )


def _between_rounds(replay: Replay, at: int) -> bool:
    """Return whether a step ended a round, after which everything is dealt again."""
    rules, steps = replay.room.rules, replay.steps
    if not at or not isinstance(rules, PlaysRounds):
        return False
    return rules.round_ended(steps[at - 1].room.state, steps[at].room.state)
