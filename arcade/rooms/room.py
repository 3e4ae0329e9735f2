"""A room as the fold of its facts: seats, the game, and the log in words."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine import codec, options, registry
from arcade.engine.chance import NoDraw, Replay
from arcade.engine.errors import BadOptions, IllegalAction
from arcade.engine.fair import Contribution
from arcade.engine.game import Ages, Follows, Game, Outcome
from arcade.engine.news import News, told
from arcade.engine.seats import put
from arcade.engine.words import N_
from arcade.players.player import Player
from arcade.rooms import clocks, facts
from arcade.rooms.clocks import Clocks
from arcade.rooms.facts import EMOTES, Fact, Stored, Vote
from arcade.rooms.seats import NOBODY, Begun, Chair, Course, SeatFact, moved, taken
from arcade.rooms.table_rules import LATE, TableRules

WISHED = N_("The game is ended without a result, as everybody wished.")
OUTDATED = N_(
    "The rules of {game} have changed since this game began: it ends without a result. "
    "The next one is played by the new rules."
)
LINES = 200
"""How many lines of its log a room keeps in sight; the record keeps all."""

Phase = Literal["waiting", "playing", "over", "closed"]


class LogLine(Struct, frozen=True):
    """One line of a table's log: a sentence about the game or the table, or something said.

    `number` grows by one a line; `at` is milliseconds since 1970. `news` is a sentence, its seats
    named by `names` (as they were then); a chat line has `who` and clean `text` instead, or, for a
    gesture, `who` and `news`; `by` is the id of who it was, which no view has ("" where an
    older log does not say). `watcher` marks what a watcher said while a game ran: not for the
    players before it is over.
    """

    number: int
    at: int
    kind: Literal["game", "table", "chat"]
    news: News | None = None
    names: tuple[str, ...] = ()
    who: str = ""
    text: str = ""
    watcher: bool = False
    by: str = ""


class Moment(Struct, frozen=True):
    """The game as it stood a while ago, and the number of the last line written then."""

    state: Any
    line: int


class RevealedSeal(Struct, frozen=True):
    """A sealed game that is over: what was sealed and given, and the seed that was told."""

    seal: facts.Sealed
    contributions: tuple[Contribution, ...]
    told: facts.Revealed


class Dice(Struct, frozen=True):
    """The chance of the running game, else of the next.

    `seal` is its sealed seed (None: it has none); `given` is what seats have given to the next
    game, `contributions` what went into the running one. `actions` counts the actions of the last
    game, `draws` for each seat those that drew. `revealed` is the last sealed game that is over.
    """

    seal: facts.Sealed | None = None
    given: Mapping[int, facts.Contributed] = {}
    contributions: tuple[Contribution, ...] = ()
    draws: tuple[int, ...] = ()
    actions: int = 0
    revealed: RevealedSeal | None = None


class Room(Struct, frozen=True):
    """The state of a room after fact number `version`.

    `state` is the game's own state (None before the first game). `due[seat]` is the version at
    which the seat's present decision began: an action chosen from an older picture is stale.
    `course` tells who plays the game.
    `asked` names the seats that ask for a pause or for the end; `paused` is when a pause began, in
    ms since 1970 (0: none). `ended` says that the last game was ended without a result. `moments`
    are the game's last states, the oldest first, where the watchers are late.
    `hushed` and `barred` are the ids of those who may not speak here, or not come.
    `dice` is what is known of the game's chance.
    `opened_version` is that of the rules when the table was opened, `game_version` that under which
    the last game began. `lost` counts the actions of an older game that today's rules could not
    follow: `state` is then the last one they could, None where not even the set-up.
    `late` says that the day of its daily deal was over before the game was: it has no result.
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
    lines: tuple[LogLine, ...] = ()
    course: Course | None = None
    table: TableRules = TableRules()
    clocks: Clocks = Clocks()
    asked: Mapping[Vote, tuple[int, ...]] = {}
    paused: int = 0
    ended: bool = False
    moments: tuple[Moment, ...] = ()
    hushed: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()
    dice: Dice = Dice()
    opened_version: int = 0
    game_version: int = 0
    lost: int = 0
    late: bool = False

    @property
    def rules(self) -> Game:
        """The game's rules."""
        return registry.find(self.game)

    @property
    def options_in_force(self) -> Mapping[str, Any]:
        """The table's options, and those whose rule it had, when it was opened, unnamed."""
        return {**options.meant(self.rules, self.opened_version), **self.options}

    @property
    def outdated(self) -> bool:
        """Whether a game runs that cannot go on under today's rules."""
        meta, seal = self.rules.meta, self.dice.seal
        if self.game_version >= meta.version or self.course is None:
            return False
        if self.phase == "over":  # by today's rules; the record would have told the seed
            running = seal is not None and not seal.day and seal.number == self.course.number
            return running and not self.ended
        old = self.game_version < (meta.plays_on or meta.version)
        return self.phase == "playing" and (old or self.lost > 0)

    @property
    def outcome(self) -> Outcome | None:
        """How the last game ended; None where it has no result, or none that can be followed."""
        if self.phase != "over" or self.ended or self.lost or self.outdated or self.late:
            return None
        return self.rules.outcome(self.state)

    @property
    def daily(self) -> str:
        """The day (ISO) of which this table plays the daily deal; "" for any other table."""
        return self.dice.seal.day if self.dice.seal else ""

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
        playing = self.phase == "playing" and self.state is not None
        return self.rules.to_act(self.state) if playing else ()

    def person_seats(self) -> tuple[int, ...]:
        """Name the seats persons play, and no bot for the moment."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.has_person)

    def running(self) -> tuple[int, ...]:
        """Name the seats whose clock runs: somebody waits for them, or days go by."""
        if self.phase != "playing" or self.paused or not self.table.timed or self.outdated:
            return ()
        persons = self.person_seats()
        if len(persons) < 2 and not self.table.days:
            return ()
        return tuple(seat for seat in self.to_act() if seat in persons)


def fold(stored: Iterable[Stored], room: Room | None = None) -> Room:
    """Build a room from its facts, the first of which must be its creation, or from what follows.

    Raises ValueError.
    """
    for one in stored:
        room = evolve(room, one)
    if room is None:
        raise ValueError("a room without facts")
    return room


def evolve(room: Room | None, stored: Stored, state: Any = None) -> Room:
    """Add one fact to a room (None: before its creation).

    `state` is the game's state after it, where whoever decided has just computed it; without it the
    rules run here, on the stored draws. Raises ValueError where it is not the next fact: a log
    without a chain may have lost some.
    """
    fact = stored.fact
    if isinstance(fact, facts.Created):
        return _created(fact)
    if room is None:
        raise ValueError(f"a room begins with its creation, not with {fact!r}")
    if stored.n != room.version + 1:
        raise ValueError(f"room {room.code}: fact {stored.n} comes after fact {room.version}")
    return _with_clocks(room, _evolved(replace(room, version=stored.n), stored, state), stored)


def _evolved(room: Room, stored: Stored, state: Any) -> Room:
    fact = stored.fact
    match fact:
        case facts.Started():
            return _started(room, stored.at, fact, state)
        case facts.Acted():
            return _acted(room, stored.at, fact, state)
        case facts.Said(who, text, watcher, by):
            line = LogLine(0, stored.at, "chat", who=who, text=text, watcher=watcher, by=by)
            return _log(room, line)
        case facts.Emoted():
            return _emoted(room, stored.at, fact)
        case facts.Hushed() | facts.SentAway():
            return _moderated(room, stored.at, fact)
        case facts.DayOver():
            item = told("The day of this deal is over: the game can go on, but no longer counts.")
            return _report(replace(room, late=True), stored.at, item)
        case facts.Closed():
            return replace(room, phase="closed")
        case facts.Resumed():
            return room
        case facts.Asked() | facts.Withdrew() | facts.Paused() | facts.WentOn() | facts.Ended():
            return _voted(room, stored.at, fact)
        case facts.Sealed() | facts.Contributed() | facts.Revealed():
            return _sealed(room, stored.at, fact)
        case _:
            return _seated(room, stored.at, fact)


def _with_clocks(before: Room, after: Room, stored: Stored) -> Room:
    """Set the clocks after a fact: those that run from now on begin, used time is charged."""
    at, new = stored.at, after.clocks
    fact = stored.fact
    running = before.running()
    match fact:
        case facts.Started():
            new = clocks.start(after.table, len(after.chairs))
            running = ()
        case facts.Acted(seat=seat, by=by):
            if running == (seat,):  # where several may act, nobody in particular is late
                new = clocks.charge(new, after.table, seat, at)
                new = clocks.miss(new, seat) if by == "clock" else new
            new = clocks.forgive(new, seat) if by == "person" else new
        case facts.Returned(seat) | facts.Sat(seat):
            new = clocks.forgive(new, seat)
        case facts.Resumed():
            new = clocks.begin_anew(new, after.table, running, at)
        case _:
            pass
    begun = [
        seat
        for seat in after.running()
        if seat not in running or after.due[seat] != before.due[seat]
    ]
    return replace(after, clocks=clocks.begin(new, begun, at))


def _created(fact: facts.Created) -> Room:
    return Room(
        code=fact.code,
        game=fact.game,
        options=fact.options,
        by=fact.by,
        private=fact.private,
        chairs=(Chair(),) * fact.seats,
        due=(0,) * fact.seats,
        table=fact.table,
        opened_version=fact.game_version,
    )


def _started(room: Room, at: int, fact: facts.Started, state: Any) -> Room:
    rules, version = room.rules, fact.game_version or room.opened_version
    try:
        if state is None:
            chosen = options.read(rules, room.options_in_force)
            state = rules.setup(chosen, len(room.chairs), Replay(fact.draws))
        if room.state is not None and isinstance(rules, Follows):
            state = rules.follow(state, room.state)
        if version < rules.meta.version and isinstance(rules, Ages):
            state = rules.older(state, version)
    except (NoDraw, BadOptions, ValueError):
        if version >= rules.meta.version:
            raise
        state = None
    number = room.course.number + 1 if room.course else 1
    begun = Course(number, at, at, tuple(map(_begun, room.chairs)))
    room = replace(room, due=(0,) * len(room.chairs), state=None, course=begun)
    room = replace(room, asked={}, ended=False, moments=(), game_version=version, lost=0)
    none = (0,) * len(room.chairs)
    given = fact.contributions
    room = replace(
        room, dice=replace(room.dice, contributions=given, given={}, draws=none, actions=0)
    )
    if number > 1:
        room = _report(room, at, told("Game {n} begins.", n=number))
    if state is None:
        return _count_unfollowed(replace(room, phase="playing"), at)
    return _moved(room, at, state, seat=None)


def _begun(chair: Chair) -> Begun:
    return Begun(None if chair.bot else chair.player, chair.bot, chair.bot_name)


def _acted(room: Room, at: int, fact: facts.Acted, state: Any) -> Room:
    if fact.by == "clock":
        item = told("{who} runs out of time; the table moves.", who=room.names[fact.seat])
        room = _report(room, at, item)
    if state is None:
        state = _replayed(room, fact)
    player = room.chairs[fact.seat].player
    who = player.id if player is not None and fact.by == "person" else NOBODY
    if room.course is not None:
        room = replace(room, course=moved(room.course, fact.seat, who, at))
    drawn = room.dice.draws
    if fact.draws:
        drawn = put(drawn, fact.seat, drawn[fact.seat] + 1)
    room = replace(room, dice=replace(room.dice, actions=room.dice.actions + 1, draws=drawn))
    return _count_unfollowed(room, at) if state is None else _moved(room, at, state, fact.seat)


def _replayed(room: Room, fact: facts.Acted) -> Any:
    """Give the game's state after an action; None where today's rules cannot follow an older game.

    Once they could not, the state is not what it was, and what fits it means nothing.
    """
    if room.lost:
        return None
    try:
        action = codec.action_from(room.rules, fact.action)
        return room.rules.apply(room.state, fact.seat, action, Replay(fact.draws))
    except (NoDraw, IllegalAction):
        if room.game_version >= room.rules.meta.version:
            raise
        return None


def _count_unfollowed(room: Room, at: int) -> Room:
    """Count an action that today's rules cannot follow; the record says when its game is over."""
    if not room.lost:
        item = told("Today's rules cannot follow this game any further: it began under older ones.")
        room = _report(room, at, item)
    if room.phase == "over":  # by today's rules only
        room = replace(room, phase="playing", games_played=room.games_played - 1)
    return replace(room, lost=room.lost + 1)


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
    if over:
        room = replace(room, asked={})
    for item in rules.news(state):
        room = _log(room, LogLine(0, at, "game", news=item, names=room.names))
    if room.table.watching == "late":
        now_seen = Moment(state, room.lines[-1].number if room.lines else 0)
        room = replace(room, moments=(*room.moments[-LATE:], now_seen))
    return room


