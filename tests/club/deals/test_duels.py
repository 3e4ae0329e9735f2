"""Duels without appointment: the same deals, each seen by the other only when both have played."""

import json
import re
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import msgspec
import pytest

from arcade.club.club import Club
from arcade.club.duels.facts import LIFE
from arcade.club.duels.views import DuelView
from arcade.club.duels.wording import duel_text, round_texts, side_by_side
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words, languages
from arcade.club.table_session import TableSession
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.rooms import clocks, decide
from arcade.rooms.clocks import now
from tests.club.conftest import Opening
from tests.fair.tables import verified
from tests.people import ANNA, BEN, CLEO, play


async def challenge(club: Club, game: str = "421", rounds: int = 1, to: str = "ben") -> str:
    for player in (ANNA, BEN, CLEO):
        if not club.accounts.known(player.id).name:
            await club.choose_name(Player(player.id, ""), player.name)
    return (await club.duels.challenge(ANNA, to, game, rounds)).code


async def finish(club: Club, player: Player, code: str) -> TableSession:
    table = await club.play_duel(player, code)
    await play(table)
    await club.duels.settle()
    return table


def seen(club: Club, code: str, player: Player) -> DuelView:
    return club.duels.view(code, player)


@pytest.mark.parametrize("game", ["421", "trente"])
async def test_both_meet_the_same_dice_and_bots(club: Club, game: str) -> None:
    code = await challenge(club, game)
    tables = [await finish(club, player, code) for player in (ANNA, BEN)]
    facts = [
        [
            {**line["fact"], "player": "", "code": ""}
            for line in await club.record(table.code)
            if line["fact"]["fact"] in ("started", "acted", "bot-sat")
        ]
        for table in tables
    ]
    assert facts[0] == facts[1], "who chooses alike plays the same game"
    duel = seen(club, code, ANNA)
    assert (duel.state, duel.won, duel.lost) == ("over", 0, 0)
    assert duel.rounds[0].drawn


async def test_a_duel_counts_the_day_that_has_begun(club: Club) -> None:
    code = await challenge(club)
    assert "14 days left" in duel_text(Words(), seen(club, code, ANNA))


async def test_nothing_of_a_run_leaks_before_both_have_played(club: Club) -> None:
    code = await challenge(club)
    games, feed = club.standings.profile(ANNA).games, len(club.feed.lines)
    anna = await finish(club, ANNA, code)
    (own,) = seen(club, code, ANNA).rounds
    assert own.yours is not None
    assert own.yours.code == anna.code
    assert seen(club, code, ANNA).state == "theirs"
    (theirs,) = seen(club, code, BEN).rounds
    assert (theirs.yours, theirs.theirs) == (None, None)
    club.watch_links.site = "https://cafe.example"
    link = club.watch_links.made_by(ANNA, anna.host.room).rpartition("/")[2]
    ways: list[Callable[[], Awaitable[object]]] = [
        lambda: club.watch(BEN, anna.code),
        lambda: club.look_up(BEN, anna.code),
        lambda: club.join(BEN, anna.code),
        lambda: club.replay(anna.code, 0, BEN),
        lambda: club.replay(anna.code),
        lambda: club.record(anna.code),
        lambda: club.record(code),
        lambda: club.table_shown_by(link, "x"),
    ]
    for way in ways:
        with pytest.raises(Refused):
            await way()
    assert anna.code not in [row.code for row in club.lobby(BEN).tables]
    assert len(club.feed.lines) == feed
    assert club.standings.profile(ANNA).games == games, "no board, no rating, no list"
    assert not club.standings.history(ANNA)
    assert await club.replay(anna.code, 0, ANNA)
    ben = await finish(club, BEN, code)
    for player, other in ((ANNA, ben), (BEN, anna)):
        assert await club.replay(other.code, 0, player)
        assert seen(club, code, player).rounds[0].theirs is not None


