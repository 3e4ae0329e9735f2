"""Points of a day, leagues of a week, streaks in the person's own days, bots on the same dice."""

import asyncio
import secrets
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from types import SimpleNamespace

import pytest

from arcade.club.club import Club
from arcade.club.deals import facts as deals
from arcade.club.deals.daily import DailyRow, DailyTable
from arcade.club.deals.facts import Deals, Dealt, Finished
from arcade.club.deals.league import Leagues
from arcade.club.deals.streaks import streak
from arcade.club.digest.digest import LastVisit
from arcade.club.errors import Refused
from arcade.club.i18n import zones
from arcade.club.i18n.words import Words
from arcade.club.speech.daily import bots_text, podiums_of, share_text, squares
from arcade.engine import registry
from arcade.engine.bot import bot
from arcade.engine.chance import Stream
from arcade.engine.codec import Stored, plain
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.rooms import clocks, fairness
from tests.club.conftest import Opening
from tests.people import ANNA, BEN, CLEO, play
from tests.waiting import change, until

MONDAY = date(2026, 11, 23)


def at(day: str, hour: int = 12) -> int:
    return int(datetime.fromisoformat(f"{day}T{hour:02}:30+00:00").timestamp() * 1000)


def finished(day: str, player: Player, rank: int, score: int = 0, game: str = "421") -> Finished:
    return Finished(day, game, player.id, f"{day}{player.id}", rank, score)


def folded(*results: Finished) -> Deals:
    made = Deals()
    for result in results:
        made.add(Dealt(result.day, result.game, "", ""), 0)
        made.add(result, at(result.day))
    return made


def test_points_are_the_share_of_the_others_beaten() -> None:
    three = [finished("2026-11-23", who, 1, score) for who, score in ((ANNA, 9), (BEN, 5))]
    made = folded(*three, finished("2026-11-23", CLEO, 2, 50))
    assert made.shares("2026-11-23", "421") == {ANNA.id: 100, BEN.id: 50, CLEO.id: 0}
    tied = folded(*[finished("2026-11-23", who, 1, 5) for who in (ANNA, BEN)])
    assert set(tied.shares("2026-11-23", "421").values()) == {0}, "nobody is ahead of anybody"
    assert folded(three[0]).shares("2026-11-23", "421") == {ANNA.id: deals.ALONE}
    assert folded().shares("2026-11-23", "421") == {}


def test_the_best_five_days_of_a_week_count_and_its_podium_is_stored_once() -> None:
    days = [f"2026-11-{number}" for number in range(23, 30)]
    results = [finished(day, ANNA, 1) for day in days]
    results += [finished(day, BEN, 2) for day in days[:6]] + [finished(days[6], BEN, 1, 9)]
    made = folded(*results)
    leagues = Leagues(made, str.upper)
    league = leagues.week("421", MONDAY, BEN.id)
    assert [(line.position, line.points, line.yours) for line in league.rows] == [
        (1, 500, False),
        (2, 100, True),
    ]
    assert league.rows[1].days == (0, 0, 0, 0, 0, 0, 100)
    assert not league.over
    assert list(leagues.ended(date(2026, 11, 29))) == [], "its Sunday is not over"
    (week,) = leagues.ended(date(2026, 11, 30))
    assert week.steps == ((ANNA.id,), (BEN.id,), ())
    made.add(week, 0)
    assert list(leagues.ended(date(2026, 12, 7))) == []
    assert leagues.week("421", MONDAY).over
    assert made.podiums(ANNA.id) == {"421": [1, 0, 0]}
    assert made.podiums(BEN.id) == {"421": [0, 1, 0]}


def test_nobody_stands_on_a_podium_alone() -> None:
    leagues = Leagues(folded(finished("2026-11-23", ANNA, 1)), str)
    assert [week.steps for week in leagues.ended(date(2026, 11, 30))] == [()]