def _voted(room: Room, at: int, fact: Fact) -> Room:
    asked = dict(room.asked)
    match fact:
        case facts.Asked(seat, what):
            asked[what] = (*asked.get(what, ()), seat)
            return replace(_report(room, at, _asked(room, seat, what)), asked=asked)
        case facts.Withdrew(seat, what):
            asked[what] = tuple(one for one in asked.get(what, ()) if one != seat)
            item = told("{who} would rather go on.", who=room.names[seat])
            return replace(_report(room, at, item), asked=asked)
        case facts.Paused():
            asked.pop("pause", None)
            item = told("The game pauses; clocks and bots stand still.")
            return replace(_report(room, at, item), asked=asked, paused=at)
        case facts.WentOn(seat):
            item = told("The game goes on.")
            if seat is not None:
                item = told("{who} goes on.", who=room.names[seat])
            return replace(_report(room, at, item), paused=0)
        case _:
            item = told(WISHED)
            if isinstance(fact, facts.Ended) and fact.outdated:
                item = told(OUTDATED, game=room.rules.meta.name)
            return replace(_report(room, at, item), asked={}, paused=0, phase="over", ended=True)


def _asked(room: Room, seat: int, what: Vote) -> News:
    if what == "pause":
        return told("{who} asks for a pause.", who=room.names[seat])
    return told("{who} asks to end the game without a result.", who=room.names[seat])