async def test_the_results_stand_side_by_side_and_turn_by_turn(club: Club) -> None:
    words, code = Words("en"), await challenge(club)
    tables = [await finish(club, player, code) for player in (ANNA, BEN)]
    replays = [await club.replay(table.code, 0, ANNA) for table in tables]
    pairs = side_by_side(words, *replays)
    assert pairs
    assert all(own.replace("anna", "ben") == other for own, other in pairs)
    for language in languages():  # "You: " or a heading stands before each turn
        runs = side_by_side(Words(language), *replays)
        assert not any(re.match(r"anna\s?:", own) for own, _ in runs)
    assert duel_text(words, seen(club, code, ANNA)) == f"{code}: Le 421 with ben, drawn, 0 to 0"
    (line,) = round_texts(words, seen(club, code, BEN))
    assert line.startswith("Round 1: you ")
    assert "; anna " in line


async def test_a_code_is_taken_up_by_one_person(club: Club) -> None:
    code = await challenge(club, to="")
    assert seen(club, code, ANNA).state == "yours"
    await finish(club, ANNA, code)
    assert seen(club, code, ANNA).state == "open"
    await finish(club, BEN, code.lower())
    with pytest.raises(Refused, match="between others"):
        await club.play_duel(CLEO, code)
    with pytest.raises(Refused, match="between others"):
        seen(club, code, CLEO)
    assert seen(club, code, ANNA).state == "over"


async def test_an_attempt_is_one_and_goes_on_after_a_restart(opening: Opening) -> None:
    events = MemoryLog()
    club = await opening(events)
    code = await challenge(club)
    table = await club.play_duel(ANNA, code)
    again = await opening(events)
    same = await again.play_duel(ANNA, code)
    assert same.code == table.code
    await play(same)
    await again.duels.settle()
    with pytest.raises(Refused, match="the other person has not"):
        await again.play_duel(ANNA, code)
    with pytest.raises(Refused):
        await same.start()
    third = await opening(events)
    assert seen(third, code, ANNA).rounds[0].yours is not None


async def test_who_gives_up_loses_to_who_played(club: Club) -> None:
    code = await challenge(club)
    table = await club.play_duel(ANNA, code)
    await table.do(decide.vote, "end")
    await club.duels.settle()
    await finish(club, BEN, code)
    assert (seen(club, code, ANNA).won, seen(club, code, ANNA).lost) == (0, 1)
    assert (seen(club, code, BEN).won, seen(club, code, BEN).lost) == (1, 0)


async def test_the_third_round_is_for_an_undecided_duel(club: Club) -> None:
    code = await challenge(club, rounds=3)
    for _ in range(2):
        await finish(club, ANNA, code)
    with pytest.raises(Refused, match="the other person has not"):
        await club.play_duel(ANNA, code)
    await finish(club, BEN, code)
    table = await club.play_duel(BEN, code)
    await table.do(decide.vote, "end")
    await club.duels.settle()
    assert seen(club, code, ANNA).state == "yours", "one drawn, one won: the third decides"
    seals = {played.commitment for played in seen(club, code, ANNA).rounds}
    assert len(seals) == 3
    await finish(club, ANNA, code)
    await finish(club, BEN, code)
    assert (seen(club, code, ANNA).state, seen(club, code, ANNA).won) == ("over", 1)


