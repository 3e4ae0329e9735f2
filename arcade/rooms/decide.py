"""Decides what a request does to a room: pure functions from a room to new facts.

Each raises `Refused` with a reason for the player, or returns () if there is nothing to do.
"""

from collections.abc import Callable, Collection, Mapping

from msgspec.structs import replace

from arcade.engine import codec, options, registry
from arcade.engine.bot import strength
from arcade.engine.chance import Chance, Recorder, Stream
from arcade.engine.errors import BadOptions, IllegalAction
from arcade.engine.fence import BROKEN
from arcade.engine.game import PlaysRounds
from arcade.engine.news import phrase
from arcade.engine.registry import NoSuchGame
from arcade.engine.words import N_
from arcade.players.player import Player
from arcade.players.results import DAY
from arcade.rooms import clocks, facts, fairness, moderation, table_rules
from arcade.rooms.errors import NoSeat, Refused, by_rule, refused
from arcade.rooms.evolve import evolve
from arcade.rooms.facts import Decision, Facts, Played, Stored, Vote
from arcade.rooms.room import Room
from arcade.rooms.seats import players, starters
from arcade.rooms.table_rules import TableRules

PAUSED = N_("The game is paused.")

STILL_TIME = 300_000
"""Milliseconds without a move after which a bot plays for a person at a table without a clock."""
IDLE_TIME = 60_000
"""Milliseconds a person alone has for a move once somebody waits for the next round."""
VOTE_TIME = 60_000
"""Milliseconds after which a question lapses; where days count, as long as a move may take."""

Decide = Callable[[Room, Chance], Decision]
"""Decides what happens next, from the room and its fair draws."""
Here = Callable[[Player], bool]
"""Whether somebody is at the table now."""


def create(
    code: str,
    player: Player,
    game: str,
    chosen: Mapping[str, object],
    seats: int,
    private: bool,
    table: TableRules | None = None,
) -> Facts:
    """Open a table; `seats` 0 chooses the game's best number."""
    moderation.must_have_name(player)
    try:
        rules = registry.find(game)
        must_be_played(game)
        table = table or TableRules()
        table_rules.check(table, rules)
        seats = seats or rules.meta.best_seats
        options.check_seats(rules.meta, seats)
        # A trial set-up refuses options that do not fit the number of seats now, not at the start.
        rules.setup(options.read(rules, chosen), seats, Stream(b"trial"))
    except (NoSuchGame, BadOptions) as error:
        raise Refused(error.news) from error
    version = rules.meta.version
    return (facts.Created(code, game, version, dict(chosen), seats, player, private, table),)


def must_be_played(game: str) -> None:
    """Raise `Refused` for a game that is withdrawn."""
    if game not in registry.games():
        raise refused(
            "{game} is out of the lobby: nobody plays it until the host lets it in again.",
            game=registry.find(game).meta.name,
        )


def sit(room: Room, player: Player, seat: int | None) -> Facts:
    """Seat a person: in their own seat, else the requested one, else an open one, else a bot's."""
    moderation.must_be_open(room)
    moderation.must_have_name(player)
    moderation.may_come(room, player)
    own = room.seat_of(player)
    if room.kept_seat(player) is None:
        moderation.must_have_pages(room)
    if own is not None:
        chair = room.chairs[own]
        if chair.player != player:  # a guest who now has a key and a name
            return (facts.Sat(own, player, waits=chair.waits),)
        return (facts.Returned(own),) if chair.bot and not chair.waits else ()
    if room.deal:
        if player.id != room.by.id or room.course:
            raise refused("This is {who}'s own deal: nobody else sits down.", who=room.by.name)
        return (facts.Sat(0, player),)
    if room.phase == "playing" and not room.table.late_join:
        raise NoSeat(
            phrase("Nobody sits down at this table during a game. You can watch until it ends.")
        )
    free = [number for number, chair in enumerate(room.chairs) if chair.free]
    if seat is None:
        empty = [number for number in free if not room.chairs[number].bot]
        choice = next(iter(empty or free), None)
        if choice is None:
            raise NoSeat(
                phrase("Every seat is taken. You can watch, and sit down when one is free.")
            )
        return (facts.Sat(choice, player, waits=waits(room, choice)),)
    _must_exist(room, seat)
    if seat not in free:
        raise refused("That seat is {who}'s.", who=room.chairs[seat].name)
    return (facts.Sat(seat, player, waits=waits(room, seat)),)