def _sealed(room: Room, at: int, fact: Fact) -> Room:
    match fact:
        case facts.Sealed():
            return replace(room, dice=replace(room.dice, seal=fact, given={}))
        case facts.Contributed(seat):
            given = {**room.dice.given, seat: fact}
            room = replace(room, dice=replace(room.dice, given=given))
            item = told("{who} gives words to the dice.", who=room.names[seat])
            return _report(room, at, item) if fact.typed else room
        case facts.Revealed(aborted=aborted):
            if room.dice.seal is None:
                raise ValueError(f"nothing was sealed for {fact!r}")
            opened = RevealedSeal(room.dice.seal, room.dice.contributions, fact)
            dice = replace(room.dice, seal=None, contributions=(), revealed=opened)
            room = replace(room, dice=dice)
            if room.phase == "playing" and not aborted:  # an older game, over by the rules it had
                room = room if room.lost else _count_unfollowed(room, at)
                room = replace(room, phase="over", asked={}, games_played=room.games_played + 1)
            return room
        case _:
            raise ValueError(f"not a fact about the dice: {fact!r}")


def _seated(room: Room, at: int, fact: Fact) -> Room:
    if not isinstance(fact, SeatFact):
        raise ValueError(f"not a fact about a seat: {fact!r}")
    seat = fact.seat
    before = room.chairs[seat]
    chair, item = taken(before, fact)
    chairs = put(room.chairs, seat, chair)
    if not chair.has_person:
        room = replace(room, asked=_without(room.asked, seat))
    if chair.player != before.player:
        given = {other: words for other, words in room.dice.given.items() if other != seat}
        room = replace(room, dice=replace(room.dice, given=given))
    return _report(replace(room, chairs=chairs), at, item)