async def test_one_reads_once_how_the_leagues_of_last_week_ended(opening: Opening) -> None:
    club = await opening(MemoryLog())
    today = club.daily.clock()
    monday = today - timedelta(days=today.weekday() + 7)
    days = [(monday + timedelta(days=number)).isoformat() for number in (0, 6)]
    results = [finished(day, who, 1, score) for day in days for who, score in ((ANNA, 9), (BEN, 5))]
    results += [finished(days[0], BEN, 1, game="trente"), finished(days[0], ANNA, 2, game="trente")]
    results += [finished(days[0], BEN, 1, game="vingt-et-un")]  # nobody else has played it
    for result in results:
        club.daily._deals.add(Dealt(result.day, result.game, "", ""), 0)
        club.daily._deals.add(result, at(result.day))

    def reads(player: Player, left: int) -> list[str]:
        return [Words().say(item.news) for item in club.daily.happened(player, LastVisit(left))]

    ended = "Last week's leagues, your places: Le 421 2/2, Trente 1/2."
    assert reads(BEN, at(days[1])) == [ended]
    assert reads(CLEO, at(days[1])) == [], "who has not played"
    assert reads(BEN, clocks.now()) == reads(BEN, 0) == [], "who was here since, who never was"


@pytest.mark.parametrize(
    ("days", "length"),
    [
        ([], 0),
        ([100], 1),
        ([99], 1),  # today is not missed yet
        ([100, 100, 99, 99, 98], 3),
        ([100, 98, 97], 3),  # a day of grace
        ([99, 97, 96], 3),
        ([98, 97], 2),
        ([97, 96], 0),  # two days in a row
        ([100, 98, 96, 95], 2),  # two missed days within a week
        ([100, 98, 97, 96, 95, 94, 93, 91], 8),  # missed: 99 and 92, a week apart
        ([100, 98, 97, 96, 95, 94, 92], 6),  # missed: 99 and 93
    ],
)
def test_a_streak_forgives_one_missed_day_a_week(days: Sequence[int], length: int) -> None:
    assert streak(days, 100) == length


