"""The puzzle of the day: found in people's games or the bots' own, answered once."""

from collections.abc import Collection
from datetime import timedelta

import pytest

from arcade.club.club import Club
from arcade.club.digest.digest import LastVisit
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words
from arcade.club.puzzles.facts import Answered, Fold, Posed
from arcade.club.puzzles.finding import CLEAR_LEAD, Finder, position, weighed
from arcade.club.puzzles.wording import judgement_texts, puzzles_texts, solved_of
from arcade.club.replays.review import FINE_GAIN
from arcade.engine import registry
from arcade.engine.coach import coach
from arcade.engine.codec import action_from, plain
from arcade.engine.game import Veils
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.players.results import DAY
from arcade.rooms.clocks import now
from tests.club.conftest import Opening
from tests.club.replays.test_replay import KEYS, play, sat_down
from tests.people import ANNA, BEN, ready, sit_down

VEILED = [key for key in KEYS if isinstance(registry.find(key), Veils)]


@pytest.mark.parametrize("key", KEYS)
async def test_the_best_choice_is_clear_and_the_answer_counts_once(club: Club, key: str) -> None:
    posed = await club.puzzles.posed(key)
    at = position(posed)
    best, second, *others = await weighed(at, club.bot_pool.advise, at.offers)
    least = CLEAR_LEAD * getattr(coach(at.rules), "matters", FINE_GAIN)
    assert best.action == action_from(at.rules, posed.best)
    assert others and best.worth - second.worth >= least
    table_session = await club.play_puzzle(ANNA, key)
    table = table_session.table()
    assert table.my_turn and table.seat == posed.seat and not table.coach
    assert [seat.kind for seat in table.seats].count("bot") == posed.seats - 1
    with pytest.raises(Refused, match="before your answer"):
        await table_session.odds()
    judgement = await table_session.act(posed.best, table.version)
    assert judgement is not None and judgement.right and judgement.given == 0
    table_session.detach()
    again = await club.play_puzzle(ANNA, key)
    judgement = await again.act(plain(second.action))
    assert judgement is not None and not judgement.right and judgement.given >= least
    assert len(judgement_texts(Words("fr"), again.table(), judgement)) == 3
    (own,) = [puzzle for puzzle in club.puzzles.of(ANNA).puzzles if puzzle.game == key]
    assert (own.state, own.answers, own.right, own.bots) == ("solved", 1, 1, True)
    assert not [*club.rooms] and not club.standings.history(ANNA, ANNA), "it counts for nothing"
    again.detach()


async def test_an_answer_is_told_the_day_after_and_counts_in_the_profile(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = MemoryLog()
    club = await opening(log)
    anna = await club.choose_name(Player(ANNA.id, ""), "anna")
    posed = await club.puzzles.posed("trente")
    table_session = await club.play_puzzle(anna, "trente")
    await table_session.act(posed.best)
    table_session.detach()
    assert [*club.puzzles.happened(anna, LastVisit(now() - DAY))] == []
    club = await opening(log)  # the same after a restart, and for another worker
    assert (await club.puzzles.posed("trente")) == posed
    words = Words("en")
    assert solved_of(words, club, "anna") == "1 puzzle solved"
    assert "Trente: solved, found by 1 of 1, from a game of bots" in puzzles_texts(
        words, club.puzzles.of(anna)
    )
    assert solved_of(words, club, "nobody") == ""
    own = [line async for line in club.own_data(anna)]
    assert any(b'"stream":"puzzles"' in line for line in own)
    last, tomorrow = LastVisit(now() - DAY), club.daily.clock() + timedelta(days=1)
    monkeypatch.setattr(club.daily, "clock", lambda: tomorrow)
    (item,) = club.puzzles.happened(anna, last)
    assert words.say(item.news) == "Yesterday's puzzles: you solved 1 of 1."
    assert [*club.puzzles.happened(anna, LastVisit(now()))] == []
    assert [*club.puzzles.happened(BEN, last)] == []


def finder(club: Club, forgotten: Collection[str] = ()) -> Finder:
    return Finder(club._ledger, club.replays, club.bot_pool, lambda: forgotten)


async def posed_puzzle(club: Club, key: str, forgotten: Collection[str] = ()) -> Posed:
    """Return the puzzle of the day after a game that was just played."""
    day = club.daily.clock() + timedelta(days=1)
    posed = await finder(club, forgotten).find(day, key)
    assert posed is not None
    return posed


@pytest.mark.parametrize("key", ["trente", *VEILED])
async def test_people_s_games_are_taken_where_no_hand_stays_hidden(club: Club, key: str) -> None:
    places = await sat_down(club, key)
    await play(places)
    posed = await posed_puzzle(club, key)
    assert posed == await posed_puzzle(club, key), "the same for everybody who looks for it"
    assert posed.bots == (key in VEILED)
    if not posed.bots:
        replay = await club.replay(places[0].code)
        assert position(posed).state in [step.room.state for step in replay.steps[1:]]
    for player in (ANNA, BEN):
        assert player.name not in str(posed) and player.id not in str(posed)
    assert (await posed_puzzle(club, key, {BEN.id})).bots, "nothing of people who are forgotten"


async def test_private_games_stay_private(club: Club) -> None:
    places = await sit_down(club, ANNA, BEN, game="trente", private=True)
    await ready(*places)
    await play(places)
    assert (await posed_puzzle(club, "trente")).bots


def test_puzzles_of_two_days_are_kept_and_what_was_solved_for_good() -> None:
    fold = Fold()
    for day in ("2026-11-25", "2026-11-26", "2026-11-27"):
        for game in ("421", "trente"):
            fold.add(Posed(day, game, 1, {}, 2, 0, {}, {}), 0)
            fold.add(Answered(day, game, "anna", True), 1)
    assert {day for day, _ in fold.posed} == {day for day, _ in fold.answers}
    assert sorted({day for day, _ in fold.posed}) == ["2026-11-26", "2026-11-27"]
    assert fold.solved("anna") == 6