def _without(asked: Mapping[Vote, tuple[int, ...]], seat: int) -> Mapping[Vote, tuple[int, ...]]:
    """Drop what a seat asked for: its person plays no more."""
    return {what: tuple(one for one in seats if one != seat) for what, seats in asked.items()}


def _report(room: Room, at: int, item: News) -> Room:
    return _log(room, LogLine(0, at, "table", news=item, names=room.names))


def _emoted(room: Room, at: int, fact: facts.Emoted) -> Room:
    if fact.emote not in EMOTES:  # one of a newer program
        return room
    news = told(EMOTES[fact.emote].seen, who=fact.who)
    line = LogLine(0, at, "chat", news=news, who=fact.who, watcher=fact.watcher, by=fact.id)
    return _log(room, line)


def _moderated(room: Room, at: int, fact: facts.Hushed | facts.SentAway) -> Room:
    by, player = room.by.name, fact.player
    if isinstance(fact, facts.SentAway):
        room = replace(room, barred=room.barred | {player.id})
        item = told("{by} sends {who} away.", by=by, who=player.name)
    elif fact.on:
        room = replace(room, hushed=room.hushed | {player.id})
        item = told("{by} asks {who} to be quiet.", by=by, who=player.name)
    else:
        room = replace(room, hushed=room.hushed - {player.id})
        item = told("{by} lets {who} speak again.", by=by, who=player.name)
    return _log(room, LogLine(0, at, "table", news=item))


def _log(room: Room, line: LogLine) -> Room:
    number = room.lines[-1].number + 1 if room.lines else 1
    kept = room.lines[-(LINES - 1) :]
    return replace(room, lines=(*kept, replace(line, number=number)))
