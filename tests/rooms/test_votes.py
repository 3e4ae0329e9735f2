"""A pause and an end by consent."""

from typing import Any

import pytest

from arcade.engine.news import phrase
from arcade.players.player import Player
from arcade.players.results import DAY
from arcade.rooms import decide, facts
from arcade.rooms.errors import Refused
from arcade.rooms.evolve import ABSENT, LAPSED
from arcade.rooms.facts import Vote
from arcade.rooms.room import Room
from tests.people import ANNA, BEN, CLEO, DORA
from tests.rooms.playing import NOON, act, after, draws, table


def ask(room: Room, player: Player, what: Vote) -> Room:
    return after(room, decide.vote(room, player, what))


def test_a_pause_begins_when_everybody_who_plays_has_asked() -> None:
    room = ask(table(ANNA, BEN, seats=3), ANNA, "pause")
    assert not room.paused and room.asked == {"pause": (0,)}
    room = ask(room, BEN, "pause")
    assert room.paused == NOON and not room.asked


def test_the_same_key_takes_it_back() -> None:
    room = ask(table(ANNA, BEN), ANNA, "pause")
    room = ask(room, ANNA, "pause")
    assert not room.asked["pause"]
    assert not ask(room, BEN, "pause").paused


def test_one_no_ends_the_question_for_everybody() -> None:
    room = ask(ask(table(ANNA, BEN, CLEO, seats=3), ANNA, "end"), BEN, "end")
    room = after(room, decide.decline(room, CLEO))
    assert room.phase == "playing" and not any(room.asked.values())
    assert room.lines[-1].news == phrase("{who:@|You} would rather go on.", who=room.names[2])
    assert ask(room, CLEO, "end").phase == "playing"
    with pytest.raises(Refused):  # nobody else asks Anna anything
        decide.decline(ask(room, ANNA, "pause"), ANNA)
    with pytest.raises(Refused):
        decide.decline(room, CLEO)


def test_nobody_moves_in_a_pause_and_anybody_goes_on() -> None:
    room = ask(table(ANNA), ANNA, "pause")
    assert room.paused  # one alone needs nobody's consent
    with pytest.raises(Refused):
        act(room, 0)
    assert decide.hold(room, 0) == ()
    lent = after(table(ANNA, BEN), decide.hold(table(ANNA, BEN), 1))
    room = ask(lent, ANNA, "pause")
    assert decide.act_as_bot(room, 1, {}, room.due[1], draws(room)) == ()
    room = after(room, decide.unpause(room, ANNA))
    assert not room.paused and decide.unpause(room, ANNA) == ()


def test_a_long_pause_ends_by_itself() -> None:
    room = ask(table(ANNA), ANNA, "pause")
    assert decide.end_long_pause(room, room.paused - 1) == ()
    room = after(room, decide.end_long_pause(room, room.paused))
    assert not room.paused and decide.end_long_pause(room, 0) == ()


def test_a_game_ends_without_a_result_when_all_agree() -> None:
    room = ask(table(ANNA, BEN, seats=3), ANNA, "end")
    assert room.phase == "playing"
    room = ask(room, BEN, "end")
    assert room.phase == "over" and room.ended and not room.asked and room.games_played == 0
    assert room.to_act() == () and room.running() == ()
    assert "without a result" in str(room.lines[-1].news)
    room = after(room, decide.start(room, ANNA, draws(room)))
    assert room.phase == "playing" and not room.ended


@pytest.mark.parametrize(
    "absence",
    [lambda room: decide.hold(room, 1), lambda room: decide.leave_seat(room, BEN)],
    ids=["a lost line", "given up"],
)
def test_a_game_that_two_began_is_not_annulled_by_one(absence: Any) -> None:
    asked = ask(table(ANNA, BEN), ANNA, "end")
    room = after(asked, absence(asked))
    assert decide.settle_votes(room) == () and not any(room.asked.values())
    room = ask(room, ANNA, "end")
    assert room.phase == "playing" and decide.settle_votes(room) == ()
    assert room.lines[-1].news == phrase(ABSENT, who="ben")


def test_a_newcomer_does_not_agree_in_the_place_of_who_began() -> None:
    room = table(ANNA, BEN)
    room = after(room, decide.leave_seat(room, BEN))
    room = after(room, decide.sit(room, CLEO, 1))
    assert ask(ask(room, ANNA, "end"), CLEO, "end").phase == "playing"


def test_who_gave_up_may_agree_to_the_end_and_to_nothing_else() -> None:
    room = table(ANNA, BEN)
    room = after(room, decide.leave_seat(room, BEN))
    with pytest.raises(Refused):
        decide.vote(room, BEN, "pause")
    room = ask(room, BEN, "end")
    assert room.lines[-1].news == phrase(
        "{who:@ asks|You ask} to end the game without a result.", who="ben"
    )
    assert ask(room, ANNA, "end").phase == "over"


@pytest.mark.parametrize("what", ["pause", "end"])
@pytest.mark.parametrize(("days", "wait"), [(0, 60_000), (2, 2 * DAY)])
def test_a_question_lapses(what: Vote, days: int, wait: int) -> None:
    if what == "pause" and days:
        return
    room = ask(table(ANNA, BEN, CLEO, seats=3, days=days), ANNA, what)
    room = after(room, decide.vote(room, BEN, what), NOON + 50_000)
    assert decide.lapse(room, what, NOON + wait - 1) == ()
    room = after(room, decide.lapse(room, what, NOON + wait), NOON + wait)
    assert not room.asked[what] and decide.lapses(room, what) == 0
    assert room.lines[-1].news == phrase(LAPSED, who="ben")
    assert ask(room, CLEO, what).asked[what] == (2,)


@pytest.mark.parametrize("what", ["pause", "end"])
def test_a_question_lapses_when_other_people_play(what: Vote) -> None:
    asked = ask(table(ANNA, BEN, CLEO, seats=4), ANNA, what)
    for change in (
        decide.hold(asked, 2),
        decide.leave_seat(asked, CLEO),
        decide.sit(asked, DORA, 3),
    ):
        assert not after(asked, change).asked[what]


def test_what_somebody_asked_for_is_forgotten_with_the_seat_and_with_the_game() -> None:
    room = ask(table(ANNA, BEN, CLEO, seats=3), ANNA, "end")
    left = after(room, decide.leave_seat(room, ANNA))
    assert not any(left.asked.values())
    over = after(ask(room, ANNA, "pause"), (facts.Ended(),))
    assert not over.asked


def test_only_who_plays_has_a_voice() -> None:
    room = table(ANNA, BEN)
    for refused in (
        lambda: decide.vote(room, CLEO, "pause"),
        lambda: decide.vote(after(room, decide.hold(room, 0)), ANNA, "end"),
        lambda: decide.vote(after(room, (facts.Ended(),)), ANNA, "end"),
        lambda: decide.vote(table(ANNA, BEN, days=1), ANNA, "pause"),
        lambda: decide.unpause(room, CLEO),
        lambda: decide.decline(ask(room, ANNA, "end"), CLEO),
    ):
        with pytest.raises(Refused):
            refused()
