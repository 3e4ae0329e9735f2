"""What happened since a person was last here: at most seven lines, first what needs an answer."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from contextvars import Context
from typing import Literal

from msgspec import Struct

from arcade.club.people.accounts import Accounts
from arcade.club.people.social import ASKED_TIME
from arcade.club.standings.standings import Standings
from arcade.club.table_list import TableList
from arcade.engine import registry
from arcade.engine.news import News, counted, phrase
from arcade.eventlog.log import NotStored
from arcade.players.player import Player
from arcade.players.standing import PlayedGame
from arcade.rooms.clocks import now

MAX_LINES = 7
"""The most lines."""
MAX_OF_A_KIND = 2
"""Turns, results and rivals that have a line each; more turns and results share one."""


class Item(Struct, frozen=True):
    """A line; with a `code` it is about that table."""

    kind: Literal[
        "invitation", "turn", "result", "duel", "place", "rival", "league", "puzzle", "more"
    ]
    news: News
    code: str = ""


class LastVisit(Struct, frozen=True):
    """When a person left (ms since 1970; 0: never), and their places on the leaderboards then."""

    at: int = 0
    places: tuple[tuple[str, int], ...] = ()

    @classmethod
    def read(cls, text: str) -> "LastVisit":
        """Read what `written` gives, a time and `game=rank` for each place."""
        at, *places = text.split() or ["0"]
        pairs = (pair.rpartition("=") for pair in places)
        return cls(int(at), tuple((game, int(rank)) for game, _, rank in pairs))

    def written(self) -> str:
        return " ".join((str(self.at), *(f"{game}={rank}" for game, rank in self.places)))


Source = Callable[[Player, LastVisit], Iterable[Item]]
"""Yields what happened to a person since their last visit; costs microseconds."""


class Digest:
    """Tells people what happened since their last visit; each further `Source` adds lines."""

    def __init__(self, accounts: Accounts, tables: TableList, standings: Standings) -> None:
        self._accounts = accounts
        self._tables = tables
        self._standings = standings
        self.sources: list[Source] = [self._invitations, self._results, self._places, self._rivals]
        """What happened, the most urgent first; turns stand behind the invitations."""
        self._read: set[str] = set()
        """The ids of those who have read theirs in this visit."""
        self._leaving: dict[str, tuple[Player, str]] = {}
        self._storing: asyncio.Task[None] | None = None

    def read(self, player: Player) -> tuple[Item, ...]:
        """Return what happened, in `MAX_LINES` at most; it counts as read when the visit ends."""
        self._read.add(player.id)
        last = self.last_visit(player)
        invitations, *others = (tuple(source(player, last)) for source in self.sources)
        items = (*invitations, *self._turns(player), *(item for part in others for item in part))
        if len(items) <= MAX_LINES:
            return items
        rest = len(items) - MAX_LINES + 1
        more = counted("And {n} thing more.", "And {n} things more.", rest)
        return (*items[: MAX_LINES - 1], Item("more", more))

    def last_visit(self, player: Player) -> LastVisit:
        _, text = self._leaving.get(player.id, (player, self._accounts.last_visit(player)))
        return LastVisit.read(text)

    def gone(self, player: Player) -> None:
        """Store the end of a visit, unless nothing would be repeated without it."""
        was_told = player.id in self._read
        self._read.discard(player.id)
        last = self.last_visit(player)
        if not self._accounts.known(player.id).name or (last.at and not was_told):
            return
        if last.at and not any(item for source in self.sources for item in source(player, last)):
            return
        visit = LastVisit(now(), tuple(self._standings.places(player).items()))
        self._leaving[player.id] = player, visit.written()
        if self._storing is None:
            loop = asyncio.get_running_loop()
            self._storing = loop.create_task(self._store(), context=Context())

    async def close(self) -> None:
        if self._storing is not None:
            await self._storing

    async def _store(self) -> None:
        while self._leaving:
            player, text = next(iter(self._leaving.values()))
            with suppress(NotStored):  # the next visit reads the same again
                await self._accounts.leave(player, text)
            if self._leaving[player.id] == (player, text):
                del self._leaving[player.id]
        self._storing = None

    # What there is to tell

    def _invitations(self, player: Player, last: LastVisit) -> Iterator[Item]:
        for invitation in reversed(self._accounts.invitations(player)):
            if invitation.at <= max(last.at, now() - ASKED_TIME):
                continue
            who = self._accounts.known(invitation.by).name
            code, game = invitation.code, registry.title(invitation.game)
            if not self._tables.knows(code):
                yield Item("invitation", phrase("{who} asked for you: {game}.", who=who, game=game))
                continue
            news = phrase("{who} asked you to table {code}, {game}.", who=who, code=code, game=game)
            yield Item("invitation", news, code)

    def _turns(self, player: Player) -> Iterator[Item]:
        codes = self._tables.turns(player)
        if len(codes) > MAX_OF_A_KIND:
            listed = ", ".join(codes)
            news = counted(
                "{n} game waits for you: {codes}.",
                "{n} games wait for you: {codes}.",
                len(codes),
                codes=listed,
            )
            yield Item("turn", news, codes[0])
            return
        for code in codes:
            name = self._tables.row(code).name
            news = phrase("It is your turn at table {code}, {game}.", code=code, game=name)
            yield Item("turn", news, code)

    def _results(self, player: Player, last: LastVisit) -> Iterator[Item]:
        played = list(self._standings.played_since(player.id, last.at)) if last.at else []
        if len(played) > MAX_OF_A_KIND:
            won = sum(map(_won, played))
            news = counted(
                "{n} game of yours is over; won: {won}.",
                "{n} games of yours are over; won: {won}.",
                len(played),
                won=won,
            )
            yield Item("result", news)
            return
        for game in played:
            yield Item("result", self._result(game), game.result.code)

    def _result(self, played: PlayedGame) -> News:
        result, seat = played.result, played.seat
        at = {"code": result.code, "game": registry.title(result.game)}
        if _won(played):
            return phrase("{game}, table {code}, is over: you won.", **at)
        winners = [
            self._standings.owner_name(owner)
            for owner, rank in zip(result.seats, result.ranks, strict=True)
            if rank == 1
        ]
        rank, of = result.ranks[seat], len(result.seats)
        return phrase(
            "{game}, table {code}, is over: place {rank} of {n}; won by {who}.",
            **at,
            rank=rank,
            n=of,
            who=", ".join(winners),
        )

    def _places(self, player: Player, last: LastVisit) -> Iterator[Item]:
        if not last.at:
            return
        before = dict(last.places)
        for game, rank in self._standings.places(player).items():
            was, title = before.get(game, 0), registry.title(game)
            if not was:
                yield Item(
                    "place", phrase("{game}: you are listed now, at place {n}.", game=title, n=rank)
                )
            elif rank < was:
                news = phrase(
                    "{game}: up from place {before} to place {n}.", game=title, before=was, n=rank
                )
                yield Item("place", news)
            elif rank > was:
                news = phrase(
                    "{game}: down from place {before} to place {n}.", game=title, before=was, n=rank
                )
                yield Item("place", news)

    def _rivals(self, player: Player, last: LastVisit) -> Iterator[Item]:
        """Tell what friends and the most frequent opponents have won without the person."""
        if not last.at:
            return
        lines = 0
        for rival in dict.fromkeys(
            (*self._accounts.friends(player), *self._standings.rivals(player))
        ):
            won = [
                game.result.game
                for game in self._standings.played_since(rival, last.at)
                if _won(game) and all(seat.player != player.id for seat in game.result.seats)
            ]
            if won and lines < MAX_OF_A_KIND:
                lines += 1
                yield Item("rival", _won_by(self._accounts.known(rival).name, won))


def _won_by(who: str, won: list[str]) -> News:
    games = ", ".join(registry.title(game) for game in dict.fromkeys(won))
    return counted(
        "{who} has won {n} game: {games}.",
        "{who} has won {n} games: {games}.",
        len(won),
        who=who,
        games=games,
    )


def _won(played: PlayedGame) -> bool:
    return played.result.ranks[played.seat] == 1 and played.result.stands(played.seat)