def waits(room: Room, seat: int) -> bool:
    """Return whether somebody who takes a seat now plays only from the next round on.

    That holds where hands are hidden, and in a game that a person began alone, as promised there.
    """
    if room.phase != "playing" or not room.chairs[seat].bot or room.table.days:
        return False
    persons = len(room.person_seats())
    hidden = room.rules.meta.secrets and persons > 0
    alone = persons == 1 and len(players(room.course)) <= 1
    return isinstance(room.rules, PlaysRounds) and (hidden or alone)


def admit(room: Room, player: Player, on: bool) -> Facts:
    """Open or shut the running game of a person who plays alone."""
    moderation.must_have_pages(room)
    seat = _must_be_seated(room, player)
    others = (chair for number, chair in enumerate(room.chairs) if number != seat)
    company = not all(chair.free for chair in others)
    if room.of_tournament:
        raise refused("A table of a tournament takes nobody else in.")
    if room.deal or company or room.table.days:
        raise refused("Only whoever plays alone, against bots, can do that.")
    return () if room.table.late_join is on else (facts.Admitted(seat, on),)


def leave_seat(room: Room, player: Player) -> Facts:
    """Give up a seat; while a game runs a bot takes over, and the person may come back."""
    seat = room.kept_seat(player)
    if seat is None or room.phase == "closed":
        return ()
    if room.phase == "playing":
        chair = room.chairs[seat]
        name = chair.bot_name or room.name_for_bot(seat)
        return (facts.Stood(seat, strength(room.rules, room.table.bots), name),)
    return (facts.Stood(seat),)


def seat_bot(room: Room, player: Player, seat: int) -> Facts:
    _must_be_between_games(room, player)
    _must_exist(room, seat)
    if room.chairs[seat].player or room.chairs[seat].bot:
        raise refused("That seat is {who}'s.", who=room.chairs[seat].name)
    return (_seat_bot(room, seat),)


def unseat_bot(room: Room, player: Player, seat: int) -> Facts:
    _must_be_between_games(room, player)
    _must_exist(room, seat)
    if room.chairs[seat].player or not room.chairs[seat].bot:
        raise refused("No bot sits there.")
    return (facts.BotStood(seat),)


def start(room: Room, player: Player, chance: Chance) -> Played:
    """Start a game; bots take the empty seats."""
    own = _may_start(room, player)
    back = (facts.Returned(own),) if room.chairs[own].bot else ()
    return _begin(room, back, chance)


def begin(room: Room, here: Here, chance: Chance) -> Decision:
    """Begin the game of a table that the house has opened.

    Bots play for people who are not here, to the end at once where nobody is: all of it is stored
    together, so that no table stands still between the two.
    """
    if room.phase != "waiting":
        return ()
    people = [(seat, chair.player) for seat, chair in enumerate(room.chairs) if chair.player]
    away = [seat for seat, player in people if not here(player)]
    begun = _begin(room, (), chance)
    standing_in = [_hold(room, seat) for seat in away]
    alone = (facts.Settled(house=True),) if len(away) == len(people) else ()
    return Played((*begun, *standing_in, *alone), begun.state)


def end_by_house(room: Room) -> Facts:
    """Let bots play the rest of a game whose time is over, so that it has a result."""
    ends = room.phase == "playing" and not room.settled and not room.unfollowed
    return (facts.Settled(house=True),) if ends else ()


def ready(room: Room, player: Player, here: Here, chance: Chance) -> Decision:
    """Be ready for the next game, which begins once everybody here is; start the first one."""
    own = _may_start(room, player)
    if room.phase == "waiting":
        return start(room, player, chance)
    back = (facts.Returned(own),) if room.chairs[own].bot else ()
    wishing = {own, *room.asked.get("again", ())}
    if _unready(room, here) <= wishing:
        return _begin(room, (*back, *_hold_seats_but(room, wishing)), chance)
    asked = () if own in room.asked.get("again", ()) else (facts.Asked(own, "again"),)
    return (*back, *asked)


def rematch(room: Room, here: Here, at: int, chance: Chance) -> Decision:
    """Begin the next game if everybody here is ready, or the others have been waited for.

    First, people who have gone stop being ready.
    """
    wishing = set(room.asked.get("again", ()))
    if not rematch_is_due(room, here, at):
        return ()
    if gone := _gone(room, here):
        return tuple(facts.Withdrew(seat, "again") for seat in gone)
    return _begin(room, _hold_seats_but(room, wishing), chance)


def rematch_is_due(room: Room, here: Here, at: int) -> bool:
    wishing = set(room.asked.get("again", ()))
    if room.phase != "over" or not wishing or not moderation.has_pages(room):
        return False
    waited = 0 < room.begins <= at
    return waited or bool(_gone(room, here)) or _unready(room, here) <= wishing


