"""A room as the fold of its facts: seats, the game, and the log in words."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine import codec, options, registry
from arcade.engine.chance import Replay
from arcade.engine.game import Game
from arcade.engine.news import News, told
from arcade.players.player import Player
from arcade.rooms import course, facts
from arcade.rooms.course import NOBODY, Begun, Course
from arcade.rooms.facts import Fact, Stored

LINES = 200
"""How many lines of its log a room keeps in sight; the record keeps all."""

Phase = Literal["waiting", "playing", "over", "closed"]


class Chair(Struct, frozen=True):
    """Who has a seat: a person, a bot, a bot for a person who may come back, or nobody.

    `gone` tells the two absences apart: a person who left on purpose may find the seat taken.
    """

    player: Player | None = None
    bot: str = ""
    bot_name: str = ""
    gone: bool = False

    @property
    def free(self) -> bool:
        """Whether a person may sit down here."""
        return self.player is None or self.gone

    @property
    def name(self) -> str:
        """The name of who plays here now: the person's, even while a bot holds the seat."""
        if self.player is not None and not self.gone:
            return self.player.name
        return self.bot_name


class Line(Struct, frozen=True):
    """One line of a table's log: a sentence about the game or the table, or something said.

    `number` grows by one a line; `at` is milliseconds since 1970. `news` is a sentence, its seats
    named by `names` (as they were then); a chat line has `who` and clean `text` instead.
    """

    number: int
    at: int
    kind: Literal["game", "table", "chat"]
    news: News | None = None
    names: tuple[str, ...] = ()
    who: str = ""
    text: str = ""


class Room(Struct, frozen=True):
    """The state of a room after fact number `version`.

    `state` is the game's own state (None before the first game). `due[seat]` is the version at
    which the seat's present decision began: an action chosen from an older picture is stale.
    `course` tells who plays the game.
    """

    code: str
    game: str
    options: Mapping[str, Any]
    by: Player
    private: bool
    chairs: tuple[Chair, ...]
    phase: Phase = "waiting"
    state: Any = None
    games_played: int = 0
    version: int = 1
    due: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()
    course: Course | None = None

    @property
    def rules(self) -> Game:
        """The game's rules."""
        return registry.find(self.game)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of who plays each seat now."""
        return tuple(chair.name for chair in self.chairs)

    def seat_of(self, player: Player) -> int | None:
        """Find a person's seat, also one a bot plays in the meantime."""
        for seat, chair in enumerate(self.chairs):
            if chair.player is not None and chair.player.id == player.id:
                return seat
        return None

    def to_act(self) -> tuple[int, ...]:
        """Name the seats the running game waits for."""
        return self.rules.to_act(self.state) if self.phase == "playing" else ()


def fold(stored: Iterable[Stored]) -> Room:
    """Build a room from its facts, the first of which must be its creation."""
    room: Room | None = None
    for one in stored:
        room = evolve(room, one)
    if room is None:
        raise ValueError("a room without facts")
    return room


def evolve(room: Room | None, stored: Stored) -> Room:
    """Add one fact to a room (None: before its creation)."""
    fact = stored.fact
    if isinstance(fact, facts.Created):
        return _created(fact)
    if room is None:
        raise ValueError(f"a room begins with its creation, not with {fact!r}")
    room = replace(room, version=stored.n)
    match fact:
        case facts.Started():
            return _started(room, stored.at, fact)
        case facts.Acted():
            return _acted(room, stored.at, fact)
        case facts.Said():
            return _write(room, Line(0, stored.at, "chat", who=fact.who, text=fact.text))
        case facts.Closed():
            return replace(room, phase="closed")
        case _:
            return _seated(room, stored.at, fact)


def _created(fact: facts.Created) -> Room:
    return Room(
        code=fact.code,
        game=fact.game,
        options=fact.options,
        by=fact.by,
        private=fact.private,
        chairs=(Chair(),) * fact.seats,
        due=(0,) * fact.seats,
    )


def _started(room: Room, at: int, fact: facts.Started) -> Room:
    rules = room.rules
    chosen = options.read(rules, room.options)
    state = rules.setup(chosen, len(room.chairs), Replay(fact.draws))
    begun = Course(at, at, tuple(map(_begun, room.chairs)))
    room = replace(room, due=(0,) * len(room.chairs), state=None, course=begun)
    return _moved(room, at, state, seat=None)


def _begun(chair: Chair) -> Begun:
    return Begun(None if chair.bot else chair.player, chair.bot, chair.bot_name)


def _acted(room: Room, at: int, fact: facts.Acted) -> Room:
    action = codec.action_from(room.rules, fact.action)
    state = room.rules.apply(room.state, fact.seat, action, Replay(fact.draws))
    player = room.chairs[fact.seat].player
    who = player.id if player is not None and fact.by == "person" else NOBODY
    if room.course is not None:
        room = replace(room, course=course.moved(room.course, fact.seat, who, at))
    return _moved(room, at, state, fact.seat)


def _moved(room: Room, at: int, state: Any, seat: int | None) -> Room:
    """Take the game's new state, brought about by `seat` (None: by the set-up)."""
    rules = room.rules
    before = rules.to_act(room.state) if room.state is not None else ()
    now = rules.to_act(state)
    due = tuple(
        room.version if one in now and (one == seat or one not in before) else since
        for one, since in enumerate(room.due)
    )
    over = rules.outcome(state) is not None
    room = replace(
        room,
        state=state,
        due=due,
        phase="over" if over else "playing",
        games_played=room.games_played + over,
    )
    for item in rules.news(state):
        room = _write(room, Line(0, at, "game", news=item, names=room.names))
    return room


def _seated(room: Room, at: int, fact: Fact) -> Room:
    match fact:
        case facts.Sat(seat, player):
            chair, item = Chair(player), told("{who} sits down.", who=player.name)
        case facts.Stood(seat, bot, bot_name):
            chair, item = _stood(room, fact)
        case facts.BotSat(seat, bot, bot_name):
            chair = Chair(bot=bot, bot_name=bot_name)
            item = told("{who} (a bot) sits down.", who=bot_name)
        case facts.BotStood(seat):
            item = told("{who} (a bot) leaves.", who=room.chairs[seat].bot_name)
            chair = Chair()
        case facts.Held(seat, bot, bot_name):
            chair = replace(room.chairs[seat], bot=bot, bot_name=bot_name)
            item = told("{who} is away; a bot holds the seat.", who=chair.name)
        case facts.Returned(seat):
            chair = replace(room.chairs[seat], bot="", bot_name="", gone=False)
            item = told("{who} is back.", who=chair.name)
        case _:
            raise ValueError(f"not a fact about a seat: {fact!r}")
    chairs = (*room.chairs[:seat], chair, *room.chairs[seat + 1 :])
    return _write(replace(room, chairs=chairs), Line(0, at, "table", news=item, names=room.names))


def _stood(room: Room, fact: facts.Stood) -> tuple[Chair, News]:
    chair = room.chairs[fact.seat]
    if not fact.bot:
        return Chair(), told("{who} leaves.", who=chair.name)
    item = told("{who} leaves; {bot} (a bot) plays on.", who=chair.name, bot=fact.bot_name)
    return Chair(chair.player, fact.bot, fact.bot_name, gone=True), item


def _write(room: Room, line: Line) -> Room:
    number = room.lines[-1].number + 1 if room.lines else 1
    kept = room.lines[-(LINES - 1) :]
    return replace(room, lines=(*kept, replace(line, number=number)))
