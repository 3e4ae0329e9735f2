"""Evening tournaments: their facts and the fold of these.

A tournament has three rounds. In each, everybody plays one game; who leads plays whom leads. Every
opponent finished ahead of brings two points, a tie one. Bots fill the field.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from arcade.engine.codec import Stored, VersionedCodec
from arcade.players.player import Player

ROUNDS = 3
MIN_FIELD, MAX_FIELD = 8, 16
"""The fewest entrants, bots included, and the most."""
MIN_PEOPLE = 2
"""The fewest people; with fewer a tournament is cancelled."""


class Entrant(Struct, frozen=True):
    """A person, by their id, or a bot of some strength, which has a name only."""

    name: str
    id: str = ""
    bot: str = ""
    guest: bool = False

    @property
    def key(self) -> str:
        return self.id or self.name


class Match(Struct, frozen=True):
    """A table of a round, and who has its seats."""

    code: str
    entrants: tuple[Entrant, ...]


class Scheduled(Struct, frozen=True, tag_field="fact", tag="scheduled"):
    """The host schedules a tournament of a game for a time (ms since 1970), perhaps every week."""

    number: int
    game: str
    begins: int
    weekly: bool = False


class Cancelled(Struct, frozen=True, tag_field="fact", tag="cancelled"):
    """A tournament is called off, as too few people have joined; `for_good`: by the host.

    The host also ends what is held every week.
    """

    number: int
    for_good: bool = False


class Entered(Struct, frozen=True, tag_field="fact", tag="entered"):
    number: int
    player: Player


class Withdrew(Struct, frozen=True, tag_field="fact", tag="withdrew"):
    number: int
    id: str


class RoundBegan(Struct, frozen=True, tag_field="fact", tag="round-began"):
    number: int
    matches: tuple[Match, ...]


class MatchEnded(Struct, frozen=True, tag_field="fact", tag="match-ended"):
    """A table's game is over; its seats have these ranks, all 1 if it had no result."""

    number: int
    code: str
    ranks: tuple[int, ...]


Fact = Scheduled | Cancelled | Entered | Withdrew | RoundBegan | MatchEnded

form = VersionedCodec(Stored[Fact], 1)
encode, decode = form.encode, form.decode


class Tournament:
    """One tournament, as its facts tell it."""

    def __init__(self, scheduled: Scheduled) -> None:
        self.number, self.game = scheduled.number, scheduled.game
        self.begins, self.weekly = scheduled.begins, scheduled.weekly
        self.cancelled = self.stopped = False
        self.entered: dict[str, Player] = {}
        self.rounds: list[tuple[int, tuple[Match, ...]]] = []
        """When each round began (ms since 1970), and its tables."""
        self.ranks: dict[str, tuple[int, ...]] = {}
        """The ranks of the seats of each table whose game is over."""

    @property
    def open(self) -> tuple[Match, ...]:
        """The tables of the running round whose games are not over."""
        matches = self.rounds[-1][1] if self.rounds else ()
        return tuple(match for match in matches if match.code not in self.ranks)

    @property
    def over(self) -> bool:
        return self.cancelled or (len(self.rounds) == ROUNDS and not self.open)

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        matches = self.rounds[0][1] if self.rounds else ()
        return tuple(entrant for match in matches for entrant in match.entrants)

    def points(self) -> dict[str, int]:
        """Return everybody's points so far, by key, in the order of the field."""
        points = {entrant.key: 0 for entrant in self.entrants}
        for _, matches in self.rounds:
            for match in matches:
                ranks = self.ranks.get(match.code, ())
                for entrant, rank in zip(match.entrants, ranks, strict=False):
                    ahead = sum(rank < other for other in ranks)
                    points[entrant.key] += 2 * ahead + ranks.count(rank) - 1
        return points

    def standings(self) -> list[tuple[int, Entrant, int]]:
        """Return everybody's place and points, best first; ties share a place."""
        points = self.points()
        order = sorted(self.entrants, key=lambda entrant: -points[entrant.key])
        scores = [points[entrant.key] for entrant in order]
        return [
            (1 + scores.index(points[entrant.key]), entrant, points[entrant.key])
            for entrant in order
        ]


class Calendar:
    """All tournaments by number."""

    def __init__(self) -> None:
        self.tournaments: dict[int, Tournament] = {}
        self.coming: dict[int, Tournament] = {}
        """Those that are not over."""
        self.played: list[Tournament] = []
        """Those that took place, in the order of their ends."""

    def add(self, stored: Stored[Fact]) -> None:
        fact = stored.fact
        if isinstance(fact, Scheduled):
            self.tournaments[fact.number] = self.coming[fact.number] = Tournament(fact)
            return
        tournament = self.tournaments[fact.number]
        match fact:
            case Cancelled(for_good=stopped):
                tournament.cancelled, tournament.stopped = True, stopped
            case Entered(player=player):
                tournament.entered[player.id] = player
            case Withdrew(id=player_id):
                tournament.entered.pop(player_id, None)
            case RoundBegan(matches=matches):
                tournament.rounds.append((stored.at, matches))
            case MatchEnded(code=code, ranks=ranks):
                tournament.ranks[code] = ranks
        if tournament.over and fact.number in self.coming:
            del self.coming[fact.number]
            if not tournament.cancelled:
                self.played.append(tournament)

    def next(self) -> Tournament | None:
        """Return the tournament that runs, or else the one that comes next."""
        coming = self.coming.values()
        return min(coming, key=lambda item: (not item.rounds, item.begins), default=None)

    def last(self) -> Tournament | None:
        """Return the tournament that ended last."""
        return self.played[-1] if self.played else None


def field_size(people: int, seats: int) -> int:
    """Return how many play, bots included, so that every table of `seats` is full."""
    tables = max(-(-MIN_FIELD // seats), -(-people // seats))
    return seats * min(tables, MAX_FIELD // seats)


def grouped(
    entrants: Sequence[Entrant], points: Mapping[str, int], seats: int
) -> list[tuple[Entrant, ...]]:
    """Seat a field of full tables: at first people apart, later those of like points together."""
    tables = len(entrants) // seats
    if not any(points.values()):
        order = sorted(entrants, key=lambda entrant: not entrant.id)
        return [tuple(order[table::tables]) for table in range(tables)]
    order = sorted(entrants, key=lambda entrant: -points[entrant.key])
    return [tuple(order[seats * table : seats * (table + 1)]) for table in range(tables)]
