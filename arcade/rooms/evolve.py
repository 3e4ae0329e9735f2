"""A room as the fold of its facts: what each of them does to seats, game and log."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine import codec, options
from arcade.engine.chance import Replay
from arcade.engine.fence import BROKEN, GameBroken, NotAllowed
from arcade.engine.game import Follows, Game, HoldsSeats, Outcome, PlaysRounds
from arcade.engine.news import News, phrase
from arcade.engine.seats import put
from arcade.engine.words import N_
from arcade.players.results import Result
from arcade.rooms import clocks, facts, seats
from arcade.rooms.clocks import Turns
from arcade.rooms.facts import EMOTES, Fact, Stored, Vote
from arcade.rooms.room import (
    GAME_ABANDONED,
    GAME_BEGINS,
    LogLine,
    Moment,
    RevealedSeal,
    Room,
    result,
)
from arcade.rooms.seats import NOBODY, Begun, Chair, Course, SeatFact, moved, taken, voters
from arcade.rooms.table_rules import LATE

ABSENT = N_("{who} began this game too, and would have to agree.")
LAPSED = N_("{who:@|You} did not get everybody's consent in time: the question is closed.")
DAMAGED = phrase(
    "The record of this table is damaged: play on, but this game has neither replay nor proof, and "
    "after the server's next start the table stays shut. The host was told."
)
SETTLED = N_(
    "The game is ended as it stands: bots play the rest for everybody, and the result counts."
)
LINES = 200
"""Log lines kept in memory for each room; the record keeps all."""

VoteFact = (
    facts.Asked
    | facts.Withdrew
    | facts.Paused
    | facts.WentOn
    | facts.Rushed
    | facts.Settled
    | facts.Ended
)


def fold(stored: Iterable[Stored], room: Room | None = None) -> Room:
    """Build a room from its facts, beginning with its creation, or add further facts to `room`.

    Raises ValueError.
    """
    for item in stored:
        room = follow(room, item)
    if room is None:
        raise ValueError("a room without facts")
    return room


def follow(room: Room | None, stored: Stored) -> Room:
    """Add a stored fact to a room; if the game fails at it, go on without the game.

    Raises ValueError as `evolve` does.
    """
    if room is None:
        return evolve(None, stored)
    if room.broken and isinstance(stored.fact, facts.Started):
        room = replace(room, broken="")
    try:
        return evolve(room, stored)
    except GameBroken as error:
        return evolve(without_game(room, error), stored)


def without_game(room: Room, error: GameBroken) -> Room:
    """Return the room as it is after its game's program has failed."""
    return replace(room, broken=str(error), state=None)


def results(stored: Iterable[Stored]) -> Iterator[Result | None]:
    """Yield the result that each fact of a room's record makes known, None for most."""
    room: Room | None = None
    known = 0
    for item in stored:
        room = follow(room, item)
        if room.course and room.course.number > known and (game_result := result(room)):
            known = game_result.number
            yield game_result
        else:
            yield None


def evolve(room: Room | None, stored: Stored, state: Struct | None = None) -> Room:
    """Add one fact to a room (None: before its creation).

    `state` is the game's state after the fact, if the decision has just computed it; otherwise the
    rules run here, on the stored draws. Raises ValueError for a fact out of order: a log without a
    chain may have lost some; and `GameBroken`.
    """
    fact = stored.fact
    if isinstance(fact, facts.Created):
        return _created(fact)
    if room is None:
        raise ValueError(f"a room begins with its creation, not with {fact!r}")
    seat = getattr(fact, "seat", None)
    if seat is not None and not 0 <= seat < len(room.chairs):
        raise ValueError(f"room {room.code} has no seat {seat}: {fact!r}")
    if stored.n != room.version + 1:
        raise ValueError(f"room {room.code}: fact {stored.n} comes after fact {room.version}")
    after = _evolved(replace(room, version=stored.n), stored, state)
    if not room.table.timed and not isinstance(fact, facts.Started):
        return after
    turns = _turns(room), _turns(after)
    return replace(after, clocks=clocks.follow(room.clocks, room.table, *turns, stored))


