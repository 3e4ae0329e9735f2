"""Results in the log: stored once, healed after a crash, the same from stream and records."""

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words
from arcade.club.standings.ledger import STREAM, Ledger, _folded, recorded
from arcade.club.standings.views import GameLine, Profile
from arcade.club.table_session import TableSession
from arcade.engine import registry
from arcade.eventlog.log import Damaged, Entry, Token
from arcade.eventlog.memory import MemoryLog
from arcade.eventlog.sqlite import SQLiteLog
from arcade.players import results, standing
from arcade.players.player import Player
from arcade.players.results import Result, Seat
from arcade.players.standing import Account
from arcade.rooms import decide
from screens.pages.standing_rows import board_rows
from screens.terminal.rows import plain
from server.text.listings import board_text, profile_text
from tests.club.conftest import Opening
from tests.eventlog.full import FullLog
from tests.people import act_in_turn, ready
from tests.players.test_standing import everything
from tests.waiting import change, until

ANNA, BEN = Player("SHA256:a", ""), Player("SHA256:b", "")
SHORT = {"pot": 11}


@pytest.fixture
def opening(opening: Opening) -> Opening:
    """Opens clubs whose people are named."""

    async def named(events: MemoryLog | SQLiteLog) -> Club:
        club = await opening(events)
        for player, name in ((ANNA, "Anna"), (BEN, "Ben")):
            if not club.accounts.known(player.id).name:
                await club.choose_name(player, name)
        return club

    return named


async def pair(club: Club, **more: object) -> tuple[TableSession, TableSession]:
    """Seat Anna and Ben, and a bot, at a table of short games."""
    anna, ben = club.accounts.known(ANNA.id), club.accounts.known(BEN.id)
    code = await club.create(anna, "421", SHORT, 3, **more)  # type: ignore[arg-type]
    return await club.join(anna, code), await club.join(ben, code)


async def play(*table_sessions: TableSession) -> None:
    """Play one game to its end."""
    await ready(*table_sessions)
    while table_sessions[0].table().phase == "playing":
        if {table_session.table().seat for table_session in table_sessions} & set(
            table_sessions[0].table().to_act
        ):
            await act_in_turn(*table_sessions)
        else:
            await change(table_sessions[0])


async def stored(events: MemoryLog | SQLiteLog) -> list[tuple[str, int]]:
    game_results = [results.decode(entry.data) for entry in await events.read(STREAM)]
    return [(item.code, item.number) for item in game_results]


async def test_a_finished_game_counts_for_everybody_at_once(opening: Opening) -> None:
    club = await opening(MemoryLog())
    anna, ben = await pair(club)
    await play(anna, ben)
    await until(lambda: anna.table().changes)
    changes = anna.table().changes
    assert [change.seat for change in changes] == [0, 1] and changes == ben.table().changes
    assert [change.name for change in changes] == ["Anna", "Ben"]
    assert all(change.before == 1000 for change in changes)
    profile = club.standings.profile("anna")
    assert (profile.name, profile.games, profile.days) == ("Anna", 1, 1)
    assert profile.lines[0].points == changes[0].after
    assert profile.favourite == "421" and profile.lines[0].title == "Le 421"
    assert [opponent.name for opponent in profile.opponents if not opponent.bot] == ["Ben"]
    assert len(profile.opponents) == 2
    await ready(anna, ben)
    assert anna.table().changes == ()


async def test_boards_histories_and_head_to_head(opening: Opening) -> None:
    club = await opening(MemoryLog())
    anna, ben = await pair(club)
    for _ in range(3):
        await play(anna, ben)
    await until(lambda: club.standings.profile("Ben").games == 3)
    board = club.standings.leaderboard("421", anna.player)
    assert sorted(row.name for row in board.rows) == ["Anna", "Ben"]
    assert [row.name for row in board.rows if row.yours] == ["Anna"]
    points = [row.points for row in board.rows]
    assert points == sorted(points, reverse=True) and board.people == 2
    assert "SHA256" not in str(board)
    past = club.standings.history("anna", anna.player)
    assert [game.number for game in past] == [3, 2, 1]
    assert past[0].code == anna.code and past[0].seats[0].name == "Anna" and not past[0].usual
    between, back = club.standings.between("Anna", "Ben"), club.standings.between("Ben", "Anna")
    assert between.other.games == 3 == len(between.past)
    assert between.other.ahead == back.other.behind
    with pytest.raises(Refused):
        club.standings.profile("nobody-at-all")
    bot = next(
        opponent.name for opponent in club.standings.profile("Anna").opponents if opponent.bot
    )
    assert club.standings.profile(bot).bot == bot.removeprefix("bot:")


