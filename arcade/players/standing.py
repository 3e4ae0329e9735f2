"""Everybody's counts, streaks and ratings: a deterministic fold of results.

Counts do not depend on the order of results; ratings and streaks do. The order is that of
`Result.order`.
"""

from array import array
from bisect import bisect_left, insort
from collections import Counter, OrderedDict, deque
from collections.abc import Collection, Mapping
from itertools import product
from typing import TypeVar

from msgspec import UNSET, Struct, field
from openskill.models import PlackettLuce

from arcade.players.results import BOT, DAY, Result

MU, SIGMA = 25.0, 25.0 / 3
"""Mean and standard deviation of the skill of a new player."""
BETA = 25.0 / 6
"""The luck in one game: a lead of this much skill wins two games in three against one opponent."""
TAU = 25.0 / 300
"""Uncertainty added before every game, because skill changes."""
KAPPA = 0.0001
START, SCALE, CAUTION = 1000, 20, 3
"""points = START + SCALE · (mu − CAUTION · sigma): see `points`."""
FULL_GAMES = 10
"""Games of the same two people that count in full."""
NEEDED_WINS = 3
"""Established people a person must have beaten to be listed; all of them, where fewer exist."""
RIVALS = 3
"""The least number of rated rivals of an established person: see `Standing`."""
UNSURE_SIGMA = 5.0
"""A larger sigma marks a provisional rating: about the first twenty games."""


class Rating(Struct, frozen=True):
    """An estimated skill: normally distributed around `mu` with deviation `sigma`."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def points(self) -> int:
        """The displayed number: 1000 + 20 · (mu − 3 · sigma), rounded.

        The skill exceeds it with a probability of 99.9 %. Everybody starts at 1000; it grows when a
        player wins more than expected, and in the first games as the uncertainty falls.
        """
        return round(START + SCALE * (self.mu - CAUTION * self.sigma))

    @property
    def unsure(self) -> bool:
        return self.sigma > UNSURE_SIGMA


def rate(result: Result, before: Mapping[str, Rating]) -> dict[str, Rating]:
    """Return the ratings after a game of everybody rated in it; new players are not in `before`.

    Persons with a key are rated by their seat's rank. Bots and guests are ignored, and so are seats
    whose rank is not their owner's doing (`Result.stands`). With partners all seats must be rated,
    since a side's skill is the sum of its partners'. Empty if fewer than two sides are left.
    """
    sides = _sides(result)
    if len(sides) < 2:
        return {}
    model = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, kappa=KAPPA, tau=TAU)
    keys = [[result.seats[seat].key for seat in side] for side in sides]
    known = [[before.get(key, Rating()) for key in side] for side in keys]
    teams = [[model.rating(rating.mu, rating.sigma) for rating in side] for side in known]
    rated = model.rate(teams, ranks=[float(result.ranks[side[0]]) for side in sides])
    return {
        key: Rating(rating.mu, rating.sigma)
        for side, team in zip(keys, rated, strict=True)
        for key, rating in zip(side, team, strict=True)
    }


def _sides(result: Result) -> list[list[int]]:
    sides: dict[int, list[int]] = {}
    for seat, owner in enumerate(result.seats):
        if owner.player and not owner.guest and result.stands(seat):
            sides.setdefault(result.side(seat), []).append(seat)
        elif result.sides:
            return []
    return list(sides.values())


Kept = TypeVar("Kept")

HISTORY = 100
"""Newest games of a person kept in memory; the log keeps all, and `Account.days` says where."""
UNRATED = -(2**15)
"""Stands for no rating where ratings are kept in two bytes."""
RATING_HISTORY = 160
"""Newest ratings of a person in a game kept in memory: the greatest width of a plot."""
OPPONENTS = 200
"""Latest opponents of a person kept in memory; likewise owners of collected dice."""
GUESTS = 2_000
"""Guests kept in memory, the most recent players."""
ROOMS = 20_000
"""Rooms whose counted games are kept in memory, the latest."""


ATTENDANCE_GAMES = 20
"""The last games with other people that show whether somebody often leaves."""
WARNED, MARKED = 3, 5
"""How many of these somebody has left when they are warned, and when others see it."""
DAYS = 3
"""Days whose persons and games are kept in memory, the newest."""


class Change(Struct, frozen=True):
    """The change a game made to the rating of a seat's owner (`key`), in points.

    `spared`: the owner was away, and had lost another game so on that day: this one takes nothing.
    """

    seat: int
    key: str
    before: int
    after: int
    spared: bool = False


class PlayedGame(Struct, frozen=True):
    """A game of a person: the result, their seat, the change of rating (None if unrated)."""

    result: Result
    seat: int
    change: Change | None


class GameRecord(Struct):
    """A person's record in one game; `best` is the best score with default options.

    `rivals` are those with whom the person was rated, `beaten` some they came before, and `proven`
    how many of these are established: `Standing`. `listed`: they stand on the board.
    """

    games: int = 0
    wins: int = 0
    best: int | None = None
    rating: Rating | None = None
    ratings: deque[int] = field(default_factory=lambda: deque(maxlen=RATING_HISTORY))
    rivals: set[str] = field(default_factory=set)
    beaten: set[str] = field(default_factory=set)
    proven: int = 0
    listed: bool = False


class HeadToHead(Struct):
    """A person against one opponent: games, how often ahead and behind, time of the newest."""

    games: int = 0
    ahead: int = 0
    behind: int = 0
    at: int = 0


class Streak(Struct):
    now: int = 0
    best: int = 0

    def add(self) -> None:
        self.now += 1
        self.best = max(self.best, self.now)


class Account:
    def __init__(self) -> None:
        self.games = 0
        self.wins = 0
        self.first = 0
        self.day = -1
        self.win_streak = Streak()
        self.day_streak = Streak()
        self.by_game: dict[str, GameRecord] = {}
        self.past: deque[PlayedGame] = deque(maxlen=HISTORY)
        self.opponents: OrderedDict[str, HeadToHead] = OrderedDict()
        self.dice: OrderedDict[str, int] = OrderedDict()
        self.days = array("I")
        """The day since 1970 of each game, oldest first."""
        self.changes = array("h")
        """What each game did to the rating, in points; `UNRATED` if nothing."""
        self.points = array("h")
        """The rating after each game, or `UNRATED`."""
        self.departures: deque[bool] = deque(maxlen=ATTENDANCE_GAMES)
        """Whether the person left each of the last games with other people, oldest first."""
        self.day_lost_away = -1
        """The last day on which a game that the person was away from lowered their rating."""

    def change(self, number: int, key: str, seat: int) -> Change | None:
        """Return what the account's game with this number, from 0, did to its rating."""
        after, change = self.points[number], self.changes[number]
        return None if after == UNRATED else Change(seat, key, after - change, after)

    @property
    def games_to_mend(self) -> int:
        """How many games, played to the end, take the number of games left below `WARNED`."""
        departures, games = self.departures.copy(), 0
        while sum(departures) >= WARNED:
            departures.append(False)
            games += 1
        return games

    def in_game(self, game: str) -> GameRecord:
        return self.by_game.setdefault(game, GameRecord())

    def days_at(self, now: int) -> int:
        """Return the current streak of days, if it reaches today or yesterday."""
        return self.day_streak.now if now // DAY - self.day <= 1 else 0


