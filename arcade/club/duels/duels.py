"""Duels of one log: challenge, play when one likes, compare once both have played."""

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

import structlog

from arcade.club.calls import Kind, Occasion
from arcade.club.deals.attempts import attempt, end_in_time, must_be_attempt, open_table
from arcade.club.digest.digest import Item, LastVisit
from arcade.club.duels.facts import (
    SENTENCES,
    Accepted,
    Began,
    Challenged,
    Change,
    Deal,
    Duel,
    Ended,
    Fact,
    Fold,
    Played,
    What,
    form,
)
from arcade.club.duels.views import DuelState, DuelView, RoundView, Run
from arcade.club.limits.capacity import Capacity
from arcade.club.people.accounts import Accounts
from arcade.club.people.social import Community
from arcade.club.presence import ClubPresence
from arcade.club.streams.following import FactStream
from arcade.engine import fair, registry
from arcade.engine.codec import Stored
from arcade.engine.game import Veils
from arcade.engine.news import News, phrase
from arcade.eventlog.log import EventLog, NotStored
from arcade.players import names
from arcade.players.player import Player
from arcade.players.text import clean
from arcade.rooms import decide
from arcade.rooms.clocks import now
from arcade.rooms.directory import Directory
from arcade.rooms.errors import Refused, refused
from arcade.rooms.facts import Sealed, duel_deal
from arcade.rooms.moderation import must_have_name
from arcade.rooms.room import Room
from arcade.tasks import Tasks

STREAM = "duels"
ROUNDS = (1, 3)
"""How many rounds a duel can have."""
MAX_OPEN = 20
"""The most duels that one person may have open by their own challenge."""
CALLED: Mapping[What, Kind] = {
    "challenged": "duel-challenged",
    "accepted": "duel-accepted",
    "played": "duel-played",
    "over": "duel-over",
}
"""The changes for which the other person is called."""
SYLLABLES = 3
"""Syllables of a duel's code; a table's has two."""

log = structlog.get_logger()