async def test_whoever_is_not_listed_yet_reads_why(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await opening(MemoryLog())
    anna, ben = await pair(club)
    await play(anna, ben)
    await until(lambda: club.standings.profile("Ben").games == 1)
    standing = club._ledger.standing
    assert club.standings.leaderboard("421").rule is None
    for key in ("SHA256:x", "SHA256:y"):
        standing.accounts[key] = Account()
        standing.established.setdefault("421", set())
        standing._establish("421", key)
    standing.counted["421"] += 1
    board = club.standings.leaderboard("421", anna.player)
    (row,) = board.rows
    assert (
        row.yours and row.position == 0 and (board.needed, board.beaten, board.people) == (2, 0, 2)
    )
    words = Words()
    text = board_text(words, board, 10)
    assert "Listed is who has finished ahead of 2 established players" in text
    assert "You are not listed yet: 0 of 2." in text and "Place" not in text
    drawn = "\n".join(plain(line) for line in board_rows(words, [board], 0, 0, 80, 20))
    assert "–  Anna" in drawn and "not listed yet: 0 of 2" in drawn
    others = club.standings.leaderboard("421", Player("SHA256:c", "Cleo"))
    assert others.rows == () and "Nobody is listed yet." in board_text(words, others, 10)


async def test_private_tables_are_not_named_to_others(opening: Opening) -> None:
    club = await opening(MemoryLog())
    anna, ben = await pair(club, private=True)
    await play(anna, ben)
    await until(lambda: club.standings.profile("Anna").games)
    assert club.standings.history("Anna")[0].code == ""
    assert club.standings.history("Anna", Player("SHA256:x", "X"))[0].code == ""
    assert club.standings.history("Anna", ben.player)[0].code == ben.code


async def test_guests_have_a_history_and_no_rating(opening: Opening) -> None:
    club = await opening(MemoryLog())
    guest, _ = club.accounts.guest()
    table_session = await club.join(guest, await club.create(guest, "421", SHORT, 2))
    await play(table_session)
    await until(lambda: club.standings.profile(guest).games)
    assert club.standings.profile(guest.name).lines[0].points is None
    assert club.standings.leaderboard("421").rows == ()


async def test_a_game_ended_by_vote_counts_nothing(opening: Opening) -> None:
    club = await opening(MemoryLog())
    anna, ben = await pair(club)
    await anna.start()
    await anna.do(decide.vote, "end")
    await ben.do(decide.vote, "end")
    assert anna.table().ended
    await play(anna, ben)
    await until(lambda: club.standings.profile("Anna").games)
    assert [game.number for game in club.standings.history("Anna")] == [2]


@pytest.fixture(params=["memory", "sqlite"])
def another(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[..., object]]:
    """Return the log, opened anew each time."""
    kept: dict[str, list[bytes]] = {}

    async def another() -> MemoryLog | SQLiteLog:
        if request.param == "memory":
            return MemoryLog(kept)
        return await SQLiteLog.open(tmp_path / "arcade.sqlite3")

    return another  # type: ignore[return-value]


async def test_a_restart_has_the_same_standing_and_rebuilding_it_too(
    opening: Opening, another: Callable[..., Awaitable[SQLiteLog]]
) -> None:
    events = await another()
    club = await opening(events)
    for _ in range(2):
        table_sessions = await pair(club)
        for _ in range(2):
            await play(*table_sessions)
    await until(lambda: club.standings.profile("Anna").games == 4)
    live = everything(club._ledger.standing)
    assert everything(await _folded(await recorded(events))) == live
    assert await club.standings.rebuild() == 0
    assert everything(club._ledger.standing) == live
    await club.close()
    await events.close()
    events = await another()
    again = await opening(events)
    assert everything(again._ledger.standing) == live
    assert len(await stored(events)) == 4
    await again.close()
    await events.close()


async def test_a_crash_before_the_result_is_healed(
    opening: Opening, another: Callable[..., Awaitable[SQLiteLog]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The room's last fact is stored, and the server ends before the result is."""
    events = await another()
    club = await opening(events)
    table_sessions = await pair(club)
    await play(*table_sessions)
    await until(lambda: club.standings.profile("Anna").games == 1)
    monkeypatch.setattr(club._ledger, "take", lambda room: None)
    await play(*table_sessions)
    await play(*table_sessions)
    await ready(*table_sessions)  # a fourth has begun
    assert await stored(events) == [(table_sessions[0].code, 1)]
    await club.close()
    await events.close()
    events = await another()
    again = await opening(events)
    assert again.standings.profile("Anna").games == 3
    assert await stored(events) == [(table_sessions[0].code, number) for number in (1, 2, 3)]
    assert everything(again._ledger.standing) == everything(await _folded(await recorded(events)))
    await again.close()
    await events.close()


async def test_two_processes_store_a_result_once(opening: Opening) -> None:
    events = MemoryLog()
    first = await opening(events)
    table_sessions = await pair(first)
    latecomer = await opening(events)
    elsewhere = await latecomer.watch(latecomer.accounts.known(BEN.id), table_sessions[0].code)
    await play(*table_sessions)
    await until(lambda: first.standings.profile("Anna").games)
    with pytest.raises(Refused):
        await elsewhere.act({"do": "roll"})  # makes it read what happened, as a follower would
    await elsewhere.host.do(lambda room, _: ())
    latecomer._ledger.take(table_sessions[0].host.room)
    await until(lambda: latecomer.standings.profile("Anna").games)
    assert await stored(events) == [(table_sessions[0].code, 1)]
    assert everything(latecomer._ledger.standing) == everything(first._ledger.standing)


async def test_what_a_table_tells_while_results_are_loaded_is_stored_once() -> None:
    """The tables are open by then: one whose game was counted long ago may tell of it."""

    class Telling(MemoryLog):
        async def read(self, stream: str, after: Token = 0) -> list[Entry]:
            if stream == STREAM:
                book._await(over)
            return await super().read(stream, after)

    seats = (Seat("Anna", ANNA.id), Seat("Ben", BEN.id))
    over = Result("KAFEL", 1, "421", 0, 9, seats, (1, 2), (1, 0), 10)
    events = Telling()
    book = Ledger(events, lambda _: None)
    await events.append(STREAM, [results.encode(over)], 0)
    await book.load(())
    assert [entry.token for entry in await MemoryLog.read(events, STREAM)] == [1]
    assert book.standing.count("KAFEL") == 1


async def test_what_another_process_stores_while_all_is_read_anew_is_stored_once() -> None:
    """A game older than the newest known has all read anew; meanwhile another's end is stored."""

    class Shared(MemoryLog):
        elsewhere: Result | None = None

        async def read(self, stream: str, after: Token = 0) -> list[Entry]:
            if stream == STREAM and not after and self.elsewhere:
                first, self.elsewhere = self.elsewhere, None
                book._await(first)
                await self.append(STREAM, [results.encode(first)], len(await super().read(STREAM)))
            return await super().read(stream, after)

    def over(number: int, at: int) -> Result:
        seats = (Seat("Anna", ANNA.id), Seat("Ben", BEN.id))
        return Result("KAFEL", number, "421", 0, at, seats, (1, 2), (1, 0), 10)

    events, counted = Shared(), list[str]()
    book = Ledger(events, counted.append)
    book._await(over(2, 9))
    await book._finish()
    events.elsewhere = over(3, 12)
    book._await(over(1, 5))
    await book._finish()
    assert await stored(events) == [("KAFEL", 2), ("KAFEL", 1), ("KAFEL", 3)]
    assert len(counted) == 3 and book.standing.count("KAFEL") == 3


async def test_results_of_rooms_that_are_long_past_are_not_stored_again(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standing, "ROOMS", 1)
    events = MemoryLog()
    club = await opening(events)
    for _ in range(3):
        table_sessions = await pair(club)
        await play(*table_sessions)
        code = table_sessions[0].code
        await until(lambda code=code: club._ledger.standing.has(code, 1))
    known = await stored(events)
    assert len(known) == 3
    await club.close()
    again = await opening(events)
    assert await again.standings.rebuild() == 0
    assert await stored(events) == known
    assert again.standings.profile("Anna").games == 3


@pytest.mark.virtual
async def test_what_cannot_be_stored_is_tried_again(opening: Opening) -> None:
    events = FullLog()
    events.stream = STREAM
    club = await opening(events)
    table_sessions = await pair(club)
    events.full = True
    await play(*table_sessions)
    await until(lambda: events.refused > 3)
    assert club.standings.profile("Anna").games == 0 and table_sessions[0].table().changes == ()
    events.full = False
    await until(lambda: club.standings.profile("Anna").games == 1)


async def test_results_that_come_late_are_put_in_their_order(opening: Opening) -> None:
    events = MemoryLog()
    club = await opening(events)
    first, other = await pair(club), await pair(club)
    take = club._ledger.take
    waiting = []
    club._ledger.take = lambda room: (
        waiting.append(room) if room.code == first[0].code else take(room)
    )  # type: ignore[method-assign]
    await play(*first)
    await play(*other)
    await until(lambda: club.standings.profile("Anna").games == 1)
    take(waiting[-1])
    await until(lambda: club.standings.profile("Anna").games == 2)
    assert await stored(events) == [(other[0].code, 1), (first[0].code, 1)]
    assert everything(club._ledger.standing) == everything(await _folded(await recorded(events)))


async def test_a_damaged_stream_is_recovered_once_into_a_new_one(opening: Opening) -> None:
    class Bad(MemoryLog):
        async def read(self, stream: str, after: Token = 0) -> list[Entry]:
            if stream == STREAM:
                raise Damaged(stream, 1)
            return await super().read(stream, after)

    kept: dict[str, list[bytes]] = {}
    club = await opening(MemoryLog(kept))
    await play(*await pair(club))
    await until(lambda: club.standings.profile("Anna").games == 1)
    log = Bad(kept)
    again = await opening(log)
    assert again.standings.profile("Anna").games == 1 and again.damaged == (STREAM,)
    await play(*await pair(again))
    await until(lambda: again.standings.profile("Anna").games == 2)
    await until(lambda: len(kept[f"{STREAM}.2"]) == 2)
    third = await opening(log)
    assert third.standings.profile("Anna").games == 2
    assert not third.damaged, "nobody reads the old one any more"
    assert everything(third._ledger.standing) == everything(again._ledger.standing)


async def test_a_line_that_is_no_result_is_left_out(opening: Opening) -> None:
    kept = {STREAM: [b'{"v":99}', b"not json"]}
    club = await opening(MemoryLog(kept))
    await play(*await pair(club))
    await until(lambda: club.standings.profile("Anna").games == 1)


@pytest.mark.parametrize(
    ("key", "best", "en", "fr"),
    [
        ("421", 2, "2 halves", "2 manches"),
        ("trente", 1, "1 point", "1 point"),
        ("golden-zero", 600, "600 chips", "600 jetons"),
        ("vingt-et-un", 35, "35 points", "35 points"),
    ],
)
def test_a_best_score_is_given_in_the_units_of_the_game(
    key: str, best: int, en: str, fr: str
) -> None:
    line = GameLine(key, registry.find(key).meta.name, 3, 2, best)
    profile = replace(Profile("Zoe", False, False, ""), games=3, lines=(line,))
    assert f"best score: {en}" in profile_text(Words(), profile)
    assert f"record : {fr}" in profile_text(Words("fr"), profile)