def _gone(room: Room, here: Here) -> list[int]:
    """List the seats that are ready but whose people have gone."""
    ready = room.asked.get("again", ())
    return [] if room.table.days else [seat for seat in ready if not _is_here(room, seat, here)]


def _unready(room: Room, here: Here) -> set[int]:
    """Return the seats of everybody the next game waits for, ready or not."""
    persons = room.person_seats()
    return {seat for seat in persons if room.table.days or _is_here(room, seat, here)}


def _is_here(room: Room, seat: int, here: Here) -> bool:
    player = room.chairs[seat].player
    return player is not None and here(player)


def _hold_seats_but(room: Room, ready: Collection[int]) -> Facts:
    """Let bots hold the seats of people who are not ready; they may take them back in the game."""
    seats = (seat for seat in room.person_seats() if seat not in ready)
    return tuple(replace(_hold(room, seat), unready=True) for seat in seats)


def _may_start(room: Room, player: Player) -> int:
    moderation.must_have_pages(room)
    own = _must_be_seated(room, player)
    must_be_played(room.game)
    if room.phase == "playing":
        raise refused("The game is already running.")
    if room.of_tournament:
        raise refused("The house begins the games of a tournament.")
    if room.deal and room.course:
        raise refused("A deal is played once.")
    return own


def _begin(room: Room, first: Facts, chance: Chance) -> Played:
    fill = [
        _seat_bot(room, seat)
        for seat, chair in enumerate(room.chairs)
        if not chair.player and not chair.bot
    ]
    recorder = Recorder(chance)
    rules_options = options.read(room.rules, room.options)
    state = room.rules.setup(rules_options, len(room.chairs), recorder)
    given, version = fairness.contributions(room), room.rules.meta.version
    begun = facts.Started(recorder.draws, recorder.asked, given, version)
    return Played((*first, *fill, begun), state)


def act(
    room: Room, player: Player, action: Mapping[str, object], seen: int | None, chance: Chance
) -> Played:
    """Let a person act; `seen` is the version of the view in which they chose."""
    seat = _must_be_seated(room, player)
    if room.phase != "playing":
        raise refused("No game is running.")
    if room.chairs[seat].waits:
        raise refused("You play from the next round on.")
    if room.broken:
        raise Refused(BROKEN)
    if room.unfollowed:
        raise refused("The rules have changed since this game began; it is being ended.")
    if room.paused:
        raise refused(PAUSED)
    if room.settled:
        raise refused("The game has been ended: bots play the rest.")
    if seen is not None and seat in room.to_act() and seen < room.due[seat]:
        raise refused("The table has moved on meanwhile; look again.")
    played = _play(room, seat, action, chance, "person")
    if room.chairs[seat].bot:
        return Played((facts.Returned(seat), *played.facts), played.state)
    return played


def act_as_bot(room: Room, seat: int, action: object, due: int, chance: Chance) -> Decision:
    """Let a bot act for its seat, unless the decision that began at `due` has been made.

    If the rules refuse the action, make the game's default move: a bot never blocks a table.
    """
    if not bot_decides(room, seat, due) or room.paused:
        return ()
    try:
        return _play(room, seat, codec.plain(action), chance, "bot")
    except (Refused, TypeError, ValueError):  # refused, or no action at all
        default = room.rules.default(room.state, seat)
        return _play(room, seat, codec.plain(default), chance, "bot")


def bot_decides(room: Room, seat: int, due: int) -> bool:
    """Return whether a bot still has to make the decision of a seat that began at `due`."""
    # `due` keeps its value after the decision, until the seat's next one begins.
    waits = seat in room.to_act() and room.due[seat] == due
    return waits and (room.settled or bool(room.chairs[seat].bot))


def hold(room: Room, seat: int) -> Facts:
    """Let a bot play for a person who has been away too long; never in play by correspondence."""
    chair = room.chairs[seat]
    away = chair.player is not None and not chair.bot
    if room.phase != "playing" or room.paused or room.table.days or not away:
        return ()
    return (_hold(room, seat),)


def expire(room: Room, seat: int, since: int, chance: Chance) -> Decision:
    """Make the game's default move for a seat whose clock, started at `since`, has run out.

    After `MISSES` in a row a bot takes over. The caller checks the time.
    """
    if seat not in room.running() or room.clocks.since[seat] != since:
        return ()
    default = codec.plain(room.rules.default(room.state, seat))
    played = _play(room, seat, default, chance, "clock")
    after = evolve(room, Stored(room.version + 1, since, played.facts[0]), played.state)
    if after.phase == "playing" and after.clocks.missed[seat] >= clocks.MISSES:
        return Played((*played, replace(_hold(room, seat), timed_out=True)), played.state)
    return played