def _evolved(room: Room, stored: Stored, state: Struct | None) -> Room:
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
        case facts.Hushed() | facts.SentAway() | facts.Admitted():
            return _moderated(room, stored.at, fact)
        case facts.DayOver() | facts.RecordDamaged():
            return _devalued(room, stored.at, fact)
        case facts.Closed():
            return replace(room, phase="closed")
        case facts.Resumed():
            return _waiting_anew(room, stored.at)
        case facts.Asked() | facts.Withdrew() | facts.Paused() | facts.WentOn():
            return _voted(room, stored.at, fact)
        case facts.Rushed() | facts.Settled() | facts.Ended():
            return _voted(room, stored.at, fact)
        case facts.Sealed() | facts.Contributed() | facts.Revealed():
            return _sealed(room, stored.at, fact)
        case _:
            return _seated(room, stored.at, fact)


def _turns(room: Room) -> Turns:
    course = room.course
    return Turns(
        due=room.due,
        awaited=room.to_act(),
        counting=room.counting(),
        persons=room.person_seats(),
        fresh=tuple(
            seat
            for seat, chair in enumerate(room.chairs)
            if (chair.player is None or chair.waits)
            and (course is None or course.seats[seat].fresh)
        ),
        starts=room.shown_until,
        free=room.table.turn * clocks.SECOND if room.joined and not room.table.days else 0,
    )


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
    )


def _started(room: Room, at: int, fact: facts.Started, state: Struct | None) -> Room:
    rules = room.rules
    follows = fact.game_version >= (rules.meta.plays_on or rules.meta.version)
    if state is None and follows and not room.broken:
        chosen = options.read(rules, room.options)
        state = rules.setup(chosen, len(room.chairs), Replay(fact.draws))
    if state is not None and room.state is not None and isinstance(rules, Follows):
        state = rules.follow(state, room.state)
    number = room.course.number + 1 if room.course else 1
    who = (
        Begun(None if chair.bot else chair.player, chair.bot, chair.bot_name)
        for chair in room.chairs
    )
    none, given = (0,) * len(room.chairs), fact.contributions
    room = replace(
        room,
        state=None,
        due=none,
        course=Course(number, at, at, tuple(who)),
        played=(),
        asked={},
        ended=False,
        joined=False,
        rushed=False,
        settled=False,
        broken="" if state is not None else room.broken,
        delayed_states=(),
        dice=replace(room.dice, contributions=given, given={}, draws=none, actions=0),
    )
    if number > 1:
        room = _report(room, at, phrase("Game {n} begins.", GAME_BEGINS, n=number))
    if state is None:
        return replace(room, phase="playing")
    return _moved(room, at, state, seat=None)


def _acted(room: Room, at: int, fact: facts.Acted, state: Struct | None) -> Room:
    if fact.by == "clock":
        item = phrase(
            "{who:@ runs|You run} out of time; the table moves for {who:them|you}.",
            who=room.names[fact.seat],
        )
        room = _report(room, at, item)
    if state is None and room.state is not None:
        action = codec.action_from(room.rules, fact.action)
        state = room.rules.apply(room.state, fact.seat, action, Replay(fact.draws))
    player = room.chairs[fact.seat].player
    who = player.id if player is not None and fact.by == "person" else NOBODY
    if room.course is not None:
        room = replace(room, course=moved(room.course, fact.seat, who, at, not room.settled))
    drawn = room.dice.draws
    if fact.draws:
        drawn = put(drawn, fact.seat, drawn[fact.seat] + 1)
    room = replace(room, dice=replace(room.dice, actions=room.dice.actions + 1, draws=drawn))
    return room if state is None else _moved(room, at, state, fact.seat)


