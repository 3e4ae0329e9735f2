"""Bans, mutes, reports and announcements, as the fold of their facts.

Must not know: sessions, or who is connected.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from msgspec import Struct

from arcade.engine.codec import Stored, VersionedCodec

REPORTS = 200
NOTICES = 20
"""The newest reports and announcements kept in memory; the log has all."""
FAULTS = 3
"""The number of faults after which a game is not played until the host says otherwise."""

Network = IPv4Network | IPv6Network


class _Fact(Struct, frozen=True, tag_field="fact"):
    """Base of these facts. Times are ms since 1970; `until` 0 means for good."""


class Banned(_Fact, frozen=True, tag="banned"):
    """The host banned a key or a person by id, or addresses by network.

    `name` is the person's name at the time.
    """

    whom: str
    until: int = 0
    why: str = ""
    name: str = ""


class Unbanned(_Fact, frozen=True, tag="unbanned"):
    whom: str


class Muted(_Fact, frozen=True, tag="muted"):
    id: str
    name: str
    until: int = 0


class Unmuted(_Fact, frozen=True, tag="unmuted"):
    id: str


class Announced(_Fact, frozen=True, tag="announced"):
    text: str


class Reported(_Fact, frozen=True, tag="reported"):
    """A person reported another: why, where ("": in the lobby), and the chat there."""

    by: str
    by_name: str
    whom: str
    name: str
    why: str
    table: str = ""
    lines: tuple[str, ...] = ()


class GameFailed(_Fact, frozen=True, tag="game-failed"):
    """A game's program failed: at which table ("": elsewhere), in which call, why and where."""

    game: str
    table: str
    call: str
    why: str
    where: str


class GameSwitched(_Fact, frozen=True, tag="game-switched"):
    """The host took a game out of the lobby, or let it in again."""

    game: str
    on: bool


Fact = Banned | Unbanned | Muted | Unmuted | Announced | Reported | GameFailed | GameSwitched

form = VersionedCodec(Stored[Fact], 1)
encode, decode = form.encode, form.decode


class Conduct:
    """Current bans and mutes, and the newest reports and announcements."""

    def __init__(self) -> None:
        self._bans: dict[str, Banned] = {}
        self._mutes: dict[str, Muted] = {}
        self.reports: deque[tuple[int, Reported]] = deque(maxlen=REPORTS)
        self.notices: deque[tuple[int, Announced]] = deque(maxlen=NOTICES)
        self.faults: dict[str, list[tuple[int, GameFailed]]] = {}
        """The first faults of each game since the host last let it in."""
        self.switched_off: set[str] = set()

    def add(self, stored: Iterable[Stored[Fact]]) -> None:
        for item in stored:
            match item.fact:
                case Banned(whom):
                    self._bans[whom] = item.fact
                case Unbanned(whom):
                    self._bans.pop(whom, None)
                case Muted(id):
                    self._mutes[id] = item.fact
                case Unmuted(id):
                    self._mutes.pop(id, None)
                case Reported():
                    self.reports.append((item.at, item.fact))
                case Announced():
                    self.notices.append((item.at, item.fact))
                case GameFailed(game):
                    faults = self.faults.setdefault(game, [])
                    if len(faults) < FAULTS:
                        faults.append((item.at, item.fact))
                case GameSwitched(game, on):
                    self.faults.pop(game, None)
                    (self.switched_off.discard if on else self.switched_off.add)(game)

    @property
    def withdrawn(self) -> frozenset[str]:
        """The games that are not played until the host says otherwise."""
        failed = (game for game, faults in self.faults.items() if len(faults) >= FAULTS)
        return frozenset((*self.switched_off, *failed))

    def ban(self, at: int, ids: Iterable[str], address: str = "") -> Banned | None:
        """Return the ban at a time of one of the ids, or of the address."""
        ids = set(ids)
        for ban in self.bans(at):
            if ban.whom in ids or (address and _within(address, ban.whom)):
                return ban
        return None

    def bans(self, at: int) -> Iterator[Banned]:
        """Return the bans in force at a time."""
        return (ban for ban in self._bans.values() if not ban.until or at < ban.until)

    def mute(self, at: int, player_id: str) -> Muted | None:
        mute = self._mutes.get(player_id)
        return mute if mute and (not mute.until or at < mute.until) else None


def network(text: str) -> str | None:
    """Return the canonical form of an address or network ("1.2.3.4", "2001:db8::/32"), or None.

    An IPv4-mapped IPv6 address becomes the IPv4 address; an IPv6 address becomes its /64, which one
    machine has to itself.
    """
    try:
        parsed: Network = ip_network(text, strict=False)
    except ValueError:
        return None
    if isinstance(parsed, IPv6Network) and parsed.prefixlen == 128:
        plain = _plain(str(parsed.network_address))
        parsed = ip_network(f"{plain}/64" if ":" in plain else plain, strict=False)
    return str(parsed)


def _within(address: str, whom: str) -> bool:
    if whom[0] not in "0123456789abcdef:":
        return False
    try:
        return ip_address(_plain(address)) in ip_network(whom)
    except ValueError:
        return False


def _plain(address: str) -> str:
    """Return an address without its zone, an IPv4-mapped one as IPv4."""
    parsed = ip_address(address.partition("%")[0])
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(parsed)