def idles(room: Room, seat: int) -> int:
    """Return when a bot takes over from a person who keeps others waiting (0: never).

    That is `IDLE_TIME` after people sat down to wait for the next round, or `STILL_TIME` after a
    decision began at a table without a clock.
    """
    if room.phase != "playing" or room.paused or room.course is None or seat not in room.to_act():
        return 0
    persons = room.person_seats()
    since = max(room.joined_at, room.course.at, room.shown_until)
    if room.joined and persons == (seat,):
        return since + IDLE_TIME
    others = len(persons) > 1 and seat in persons
    return since + STILL_TIME if others and not room.table.timed else 0


def hold_idle(room: Room, seat: int, at: int) -> Facts:
    """Let a bot play for a person who keeps others waiting without a clock."""
    if not 0 < idles(room, seat) <= at:
        return ()
    alone = room.person_seats() == (seat,)
    return (replace(_hold(room, seat), idle=True, long=not alone),)


def resume(room: Room, at: int, empty: int | None = None) -> Facts:
    """Restart running clocks at `at`, after a time when nobody could play.

    They go on where nobody was at the table since `empty`; after a start of the server (None) they
    begin anew. Days count whether anybody is there or not.
    """
    if empty is not None:
        untimed = room.phase == "playing" and not room.table.timed and not room.paused
        counts = (room.counting() or untimed) and not room.table.days and empty < at
        return (facts.Resumed(empty),) if counts else ()
    anew = clocks.begin_anew(room.clocks, room.table, room.running(), at)
    return (facts.Resumed(),) if anew != room.clocks else ()


def come_back(room: Room, player: Player) -> Facts:
    """Let a person take back the seat that a bot holds; refused to anybody sent away."""
    moderation.may_come(room, player)
    seat = room.seat_of(player)
    if seat is None or room.phase == "closed":
        return ()
    chair = room.chairs[seat]
    return (facts.Returned(seat),) if chair.has_stand_in else ()


def contribute(room: Room, player: Player, text: str) -> Facts:
    """Contribute words to the next game's dice; 64 hex digits commit to words revealed later.

    Words that match an earlier commitment reveal it. `text` is already clean.
    """
    _must_be_between_games(room, player)
    seat = _must_be_seated(room, player)
    if room.dice.seal is None or room.dice.seal.day:
        raise refused("The dice of this table take no words.")
    if not text:
        raise refused("Type some words for the dice first.")
    given = fairness.read_contribution(seat, text)
    return () if given == room.dice.given.get(seat) else (given,)


def say(room: Room, player: Player, text: str) -> Facts:
    """Send a chat message to the table; `text` is already clean."""
    moderation.must_have_pages(room)
    moderation.must_have_name(player)
    moderation.may_speak(room, player)
    message = facts.Said(player.name, text, moderation.outside(room, player), player.id)
    return (message,) if text else ()


def vote(room: Room, player: Player, what: Vote) -> Facts:
    """Ask for a pause or the end, or withdraw the request; it happens once everybody asks."""
    moderation.must_have_pages(room)
    seat = _voting_seat(room, player, what)
    if what in ("pause", "end") and room.of_tournament:
        raise refused("A game of a tournament is played to its end, without a pause.")
    if what == "pause":
        if room.table.days:
            raise refused("A game with days for a move needs no pause.")
        if room.paused:
            raise refused("The game is already paused.")
    if seat in room.asked.get(what, ()):
        return (facts.Withdrew(seat, what),)
    asked = facts.Asked(seat, what)
    return (asked, *settle_votes(evolve(room, Stored(room.version + 1, 0, asked))))


def see_end(room: Room, player: Player) -> Facts:
    """Ask the bots to play to the end at once; they do if everybody still seated asks for it."""
    moderation.must_have_pages(room)
    seat = _voting_seat(room, player)
    if not room.decided:
        raise refused("Somebody still has a part in this game.")
    if room.person_seats() == (seat,):
        return () if room.rushed else (facts.Rushed(),)
    return () if seat in room.asked.get("rush", ()) else vote(room, player, "rush")


def settle(room: Room, player: Player) -> Facts:
    """Ask to end the game with a result, as somebody has left; it ends once all present ask."""
    moderation.must_have_pages(room)
    _voting_seat(room, player)
    if not room.left():
        raise refused("Nobody has left this game: endgame ends it without a result.")
    return () if room.settled else vote(room, player, "settle")