class Standing:
    """Accounts by key (`Seat.key`), rating changes, and which results are counted.

    A person is established in a game once they have a sure rating and were rated with `RIVALS`
    others; once more than `NEEDED_WINS` are, those rivals must be established themselves. A board
    lists people who have come before `NEEDED_WINS` established ones. So nobody gets on it by
    playing their own other keys: each of these would have to play with established people.
    """

    def __init__(self) -> None:
        self.accounts: dict[str, Account] = {}
        self.newest: tuple[int, str, int] = (0, "", 0)
        self.counted = Counter[str]()
        """The number of counted results of each game; each may change what is shown."""
        self.boards: dict[str, list[tuple[int, str]]] = {}
        """The listed accounts of each game, best first: their points, negative, and keys."""
        self.rated: dict[str, int] = {}
        """How many accounts are rated in each game, listed or not."""
        self.established: dict[str, set[str]] = {}
        self.days: dict[int, tuple[set[str], set[tuple[str, int]]]] = {}
        """The people and the games that finished on each of the last days since 1970."""
        self._guests: OrderedDict[str, None] = OrderedDict()
        self._counted: OrderedDict[str, dict[int, tuple[Change, ...]]] = OrderedDict()

    def has(self, code: str, number: int) -> bool:
        return number in self._counted.get(code, ())

    def count(self, code: str) -> int:
        return len(self._counted.get(code, ()))

    def changes(self, code: str, number: int) -> tuple[Change, ...]:
        return self._counted.get(code, {}).get(number, ())

    def needed(self, game: str, key: str = "") -> int:
        """Return how many established people somebody must have come before to be listed."""
        established = self.established.get(game, set())
        return min(NEEDED_WINS, len(established) - (key in established))

    def add(self, result: Result) -> None:
        if self.has(result.code, result.number):
            return
        self.newest = max(self.newest, result.order)
        self.counted[result.game] += 1
        self._count_day(result)
        changes = self._rate(result)
        counted = self._counted.setdefault(result.code, {})
        counted[result.number] = tuple(changes.values())
        _recent(self._counted, result.code, ROOMS)
        for seat, owner in enumerate(result.seats):
            account = self.accounts.setdefault(owner.key, Account())
            _count(account, PlayedGame(result, seat, changes.get(seat)))
            if owner.guest:
                self._guests[owner.key] = None
                for gone in _recent(self._guests, owner.key, GUESTS):
                    del self.accounts[gone]
        _count_meetings(self.accounts, result)
        self._prove(result, {change.key for change in changes.values()})

    def _count_day(self, result: Result) -> None:
        day = result.at // DAY
        people, games = self.days.setdefault(day, (set(), set()))
        people.update(owner.key for owner in result.seats if not owner.key.startswith(BOT))
        games.add((result.code, result.number))
        while len(self.days) > DAYS:
            del self.days[min(self.days)]

    def _rate(self, result: Result) -> dict[int, Change]:
        known: dict[str, Rating] = {}
        for owner in result.seats:
            account = self.accounts.get(owner.key)
            record = account and account.by_game.get(result.game)
            if record and record.rating:
                known[owner.key] = record.rating
        changes: dict[int, Change] = {}
        rated = rate(result, known)
        weights = {key: self._weight(key, rated.keys() - {key}) for key in rated}
        for key, rating in rated.items():
            account = self.accounts.setdefault(key, Account())
            rating = _part(known.get(key, Rating()), rating, weights[key])
            spared = _lost_away(result, key) and account.day_lost_away == result.at // DAY
            if spared:
                rating = known.get(key, Rating())
            elif _lost_away(result, key):
                account.day_lost_away = result.at // DAY
            own = account.in_game(result.game)
            before, own.rating = known.get(key, Rating()).points, rating
            if own.listed:
                self._unlist(result.game, key, own, before)
            if key not in known:
                self.rated[result.game] = self.rated.get(result.game, 0) + 1
            own.ratings.append(rating.points)
            for seat, owner in enumerate(result.seats):
                if owner.key == key and result.stands(seat):
                    changes[seat] = Change(seat, key, before, rating.points, spared)
        return changes

    def _prove(self, result: Result, rated: Collection[str]) -> None:
        """Note which rated people beat which others, and who is established now."""
        game = result.game
        ranks = {
            owner.key: (result.ranks[seat], result.side(seat))
            for seat, owner in enumerate(result.seats)
            if owner.key in rated
        }
        established = self.established.setdefault(game, set())
        for (key, (rank, side)), (rival, (other, theirs)) in product(ranks.items(), repeat=2):
            own = self.accounts[key].in_game(game)
            if side == theirs or rival in own.beaten:
                continue
            if rival in established or len(own.rivals) < OPPONENTS:
                own.rivals.add(rival)
            if rank < other and (rival in established or len(own.beaten) < OPPONENTS):
                own.beaten.add(rival)
                own.proven += rival in established
        for key in ranks:
            if self._earns(game, key):
                self._establish(game, key)
        for key in ranks:
            self._list(game, key)

    def _earns(self, game: str, key: str) -> bool:
        """Return whether somebody is to be established now."""
        established, account = self.established[game], self.accounts.get(key)
        own = account.by_game.get(game) if account else None
        if key in established or own is None or own.rating is None or own.rating.unsure:
            return False
        known = len(established) <= NEEDED_WINS
        return len(own.rivals if known else own.rivals & established) >= RIVALS

    def _establish(self, game: str, key: str) -> None:
        """Establish somebody, and everybody who lacked only them."""
        established, coming = self.established[game], [key]
        while coming:
            key = coming.pop()
            if key in established:
                continue
            established.add(key)
            for rival in self.accounts[key].opponents:
                account = self.accounts.get(rival)
                record = account.by_game.get(game) if account else None
                if record is not None and key in record.beaten:
                    record.proven += 1
                    self._list(game, rival)
            coming += [rival for rival in self.accounts[key].opponents if self._earns(game, rival)]
            if len(established) <= NEEDED_WINS + 1:  # more is asked of all
                for _, other in list(self.boards.get(game, ())):
                    self._list(game, other)

    def _list(self, game: str, key: str) -> None:
        """Put an account on the board, or take it off."""
        own = self.accounts[key].by_game.get(game)
        if own is None or own.rating is None:
            return
        points, wanted = own.rating.points, own.proven >= self.needed(game, key)
        if wanted and not own.listed:
            own.listed = True
            insort(self.boards.setdefault(game, []), (-points, key))
        elif own.listed and not wanted:
            self._unlist(game, key, own, points)

    def _unlist(self, game: str, key: str, own: GameRecord, points: int) -> None:
        own.listed = False
        board = self.boards[game]
        del board[bisect_left(board, (-points, key))]

    def _weight(self, key: str, rivals: Collection[str]) -> float:
        """Return how much a game counts for a person: less with people they meet again and again.

        The first `FULL_GAMES` games with somebody count in full, the nth one `FULL_GAMES`/n.
        """
        account = self.accounts.get(key, Account())
        met = [account.opponents[rival].games for rival in rivals if rival in account.opponents]
        counts = [min(1.0, FULL_GAMES / (1 + games)) for games in met]
        new = len(rivals) - len(met)
        return (sum(counts) + new) / max(1, len(rivals))