def _moved(room: Room, at: int, state: Struct, seat: int | None) -> Room:
    """Store the game's new state after an action of `seat`, or after the set-up (None)."""
    rules = room.rules
    before = rules.to_act(room.state) if room.state is not None else ()
    now = rules.to_act(state)
    ends = rules.outcome(state)
    _must_fit(room, now, ends)
    due = tuple(
        room.version if number in now and (number == seat or number not in before) else since
        for number, since in enumerate(room.due)
    )
    over = ends is not None
    rounds = cast(PlaysRounds, rules) if _has_rounds(type(rules)) else None
    ended = seat is not None and (rounds is None or rounds.round_ended(room.state, state))
    looked_at = (
        rounds and ended and room.table.round_pause and room.person_seats() and not room.rushed
    )
    room = replace(
        room,
        shown_until=at + room.table.round_pause if looked_at else room.shown_until,
        joined=room.joined and not ended,
        state=state,
        due=due,
        phase="over" if over else "playing",
        games_played=room.games_played + over,
    )
    if over:
        room = _over(room)
    room = _log_game(room, at, rules.news(state))
    if room.rushed and not over and not room.decided and not room.settled:
        room = replace(room, rushed=False)
    if ended or over:
        room = _let_in(room, at, plays=not over)
    if room.table.watching == "late":
        now_seen = Moment(state, room.lines[-1].number if room.lines else 0)
        room = replace(room, delayed_states=(*room.delayed_states[-LATE:], now_seen))
    return room


def _log_game(room: Room, at: int, news: Iterable[News]) -> Room:
    """Log what the game says, with who had which seat, and for whom bots played."""
    stand_ins = tuple(number for number, chair in enumerate(room.chairs) if chair.has_stand_in)
    turn = room.course.turn if room.course is not None else 0
    for item in news:
        line = LogLine(0, at, "game", news=item, names=room.names, stand_ins=stand_ins, turn=turn)
        room = _log(room, line)
    return room


def _over(room: Room) -> Room:
    """End the game, and note who played it: the bot where a person was only waiting."""
    played = (
        Chair(bot=chair.bot, bot_name=chair.bot_name) if chair.waits else chair
        for chair in room.chairs
    )
    return replace(room, phase="over", asked={}, played=tuple(played))


def _let_in(room: Room, at: int, plays: bool) -> Room:
    """Seat the people who waited for the end of the round; `plays`: a game goes on."""
    for seat, chair in enumerate(room.chairs):
        if chair.waits:
            room = replace(room, chairs=put(room.chairs, seat, Chair(chair.player)))
            if plays:
                item = phrase("{who:@ plays|You play} from now on.", who=room.names[seat])
                room = _tell_holding(_report(room, at, item), at, seat)
    return room


def _must_fit(room: Room, seats: tuple[int, ...], outcome: Outcome | None) -> None:
    """Raise `GameBroken` if a game speaks of seats that the table has not."""
    known = range(len(room.chairs))
    fits = all(seat in known for seat in seats)
    if outcome is not None:
        fits = fits and len(outcome.scores) == len(known)
        fits = fits and all(seat in known for seat in outcome.winners)
    if not fits:
        problem = NotAllowed(f"{len(known)} seats; to act {seats}, outcome {outcome}")
        raise GameBroken(room.game, "to_act" if outcome is None else "outcome", problem)


@cache
def _has_rounds(rules: type[Game]) -> bool:
    """Return whether a class of games has rounds; finding out takes a fifth of a move's time."""
    return issubclass(rules, PlaysRounds)


def _voted(room: Room, at: int, fact: VoteFact) -> Room:
    asked = dict(room.asked)
    match fact:
        case facts.Asked(seat, what):
            return _asked(room, at, seat, what)
        case facts.Withdrew(seat, what, lapsed):
            before = asked.get(what, ())
            asked[what] = tuple(other for other in before if other != seat and seat in before)
            item = phrase("{who:@|You} would rather go on.", who=_asker(room, seat))
            if lapsed:
                item = phrase(LAPSED, who=_asker(room, seat))
            elif what == "again":
                item = phrase("{who:@ is|You are} no longer ready.", who=room.names[seat])
            return replace(_report(room, at, item), asked=asked)
        case facts.Rushed():
            return replace(room, rushed=True, asked={})
        case facts.Settled():
            room = replace(room, rushed=True, settled=True, asked={}, paused=0)
            return _report(room, at, phrase(SETTLED))
        case facts.Paused():
            asked.pop("pause", None)
            item = phrase("The game is paused; clocks and bots stand still.")
            return replace(_report(room, at, item), asked=asked, paused=at)
        case facts.WentOn(seat):
            item = phrase("The game goes on.")
            if seat is not None:
                item = phrase("{who:@ ends|You end} the pause.", who=room.names[seat])
            return _waiting_anew(replace(_report(room, at, item), paused=0), at)
        case facts.Ended():
            return _abandoned(room, at, fact)


