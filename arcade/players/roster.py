"""All known persons, as the fold of their facts: names, settings, keys, ignore lists."""

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct, field

from arcade.engine.codec import Stored, VersionedCodec
from arcade.players import names
from arcade.players.player import Player

PREFERENCES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "theme": ("cafe", "light", "contrast", "zinc", "sixteen"),
        "motion": ("on", "off"),
        "mouse": ("off", "on"),
        "ascii": ("auto", "on", "off"),
        "bell": ("on", "off"),
        "notify": ("off", "osc9", "osc777"),
        "title": ("on", "off"),
        "plain": ("off", "on"),
        "invitations": ("all", "known", "none"),
        "listed": ("off", "on"),
        "detail": ("brief", "normal", "full"),
        "tour": ("offered", "seen"),
    }
)
"""The values of each setting, the default first.

- theme: the colours, where the terminal has many
- motion: whether dice and cards are animated
- mouse: whether mouse support is on from the start
- ascii: whether to use only ASCII; "auto" follows the client's locale
- bell, notify: how to alert a person when their turn comes: bell, escape sequence of a notification
- title: whether the terminal's window title tells whose turn it is
- invitations: from whom: everybody, people one has played with, or nobody
- listed: whether the front page for browsers names the person while they are here
- plain: whether lines are shown in place of screens (plain mode)
- detail: how much plain mode says: of others' turns a line each, all of it, or the whole state too
- tour: whether the lobby still offers the tour
"""

PROGRAM = "program"
"""The setting of an account that a program has played with, through `api`; "on" for good."""
LETTERS = "letters"
"""The setting with a person's own keys."""
ZONE = "zone"
"""The setting with a person's time zone, by its IANA name."""
WEBHOOK = "webhook"
"""The setting with the address by which a person is called; "": none."""
LAST_VISIT = "here"
"""The setting with the end of a person's last visit, and their places then."""
_LETTER = re.compile(r"(\w{1,30})=(\w)")
_MAX_CODES = 100
MARKS = 100
"""The most people that one person may mark."""
CHANGES = 10
"""The newest changes of a person's keys that are kept in memory."""


def read_letters(text: str) -> dict[str, str]:
    """Return a person's own letters by action name, as in "call=x fold=z"."""
    matches = (_LETTER.fullmatch(part) for part in text.split()[:_MAX_CODES])
    return {match[1]: match[2] for match in matches if match}


def write_letters(letters: Mapping[str, str]) -> str:
    return " ".join(f"{name}={letter}" for name, letter in letters.items())


class _Fact(Struct, frozen=True, tag_field="fact"):
    """Base of the facts about persons."""


class Named(_Fact, frozen=True, tag="named"):
    """A key-holder chose a name, once."""

    id: str
    name: str


class Met(_Fact, frozen=True, tag="met"):
    """A guest sat down for the first time; the id contains the hash of the resume code."""

    id: str
    name: str


class Chose(_Fact, frozen=True, tag="chose"):
    """A person chose a setting: "language", or one of `arcade.players.roster`.

    "lesson 421" is "done" once the lesson of that game is.
    """

    id: str
    setting: str
    value: str


class Linked(_Fact, frozen=True, tag="linked"):
    """A further key (its fingerprint) belongs to the person with this id from now on.

    `recovery` is the hash of the recovery code used for it, "" if none was; `code` that of any
    other code. A key dropped before opens its account again. `only`: all other keys are taken off,
    and the person's codes are void.
    """

    key: str
    id: str
    recovery: str = ""
    code: str = ""
    only: bool = False


class Unlinked(_Fact, frozen=True, tag="unlinked"):
    """A key is nobody's again. `voids`: with it every code of the person `id`.

    `by` is the key (a fingerprint) that asked for it; here and below "" if unknown.
    """

    key: str
    id: str = ""
    voids: bool = False
    by: str = ""


class Dropped(_Fact, frozen=True, tag="dropped"):
    """The person's first key opens nothing any more; their further keys still do.

    `voids`, `by`: as in `Unlinked`.
    """

    key: str
    voids: bool = False
    by: str = ""


class Recoverable(_Fact, frozen=True, tag="recoverable"):
    """A person has a recovery code with this hash, replacing any older one; "": none any more."""

    id: str
    digest: str
    by: str = ""


class Ignored(_Fact, frozen=True, tag="ignored"):
    """A person ignores another, called `name` at the time."""

    id: str
    whom: str
    name: str


class Unignored(_Fact, frozen=True, tag="unignored"):
    id: str
    whom: str


class Befriended(_Fact, frozen=True, tag="befriended"):
    """A person marks another, called `name` at the time; two who mark each other are friends."""

    id: str
    whom: str
    name: str


class Unfriended(_Fact, frozen=True, tag="unfriended"):
    id: str
    whom: str


class Asked(_Fact, frozen=True, tag="asked"):
    """A person invites an absent friend to a table, for when they come."""

    id: str
    whom: str
    code: str
    game: str