def _lost_away(result: Result, key: str) -> bool:
    """Return whether somebody has lost while a bot played for them, who had not given up."""
    seats = [seat for seat, owner in enumerate(result.seats) if owner.key == key]
    return all(result.seats[seat].left == "away" and result.ranks[seat] > 1 for seat in seats)


def _part(before: Rating, after: Rating, weight: float) -> Rating:
    if weight == 1:
        return after
    mu, sigma = (after.mu - before.mu) * weight, (after.sigma - before.sigma) * weight
    return Rating(before.mu + mu, before.sigma + sigma)


def _count(account: Account, past: PlayedGame) -> None:
    result, seat = past.result, past.seat
    stands = result.stands(seat)
    won = stands and result.ranks[seat] == 1
    game = account.in_game(result.game)
    account.first = account.first or result.at
    account.games += 1
    game.games += 1
    account.past.append(past)
    if not result.seats[seat].bot:
        account.days.append(result.at // DAY)
        account.changes.append(past.change.after - past.change.before if past.change else UNRATED)
        account.points.append(past.change.after if past.change else UNRATED)
    if won:
        account.wins += 1
        game.wins += 1
        account.win_streak.add()
    elif stands:
        account.win_streak.now = 0
    people = {owner.player for owner in result.seats if owner.player}
    if len(people) > 1 and result.seats[seat].player:
        account.departures.append(result.seats[seat].left is not UNSET)
    _count_day(account, result.at // DAY)
    _count_best(game, past)
    _count_dice(account, past)


def _count_day(account: Account, day: int) -> None:
    if day == account.day:
        return
    if day != account.day + 1:
        account.day_streak.now = 0
    account.day = day
    account.day_streak.add()


def _count_best(game: GameRecord, past: PlayedGame) -> None:
    result, score = past.result, past.result.scores[past.seat]
    if result.options or result.better == "none" or not result.seats[past.seat].mostly_own:
        return
    choose = max if result.better == "more" else min
    game.best = score if game.best is None else choose(game.best, score)


def _count_meetings(accounts: Mapping[str, Account], result: Result) -> None:
    """Count who beat whom, each pair once a game; bots of one strength are one opponent."""
    met: dict[tuple[str, str], tuple[int, int]] = {}
    stands = [(seat, owner.key) for seat, owner in enumerate(result.seats) if result.stands(seat)]
    for (seat, key), (other, rival) in product(stands, repeat=2):
        if key != rival and result.side(seat) != result.side(other):
            ranks = result.ranks[seat], result.ranks[other]
            before = met.get((key, rival), ranks)
            met[key, rival] = min(before[0], ranks[0]), min(before[1], ranks[1])
    for (key, rival), (own, theirs) in met.items():
        if key in accounts:
            account = accounts[key]
            against = account.opponents.setdefault(rival, HeadToHead())
            against.games += 1
            against.ahead += own < theirs
            against.behind += own > theirs
            against.at = result.at
            _recent(account.opponents, rival, OPPONENTS)


def _count_dice(account: Account, past: PlayedGame) -> None:
    """Count the crisis dice that others staked and this seat collected."""
    seats = past.result.seats
    for staked, owner in enumerate(past.result.stakes):
        if owner == past.seat != staked:
            key = seats[staked].key
            account.dice[key] = account.dice.get(key, 0) + 1
            _recent(account.dice, key, OPPONENTS)


def _recent(values: OrderedDict[str, Kept], key: str, most: int) -> list[str]:
    """Make a key the newest; drop and return the oldest ones beyond `most`."""
    values.move_to_end(key)
    return [values.popitem(last=False)[0] for _ in range(len(values) - most)]