def _asked(room: Room, at: int, seat: int, what: Vote) -> Room:
    seats = room.asked.get(what, ())
    if not seats:
        ready = at if what == "again" else room.ready_at
        room = replace(room, ready_at=ready, asked_at={**room.asked_at, what: at})
    room = replace(room, asked={**room.asked, what: (*seats, seat)})
    room = _report(room, at, _question(room, seat, what))
    here = voters(room.chairs, room.course, "pause").values()
    needed = voters(room.chairs, room.course, what).values()
    away = ", ".join(name for name in needed if name not in {*here, _asker(room, seat)})
    return _report(room, at, phrase(ABSENT, who=away)) if away else room


def _abandoned(room: Room, at: int, fact: facts.Ended) -> Room:
    item = phrase("The game is ended without a result: everyone agreed.")
    if fact.outdated:
        item = phrase(
            "The rules of {game} have changed since this game began: it ends without a "
            "result. The next one is played by the new rules.",
            game=room.rules.meta.name,
        )
    if fact.broken:
        item, room = BROKEN, replace(room, broken="", state=None)
    item = replace(item, kind=GAME_ABANDONED)
    room = _report(_over(replace(room, paused=0, ended=True)), at, item)
    return _let_in(room, at, plays=False)


def _waiting_anew(room: Room, at: int) -> Room:
    """Forgive idleness while nobody could play; where there is a clock, the clock counts."""
    if room.table.timed or room.course is None or room.phase != "playing":
        return room
    return replace(room, course=replace(room.course, at=at))


def _question(room: Room, seat: int, what: Vote) -> News:
    if what == "pause":
        return phrase("{who:@ asks|You ask} for a pause.", who=room.names[seat])
    if what == "settle":
        return phrase("{who:@ asks|You ask} to end the game now, rated.", who=room.names[seat])
    if what == "rush":
        return phrase("{who:@ wants|You want} to see how it ends.", who=room.names[seat])
    if what == "again":
        n, people = len(room.asked[what]), len(room.person_seats())
        return phrase(
            "{who:@ is|You are} ready for another game ({n} of {people}).",
            who=room.names[seat],
            n=n,
            people=people,
        )
    return phrase("{who:@ asks|You ask} to end the game without a result.", who=_asker(room, seat))


def _asker(room: Room, seat: int) -> str:
    """Return the name of a seat's person, even one who has given it up."""
    player = room.chairs[seat].player
    return player.name if player is not None else room.names[seat]


def _sealed(room: Room, at: int, fact: Fact) -> Room:
    match fact:
        case facts.Sealed():
            return replace(room, dice=replace(room.dice, seal=fact, given={}))
        case facts.Contributed(seat):
            given = {**room.dice.given, seat: fact}
            room = replace(room, dice=replace(room.dice, given=given))
            item = phrase("{who:@ gives|You give} words to the dice.", who=room.names[seat])
            return _report(room, at, item) if fact.typed else room
        case facts.Revealed(aborted=aborted):
            if room.dice.seal is None:
                raise ValueError(f"nothing was sealed for {fact!r}")
            opened = RevealedSeal(room.dice.seal, room.dice.contributions, fact)
            dice = replace(room.dice, seal=None, contributions=(), revealed=opened)
            room = replace(room, dice=dice)
            if room.unfollowed and not aborted:  # it was over by the rules it began under
                room = _over(replace(room, games_played=room.games_played + 1))
                room = _let_in(room, at, plays=False)
            return room
        case _:
            raise ValueError(f"not a fact about the dice: {fact!r}")


def _devalued(room: Room, at: int, fact: facts.DayOver | facts.RecordDamaged) -> Room:
    """Go on with a game that no longer counts, or whose record is lost."""
    if isinstance(fact, facts.RecordDamaged):
        return _report(replace(room, damaged=True), at, DAMAGED)
    over = phrase("The day of this deal is over: the game can go on, but no longer counts.")
    item = phrase("The time of this duel is over: it no longer counts.") if room.duel else over
    return _report(replace(room, day_over=True), at, item)


