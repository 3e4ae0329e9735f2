"""A running lesson: a real room without a log, whose dice and opponents follow a script."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from arcade.club.table_view import room_view
from arcade.club.views import TableView
from arcade.engine import codec, registry
from arcade.engine.bot import strength
from arcade.engine.chance import Replay
from arcade.engine.errors import IllegalAction
from arcade.engine.lesson import Lesson, Step, Turn
from arcade.players.player import Player
from arcade.rooms import decide, facts
from arcade.rooms.clocks import now
from arcade.rooms.evolve import evolve
from arcade.rooms.facts import Fact, Stored
from arcade.rooms.room import Room
from arcade.rooms.seats import BOT_NAMES
from arcade.rooms.table_rules import TableRules

CODE = "LESSON"
PUPIL = 0
RULES = TableRules(turn=0, reserve=0)


class BadLesson(Exception):
    """A lesson scripts more dice than its turns throw; for authors of lessons."""


class LessonTable:
    """One person's progress through a lesson; `number` counts steps from 0."""

    def __init__(self, plan: Lesson, player: Player) -> None:
        self.plan = plan
        self.number = 0
        self.since = 0
        """The number of the last line of the table's log before this step."""
        self._player = player
        self._coming: tuple[Turn, ...] = ()
        self._room = self._begin()
        self._play(plan.opening)

    @property
    def step(self) -> Step:
        return self.plan.steps[self.number]

    @property
    def over(self) -> bool:
        return self.number == len(self.plan.steps) - 1

    @property
    def others(self) -> int | None:
        """The opponent's seat to play next; None on the pupil's turn."""
        return self._coming[0].seat if self._coming else None

    def table(self) -> TableView:
        room = self._room
        rules = room.rules
        playing = room.phase == "playing"
        acts = playing and self.step.do is not None and self.others is None
        return replace(
            room_view(room, PUPIL),
            version=room.version + self.number,  # a step is a view of its own, facts or not
            host=True,
            offers=rules.legal(room.state, PUPIL) if acts else (),
            lines=tuple(line for line in room.lines if line.kind == "game"),
            private=False,
        )

    def do(self, action: Mapping[str, object]) -> bool:
        """Do the pupil's action if the step asks for it; otherwise change nothing."""
        step = self.step
        chosen, wanted = self._read(action), self._read(step.do or {})
        if step.do is None or self._coming or chosen is None or wanted is None:
            return False
        if any(chosen[field] != wanted[field] for field in step.do):
            return False
        self.since = self._room.lines[-1].number
        self._play((Turn(PUPIL, step.do, step.draws),))
        self._leave(step)
        return True

    def go_on(self) -> bool:
        """Leave a step without an action; return False if one is expected, or at the end."""
        if self.step.do is not None or self._coming or self.over:
            return False
        self.since = self._room.lines[-1].number
        self._leave(self.step)
        return True

    def follow(self) -> bool:
        """Play the opponents' next turn, then go to the next step; return False without a turn."""
        if not self._coming:
            return False
        self._play(self._coming[:1])
        self._coming = self._coming[1:]
        self.number += not self._coming
        return True

    def _leave(self, step: Step) -> None:
        self._coming = step.turns
        self.number += not self._coming

    def _read(self, action: Mapping[str, object]) -> dict[str, object] | None:
        """Return a plain action in normal form, whatever the order of its dice; None if invalid."""
        try:
            return codec.unordered(codec.action_from(self._room.rules, action))
        except IllegalAction:
            return None

    def _begin(self) -> Room:
        plan, player = self.plan, self._player
        opening = decide.create(CODE, player, plan.game, plan.options, plan.seats, True, RULES)
        room = evolve(None, Stored(1, now(), opening[0]))
        others = zip(range(1, plan.seats), BOT_NAMES, strict=False)
        bot = strength(registry.find(plan.game), "simple")
        sat = [facts.BotSat(seat, bot, name) for seat, name in others]
        room = _add(room, (facts.Sat(PUPIL, player), *sat))
        chance = Replay(plan.draws)
        started = decide.start(room, player, chance)
        room = _add(room, started.facts, started.state)
        _used(chance, "the set-up")
        return room

    def _play(self, turns: Sequence[Turn]) -> None:
        for turn in turns:
            rules, chance = self._room.rules, Replay(turn.draws)
            action = codec.action_from(rules, turn.do)
            state = rules.apply(self._room.state, turn.seat, action, chance)
            _used(chance, str(turn))
            by: facts.Chooser = "person" if turn.seat == PUPIL else "bot"
            acted = facts.Acted(turn.seat, codec.plain(action), turn.draws, by)
            self._room = _add(self._room, (acted,), state)


def _add(room: Room, new: Sequence[Fact], state: Struct | None = None) -> Room:
    for fact in new:
        room = evolve(room, Stored(room.version + 1, now(), fact), state)
    return room


def _used(chance: Replay, where: str) -> None:
    if chance.left:
        raise BadLesson(f"{where}: {chance.left} draws are left")