class Duels:
    """Methods raise `Refused` or `NotStored`."""

    def __init__(
        self,
        events: EventLog,
        accounts: Accounts,
        community: Community,
        presence: ClubPresence,
        rooms: Directory,
        capacity: Capacity,
    ) -> None:
        self._accounts = accounts
        self._community = community
        self._presence = presence
        self._rooms = rooms
        self._capacity = capacity
        self.cursor = FactStream(events, STREAM, form, self._add, presence.lobby_changed)
        self._fold = Fold()
        self._tasks = Tasks()
        self._loaded = False
        self._following: dict[str, str] = {}
        """The rematch of each duel that has one."""
        self.version = 0
        """Grows with every fact."""
        self.called: Callable[[Collection[str], Occasion], None] = lambda _people, _occasion: None
        """Calls the people with these ids who are elsewhere."""

    async def load(self, rooms: Iterable[Room]) -> None:
        """Read the log; add results that only the rooms have."""
        await self.cursor.read_on()
        self._loaded = True
        for room in rooms:
            self.take(room)

    async def close(self) -> None:
        """Wait for pending results; the next load finds any that cannot be stored."""
        await self._tasks.finish()

    async def settle(self) -> None:
        """Wait until the results of games that are over have been stored, or not."""
        await self._tasks.settle()

    # What people ask

    async def challenge(self, player: Player, to: str, game: str, rounds: int = 1) -> DuelView:
        """Challenge a person by name, or ("") whoever comes with the code."""
        whom = self._community.find(to) if to else None
        return await self._challenge(player, whom, game, rounds)

    async def _challenge(
        self, player: Player, whom: Player | None, game: str, rounds: int, after: str = ""
    ) -> DuelView:
        must_have_name(player)
        rules = registry.find(game)
        decide.must_be_played(game)
        if rounds not in ROUNDS:
            raise refused("A duel has one round, or three: the best of them.")
        if whom is not None:
            self._may_challenge(player, whom)
        await self._end_late(self._fold.of(player.id))
        own = [duel for duel in self._fold.of(player.id) if duel.challenge.by.id == player.id]
        if sum(not duel.ended for duel in own) >= MAX_OPEN:
            raise refused("You have {n} duels open, and that is the most.", n=MAX_OPEN)
        self._accounts.charge(player)
        meta, code = rules.meta, self._free_code()
        seeds = [secrets.token_bytes(fair.SEED_BYTES) for _ in range(rounds)]
        fact = Challenged(
            code,
            game,
            meta.version,
            dict(meta.daily_options),
            meta.daily_seats or meta.best_seats,
            player,
            whom,
            tuple(Deal(fair.seal(game, seed), seed.hex()) for seed in seeds),
            after,
        )
        await self._accounts.meet(player)
        await self.cursor.add(lambda: None if code in self._fold.duels else fact)
        self._presence.lobby_changed()
        return self.view(code, player)

    async def rematch(self, player: Player, code: str) -> DuelView:
        """Challenge the other person of a duel that is over again; once for both."""
        duel = self._duel(code, player)
        other = duel.other(player.id)
        if not duel.ended or other is None or not duel.has(player.id):
            raise refused("This duel is not over yet.")
        follows = self._following.get(duel.challenge.code, "")
        if follows:
            return self.view(follows, player)
        game, rounds = duel.challenge.game, duel.rounds
        return await self._challenge(player, other, game, rounds, duel.challenge.code)

    async def refuse(self, player: Player, code: str) -> DuelView:
        """Decline a duel, or take back one's own before the other has begun."""
        duel = self._duel(code, player)
        if not duel.has(player.id):
            raise refused("This duel is not yours: you need not play it.")
        mine = duel.challenge.by.id == player.id
        other = duel.other(player.id)
        begun = other is not None and duel.begun_by(other.id)
        if duel.ended or (begun and mine) or duel.begun_by(player.id):
            raise refused("This duel has begun, or is over.")
        fact = Ended(duel.challenge.code, "withdrawn" if mine else "declined")
        self._accounts.charge(player)
        await self._keep(duel, fact)
        self._presence.lobby_changed()
        return self.view(duel.challenge.code, player)

    async def leave(self, player: Player) -> None:
        """End all duels of a person who will be forgotten."""
        for duel in tuple(self._fold.of(player.id)):
            mine = duel.challenge.by.id == player.id
            await self._keep(duel, Ended(duel.challenge.code, "withdrawn" if mine else "declined"))

    async def table(self, player: Player, code: str) -> str:
        """Return the code of a person's table for the next round; open it if needed."""
        must_have_name(player)
        duel = self._duel(code, player)
        await self._end_late([duel])
        challenge = duel.challenge
        if not duel.has(player.id):
            if challenge.by.id in self._accounts.ignored(player):
                raise refused("You ignore {name}.", name=challenge.by.name)
            await self._accounts.meet(player)
            taken = Accepted(challenge.code, player)
            await self.cursor.add(lambda: None if duel.second or duel.ended else taken)
            duel = self._duel(code, player)  # somebody else may have been faster
        number = duel.next_round(player.id)
        if duel.ended:
            raise refused("This duel is over.")
        if not number:
            raise refused("You have played; the other person has not.")
        if registry.find(challenge.game).meta.version != challenge.game_version:
            raise refused("The rules of this game have changed since: challenge anew.")
        return await self._begun(player, duel, number) or await self._open(player, duel, number)

    async def _begun(self, player: Player, duel: Duel, number: int) -> str:
        """Return the table of an attempt that has begun; "" for none yet."""
        table = duel.tables.get((number, player.id), "")
        if table:
            try:
                self._rooms.find(table)
            except Refused:
                await self._keep(duel, Played(duel.challenge.code, number, player.id, 0, 0))
                raise refused("Your table of this duel is closed: the round is given up.") from None
        return table

    async def _open(self, player: Player, duel: Duel, number: int) -> str:
        challenge, deal = duel.challenge, duel.challenge.deals[number - 1]
        shared = isinstance(registry.find(challenge.game), Veils)
        name = duel_deal(challenge.code, number)
        seal = Sealed(1, deal.commitment, deal.seed, name, shared)
        asked = challenge.game, challenge.options, challenge.seats
        key = number, player.id

        async def begin(code: str) -> str:
            began = Began(challenge.code, *key, code)
            await self.cursor.add(lambda: None if key in duel.tables or duel.ended else began)
            return duel.tables.get(key, "")

        table = await open_table(self._capacity, player, asked, seal, begin)
        if not table:
            raise refused("This duel is over.")
        return table

    # What people see

    def view(self, code: str, player: Player) -> DuelView:
        """Return a duel as a person may see it."""
        duel = self._duel(code, player)
        challenge = duel.challenge
        other = duel.other(player.id)
        mine = duel.has(player.id)
        lost = duel.wins(other.id) if other is not None else 0
        began = duel.begun_by(player.id)
        return DuelView(
            challenge.code,
            challenge.game,
            registry.find(challenge.game).meta.name,
            self._state(duel, player.id),
            self._accounts.called(challenge.by.id, challenge.by.name),
            self._accounts.called(other.id, other.name) if other is not None else "",
            duel.wins(player.id),
            lost,
            max(0, duel.until - now()),
            tuple(_round(duel, number, player.id) for number in range(1, duel.rounds + 1)),
            mine and challenge.by.id != player.id and not began and not duel.ended,
            challenge.by.id == player.id and not duel.tables and not duel.ended,
            any(who == player.id and (n, who) not in duel.attempts for n, who in duel.tables),
            other is not None and other.id in self._accounts.programs,
            self._following.get(challenge.code, ""),
        )

    def of(self, player: Player) -> tuple[DuelView, ...]:
        """Return a person's duels, those they can play first, then the newest."""
        ignored = self._accounts.ignored(player)
        seen = (
            self.view(duel.challenge.code, player)
            for duel in self._fold.of(player.id)
            if duel.challenge.by.id not in ignored
        )
        return tuple(sorted(seen, key=lambda duel: (duel.state != "yours", not duel.running)))

    def changes(self, player: Player, since: int) -> tuple[Change, ...]:
        """Return what others did in a person's duels since then (ms since 1970), oldest first."""
        ignored = self._accounts.ignored(player)
        new = (
            change
            for duel in self._fold.of(player.id)
            for change in duel.changes
            if change.at > since and change.by != player.id and change.by not in ignored
        )
        return tuple(sorted(new, key=lambda change: change.at))

    def waiting(self, player: Player) -> int:
        """Count the duels that a person can play now."""
        return sum(duel.next_round(player.id) > 0 for duel in self._fold.of(player.id))

    def newest_game(self, player: Player) -> str:
        """Return the game of a person's newest duel; "" without any."""
        return next((duel.challenge.game for duel in self._fold.of(player.id)), "")

    def tables_of(self, player: Player) -> set[str]:
        """Return the tables of all of a person's attempts."""
        tables = (duel.tables.items() for duel in self._fold.of(player.id))
        return {table for items in tables for (_, who), table in items if who == player.id}

    def knows(self, code: str) -> bool:
        return code.upper() in self._fold.duels

    @property
    def over(self) -> Collection[str]:
        """The names of the deals whose seeds may be revealed."""
        return self._fold.over

    async def tables(self, code: str) -> list[str]:
        """Return the tables of the rounds that may be seen, for a record."""
        duel = self._duel(code, None)
        await self._end_late([duel])
        names = self._fold.over
        return [
            table
            for (number, _), table in sorted(duel.tables.items())
            if duel_deal(duel.challenge.code, number) in names
        ]

    def may_see(self, room: Room, player: Player | None) -> bool:
        """Return whether somebody may look: only the one who plays, until both have played."""
        return room.deal in self.over or (player is not None and player.id == room.by.id)

    async def must_be_attempt(self, room: Room) -> None:
        await must_be_attempt(room, self._is_attempt, self.cursor)

    def _is_attempt(self, room: Room) -> bool:
        duel = self._fold.duels.get(room.duel)
        return duel is not None and duel.tables.get((_number(room), room.by.id)) == room.code

    def _state(self, duel: Duel, player_id: str) -> DuelState:
        if duel.over:
            return "over"
        if duel.why or now() >= duel.until:
            return duel.why or "lapsed"
        if duel.second is None:
            return "yours" if duel.next_round(player_id) else "open"
        return "yours" if duel.next_round(player_id) else "theirs"

    # Results

    def take(self, room: Room) -> None:
        """Store the result of a duel's table if its game is over, or never will be."""
        if not room.duel or room.phase not in ("over", "closed") or not self._is_attempt(room):
            return
        if (_number(room), room.by.id) in self._fold.duels[room.duel].attempts:
            return
        self._tasks.begin(self._finish(room))

    async def _finish(self, room: Room) -> None:
        duel, result, key = self._fold.duels[room.duel], attempt(room), (_number(room), room.by.id)
        played = Played(room.duel, *key, result.rank, result.score, result.better)
        try:
            await self.cursor.add(lambda: None if key in duel.attempts or duel.ended else played)
        except NotStored as error:
            log.error("duel not stored", room=room.code, error=str(error))
        self._presence.lobby_changed()

    async def _end_late(self, duels: Iterable[Duel]) -> None:
        """End the duels that nobody has finished in time: first their tables, then themselves."""
        for duel in tuple(duels):
            if duel.ended or now() < duel.until:
                continue
            for (number, who), table in tuple(duel.tables.items()):
                if (number, who) not in duel.attempts:
                    await end_in_time(self._rooms, table)
            await self.settle()
            await self._keep(duel, Ended(duel.challenge.code, "lapsed"))

    def _may_challenge(self, player: Player, whom: Player) -> None:
        if whom.id == player.id:
            raise refused("That is you.")
        if not self._community.takes_invitations(whom, player):
            raise refused("{name} takes no invitations from you now.", name=whom.name)

    def _free_code(self) -> str:
        while True:
            code = names.code(secrets.randbelow, SYLLABLES)
            if code not in self._fold.duels:
                return code

    def _duel(self, code: str, player: Player | None = None) -> Duel:
        """Return a duel; for a person only one that they play, or may take up."""
        duel = self._fold.duels.get(code.upper())
        if duel is None:
            raise refused("There is no duel {code}.", code=clean(code, 20))
        if player is not None and duel.second is not None and not duel.has(player.id):
            raise refused("This duel is between others.")
        return duel

    async def _keep(self, duel: Duel, fact: Fact) -> None:
        """Store a fact about a duel that has not ended."""
        await self.cursor.add(lambda: None if duel.ended else fact)

    def _add(self, stored: Stored[Fact]) -> None:
        fact = stored.fact
        change = self._fold.add(fact, stored.at)
        self.version += 1
        if isinstance(fact, Challenged) and fact.after:
            self._following.setdefault(fact.after, fact.code)
        if change is not None and self._loaded:
            self._tell(change)

    def happened(self, player: Player, last: LastVisit) -> Iterator[Item]:
        """Yield what others did in a person's duels since their last visit."""
        for change in self.changes(player, last.at):
            if (news := self._news(change)) is not None:
                yield Item("duel", news)

    def _tell(self, change: Change) -> None:
        """Tell the other person at once if they are here, and call them if they are not."""
        other, news = self._fold.duels[change.code].other(change.by), self._news(change)
        if other is None or news is None or change.by in self._accounts.ignored(other):
            return
        self._presence.tell(other.id, news)
        if (kind := CALLED.get(change.what)) is not None:
            game = registry.find(self._fold.duels[change.code].challenge.game).meta
            who = str(news.data["who"])
            self.called([other.id], Occasion(kind, change.code, game.key, game.name, (who,)))

    def _news(self, change: Change) -> News | None:
        """Return what somebody did, as a sentence for the other person."""
        duel = self._fold.duels[change.code]
        by = next((player for player in duel.players if player.id == change.by), None)
        if by is None:
            return None
        fields = {
            "who": self._accounts.called(by.id, by.name),
            "game": registry.find(duel.challenge.game).meta.name,
        }
        return phrase(SENTENCES[change.what], **fields)


def _number(room: Room) -> int:
    """Return which round of its duel is played at a table."""
    return int(room.deal.rpartition(" ")[2])


def _round(duel: Duel, number: int, player_id: str) -> RoundView:
    other, winner = duel.other(player_id), duel.winner(number)
    shown = other is not None and (duel.shown(number) or bool(duel.why))
    return RoundView(
        number,
        duel.challenge.deals[number - 1].commitment,
        _run(duel, number, player_id),
        _run(duel, number, other.id) if other is not None and shown else None,
        winner == player_id if winner else None,
        winner == "",
        other is not None and not shown and (number, other.id) in duel.attempts,
    )


def _run(duel: Duel, number: int, who: str) -> Run | None:
    played = duel.attempts.get((number, who))
    if played is None:
        return None
    return Run(played.rank, played.score, duel.tables.get((number, who), ""))