class Forgotten(_Fact, frozen=True, tag="forgotten"):
    """A person asked to be forgotten: name, keys, codes and settings count no more."""

    id: str


Fact = (
    Forgotten
    | Named
    | Met
    | Chose
    | Linked
    | Unlinked
    | Dropped
    | Recoverable
    | Ignored
    | Unignored
    | Befriended
    | Unfriended
    | Asked
)


def person_of(fact: Fact) -> str:
    """Return the id of the person a fact is about."""
    return fact.key if isinstance(fact, Dropped) else fact.id


GUEST = "guest:"
"""Prefix of guests' ids, even of one who now has a key and a name."""

form = VersionedCodec(Stored[Fact], 1)
encode, decode = form.encode, form.decode


class KeyChange(Struct, frozen=True):
    """A key or code added to an account or removed: when (ms since 1970), and by which key."""

    at: int
    what: Literal["added", "removed", "recovery"]
    key: str = ""
    by: str = ""


def change_of(stored: Stored[Fact]) -> Iterator[tuple[str, KeyChange]]:
    """Yield the person whose keys or codes a fact changes, with the change."""
    at = stored.at
    match stored.fact:
        case Linked(key, id):
            yield id, KeyChange(at, "added", key, key)
        case Unlinked(key, id, by=by) if id:
            yield id, KeyChange(at, "removed", key, by)
        case Dropped(key, by=by):
            yield key, KeyChange(at, "removed", key, by)
        case Recoverable(id, digest, by) if digest:
            yield id, KeyChange(at, "recovery", by=by)


class Codes(Struct):
    """A person's codes: the hash of the recovery code and when it was made, hashes used lately.

    `voided` is how often all were void: a code is if the number has grown since it was made.
    """

    recovery: str = ""
    made: int = 0
    used: deque[str] = field(default_factory=lambda: deque(maxlen=_MAX_CODES))
    voided: int = 0


class Invitation(Struct, frozen=True):
    """An invitation of an absent person to a table: from whom (an id), and when."""

    by: str
    code: str
    game: str
    at: int


