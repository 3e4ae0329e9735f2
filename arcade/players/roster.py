"""All known persons, as the fold of their facts: names, settings, keys, ignore lists."""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from msgspec import Struct

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
- plain: whether lines are shown in place of screens (plain mode)
- tour: whether the lobby still offers the tour
"""

LETTERS = "letters"
"""The setting with a person's own keys."""
_LETTER = re.compile(r"(\w{1,30})=(\w)")
_MOST = 100


def read_letters(text: str) -> dict[str, str]:
    """Return a person's own letters by the names of what they do, "call=x fold=z"."""
    found = (_LETTER.fullmatch(part) for part in text.split()[:_MOST])
    return {one[1]: one[2] for one in found if one}


def write_letters(letters: Mapping[str, str]) -> str:
    return " ".join(f"{name}={letter}" for name, letter in letters.items())


class _Fact(Struct, frozen=True, tag_field="fact"):
    """Base of the facts about persons."""


class Named(_Fact, frozen=True, tag="named"):
    """A key-holder chose a name; only once, except in logs older than that rule.

    Such logs also have names of guests without a key, who stay guests.
    """

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

    `recovery` is the hash of the recovery code used for it, "" if none was. A key dropped before
    opens its account again.
    """

    key: str
    id: str
    recovery: str = ""


class Unlinked(_Fact, frozen=True, tag="unlinked"):
    key: str


class Dropped(_Fact, frozen=True, tag="dropped"):
    """The person's first key opens nothing any more; their further keys still do."""

    key: str


class Recoverable(_Fact, frozen=True, tag="recoverable"):
    """A person has a recovery code with this hash, replacing any older one; "": none any more."""

    id: str
    digest: str


class Ignored(_Fact, frozen=True, tag="ignored"):
    """A person ignores another, called `name` at the time."""

    id: str
    whom: str
    name: str


class Unignored(_Fact, frozen=True, tag="unignored"):
    id: str
    whom: str


Fact = Named | Met | Chose | Linked | Unlinked | Dropped | Recoverable | Ignored | Unignored

GUEST = "guest:"
"""Prefix of guests' ids, even of one who now has a key and a name."""

form = VersionedCodec(Stored[Fact], 1)
encode, decode = form.encode, form.decode


class Roster:
    """Players by id and by the skeleton of their name, with their keys and settings."""

    def __init__(self) -> None:
        self._players: dict[str, Player] = {}
        self._looks: dict[str, str] = {}
        self._names: dict[str, str] = {}
        """In small letters: names of old logs may share a look, and each leads to its own person.
        """
        self._settings: dict[tuple[str, str], str] = {}
        self._owners: dict[str, str] = {}
        self._dropped: set[str] = set()
        self._recoverable: dict[str, str] = {}
        self._ignored: dict[str, dict[str, str]] = {}

    def add(self, stored: Iterable[Stored[Fact]]) -> None:
        for item in stored:
            match item.fact:
                case Named(id, name):
                    self._name(Player(id, name) if self.may_choose(id) else self._guest(id))
                case Met(id, name):
                    self._name(Player(id, name, guest=True))
                case Chose(id, setting, value):
                    self._settings[id, setting] = value
                case Linked() | Unlinked() | Dropped() | Recoverable():
                    self._key(item.fact)
                case Ignored(id, whom, name):
                    self._ignored.setdefault(id, {})[whom] = name
                case Unignored(id, whom):
                    self._ignored.get(id, {}).pop(whom, None)

    def _key(self, fact: Linked | Unlinked | Dropped | Recoverable) -> None:
        match fact:
            case Linked(key, id, recovery):
                self._dropped.discard(key)
                self._recoverable.pop(recovery, None)
                if key != id:
                    self._owners[key] = id
            case Unlinked(key):
                self._owners.pop(key, None)
            case Dropped(key):
                self._dropped.add(key)
            case Recoverable(id, digest):
                self._recoverable.pop(self.recovery(id), None)
                if digest:
                    self._recoverable[digest] = id

    def find(self, player_id: str) -> Player | None:
        return self._players.get(player_id)

    def taken(self, name: str, besides: str = "") -> bool:
        """Return whether anybody but the person `besides` has a name that looks like this one."""
        holders = {self._looks[look] for look in names.looks(name) if look in self._looks}
        return bool(holders - {besides})

    def owner(self, key: str) -> str:
        return self._owners.get(key, key)

    def keys(self, player_id: str) -> tuple[str, ...]:
        return tuple(key for key, owner in self._owners.items() if owner == player_id)

    def dropped(self, key: str) -> bool:
        """Return whether a key no longer opens anything, not even the account created with it."""
        return key in self._dropped

    def recovery(self, player_id: str) -> str:
        found = (digest for digest, owner in self._recoverable.items() if owner == player_id)
        return next(found, "")

    def recoverable(self, digest: str) -> Player | None:
        return self._players.get(self._recoverable.get(digest, ""))

    def named(self, name: str) -> Player | None:
        """Return the person whose name looks like this one, or did before they had a key."""
        alike = self._looks.get(names.skeleton(name), "")
        return self._players.get(self._names.get(name.casefold(), alike))

    def ignored(self, player_id: str) -> frozenset[str]:
        """Return the ids of the persons that a person ignores, and their names at the time.

        The names are for lines of old logs, which have no id.
        """
        found = self._ignored.get(player_id)
        return frozenset((*found, *found.values())) if found else frozenset()

    def setting(self, player_id: str, setting: str) -> str | None:
        return self._settings.get((player_id, setting))

    def may_choose(self, player_id: str) -> bool:
        """Return whether a person may choose a name: guests only with a key."""
        return not player_id.startswith(GUEST) or bool(self.keys(player_id))

    def _guest(self, player_id: str) -> Player:
        """Return a known guest, or one named after the id if no name was ever stored."""
        known = self._players.get(player_id)
        return known or Player(player_id, names.guest_name(player_id, 10), guest=True)

    def _name(self, player: Player) -> None:
        self._players[player.id] = player
        self._names[player.name.casefold()] = player.id
        self._looks |= dict.fromkeys(names.looks(player.name), player.id)
