"""Profiles, leaderboards, histories and head-to-head records, built from the standing."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from heapq import nlargest
from itertools import islice, takewhile
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from arcade.club.people.accounts import Accounts
from arcade.club.standings import views
from arcade.club.standings.ledger import Ledger, Progress, Read, nobody
from arcade.engine import registry
from arcade.engine.words import folded
from arcade.players.player import Player
from arcade.players.results import BOT, DAY, Result, Seat
from arcade.players.standing import (
    MARKED,
    WARNED,
    Account,
    GameRecord,
    PlayedGame,
    Rating,
    Standing,
)
from arcade.rooms.clocks import now
from arcade.rooms.errors import refused
from arcade.rooms.room import Room

PAGE = 100
"""The games of a page of somebody's past."""
MAX_BOARD_ROWS = 100
"""The most lines of a leaderboard."""
RIVALS = 5
"""How many opponents' news somebody gets."""
SIGNS = "♠♣♥♦★▲■●◆▼"
"""The designs of crisis dice; a person's follows from their id."""


class _Best(NamedTuple):
    """The rows of a leaderboard at a moment, and whose they are."""

    standing: Standing
    at: tuple[int, int, int]
    keys: tuple[str, ...]
    rows: tuple[views.BoardRow, ...]
    people: int
    programs: tuple[views.BoardRow, ...]