async def test_after_fourteen_days_there_is_no_result_and_nothing_is_secret(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await opening()
    code = await challenge(club)
    anna = await finish(club, ANNA, code)
    ben = await club.play_duel(BEN, code)
    over = now() + LIFE + 1
    monkeypatch.setattr(clocks, "time", SimpleNamespace(time_ns=lambda: over * 10**6))
    assert seen(club, code, ANNA).state == "lapsed"
    with pytest.raises(Refused, match="is over"):
        await club.play_duel(BEN, code)
    assert ben.host.room.day_over
    record = [json.loads(msgspec.json.encode(line)) for line in await club.record(code)]
    assert {line["fact"]["code"] for line in record if line["fact"]["fact"] == "created"} == {
        anna.code,
        ben.code,
    }


async def test_refused_taken_back_and_a_rematch_for_both(club: Club) -> None:
    code = await challenge(club)
    assert seen(club, code, BEN).challenged
    with pytest.raises(Refused):
        await club.duels.refuse(CLEO, code)
    assert (await club.duels.refuse(BEN, code)).state == "declined"
    assert (await club.duels.refuse(ANNA, await challenge(club))).state == "withdrawn"
    with pytest.raises(Refused, match="is over"):
        await club.play_duel(ANNA, code)
    follows = await club.duels.rematch(BEN, code)
    assert (await club.duels.rematch(ANNA, code)).code == follows.code
    assert seen(club, code, ANNA).rematch == follows.code
    assert seen(club, follows.code, ANNA).challenged


async def test_what_changed_while_somebody_was_away(club: Club) -> None:
    since = now() - 1
    code = await challenge(club)
    assert [change.what for change in club.duels.changes(BEN, since)] == ["challenged"]
    assert club.duels.changes(ANNA, since) == ()
    await finish(club, BEN, code)
    await finish(club, ANNA, code)
    assert [change.what for change in club.duels.changes(ANNA, since)] == ["played"]
    assert [change.what for change in club.duels.changes(BEN, since)] == ["challenged", "over"]
    assert club.duels.changes(BEN, now() + 1) == ()
    lines = [item for item in club.digest.read(BEN) if item.kind == "duel"]
    assert [Words("en").say(item.news) for item in lines] == [
        "anna challenges you to a duel: Le 421.",
        "anna has played: your duel is over (Le 421).",
    ]


async def test_whoever_is_ignored_or_not_invited_challenges_in_vain(club: Club) -> None:
    await challenge(club, to="")
    await club.community.ignore(BEN, ANNA.name, True)
    await club.duels.challenge(ANNA, "ben", "421")
    assert club.duels.of(BEN) == ()
    assert club.duels.changes(BEN, 0) == ()
    await club.accounts.prefer(CLEO, "invitations", "none")
    with pytest.raises(Refused, match="takes no invitations"):
        await club.duels.challenge(ANNA, "cleo", "421")
    for name in ("anna", "nobody-at-all"):
        with pytest.raises(Refused):
            await club.duels.challenge(ANNA, name, "421")
    with pytest.raises(Refused, match="one round, or three"):
        await club.duels.challenge(ANNA, "", "421", 2)


@pytest.mark.parametrize("game", ["421", "golden-zero"])
async def test_one_file_proves_both_runs(club: Club, game: str) -> None:
    code = await challenge(club, game)
    for player in (ANNA, BEN):
        await finish(club, player, code)
    record = [json.loads(msgspec.json.encode(line)) for line in await club.record(code)]
    exit_code, report = verified(record)
    if game == "421":
        assert exit_code == 0, report
        assert f"draws of round 1 of duel {code}" in report
        assert "a duel: 2 tables, 1 deals" in report
    else:
        assert exit_code == 2, "hands stay hidden for ever"
        assert "hands stay hidden" in report
    other = [n for n, line in enumerate(record) if line["fact"]["fact"] == "created"][1]
    sealed = record[other + 1]["fact"]
    sealed["commitment"] = "0" * 64
    exit_code, report = verified(record)
    assert exit_code == 1
    assert "have not the same game, rules and seal" in report


async def test_tables_of_no_duel_do_not_stand_in_one_file(club: Club) -> None:
    lines = []
    for player in (ANNA, BEN):
        table = await club.quick_play(player, "421", "")
        await play(table)
        lines += [json.loads(msgspec.json.encode(line)) for line in await club.record(table.code)]
    exit_code, report = verified(lines)
    assert exit_code == 1
    assert "plays no duel" in report
