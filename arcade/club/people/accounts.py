"""Identity in the club: who is known, guests and their resume codes, names, settings."""

import hashlib
import secrets
import unicodedata
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from functools import cache

from msgspec import Struct

from arcade.club.i18n.words import languages
from arcade.club.limits.allowance import Allowance
from arcade.club.streams.following import FactStream
from arcade.engine import registry
from arcade.engine.bot import bots
from arcade.engine.codec import Stored
from arcade.eventlog.log import EventLog
from arcade.players import names, roster
from arcade.players.names import BadName
from arcade.players.player import Player
from arcade.rooms.clocks import now
from arcade.rooms.errors import Refused, refused
from arcade.rooms.seats import BOT_NAMES

STREAM = "players"

LESSON_DONE = "done"
"""The value of a lesson's setting once the lesson is finished."""

TRIES = 30
"""The most names to invent in search of a free one."""

MAX_GUESTS = 10_000
"""The number of guests remembered before they sit down: the newest, until the server ends."""


class PendingCode(Struct, frozen=True):
    """A code for another key: whose, until when (ms since 1970), and its hash.

    `voided`: how often all codes of that person had been voided when it was made.
    """

    digest: str
    player: Player
    until: int
    voided: int


class Accounts:
    def __init__(self, events: EventLog, allowance: Allowance) -> None:
        self._allowance = allowance
        self.cursor = FactStream(events, STREAM, roster.form, self._take)
        self._roster = roster.Roster()
        self._guests: dict[str, Player] = {}
        self._guests_called: dict[str, Player] = {}
        self.came: Callable[[Player], None] = lambda _: None
        """Called with a new guest, so that other processes know them too."""
        self.gone: Callable[[Player], None] = lambda _: None
        """Called with somebody who was forgotten, in any process, by the name they had."""
        self.changed: Callable[[str, roster.KeyChange], None] = lambda _id, _change: None
        """Called with a person's id when their keys or codes have changed, in any process."""

    def known(self, player_id: str) -> Player:
        """Return the person with this id or linked key, without a name if they are unknown.

        A guest linked to this key has none either: they must choose one first.
        """
        owner = self._roster.owner(player_id)
        player = self._roster.find(owner)
        if player is None or (player.guest and owner != player_id):
            return Player(owner, "")
        return player

    @property
    def renamed(self) -> int:
        """A number that grows when a known person has another name."""
        return self._roster.renamed

    def has_account(self, key: str) -> bool:
        """Return whether a key (its fingerprint) opens an account, or a guest."""
        linked = self._roster.owner(key) != key or self._roster.find(key) is not None
        return linked and not self.dropped(key)

    def find(self, name: str) -> Player | None:
        """Return the person with this id or name (or one that looks like it), also a guest seen
        lately; one who has a key and a name now is found by the guest's name too.
        """
        player = self._roster.find(name) or self._guests.get(name) or self._roster.named(name)
        player = player or self._guests_called.get(name.lower())
        return player and (self._roster.find(player.id) or player)

    def called(self, player_id: str, then: str) -> str:
        """Return a person's current name, or `then` if they are unknown."""
        player = self._roster.find(player_id)
        return player.name if player else then

    def keys(self, player: Player) -> tuple[str, ...]:
        """Return the fingerprints of a person's keys, first the one that is their id."""
        own = () if player.id.startswith(roster.GUEST) or self.dropped(player.id) else (player.id,)
        return (*own, *self._roster.keys(player.id))

    def dropped(self, key: str) -> bool:
        return self._roster.dropped(key)

    def recoverable(self, code: str) -> Player | None:
        return self._roster.recoverable(hash_of(code))

    def changes(self, player: Player) -> tuple[roster.KeyChange, ...]:
        """Return the newest changes of a person's keys and codes, oldest first."""
        return self._roster.changes(player.id)

    async def untold_changes(self, player: Player, key: str) -> tuple[roster.KeyChange, ...]:
        """Return other keys' changes since this key last saw them, and note that it now has."""
        setting = f"told {key}"
        seen = int(self._roster.setting(player.id, setting) or 0)
        changes = self.changes(player)
        own = max(
            (change.at for change in changes if change.what == "added" and change.key == key),
            default=0,
        )
        untold = tuple(
            change for change in changes if change.at > max(seen, own) and change.by != key
        )
        if untold and key:
            at = str(untold[-1].at)
            await self.cursor.add(lambda: roster.Chose(player.id, setting, at))
        return untold if key else ()

    def has_recovery(self, player: Player) -> bool:
        return bool(self._roster.recovery(player.id))

    async def make_recoverable(
        self, player: Player, code: str, by: str = "", after: int = 0
    ) -> None:
        """Store the hash of a new recovery code in place of the old one.

        Raises `Refused` if that was made less than `after` milliseconds ago.
        """

        def decide() -> roster.Fact:
            codes = self._roster.codes(player.id)
            if codes.recovery and now() - codes.made < after:
                raise refused("You have just been given a code; wait a minute before the next one.")
            return roster.Recoverable(player.id, hash_of(code), by)

        await self._store(player, decide)

    def times_voided(self, player: Player) -> int:
        """Return how often all codes of a person have been voided: older codes are worthless."""
        return self._roster.codes(player.id).voided

    async def link(
        self, key: str, player: Player, recovery: str = "", pending: PendingCode | None = None
    ) -> None:
        """Link a further key to a person, and use up the code for it, if any.

        Raises `Refused` if the key is somebody's already, or the code was used or void meanwhile. A
        key that the person dropped is theirs again.
        """

        def decide() -> roster.Fact:
            owner = self._roster.owner(key)
            again = owner == player.id and self.dropped(key)
            if not again and (owner != key or self._roster.find(key) is not None):
                raise self._taken(key)
            if recovery and self.recoverable(recovery) != player:
                raise refused("That code is wrong, used, or replaced by a newer one.")
            if pending and not self._is_good(pending):
                raise refused("That code is wrong, used, or older than ten minutes.")
            code = pending.digest if pending else ""
            return roster.Linked(key, player.id, hash_of(recovery) if recovery else "", code)

        await self._store(player, decide)

    def _taken(self, key: str) -> Refused:
        name = self.known(key).name
        return refused(
            "This key is {name}'s already; it can only be linked while it is nobody's.", name=name
        )

    def _is_good(self, code: PendingCode) -> bool:
        codes = self._roster.codes(code.player.id)
        return code.digest not in codes.used and code.voided == codes.voided

    async def relink(self, player: Player, key: str) -> None:
        """Make a key the only one of a person, and void all their codes, in one write.

        Raises `Refused` if it is somebody else's.
        """

        def decide() -> roster.Fact:
            stranger = self._roster.owner(key) == key and self._roster.find(key) is None
            if self._roster.owner(key) != player.id and not stranger:
                raise self._taken(key)
            return roster.Linked(key, player.id, only=True)

        await self.cursor.add(decide)

    async def unlink(self, player: Player, key: str, by: str = "") -> None:
        """Take a key from a person, and void all codes they have: it may have made them.

        Raises `Refused` if it is not theirs, or their only one. A linked key is nobody's again; the
        key that is the id cannot become anybody else's.
        """

        def decide() -> roster.Fact:
            known = self.keys(player)
            if key not in known:
                raise refused("No such key is linked to you.")
            if known == (key,):
                raise refused("That is your only key here; link another one first.")
            if key == player.id:
                return roster.Dropped(key, voids=True, by=by)
            return roster.Unlinked(key, player.id, voids=True, by=by)

        await self._store(player, decide)

    @property
    def forgotten(self) -> Mapping[str, str]:
        """The pseudonyms of people who asked to be forgotten, by id."""
        return self._roster.forgotten

    async def forget(self, player: Player) -> None:
        """Void a person's name, keys, codes and settings for good."""
        await self._store(player, lambda: roster.Forgotten(player.id))

    def ignored(self, player: Player) -> frozenset[str]:
        """Return the ids of the people a person ignores."""
        return self._roster.ignored(player.id)

    async def ignore(self, player: Player, whom: Player, on: bool) -> None:
        ignored = roster.Ignored(player.id, whom.id, whom.name)
        fact = ignored if on else roster.Unignored(player.id, whom.id)
        await self._store(player, lambda: fact)

    def friends(self, player: Player) -> frozenset[str]:
        """Return the ids of the people whom a person marks and who mark the person."""
        return self._roster.friends(player.id)

    def marked(self, player: Player) -> Mapping[str, str]:
        """Return whom a person marks: their ids, and their names. Only for the person's eyes."""
        marked = self._roster.marked(player.id)
        return {whom: self.called(whom, name) for whom, name in marked.items()}

    async def mark(self, player: Player, whom: Player, on: bool) -> None:
        """Mark a person as a friend, or take the mark back; raises `Refused`, `NotStored`."""

        def decide() -> roster.Fact:
            if not on:
                return roster.Unfriended(player.id, whom.id)
            if len(self._roster.marked(player.id)) >= roster.MARKS:
                n = roster.MARKS
                raise refused("You have marked {n} people, and that is the most.", n=n)
            return roster.Befriended(player.id, whom.id, whom.name)

        await self._store(player, decide)

    async def ask(self, player: Player, whom: Player, code: str, game: str) -> None:
        """Store an invitation for a friend who is away."""
        await self._store(player, lambda: roster.Asked(player.id, whom.id, code, game))

    def invitations(self, player: Player) -> tuple[roster.Invitation, ...]:
        """Return the last invitation by each friend, made while the person was away."""
        return self._roster.invitations(player.id)

    def guest(self) -> tuple[Player, str]:
        """Create a guest and the private code to come back with; nothing is stored yet."""
        tries = 0
        while True:
            code = names.resume_code(secrets.token_bytes(16))
            # A million short names may all have been taken some day.
            player = _guest(code, min(4 + tries // 3, 10))
            if not self._roster.taken(player.name):
                self.remember(player)
                self.came(player)
                return player, code
            tries += 1

    def resume(self, code: str) -> Player | None:
        """Return the guest with this resume code, as typed by a person.

        A guest who has never sat down is known while among the newest, until the server ends. The
        code is void once a key is linked to the guest.
        """
        read = names.read_resume_code(code)
        if read is None:
            return None
        guest = _guest(read).id
        if self._roster.keys(guest) or guest in self.forgotten:
            return None
        return self._roster.find(guest) or self._guests.get(guest)

    def charge(self, player: Player) -> None:
        """Count a fact of a person that is about to be stored; raises `Refused`."""
        self._allowance.keep(player)

    async def meet(self, player: Player) -> None:
        """Store a guest about to sit down, so that the resume code works from now on."""
        if player.guest and self._roster.find(player.id) is None:
            self._allowance.newcomer(player)
            await self.cursor.add(lambda: roster.Met(player.id, player.name))

    async def choose_name(self, player: Player, name: str) -> Player:
        """Name somebody with a key, once; raises `Refused` for a bad or taken name."""
        name = self.may_be_called(player, name)

        def decide() -> roster.Fact:
            if self._roster.owner(player.id) != player.id:
                raise refused("This key stands for another player now; log in again.")
            known = self._roster.find(player.id)
            if known is not None and not known.guest:
                raise refused("You are {name}: a name is chosen only once.", name=known.name)
            if not self._roster.may_choose(player.id):
                raise refused("Only people with an SSH key choose a name; you are a guest.")
            return roster.Named(player.id, self.may_be_called(player, name))

        self._allowance.newcomer(player)
        await self.cursor.add(decide)
        return self.known(player.id)

    def may_be_called(self, player: Player, name: str) -> str:
        """Return a name as it would be stored; raises `Refused` if it is bad or taken."""
        name = unicodedata.normalize("NFC", name.strip())
        try:
            names.check(name, _bots())
        except BadName as error:
            raise Refused(error.news) from error
        if self._roster.taken(name, besides=player.id):
            raise refused(
                "The name {name} is taken, or too much like one that is. Choose another.", name=name
            )
        return name

    def free_name(self, wished: str = "") -> str:
        """Return a free name: the requested one if possible, else an invented one; "" for none."""
        invented = (names.invented(secrets.randbelow) for _ in range(TRIES))
        for name in (wished, *invented):
            try:
                names.check(name, _bots())
            except BadName:
                continue
            if not self._roster.taken(name):
                return name
        return ""

    def language(self, player: Player) -> str | None:
        return self._roster.setting(player.id, "language")

    async def choose_language(self, player: Player, language: str) -> None:
        if language not in languages():
            raise refused(
                "There is no language {language}; there are: {known}.",
                language=language,
                known=", ".join(languages()),
            )
        await self._choose(player, "language", language)

    def zone(self, player: Player) -> str:
        """Return the time zone of somebody's days; "" if nobody has said it."""
        return self._roster.setting(player.id, roster.ZONE) or ""

    async def choose_zone(self, player: Player, zone: str) -> None:
        if zone != self.zone(player):
            await self._choose(player, roster.ZONE, zone)

    def preference(self, player: Player, name: str) -> str:
        values = roster.PREFERENCES[name]
        chosen = self._roster.setting(player.id, name)
        return chosen if chosen in values else values[0]

    def chose(self, player: Player, name: str) -> bool:
        """Return whether somebody has made a choice, if only the default."""
        return self._roster.setting(player.id, name) in roster.PREFERENCES[name]

    async def prefer(self, player: Player, name: str, value: str) -> None:
        if value not in roster.PREFERENCES[name]:
            raise ValueError(f"{name} cannot be {value}")
        if not self.chose(player, name) or value != self.preference(player, name):
            await self._choose(player, name, value)

    @property
    def programs(self) -> AbstractSet[str]:
        """The ids of accounts that programs play with."""
        return self._roster.programs

    async def note_program(self, player: Player) -> bool:
        """Note for good that a program plays with this account; return whether that is new."""
        if player.id in self.programs:
            return False
        await self.cursor.add(lambda: roster.Chose(player.id, roster.PROGRAM, "on"))
        return True

    def learned(self, player: Player, game: str) -> bool:
        return self._roster.setting(player.id, f"lesson {game}") == LESSON_DONE

    async def learn(self, player: Player, game: str) -> None:
        if not self.learned(player, game):
            await self._choose(player, f"lesson {game}", LESSON_DONE)

    @property
    def webhooks(self) -> Mapping[str, str]:
        """The addresses by which people are called, by their ids."""
        return self._roster.webhooks

    async def set_webhook(self, player: Player, address: str) -> None:
        await self._choose(player, roster.WEBHOOK, address)

    def last_visit(self, player: Player) -> str:
        """Return what was stored when a person last left; "" before that."""
        return self._roster.setting(player.id, roster.LAST_VISIT) or ""

    async def leave(self, player: Player, visit: str) -> None:
        await self.cursor.add(lambda: roster.Chose(player.id, roster.LAST_VISIT, visit))

    def letters(self, player: Player) -> dict[str, str]:
        """Return the keys a person has chosen, by action name."""
        return roster.read_letters(self._roster.setting(player.id, roster.LETTERS) or "")

    async def choose_letters(self, player: Player, letters: Mapping[str, str]) -> None:
        await self._choose(player, roster.LETTERS, roster.write_letters(letters))

    async def _choose(self, player: Player, setting: str, value: str) -> None:
        await self._store(player, lambda: roster.Chose(player.id, setting, value))

    async def _store(self, player: Player, decide: Callable[[], roster.Fact]) -> None:
        """Store a fact that a person decides; refused if their address has stored too much."""
        self.charge(player)
        await self.cursor.add(decide)

    def remember(self, guest: Player) -> None:
        """Remember a guest who has not sat down yet, from this process or another."""
        self._guests[guest.id] = self._guests_called[guest.name] = guest
        while len(self._guests) > MAX_GUESTS:
            gone = self._guests.pop(next(iter(self._guests)))
            if self._guests_called.get(gone.name) is gone:
                del self._guests_called[gone.name]

    def _take(self, stored: Stored[roster.Fact]) -> None:
        before = self._roster.find(roster.person_of(stored.fact))
        self._roster.add([stored])
        if isinstance(stored.fact, roster.Forgotten) and before is not None:
            self.gone(before)
        for player_id, change in roster.change_of(stored):
            self.changed(player_id, change)


@cache
def _bots() -> frozenset[str]:
    """Return the skeletons of all bot names: those at a table, and the strengths."""
    strengths = {bot.name for game in registry.games().values() for bot in bots(game)}
    return frozenset(map(names.skeleton, strengths.union(BOT_NAMES)))


def hash_of(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


def _guest(code: str, letters: int = 4) -> Player:
    """Return the guest a resume code stands for: the code is the guest's only credential."""
    digest = hash_of(code)
    return Player(f"guest:{digest[:32]}", names.guest_name(digest[32:], letters), guest=True)