async def test_a_streak_counts_the_persons_own_days(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half past eleven in the evening in New York, three days in a row, is past midnight UTC."""
    events = MemoryLog()
    evenings = [at(day, 4) for day in ("2026-11-24", "2026-11-25", "2026-11-27")]
    mornings = [at("2026-11-25", 14)]
    facts = [
        Stored(when, Finished("2026-11-24", game, ANNA.id, game, 1, 0))
        for when, game in zip(sorted(evenings + mornings), "abcd", strict=True)
    ]
    await events.append("daily", [deals.encode(fact) for fact in facts], 0)
    monkeypatch.setattr(
        clocks, "time", SimpleNamespace(time_ns=lambda: at("2026-11-28", 1) * 10**6)
    )
    club = await opening(events)
    assert club.daily.streak(ANNA) == 3, "UTC: 24, 25, 27, and 26 forgiven"
    await club.accounts.choose_zone(ANNA, zones.zone_named("new york"))
    assert club.accounts.zone(ANNA) == "America/New_York"
    assert club.daily.streak(ANNA) == 4, "there: 23, 24, 25, 26"
    assert (await opening(events)).daily.streak(ANNA) == 4
    assert club.daily.streak(BEN) == 0


@pytest.mark.parametrize(
    ("written", "zone"),
    [
        ("Paris", "Europe/Paris"),
        ("europe/paris", "Europe/Paris"),
        ("São Paulo", "America/Sao_Paulo"),
        (":Europe/Paris", "Europe/Paris"),
        ("utc", "UTC"),
    ],
)
def test_zones_are_named_by_a_city(written: str, zone: str) -> None:
    assert zones.zone_named(written) == zone


@pytest.mark.parametrize("written", ["", "Nowhere", "../../etc/passwd", "Europe/", "\x1b[31m"])
def test_what_is_no_zone_is_refused_and_never_guessed(written: str) -> None:
    with pytest.raises(Refused):
        zones.zone_named(written)
    assert zones.known(written) == ""
    assert zones.known("CET") == "", "no place"


@pytest.mark.parametrize("game", ["421", "trente"])
async def test_bots_play_the_same_dice_as_at_a_table(club: Club, game: str) -> None:
    """A person who chooses as the bot would, with its whims, ends as the bot does alone."""
    table_session = await club.play_daily(ANNA, game)
    good = bot(registry.find(game), "good")
    while (room := table_session.host.room).phase == "playing":
        if 0 not in room.to_act():
            await change(table_session)
            continue
        whims = Stream(fairness.bot_seed(room, 0, secrets.token_bytes))
        offers = room.rules.legal(room.state, 0)
        action = good.choose(room.rules.view(room.state, 0), offers, whims)
        await table_session.act(plain(action), room.version)
    await club.daily.settle()
    playing = club.daily.compare(club.daily.today, game)
    assert playing is not None
    assert club.daily.compare(club.daily.today, game) is playing, "once"
    await asyncio.wait([playing])
    assert club.daily.compare(club.daily.today, game) is None
    compared = club.daily.compared(club.daily.today, game)
    (own,) = club.daily.results(game, player=ANNA).rows
    assert [result.bot for result in compared] == ["good", "expert"]
    assert (compared[0].rank, compared[0].score) == (own.rank, own.score)
    assert bots_text(Words("en"), compared).startswith("In your seat, on the same dice: Bot (good)")


async def test_nobody_has_played_and_no_bot_is_asked(club: Club) -> None:
    assert club.daily.compare(club.daily.today, "421") is None
    await club.play_daily(ANNA, "421")
    assert club.daily.compare(club.daily.today, "421") is None


async def test_a_result_to_paste_has_squares_and_no_dice(club: Club) -> None:
    words = Words("en")
    assert share_text(words, club, ANNA) == ""
    for player in (ANNA, BEN):
        await play(await club.play_daily(player, "421"))
    await club.daily.settle()
    rank = club.daily.results("421", player=ANNA).rows[0].rank
    first, line = share_text(words, club, ANNA).splitlines()
    assert first.startswith("ssh-arcade ")
    assert first.endswith("1 of 5 daily deals")
    assert line == f"⬜⬜⬜⬜⬜ Le 421{' ★' * (rank == 1)} 1st of 2", (
        "two alike are ahead of nobody"
    )
    club.address = "play.example:2222"
    assert share_text(words, club, ANNA).endswith("\nssh -p 2222 play@play.example")


def test_alone_the_squares_are_the_table() -> None:
    def drawn(rank: int, beaten: int, people: int) -> str:
        result = DailyRow(1, "Anna", False, rank, 0, "KAFEL", True, beaten)
        table = DailyTable("421", "Le 421", "2026-11-27", "done", (result,), 0, people=people)
        return squares(table, result, "#", ".")

    assert [drawn(rank, 0, 1) for rank in (1, 2, 3)] == ["#####", "##...", "....."]
    assert [drawn(2, beaten, 5) for beaten in (0, 2, 4)] == [".....", "##...", "#####"]


async def test_whoever_has_the_deals_open_at_midnight_sees_the_new_day(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where nobody has played the day before."""
    seen: list[str] = []
    visit = club.presence.enter(ANNA, lambda _: None)
    visit.listen(lambda: seen.append(club.daily.today))
    club.daily.clock = lambda: date(2026, 12, 1)
    await club.daily._end_in_time()
    await until(lambda: "2026-12-01" in seen)


async def test_a_podium_is_said_in_the_profile(club: Club) -> None:
    await club.choose_name(Player(ANNA.id, ""), "anna")
    for number, who in enumerate((ANNA.id, BEN.id)):
        club.daily._deals.add(deals.WeekOver(f"2026-11-{23 + number}", "421", ((who,), (), ())), 0)
    assert podiums_of(Words("en"), club, "anna") == "Leagues of a week: 1st ×1"
    assert podiums_of(Words("en"), club, "nobody") == ""