class Roster:
    """Players by id and by the skeleton of their name, with their keys and settings."""

    def __init__(self) -> None:
        self.renamed = 0
        """Grows when an id that was known leads to another name."""
        self._players: dict[str, Player] = {}
        self._looks: dict[str, str] = {}
        self._settings: dict[tuple[str, str], str] = {}
        self._owners: dict[str, str] = {}
        self._keys: defaultdict[str, dict[str, None]] = defaultdict(dict)
        """The further keys of each person, oldest first."""
        self._dropped: set[str] = set()
        self._recoverable: dict[str, str] = {}
        self._codes: dict[str, Codes] = {}
        self._changes: dict[str, deque[KeyChange]] = {}
        self._ignored: dict[str, set[str]] = {}
        self.programs: set[str] = set()
        self.forgotten: dict[str, str] = {}
        """The pseudonyms of people who asked to be forgotten, by id."""
        self.webhooks: dict[str, str] = {}
        """The addresses by which people are called, by their ids."""
        self._marked: dict[str, dict[str, str]] = {}
        """Whom each person marks, with their names at the time."""
        self._asked: dict[str, dict[str, Invitation]] = {}
        """The last invitation of each friend to each person, by their ids."""

    def add(self, stored: Iterable[Stored[Fact]]) -> None:
        for item in stored:
            match item.fact:
                case Named(id, name):
                    self._name(Player(id, name))
                case Met(id, name):
                    self._name(Player(id, name, guest=True))
                case Chose(id, setting, value):
                    self._settings[id, setting] = value
                    if setting == WEBHOOK:
                        self.webhooks.pop(id, None)
                        self.webhooks |= {id: value} if value else {}
                    if setting == PROGRAM:
                        self.programs.add(id)
                case Linked() | Unlinked() | Dropped() | Recoverable():
                    self._key(item.at, item.fact)
                    for who, change in change_of(item):
                        changes = self._changes.setdefault(who, deque(maxlen=CHANGES))
                        changes.append(change)
                case Ignored() | Unignored() | Befriended() | Unfriended():
                    self._regard(item.fact)
                case Forgotten(id):
                    self._forget(id)
                case Asked(id, whom, code, game):
                    asked = Invitation(id, code, game, item.at)
                    self._asked.setdefault(whom, {})[id] = asked

    def _key(self, at: int, fact: Linked | Unlinked | Dropped | Recoverable) -> None:
        match fact:
            case Linked(key, id, recovery, code, only):
                self._dropped.discard(key)
                if self._recoverable.get(recovery) == id:
                    self._set_recovery(id, "")
                if code:
                    self.codes(id).used.append(code)
                if key != id:
                    self._own(key, id)
                if only:
                    self._take_others(id, key)
            case Unlinked(key, id):
                self._void(self._own(key) or id)
            case Dropped(key):
                self._dropped.add(key)
                self._void(key)
            case Recoverable(id, digest):
                self._set_recovery(id, digest)
                self.codes(id).made = at

    def _regard(self, fact: Ignored | Unignored | Befriended | Unfriended) -> None:
        match fact:
            case Ignored(id, whom):
                self._ignored.setdefault(id, set()).add(whom)
                self._marked.get(id, {}).pop(whom, None)
            case Unignored(id, whom):
                self._ignored.get(id, set()).discard(whom)
            case Befriended(id, whom, name):
                self._marked.setdefault(id, {})[whom] = name
            case Unfriended(id, whom):
                self._marked.get(id, {}).pop(whom, None)

    def _forget(self, player_id: str) -> None:
        pseudonym = self.forgotten[player_id] = names.pseudonym(player_id)
        self._name(Player(player_id, pseudonym, guest=player_id.startswith(GUEST)))
        for key in self.keys(player_id):
            self._own(key)
        self._dropped.add(player_id)
        self._void(player_id)
        self._settings = {key: on for key, on in self._settings.items() if key[0] != player_id}
        for values in (self._ignored, self._changes, self._marked, self._asked, self.webhooks):
            values.pop(player_id, None)
        for marked in self._marked.values():
            marked.pop(player_id, None)
        for asked in self._asked.values():
            asked.pop(player_id, None)

    def _own(self, key: str, player_id: str = "") -> str:
        """Let a key open this person's account ("": nobody's); return whose it opened before."""
        self.renamed += key in self._players
        before = self._owners.pop(key, "")
        if before:
            del self._keys[before][key]
        if player_id:
            self._owners[key] = player_id
            self._keys[player_id][key] = None
        return before

    def _take_others(self, player_id: str, key: str) -> None:
        for other in self.keys(player_id):
            if other != key:
                self._own(other)
        if key != player_id and not player_id.startswith(GUEST):
            self._dropped.add(player_id)
        self._void(player_id)

    def _void(self, player_id: str) -> None:
        """Void a person's codes."""
        self.codes(player_id).voided += 1
        self._set_recovery(player_id, "")

    def _set_recovery(self, player_id: str, digest: str) -> None:
        codes = self.codes(player_id)
        self._recoverable.pop(codes.recovery, None)
        codes.recovery = digest
        if digest:
            self._recoverable[digest] = player_id

    def find(self, player_id: str) -> Player | None:
        return self._players.get(player_id)

    def taken(self, name: str, besides: str = "") -> bool:
        """Return whether anybody but the person `besides` has a name that looks like this one."""
        holders = {
            self._looks[likeness] for likeness in names.looks(name) if likeness in self._looks
        }
        return bool(holders - {besides})

    def owner(self, key: str) -> str:
        return self._owners.get(key, key)

    def keys(self, player_id: str) -> tuple[str, ...]:
        return tuple(self._keys.get(player_id, ()))

    def dropped(self, key: str) -> bool:
        """Return whether a key no longer opens anything, not even the account created with it."""
        return key in self._dropped

    def recovery(self, player_id: str) -> str:
        return self._codes[player_id].recovery if player_id in self._codes else ""

    def codes(self, player_id: str) -> Codes:
        return self._codes.setdefault(player_id, Codes())

    def changes(self, player_id: str) -> tuple[KeyChange, ...]:
        """Return the newest changes of a person's keys and codes, oldest first."""
        return tuple(self._changes.get(player_id, ()))

    def recoverable(self, digest: str) -> Player | None:
        return self._players.get(self._recoverable.get(digest, ""))

    def named(self, name: str) -> Player | None:
        """Return the person whose name looks like this one, or did before they had a key."""
        likeness = names.skeleton(name)
        owner = self._looks.get(likeness, "")
        if likeness != names.skeleton(self.forgotten.get(owner, name)):
            return None
        return self._players.get(owner)

    def ignored(self, player_id: str) -> frozenset[str]:
        """Return the ids of the persons that a person ignores."""
        return frozenset(self._ignored.get(player_id, ()))

    def marked(self, player_id: str) -> Mapping[str, str]:
        """Return whom a person marks: their ids, and their names at the time."""
        return self._marked.get(player_id, {})

    def friends(self, player_id: str) -> frozenset[str]:
        """Return the ids of those whom a person marks and who mark the person."""
        marked = self.marked(player_id)
        return frozenset(other for other in marked if player_id in self.marked(other))

    def invitations(self, player_id: str) -> tuple[Invitation, ...]:
        """Return the last invitation to a person by each of their friends, the newest last."""
        friends, asked = self.friends(player_id), self._asked.get(player_id, {})
        standing = (invitation for by, invitation in asked.items() if by in friends)
        return tuple(sorted(standing, key=lambda invitation: invitation.at))

    def setting(self, player_id: str, setting: str) -> str | None:
        return self._settings.get((player_id, setting))

    def may_choose(self, player_id: str) -> bool:
        """Return whether a person may choose a name: guests only with a key."""
        return not player_id.startswith(GUEST) or bool(self.keys(player_id))

    def _name(self, player: Player) -> None:
        self.renamed += self._players.get(player.id, player) != player
        self._players[player.id] = player
        self._looks |= dict.fromkeys(names.looks(player.name), player.id)
