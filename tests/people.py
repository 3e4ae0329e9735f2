"""People of tests, and what they do at a table of a club."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words
from arcade.club.table_session import TableSession
from arcade.club.tournaments import tournaments
from arcade.club.views import Notice, TableRules
from arcade.engine.bot import quick
from arcade.engine.chance import Stream
from arcade.engine.codec import plain
from arcade.players.player import ORGANISER, Player
from arcade.rooms import decide, facts
from tests.waiting import change

ANNA, BEN, CLEO, DORA = (
    Player(f"SHA256:{name[0]}", name) for name in ("anna", "ben", "cleo", "dora")
)


async def named(club: Club, name: str) -> Player:
    """Return somebody with a key who has chosen this name."""
    return await club.choose_name(Player(f"SHA256:{name}", ""), name)


@contextmanager
def refusal(text: str) -> Iterator[None]:
    """Hold that something is refused, with such a sentence."""
    with pytest.raises(Refused) as caught:
        yield
    assert text in Words().say(caught.value.why)


def sentences(notices: Iterable[Notice]) -> list[str]:
    return [Words().say(notice.news) for notice in notices]


async def sit_down(
    club: Club,
    *players: Player,
    game: str = "421",
    options: Mapping[str, object] | None = None,
    seats: int | None = None,
    private: bool = False,
    **rules: Any,
) -> tuple[TableSession, ...]:
    """Seat people at a new table of the first one's, by default with no seat too many."""
    count = len(players) if seats is None else seats
    code = await club.create(players[0], game, options, count, private, TableRules(**rules))
    return tuple([await club.join(player, code) for player in players])


async def begin(club: Club, *players: Player, **table: Any) -> tuple[TableSession, ...]:
    """Seat people as `sit_down` does, and begin the game."""
    table_sessions = await sit_down(club, *players, **table)
    await table_sessions[0].start()
    return table_sessions


async def begin_round(club: Club, player: Player) -> str:
    """Begin somebody's game of a tournament, with two bots; return its table."""

    def opening(code: str) -> facts.Facts:
        bots = [facts.BotSat(seat, "good", name) for seat, name in ((1, "Lulu"), (2, "Gigi"))]
        opened = decide.create(code, ORGANISER, "421", {}, 3, False, tournaments.RULES)
        return (*opened, facts.Sat(0, player), *bots)

    host = await club.rooms.create(opening)
    await host.do(lambda room, chance: decide.begin(room, lambda _: True, chance))
    return host.room.code


async def act(table_session: TableSession) -> None:
    """Make the default move; whether it is one's turn, the table says."""
    table, room = table_session.table(), table_session.host.room
    assert table.seat is not None
    await table_session.act(plain(room.rules.default(room.state, table.seat)), table.version)


async def ready(*table_sessions: TableSession) -> None:
    """Begin a game, the next one with everybody's consent."""
    for table_session in table_sessions:
        if table_session.table().phase != "playing":
            await table_session.start()


async def act_in_turn(*table_sessions: TableSession) -> None:
    """Let the first of them who is to act make the default move."""
    for table_session in table_sessions:
        if table_session.table().seat in table_session.table().to_act:
            await act(table_session)
            return


async def play(table_session: TableSession, seed: bytes = b"whims") -> None:
    """Play the game to its end, choosing as a quick bot does."""
    whims = Stream(seed)
    room = table_session.host.room
    bot = quick(room.rules)
    while (room := table_session.host.room).phase == "playing":
        if 0 not in room.to_act():
            await change(table_session)
            continue
        view, offers = room.rules.view(room.state, 0), room.rules.legal(room.state, 0)
        with suppress(Refused):  # it has moved on meanwhile
            await table_session.act(plain(bot.choose(view, offers, whims)), room.version)
