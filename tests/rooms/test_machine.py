"""A room as a state machine: hypothesis does what people, bots and clocks may do, in any order."""

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from arcade.engine.codec import plain
from arcade.engine.offers import choose
from arcade.players.player import Player
from arcade.rooms import decide, facts, fairness, moderation
from arcade.rooms.errors import Refused
from arcade.rooms.evolve import fold
from arcade.rooms.facts import EMOTES
from arcade.rooms.room import Room
from arcade.rooms.table_rules import TableRules

PEOPLE = tuple(Player(f"SHA256:{name}", name) for name in ("anna", "ben", "cleo", "dora"))
TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("421", 2, {"pot": 11}),
    ("golden-zero", 3, {"hands": 1}),
    ("vingt-et-un", 2, {}),
    ("trente", 3, {}),
    ("golden21", 3, {}),
)
people = st.sampled_from(PEOPLE)


class RoomMachine(RuleBasedStateMachine):
    """One room, its facts, and a clock that only goes on."""

    @initialize(
        table=st.sampled_from(TABLES),
        turn=st.sampled_from((0, 10)),
        days=st.sampled_from((0, 0, 1)),
        watching=st.sampled_from(("live", "late")),
        late_join=st.booleans(),
    )
    def create(self, table: Any, turn: int, days: int, watching: Any, late_join: bool) -> None:
        game, seats, options = table
        rules = TableRules("simple", turn, 20, days, watching, late_join)
        self.at, self.drawn = 1_700_000_000_000, 0
        new = decide.create("KAFEL", PEOPLE[0], game, options, seats, False, rules)
        self.stored, self.room = fairness.extend(None, new, self.at, self.fresh)

    def fresh(self, length: int) -> bytes:
        self.drawn += 1
        return self.drawn.to_bytes(length, "big")

    def do(self, what: Callable[[Room], decide.Facts]) -> bool:
        """Decide as a host does; return whether it was allowed."""
        try:
            new = what(self.room)
        except Refused:
            return False
        if new:
            self.at += 700
            stored, self.room = fairness.extend(self.room, new, self.at, self.fresh)
            self.stored += stored
        return True

    def draws(self) -> Any:
        return fairness.chance(self.room, self.fresh)

    # What people do

    @rule(who=people, seat=st.none() | st.integers(-1, 4))
    def sit(self, who: Player, seat: int | None) -> None:
        before = self.room
        if self.do(lambda room: decide.sit(room, who, seat)):
            taken = self.room.seat_of(who)
            assert taken is not None
            sitter = before.chairs[taken].player
            assert sitter is None or sitter == who or before.chairs[taken].gone

    @rule(who=people)
    def stand(self, who: Player) -> None:
        self.do(lambda room: decide.leave_seat(room, who))
        seat = self.room.seat_of(who)
        assert seat is None or self.room.chairs[seat].gone

    @rule(who=people)
    def come_back(self, who: Player) -> None:
        self.do(lambda room: decide.come_back(room, who))

    @rule(who=people)
    def start(self, who: Player) -> None:
        self.do(lambda room: decide.start(room, who, self.draws()))

    @precondition(lambda self: self.room.to_act())
    @rule(data=st.data(), stale=st.booleans())
    def act(self, data: st.DataObject, stale: bool) -> None:
        """Act where one may; from an old picture it must be refused."""
        seat = data.draw(st.sampled_from(self.room.to_act()), "seat")
        chair = self.room.chairs[seat]
        if chair.player is None or chair.gone or chair.waits:
            return  # a bot plays on there
        offers = self.room.rules.legal(self.room.state, seat)
        offer = data.draw(st.sampled_from(offers), "offer")
        action = plain(choose(offer, lambda n: data.draw(st.integers(0, n - 1), "pick")))
        seen = self.room.due[seat] - 1 if stale else self.room.version
        player = chair.player
        paused = bool(self.room.paused)
        allowed = self.do(lambda room: decide.act(room, player, action, seen, self.draws()))
        assert allowed is not (stale or paused)

    @rule(who=people, action=st.sampled_from(({"do": "roll"}, {"do": "nothing"}, {})))
    def try_something(self, who: Player, action: Any) -> None:
        before = self.room
        if not self.do(lambda room: decide.act(room, who, action, None, self.draws())):
            assert self.room is before

    @rule(who=people, what=st.sampled_from(("pause", "end")))
    def ask(self, who: Player, what: Any) -> None:
        self.do(lambda room: decide.vote(room, who, what))

    @rule(who=people)
    def decline(self, who: Player) -> None:
        asked = {what for what, seats in self.room.asked.items() if seats}
        if self.do(lambda room: decide.decline(room, who)):
            assert {what for what, seats in self.room.asked.items() if seats} < asked

    @rule(who=people)
    def go_on(self, who: Player) -> None:
        self.do(lambda room: decide.unpause(room, who))

    @rule(who=people, word=st.text(max_size=3), emote=st.sampled_from(tuple(EMOTES)))
    def talk(self, who: Player, word: str, emote: str) -> None:
        self.do(lambda room: decide.say(room, who, word))
        self.do(lambda room: moderation.emote(room, who, emote))
        self.do(lambda room: decide.contribute(room, who, word))

    @rule(who=people, whom=people, on=st.booleans())
    def judge(self, who: Player, whom: Player, on: bool) -> None:
        self.do(lambda room: moderation.hush(room, who, whom, on))
        if not on:
            self.do(lambda room: moderation.send_away(room, who, whom))

    @rule(who=people, seat=st.integers(-1, 4), on=st.booleans())
    def bots_come_and_go(self, who: Player, seat: int, on: bool) -> None:
        self.do(lambda room: (decide.seat_bot if on else decide.unseat_bot)(room, who, seat))

    # What happens by itself

    @rule(data=st.data(), old=st.booleans())
    def bot_acts(self, data: st.DataObject, old: bool) -> None:
        """A bot acts, also too late, or where it is not its turn: never refused, never wrong."""
        seat = data.draw(st.integers(0, len(self.room.chairs) - 1), "seat")
        if self.room.state is None or not self.room.due:
            return
        due = self.room.due[seat] - old
        offers = self.room.rules.legal(self.room.state, seat)
        action = offers[0].action if offers else None
        assert self.do(lambda room: decide.act_as_bot(room, seat, action, due, self.draws()))

    @rule(data=st.data(), gap=st.integers(1, 100_000))
    def clock_strikes(self, data: st.DataObject, gap: int) -> None:
        seat = data.draw(st.integers(0, len(self.room.chairs) - 1), "seat")
        self.at += gap
        if seat < len(self.room.clocks.since):
            since = self.room.clocks.since[seat]
            assert self.do(lambda room: decide.expire(room, seat, since, self.draws()))
        assert self.do(lambda room: decide.resume(room, self.at))
        assert self.do(lambda room: decide.end_long_pause(room, room.paused))
        assert self.do(decide.settle_votes)

    @rule(data=st.data())
    def somebody_is_away(self, data: st.DataObject) -> None:
        seat = data.draw(st.integers(0, len(self.room.chairs) - 1), "seat")
        assert self.do(lambda room: decide.hold(room, seat))

    # What always holds

    @invariant()
    def facts_are_numbered(self) -> None:
        if hasattr(self, "room"):
            assert [stored_fact.n for stored_fact in self.stored] == list(
                range(1, len(self.stored) + 1)
            )

    @invariant()
    def everybody_has_one_seat(self) -> None:
        if hasattr(self, "room"):
            ids = [chair.player.id for chair in self.room.chairs if chair.player is not None]
            assert len(set(ids)) == len(ids)

    @invariant()
    def a_running_game_waits_for_somebody_who_plays(self) -> None:
        if not hasattr(self, "room") or self.room.phase != "playing":
            return
        waiting = self.room.to_act()
        assert waiting and self.room.rules.outcome(self.room.state) is None
        assert all(chair.player or chair.bot for chair in self.room.chairs)
        for seat in waiting:
            assert self.room.due[seat] <= self.room.version

    def teardown(self) -> None:
        """Whatever happened: the log tells this very room."""
        if hasattr(self, "room"):
            assert (
                fold(facts.decode(facts.encode(stored_fact)) for stored_fact in self.stored)
                == self.room
            )


TestRoom = RoomMachine.TestCase
TestRoom.settings = settings(
    max_examples=40,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