def _seated(room: Room, at: int, fact: Fact) -> Room:
    if not isinstance(fact, SeatFact):
        raise ValueError(f"not a fact about a seat: {fact!r}")
    seat = fact.seat
    before = room.chairs[seat]
    chair, item = taken(before, fact)
    chairs = put(room.chairs, seat, chair)
    if chair.has_person != before.has_person or chair.player != before.player:
        room = replace(room, asked=seats.of_other_voters(room.asked, seat))
    if chair.player != before.player:
        given = {other: words for other, words in room.dice.given.items() if other != seat}
        room = replace(room, dice=replace(room.dice, given=given))
    alone, room = len(room.person_seats()) == 1, replace(room, chairs=chairs)
    if chair.has_person and room.course is not None:
        room = replace(room, course=seats.take(room.course, seat))
    company = len(room.person_seats()) > 1 or any(other.waits for other in chairs)
    # Not where others have played: their clocks have run already.
    fresh = len(seats.players(room.course) - {chair.player.id if chair.player else ""}) <= 1
    joins = alone and fresh and isinstance(fact, facts.Sat) and room.phase == "playing"
    room = _report(replace(room, joined=company and (joins or room.joined)), at, item)
    if joins:
        room = replace(room, joined_at=at)
    if isinstance(fact, facts.Sat) and not chair.waits and before.bot and room.phase == "playing":
        room = _tell_holding(room, at, seat)
    if joins and room.table.timed and not room.table.days:
        room = _report(room, at, phrase("From the next round on there is a clock."))
    if joins and chair.waits and not room.table.days:
        (seat,) = room.person_seats()
        idle = phrase(
            "Until then a bot plays for {who:@|you} after a minute without a move.",
            who=room.names[seat],
        )
        room = _report(room, at, idle)
    return room


def _tell_holding(room: Room, at: int, seat: int) -> Room:
    """Report what a newcomer to a running game takes over."""
    if room.state is None or not isinstance(room.rules, HoldsSeats):
        return room
    return _report(room, at, room.rules.holding(room.state, seat))


def _admitted(room: Room, at: int, fact: facts.Admitted) -> Room:
    room, who = replace(room, table=replace(room.table, late_join=fact.on)), room.names[fact.seat]
    item = phrase("{who:@ shuts|You shut} the door: nobody comes in during a game.", who=who)
    if fact.on:
        item = phrase(
            "{who:@ opens|You open} the door: people may come in, from the next round on.", who=who
        )
    return _report(room, at, item)


def _report(room: Room, at: int, item: News) -> Room:
    return _log(room, LogLine(0, at, "table", news=item, names=room.names))


def _emoted(room: Room, at: int, fact: facts.Emoted) -> Room:
    if fact.emote not in EMOTES:  # stored by a newer program
        return room
    news = phrase(EMOTES[fact.emote].seen, who=fact.who)
    line = LogLine(0, at, "chat", news=news, who=fact.who, watcher=fact.watcher, by=fact.id)
    return _log(room, line)


def _moderated(room: Room, at: int, fact: facts.Hushed | facts.SentAway | facts.Admitted) -> Room:
    if isinstance(fact, facts.Admitted):
        return _admitted(room, at, fact)
    by, player = room.by.name, fact.player
    if isinstance(fact, facts.SentAway):
        room = replace(room, barred=room.barred | {player.id})
        item = phrase("{by:@ sends|You send} {who} away.", by=by, who=player.name)
    elif fact.on:
        room = replace(room, hushed=room.hushed | {player.id})
        item = phrase("{by:@ asks|You ask} {who:@|you} to be quiet.", by=by, who=player.name)
    else:
        room = replace(room, hushed=room.hushed - {player.id})
        item = phrase("{by:@ lets|You let} {who:@|you} speak again.", by=by, who=player.name)
    return _log(room, LogLine(0, at, "table", news=item))


def _log(room: Room, line: LogLine) -> Room:
    number = room.lines[-1].number + 1 if room.lines else 1
    last = room.lines[-(LINES - 1) :]
    return replace(room, lines=(*last, replace(line, number=number)))