def decline(room: Room, player: Player) -> Facts:
    """Reject a question: nobody asks any more."""
    moderation.must_have_pages(room)
    seat = _voting_seat(room, player)
    asked = [what for what, seats in room.asked.items() if seats and seat not in seats]
    if not asked:
        raise refused("Nobody asks you for anything.")
    return tuple(facts.Withdrew(seat, what) for what in asked)


def settle_votes(room: Room) -> Facts:
    """Pause or end the game if every voter (see `seats.voters`) asks for it."""
    if room.phase != "playing":
        return ()
    if room.agreed("end"):
        return (facts.Ended(),)
    if not room.rushed and room.agreed("rush") and room.decided:
        return (facts.Rushed(),)
    if not room.settled and room.agreed("settle") and room.left():
        return (facts.Settled(),)
    return (facts.Paused(),) if not room.paused and room.agreed("pause") else ()


def lapses(room: Room, what: Vote) -> int:
    """Return when a request lapses, in ms since 1970; 0 if nobody asks."""
    if room.phase != "playing" or not room.asked.get(what):
        return 0
    wait = room.table.days * DAY or VOTE_TIME
    return room.asked_at.get(what, 0) + wait


def lapse(room: Room, what: Vote, at: int) -> Facts:
    """Close a question to which not everybody has agreed in time."""
    if not 0 < lapses(room, what) <= at:
        return ()
    return tuple(facts.Withdrew(seat, what, lapsed=True) for seat in room.asked[what])


def unpause(room: Room, player: Player) -> Facts:
    """End a pause; any player may."""
    seat = _voting_seat(room, player)
    return (facts.WentOn(seat),) if room.paused else ()


def end_long_pause(room: Room, paused: int) -> Facts:
    """End the pause that began at `paused`, because it has lasted long enough."""
    return (facts.WentOn(),) if room.paused == paused and paused else ()


def end_unfollowed(room: Room) -> Facts:
    """End a running game whose program has failed, or whose rules have changed."""
    broken = bool(room.broken)
    return (facts.Ended(outdated=not broken, broken=broken),) if room.unfollowed else ()


def end_day(room: Room) -> Facts:
    """Mark a daily deal or a duel as too late to count, unless its game is over."""
    open_still = room.deal and not room.day_over and room.phase != "closed"
    return (facts.DayOver(),) if open_still and room.outcome is None else ()


def tell_damage(room: Room) -> Facts:
    """Report once that the table's record is damaged."""
    return () if room.damaged or room.phase == "closed" else (facts.RecordDamaged(),)


def close(room: Room) -> Facts:
    return () if room.phase == "closed" else (facts.Closed(),)


def _hold(room: Room, seat: int) -> facts.Held:
    """Let the table's bot play a seat for its person."""
    return facts.Held(seat, strength(room.rules, room.table.bots), room.name_for_bot(seat))


def _play(
    room: Room, seat: int, action: Mapping[str, object], chance: Chance, by: facts.Chooser
) -> Played:
    recorder = Recorder(fairness.seat_chance(chance, room, seat))
    try:
        chosen = codec.action_from(room.rules, action)
        state = room.rules.apply(room.state, seat, chosen, recorder)
    except IllegalAction as error:
        raise by_rule(error) from error
    acted = facts.Acted(seat, codec.plain(chosen), recorder.draws, by, recorder.asked)
    return Played((acted,), state)


def _must_be_between_games(room: Room, player: Player) -> None:
    moderation.must_have_pages(room)
    _must_be_seated(room, player)
    if room.phase == "playing":
        raise refused("Not while the game runs.")


def _must_be_seated(room: Room, player: Player) -> int:
    seat = room.kept_seat(player)
    if seat is None:
        raise refused("You are watching; sit down first.")
    return seat


def _must_exist(room: Room, seat: int) -> None:
    if not 0 <= seat < len(room.chairs):
        raise refused(
            "There is no seat {n}; seats are 1 to {last}.", n=seat + 1, last=len(room.chairs)
        )


def _seat_bot(room: Room, seat: int) -> facts.BotSat:
    return facts.BotSat(seat, strength(room.rules, room.table.bots), room.name_for_bot(seat))


def _voting_seat(room: Room, player: Player, what: Vote | None = None) -> int:
    seat = room.seat_of(player)
    if room.phase != "playing":
        raise refused("No game is running.")
    agrees_away = what == "end" and player.id in starters(room.course)
    if seat is None or (room.chairs[seat].gone and not agrees_away):
        raise refused("You are watching; sit down first.")
    if room.chairs[seat].has_stand_in:
        raise refused("A bot plays for you. Take your seat back first.")
    return seat
