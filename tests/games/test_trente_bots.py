"""The bots of Trente: their exact parts against brute force and play, and their order."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from arcade.club.i18n.words import Words
from arcade.engine import options
from arcade.engine.bot import bot
from arcade.engine.chance import Replay, Stream
from arcade.engine.coach import chances
from arcade.engine.offers import Offer, offered
from arcade.engine.simulation import simulate
from arcade.games.trente.bots.stakes import Stakes, duel, losses, plain_turn, shares, strikes
from arcade.games.trente.bots.turn import (
    Turn,
    hits,
    in_points,
    mean_hits,
    nearest_to_death,
    promise,
    throws,
    turn,
)
from arcade.games.trente.rules.actions import Action, Attack, Forgo, Keep, Roll
from arcade.games.trente.rules.game import GAME
from arcade.games.trente.rules.state import State, View
from tests.bots.advice import advised
from tests.scenarios.given import arrange


def table(seats: int, fields: dict[str, Any], **chosen: Any) -> State:
    state = GAME.setup(options.read(GAME, chosen), seats, Replay((0,)))
    return arrange(GAME, state, fields)


# One turn


def test_laws_sum_to_one() -> None:
    for count in range(1, 7):
        assert sum(likely for likely, _ in throws(count)) == pytest.approx(1)
    for law in (plain_turn(), losses(), strikes()):
        assert sum(law.values()) == pytest.approx(1)
    assert sum(hits()) == pytest.approx(1)


def test_an_attack_keeps_less_than_two_dice_on_average() -> None:
    chance = Stream(b"hits")
    state = table(2, {"attack": 1})
    lost = []
    for _ in range(4000):
        strike = GAME.apply(state, 0, Attack(), chance).strike
        assert strike is not None
        lost.append(strike.lost)
    assert sum(lost) / len(lost) == pytest.approx(mean_hits(), abs=0.1)
    for kept in range(4):
        assert lost.count(kept) / 4000 == pytest.approx(hits()[kept], abs=0.03)


WORTHS = (
    in_points(1.0),
    tuple(float(excess > 0) for excess in range(-24, 7)),
    tuple(float(excess**3) for excess in range(-24, 7)),
)


@pytest.mark.parametrize("worths", WORTHS)
def test_a_turn_is_the_best_of_all_turns(worths: tuple[float, ...]) -> None:
    """Against every set of dice that may be kept of every throw, three dice before the end."""

    @cache
    def best(left: int, total: int) -> float:
        if not left:
            return worths[total - 6]
        thrown = list(product(range(1, 7), repeat=left))
        ends = (
            max(best(left - len(keep), total + sum(keep)) for keep in subsets(dice))
            for dice in thrown
        )
        return sum(ends) / len(thrown)

    def subsets(dice: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for count in range(1, len(dice) + 1):
            yield from combinations(dice, count)

    plan = Turn(worths)
    for total in (3, 9, 14, 16, 18):
        assert plan.worth(3, total) == pytest.approx(best(3, total))


def test_a_turn_ends_as_it_promises() -> None:
    worths = in_points(mean_hits())
    plan = turn(worths)
    ends = plan.ends(6, 0)
    assert sum(ends.values()) == pytest.approx(1)
    assert plan.worth(6, 0) == pytest.approx(sum(p * worths[x + 24] for x, p in ends.items()))
    ahead = plan.prospect(6, 0)
    assert ahead.attack == pytest.approx(sum(p for x, p in ends.items() if x > 0))
    assert ahead.miss == pytest.approx(sum(p for x, p in ends.items() if x < 0))
    assert ahead.lost == pytest.approx(-sum(p * x for x, p in ends.items() if x < 0))
    assert plan.first() > plan.worth(6, 0)


# The manche


def test_a_duel_shares_one_manche() -> None:
    """With equal scores it is even but for the first blow; more points are never worth less."""
    shared = duel()
    assert shared[30][30] == pytest.approx(0.5, abs=0.03)
    for mine in range(30):
        assert shared[mine + 1][10] > shared[mine][10]
        assert shared[10][mine + 1] < shared[10][mine]


FOR_POINTS = turn(in_points(mean_hits()))


def for_points(view: View, offers: Sequence[Offer]) -> Action:
    """Play a turn for points, and strike the living seat nearest to death."""
    if view.attack is not None:
        return Attack(max(view.targets, key=lambda seat: nearest_to_death(view, seat)))
    kept_offers = offered(offers, Keep)
    return (
        max(kept_offers, key=lambda keep: promise(FOR_POINTS, view, keep))
        if kept_offers
        else Roll()
    )


@pytest.mark.parametrize(("scores", "games"), [((6, 4), 300), ((5, 10, 10, 10), 200)])
def test_what_scores_are_worth_shows_in_play(scores: tuple[int, ...], games: int) -> None:
    """Turns for points are played on from there; the tolerance is three standard errors."""
    won = 0.0
    for number in range(games):
        chance = Stream(b"on", str(number))
        state = table(len(scores), {"scores": list(scores), "turn": 0, "origin": 0})
        while state.turn is not None:
            view, offers = GAME.view(state, state.turn), GAME.legal(state, state.turn)
            state = GAME.apply(state, state.turn, for_points(view, offers), chance)
        won += (0 in state.winners) / len(state.winners)
    share = shares(scores, 0)[0]
    assert won / games == pytest.approx(share, abs=3 * (share * (1 - share) / games) ** 0.5)


def test_shares_of_a_manche() -> None:
    assert sum(shares((30, 12, 4, -3), 0)) == pytest.approx(1)
    assert shares((2, -1, -4), 0) == (1, 0, 0)
    assert shares((-2, -1, -1), 0) == (0, 0.5, 0.5)
    equal = shares((30, 30, 30, 30), 0)
    assert equal == pytest.approx([0.25] * 4)


def test_many_seats_and_manches_are_counted_by_how_often_each_has_won() -> None:
    state = GAME.setup(options.read(GAME, {"manches": 9}), 8, Replay((0,)))
    odds = chances(GAME, arrange(GAME, state, {"scores": [30] * 8, "manches_won": [2] + [0] * 7}))
    assert sum(odds) == pytest.approx(1)
    assert odds[0] > 2 * max(odds[1:])
    level = chances(GAME, arrange(GAME, state, {"manche": 9, "manches_won": [4, 4] + [0] * 6}))
    assert sum(level[:2]) == pytest.approx(1)


def test_a_kill_is_weighed_with_its_vengeance() -> None:
    """Killing the last opponent wins unless the vengeance kills: exact, by the law of a strike."""
    state = table(2, {"scores": [3, 0], "attack": 6})
    stakes = Stakes(GAME.view(state, 0))
    assert stakes.kills(1, 6) == pytest.approx(1 - hits()[0])
    survives = sum(likely for lost, likely in strikes().items() if lost <= 3)
    worth = stakes.attack(1, 6)
    assert worth > (1 - hits()[0]) * survives
    assert worth < 1


def test_the_expert_forgoes_a_vengeance_that_can_only_cost() -> None:
    """The highest of the dead may yet win where all die; with one alive, only a kill helps."""
    for scores, better in (((-1, 0, 0, 0), Forgo()), ((-1, 0), Roll()), ((-15, 4), Roll())):
        state = table(len(scores), {"scores": list(scores), "avenging": 0, "turn": 1})
        view, offers = GAME.view(state, 0), GAME.legal(state, 0)
        assert bot(GAME, "expert").choose(view, offers, Stream(b"")) == better


def test_beginners_take_every_vengeance() -> None:
    state = table(3, {"scores": [-1, 30, 30], "avenging": 0, "turn": 1})
    for name in ("simple", "good"):
        chosen = bot(GAME, name).choose(GAME.view(state, 0), GAME.legal(state, 0), Stream(b""))
        assert chosen == Roll()


# Coach and strength


@pytest.mark.parametrize("preset", ["maison", "trente-douze"])
def test_the_coach_weighs_every_choice(preset: str) -> None:
    expert, chance = bot(GAME, "expert"), Stream(b"coach")
    state = GAME.setup(options.read(GAME, {"preset": preset, "manches": 1}), 3, chance)
    while state.turn is not None:
        view, offers = GAME.view(state, state.turn), GAME.legal(state, state.turn)
        advice = advised(GAME, state, state.turn, chance)
        assert {choice.action for choice in advice} == {offer.action for offer in offers}
        action = expert.choose(view, offers, chance)
        if len(offers) > 1:
            played = next(choice for choice in advice if choice.action == action)
            assert played.worth == pytest.approx(advice[0].worth, abs=0.05)
        state = GAME.apply(state, state.turn, action, chance)


def test_the_coach_tells_the_odds() -> None:
    """25 lie, one die to go: a 6 attacks, a 5 is 30, the others miss by 1 to 4."""
    state = table(4, {"kept": [6, 6, 5, 4], "dice": [4, 1]})
    advice = advised(GAME, state, 0)
    kept = next(choice for choice in advice if choice.action == Keep((4,)))
    data = kept.why.data
    assert (data["attack"], data["miss"], data["lost"]) == (17, 67, 17)
    assert "(−1.7 on average)" in Words("en").say(kept.why)
    assert "(−1,7 en moyenne)" in Words("fr").say(kept.why)


def test_near_death_the_expert_plays_safe() -> None:
    """6-6-6-6 and two dice 6-1 at one point left: exactly 30 is not to be had, 31 and more is."""
    state = table(4, {"scores": [0, 30, 30, 30], "kept": [6, 6, 6, 6], "dice": [6, 1]})
    view, offers = GAME.view(state, 0), GAME.legal(state, 0)
    expert = bot(GAME, "expert")
    assert expert.choose(view, offers, Stream(b"")) != Keep((1,))


def test_good_keeps_the_fives_late() -> None:
    """Of six dice the beginner takes 6 and 5, the good bot the 6 alone; of three both take both."""
    for dice, kept, waits in (([6, 5, 4, 3, 2, 1], [], True), ([6, 5, 1], [6, 6, 4], False)):
        state = table(3, {"dice": dice, "kept": kept})
        view, offers = GAME.view(state, 0), GAME.legal(state, 0)
        assert bot(GAME, "simple").choose(view, offers, Stream(b"")) == Keep((6, 5))
        good = bot(GAME, "good").choose(view, offers, Stream(b""))
        assert good == (Keep((6,)) if waits else Keep((6, 5)))


@pytest.mark.parametrize(
    ("weaker", "stronger", "games"), [("simple", "good", 40), ("simple", "expert", 12)]
)
def test_the_stronger_bot_wins_more(weaker: str, stronger: str, games: int) -> None:
    """A short match whose margin is large; thousands of games stand in docs/bots.md."""
    players = (bot(GAME, weaker), bot(GAME, stronger))
    report = simulate(GAME, options.read(GAME, {"manches": 1}), 2, players, games, seed=3)
    assert report.strengths[1].difference > 0.1