class Standings:
    """What the club knows of everybody's games.

    People are given as a `Player` or by name, bots as "bot:" and their strength.
    """

    def __init__(self, ledger: Ledger, accounts: Accounts) -> None:
        self._ledger = ledger
        self._people = accounts
        self._boards: dict[str, _Best] = {}

    def profile(self, who: Player | str, asking: Player | None = None) -> views.Profile:
        """Return a person's standing as `asking` may see it; raises `Refused` for an unknown
        name.
        """
        key = self._key(who)
        person = self._people.known(key)
        if not person.name and isinstance(who, Player):
            person = who  # a guest who has not sat down yet is not stored
        profile = views.Profile(
            key if _bot(key) else person.name, _bot(key), person.guest, _sign(key)
        )
        account = self._accounts.get(key)
        if account is None:
            return profile
        own = asking is not None and asking.id == key
        attendance = _attendance(account, own) or UNSET
        return replace(_with_games(profile, account, self), attendance=attendance)

    def often_leaves(self, player: Player, asking: Player) -> bool:
        """Return whether somebody often leaves games, as far as `asking` may know."""
        account = self._accounts.get(player.id)
        return account is not None and _leaves(account, player.id == asking.id)

    def attendance(self, player: Player) -> views.Attendance | None:
        """Return a person's own attendance; None if they seldom leave."""
        account = self._accounts.get(player.id)
        return _attendance(account, own=True) if account is not None else None

    def games(self, player: Player, game: str) -> int:
        """Return how many games of one kind a person has finished."""
        account = self._accounts.get(player.id)
        record = account.by_game.get(game) if account is not None else None
        return record.games if record is not None else 0

    def have_met(self, player: Player, other: Player) -> bool:
        """Return whether two people have played a game together that is remembered."""
        account = self._accounts.get(player.id)
        return account is not None and other.id in account.opponents

    def leaderboard(self, game: str, player: Player | None = None) -> views.Board:
        """Return a game's leaderboard, with the line of `player` even where it would be cut off.

        Raises `NoSuchGame`. Guests are not on it.
        """
        title = registry.find(game).meta.name
        board = self._best(game)
        rows, own = board.rows, None
        needed, beaten = self._ledger.standing.needed(game), 0
        programs = self._people.programs
        if player is not None and not self._people.known(player.id).guest | (player.id in programs):
            own = self._accounts.get(player.id, Account()).by_game.get(game)
        if player is not None and own is not None and own.rating is not None:
            yours = replace(self._row(game, player.id, own), yours=True)
            needed, beaten = self._ledger.standing.needed(game, player.id), own.proven
            pairs = zip(board.keys, rows, strict=True)
            rows = tuple(yours if key == player.id else row for key, row in pairs)
            rows = rows if player.id in board.keys else (*rows, yours)
        return views.Board(game, title, rows, board.people, needed, beaten, board.programs)

    def places(self, player: Player) -> dict[str, int]:
        """Return a person's place on the leaderboard of each game where they are listed."""
        account = self._accounts.get(player.id, Account())
        return {
            game: self._row(game, player.id, record).position
            for game, record in account.by_game.items()
            if record.listed
        }

    def played_since(self, key: str, at: int) -> Iterator[PlayedGame]:
        """Yield somebody's last games that were over after a time, the newest first."""
        account = self._accounts.get(key)
        newest = reversed(account.past) if account else ()
        return takewhile(lambda played: played.result.at > at, newest)

    def rivals(self, player: Player) -> tuple[str, ...]:
        """Return the ids of a person's most frequent opponents, without bots."""
        account = self._accounts.get(player.id, Account())
        people = ((met.games, key) for key, met in account.opponents.items() if not _bot(key))
        return tuple(key for _, key in nlargest(RIVALS, people))

    def _best(self, game: str) -> "_Best":
        """Return the rows that everybody sees, built once for all until something changes."""
        standing = self._ledger.standing
        programs = self._people.programs
        at = standing.counted[game], self._people.renamed, len(programs)
        known = self._boards.get(game)
        if known is None or known.standing is not standing or known.at != at:
            order, rated = standing.boards.get(game, []), standing.rated.get(game, 0)
            people = islice(
                ((points, key) for points, key in order if key not in programs), MAX_BOARD_ROWS
            )
            keys, rows = self._lines(game, people)
            own = sorted(self._rated_programs(game))
            known = _Best(standing, at, keys, rows, rated - len(own), self._lines(game, own)[1])
            if all(row.name for row in rows):  # a result may come before its person has a name
                self._boards[game] = known
        return known

    def _lines(
        self, game: str, order: Iterable[tuple[int, str]]
    ) -> tuple[tuple[str, ...], tuple[views.BoardRow, ...]]:
        """Return the keys and rows of accounts in the order of their points, negative here."""
        keys: list[str] = []
        rows: list[views.BoardRow] = []
        before, rank, accounts = 0, 0, self._accounts
        for number, (points, key) in enumerate(order, 1):
            if number == 1 or points != before:
                before, rank = points, number
            keys.append(key)
            rows.append(self._line(key, accounts[key].by_game[game], rank, -points))
        return tuple(keys), tuple(rows)

    def _rated_programs(self, game: str) -> Iterator[tuple[int, str]]:
        """Yield the points, negative, and keys of all programs that are rated in a game."""
        for key in self._people.programs & self._accounts.keys():
            record = self._accounts[key].by_game.get(game)
            if record is not None and record.rating is not None:
                yield -record.rating.points, key

    def _row(self, game: str, key: str, game_record: GameRecord) -> views.BoardRow:
        order, rating = self._ledger.standing.boards.get(game, []), game_record.rating or Rating()
        ahead = bisect_left(order, (-rating.points, ""))
        better = [key for points, key in self._rated_programs(game) if points < -rating.points]
        ahead -= sum(self._accounts[key].by_game[game].listed for key in better)
        rank = 1 + ahead if game_record.listed else 0
        return self._line(key, game_record, rank, rating.points)

    def _line(self, key: str, game_record: GameRecord, rank: int, points: int) -> views.BoardRow:
        name, unsure = self._name(key), (game_record.rating or Rating()).unsure
        return views.BoardRow(rank, name, points, unsure, game_record.games, game_record.wins)

    def history(
        self, who: Player | str, asking: Player | None = None
    ) -> tuple[views.PastGame, ...]:
        """Return a person's last games, newest first, as `asking` may see them."""
        account = self._accounts.get(self._key(who))
        past = reversed(account.past) if account else ()
        return tuple(self._past(past_game, asking) for past_game in past)

    async def past_games(
        self,
        who: Player | str,
        asking: Player | None = None,
        since: int = 0,
        page: int = 1,
        most: int = PAGE,
    ) -> views.PastPage:
        """Return a page of all of a person's games since a time (ms since 1970), newest first.

        Raises `Refused` for an unknown name, `NotStored` where the log does not answer.
        """
        key = self._key(who)
        account = self._accounts.get(key, Account())
        first = bisect_left(account.days, since // DAY)
        of = len(account.days) - first
        end = len(account.days) - most * (page - 1)
        played = await self._games(key, account, max(first, end - most), max(first, end))
        games = tuple(self._past(game, asking) for game in reversed(played))
        return views.PastPage(games, page, -(-of // most), of)

    async def results(self, player: Player) -> list[Result]:
        """Return the results of all games of a person, oldest first; raises `NotStored`."""
        account = self._accounts.get(player.id, Account())
        results: list[Result] = []
        for day in sorted(set(account.days)):
            of_day = await self._ledger.of_day(day)
            results += [
                result for result in of_day if any(owner.key == player.id for owner in result.seats)
            ]
        return results

    async def _games(self, key: str, account: Account, first: int, end: int) -> list[PlayedGame]:
        """Return some games of a person, counted from the first one."""
        remembered = len(account.days) - len(account.past)
        if first >= remembered:
            return list(account.past)[first - remembered : end - remembered]
        played: list[PlayedGame] = []
        for day in sorted(set(account.days[first:end])):
            number = bisect_left(account.days, day)
            for result in await self._ledger.of_day(day):
                for seat in (seat for seat, owner in enumerate(result.seats) if owner.key == key):
                    if first <= number < end:
                        played.append(PlayedGame(result, seat, account.change(number, key, seat)))
                    number += 1
        return played

    def between(
        self, who: Player | str, other: Player | str, asking: Player | None = None
    ) -> views.Between:
        """Return one person's record against another; raises `Refused` for unknown names."""
        key, rival = self._key(who), self._key(other)
        account = self._accounts.get(key, Account())
        past = tuple(
            self._past(past_game, asking)
            for past_game in reversed(account.past)
            if any(seat.key == rival for seat in past_game.result.seats)
        )
        opponent = next(iter(self.opponents(account, (rival,))), None)
        empty = views.Opponent(self._name(rival), _bot(rival), 0, 0, 0, 0)
        return views.Between(self._name(key), opponent or empty, past)

    def yesterday(self) -> tuple[int, int]:
        """Count the persons who finished a game yesterday, and these games."""
        people, games = self._ledger.standing.days.get(now() // DAY - 1, ((), ()))
        return len(people), len(games)

    def changes(self, room: Room) -> tuple[views.RatingChange, ...]:
        """Return the rating changes of a table's last game; empty until they are known."""
        if room.course is None:
            return ()
        return tuple(
            views.RatingChange(
                change.seat,
                self._name(change.key),
                change.before,
                change.after,
                left=room.played_seat(change.key) != change.seat,
                spared=change.spared,
            )
            for change in self._ledger.standing.changes(room.code, room.course.number)
        )

    async def rebuild(self, progress: Progress = nobody, read: Read | None = None) -> int:
        """See `Ledger.rebuild`; calls `progress` with the streams read so far, and all."""
        return await self._ledger.rebuild(progress, read)

    def opponents(self, account: Account, keys: Iterable[str] = ()) -> tuple[views.Opponent, ...]:
        """Return an account's opponents (or only these): people first, the most frequent first."""
        wanted = set(keys)
        opponents = [
            views.Opponent(self._name(key), _bot(key), met.games, met.ahead, met.behind, met.at)
            for key, met in account.opponents.items()
            if not wanted or key in wanted
        ]
        return tuple(
            sorted(
                opponents,
                key=lambda opponent: (
                    bool(opponent.bot),
                    -opponent.games,
                    -opponent.last,
                    folded(opponent.name),
                ),
            )
        )

    def dice(self, account: Account) -> tuple[views.Die, ...]:
        return tuple(
            views.Die(self._name(key), _bot(key), _sign(key), count)
            for key, count in account.dice.items()
        )

    @property
    def _accounts(self) -> dict[str, Account]:
        return self._ledger.standing.accounts

    def _key(self, who: Player | str) -> str:
        if isinstance(who, Player):
            return who.id
        if who.startswith(BOT) and who in self._accounts:
            return who
        player = self._people.find(who)
        if player is None:
            raise refused("Nobody here is called {name}.", name=who)
        return player.id

    def _name(self, key: str) -> str:
        return key if key.startswith(BOT) else self._people.known(key).name

    def _past(self, past: PlayedGame, asking: Player | None) -> views.PastGame:
        result, seat = past.result, past.seat
        played = asking is not None and any(owner.player == asking.id for owner in result.seats)
        change = past.change
        return views.PastGame(
            code=result.code if played or not result.private else "",
            number=result.number,
            game=result.game,
            title=registry.title(result.game),
            at=result.at,
            minutes=(result.at - result.began) // 60_000,
            length=result.length,
            seat=seat,
            seats=tuple(
                views.PastSeat(self.owner_name(owner), owner.bot, rank, score)
                for owner, rank, score in zip(
                    result.seats, result.ranks, result.scores, strict=True
                )
            ),
            won=result.ranks[seat] == 1 if result.stands(seat) else None,
            change=change.after - change.before if change else None,
            points=change.after if change else None,
            usual=not result.options,
        )

    def owner_name(self, seat: Seat) -> str:
        """Return the current name of the person whose result a seat's is, or the bot's then."""
        return (seat.player and self._people.known(seat.player).name) or seat.name


def _with_games(profile: views.Profile, account: Account, standings: Standings) -> views.Profile:
    lines = sorted(_lines(account), key=lambda line: (-line.games, line.title))
    return replace(
        profile,
        games=account.games,
        wins=account.wins,
        row=account.win_streak.now,
        best_row=account.win_streak.best,
        days=account.days_at(now()),
        best_days=account.day_streak.best,
        since=account.first,
        favourite=lines[0].game,
        lines=tuple(lines),
        opponents=standings.opponents(account),
        dice=standings.dice(account),
    )


def _leaves(account: Account, own: bool) -> bool:
    return sum(account.departures) >= (WARNED if own else MARKED)


def _attendance(account: Account, own: bool) -> views.Attendance | None:
    """Return an account's attendance if it is to be shown: to its person first, then to others."""
    if not _leaves(account, own):
        return None
    left, marked = sum(account.departures), _leaves(account, own=False)
    return views.Attendance(left, len(account.departures), account.games_to_mend, marked)


def _lines(account: Account) -> list[views.GameLine]:
    return [
        views.GameLine(
            game=game,
            title=registry.title(game),
            games=record.games,
            wins=record.wins,
            best=record.best,
            points=record.rating.points if record.rating else None,
            unsure=record.rating is not None and record.rating.unsure,
            ratings=tuple(record.ratings),
        )
        for game, record in account.by_game.items()
    ]


def _bot(key: str) -> str:
    return key.removeprefix(BOT) if key.startswith(BOT) else ""


def _sign(key: str) -> str:
    """Return the design of a person's crisis dice, which never changes."""
    return SIGNS[sum(key.encode()) % len(SIGNS)]
