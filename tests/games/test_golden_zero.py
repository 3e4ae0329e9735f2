"""Golden Zero: chips and cards are conserved, secrets kept, pots cut as the page says."""

from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from msgspec.structs import replace

from arcade.engine import options
from arcade.engine.chance import Replay, Shuffled, Stream
from arcade.engine.news import News
from arcade.engine.offers import choose
from arcade.games.golden_zero import GAME
from arcade.games.golden_zero.bots.good import outlook
from arcade.games.golden_zero.losses import losses
from arcade.games.golden_zero.rules.actions import LastHand
from arcade.games.golden_zero.rules.dealing import CARDS, draw_button
from arcade.games.golden_zero.rules.hands import Pot, best, excess, layers, shares
from arcade.games.golden_zero.rules.state import Shown, State, alive, pots
from tests.scenarios.given import arrange

VARIANTS = [
    {"droit": droit, "stack": stack, "reprise": reprise, "all_burned": burned, "burn_each": each}
    for droit, stack, (reprise, burned, each) in zip(
        (5, 1, 3, 7, 5, 10, 5, 2),
        (500, 30, 50, 61, 20, 10, 5, 3),
        product((True, False), ("split", "carry"), (False, True)),
        strict=True,
    )
]


def play(values: dict[str, object], seats: int, seed: int) -> Iterator[State]:
    """Play at random, announcing the last hand rarely; yield every state."""
    chance, picks = Stream(b"deck", f"{seats} {seed}"), Stream(b"players", f"{seats} {seed}")
    state = GAME.setup(options.read(GAME, values), seats, chance)
    yield state
    while state.phase != "over":
        waiting = GAME.to_act(state)
        seat = waiting[picks.pick(len(waiting))]
        offers = [offer for offer in GAME.legal(state, seat) if type(offer.action) is not LastHand]
        if state.hand >= 11 and state.final is None:
            state = GAME.apply(state, seat, LastHand(), chance)
        state = GAME.apply(state, seat, choose(offers[picks.pick(len(offers))], picks.pick), chance)
        yield state


@pytest.mark.parametrize("values", VARIANTS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_chips_and_cards_are_conserved_in_every_phase(
    values: dict[str, object], seats: int
) -> None:
    for seed in range(6):
        for state in play(values, seats, seed):
            assert min(state.stacks) >= 0
            on_table = sum(pot.amount for pot in pots(state))
            assert sum(state.stacks) + on_table == seats * state.options.stack
            if state.phase in ("result", "over"):
                assert on_table == state.carry
                assert sum(state.won) + state.carry == sum(award.amount for award in state.awards)
            else:
                assert on_table == sum(state.paid) + state.carry
            hands = sum(state.open, ()) + sum(state.closed, ())
            cards = state.deck + state.discards + state.target_cards + hands
            assert sorted(cards) == list(CARDS)
            assert 15 <= state.target <= 24


def test_each_pot_goes_whole_to_seats_that_contest_it() -> None:
    for seats in (3, 4, 6):
        for seed in range(25):
            for state in play({"stack": 60, "hands": 12}, seats, seed):
                for award in state.awards:
                    assert sum(award.shares) == award.amount
                    assert max(award.shares) - min(award.shares) <= 1
                    assert set(award.winners) <= set(award.seats)


def test_in_turn_is_who_can_act() -> None:
    for seed in range(20):
        for state in play({"stack": 60}, 4, seed):
            if state.turn is None:
                assert state.phase in ("result", "over")
            else:
                assert state.turn in alive(state)
                assert state.phase == "choix" or state.stacks[state.turn]
                assert state.raises <= state.options.max_raises
                GAME.check(state, state.turn, GAME.default(state, state.turn))


def test_only_hands_called_to_the_end_and_not_burned_are_shown() -> None:
    for seed in range(60):
        for state in play({"stack": 100, "hands": 12}, 4, seed):
            if state.phase not in ("result", "over"):
                assert not any(state.shown)
                continue
            live = [
                seat
                for seat in range(4)
                if state.closed[seat] and not (state.folded[seat] or state.burned[seat])
            ]
            for seat in range(4):
                hand = best(state.open[seat], state.closed[seat], state.target)
                seen = len(live) > 1 and seat in live and hand is not None
                assert (state.shown[seat] is not None) == seen


def test_the_clock_alone_ends_every_hand() -> None:
    chance = Stream(b"clock")
    state = GAME.setup(options.read(GAME, {"hands": 20}), 4, chance)
    while waiting := GAME.to_act(state):
        state = GAME.apply(state, waiting[0], GAME.default(state, waiting[0]), chance)
    assert state.phase == "over"
    assert state.hand == 20


def test_layers_are_cut_at_the_stakes_of_the_all_in_seats() -> None:
    assert layers((60, 20, 60), (0, 1, 2), (1,), ()) == (Pot(60, (0, 1, 2)), Pot(80, (0, 2)))
    assert layers((60, 20, 35, 60), (0, 1, 2), (1, 2), ()) == (
        Pot(80, (0, 1, 2)),
        Pot(45, (0, 2)),
        Pot(50, (0,)),
    )


def test_what_a_folded_seat_paid_lies_in_the_layers_it_reached() -> None:
    assert layers((60, 20, 40, 60), (0, 1, 3), (1,), ()) == (Pot(80, (0, 1, 3)), Pot(100, (0, 3)))


def test_a_layer_that_nobody_alive_contests_belongs_to_the_burned() -> None:
    assert layers((60, 20, 60), (1,), (1,), (0, 2)) == (Pot(60, (1,)), Pot(80, (0, 2)))


def test_what_was_carried_joins_the_main_pot() -> None:
    assert layers((60, 20, 60), (0, 1, 2), (1,), (), 7) == (Pot(67, (0, 1, 2)), Pot(80, (0, 2)))


def test_the_excess_is_what_nobody_matched() -> None:
    assert excess((5, 30, 20)) == (1, 10)
    assert excess((5, 30, 30))[1] == 0


def test_odd_chips_go_one_each_to_the_first() -> None:
    assert shares(122, (1, 2, 3)) == (41, 41, 40)
    assert shares(10, (4,)) == (10,)


@pytest.mark.parametrize(
    ("closed", "open_cards", "target", "value", "garde"),
    [
        ((1, 7), (5,), 18, 13, None),
        ((1, 7), (5, 1, 4), 18, 18, None),
        ((1, 7), (5, 1, 4), 17, 17, 1),
        ((3, 4), (9,), 18, 16, None),
        ((0, 8), (10,), 18, 18, 0),
        ((0, 0), (10, 8), 18, 18, 0),
        ((10, 2), (6,), 16, 16, 2),
        ((5, 5), (10,), 15, 15, 5),
    ],
)
def test_the_best_reading(
    closed: tuple[int, int], open_cards: tuple[int, ...], target: int, value: int, garde: int | None
) -> None:
    hand = best(open_cards, closed, target)
    assert hand is not None
    assert (hand.value, hand.garde) == (value, garde)


def test_a_closed_card_has_to_be_counted() -> None:
    assert best((9, 8), (3, 4), 18) is None
    assert best((9, 9), (1, 4), 18) is None


def test_a_deck_of_ties_gives_the_button_to_the_first_of_the_tied() -> None:
    button, _ = draw_button(5, Replay((Shuffled(CARDS),)))
    assert button == 0


def test_the_good_bot_counts_a_sure_hand_as_sure() -> None:
    """On the target with the best Garde, only another such hand could share."""
    fresh = GAME.setup(options.read(GAME, {}), 2, Stream(b"deck"))
    state = arrange(
        GAME,
        fresh,
        {
            "button": 1,
            "closed": [[0, 8], [3, 4]],
            "open": [[10], [9]],
            "target_cards": [10, 8],
            "phase": "reine",
        },
    )
    sure, unsure = (outlook(GAME.view(state, seat)).stay for seat in (0, 1))
    assert sure > 0.8 > unsure


def given(**fields: object) -> State:
    return arrange(GAME, GAME.setup(options.read(GAME, {}), 3, Stream(b"given")), fields)


def test_given_bets_say_who_opened_and_who_has_to_answer() -> None:
    state = given(button=0, bets=[0, 10, 30], raises=1)
    assert (state.aggressor, state.turn, state.answered) == (2, 0, (False, False, True))
    assert GAME.view(state, None).to_call == 30


def test_given_marks_may_be_seats_or_one_a_seat() -> None:
    first, other = given(button=0, folded=[2]), given(button=0, folded=[False, False, True])
    assert first == other
    assert first.turn == 1
    assert first.open[2] == first.closed[2] == ()


def test_given_pots_are_what_is_carried() -> None:
    assert given(pots=[{"amount": 85, "seats": [0, 1, 2]}]).carry == 70
    assert given(phase="result", pots=[{"amount": 70, "seats": [0, 1, 2]}]).carry == 70


def test_a_given_phase_begins_anew() -> None:
    assert (given(button=2, phase="choix").turn, given(button=2, phase="reine").turn) == (0, 0)
    assert given(phase="choix").deck == given().deck[1:]
    assert given(phase="result", stacks=[500, 0, 1000]).out == (False, True, False)
    assert given(phase="reine", stacks=[0, 0, 100]).phase in ("result", "over")
    assert given(phase="choix", folded=[0, 1]).phase == "result"


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_what_the_news_say_of_losses_is_what_the_stacks_say(seats: int) -> None:
    for values in VARIANTS:
        news: list[News] = []
        after: dict[int, State] = {}
        for state in play(values, seats, 1):
            news += state.news
            if state.phase in ("result", "over"):
                after[state.hand] = state
        losses_told = list(losses(news, seats))
        before: Sequence[int] = (after[1].options.stack,) * seats
        for end, state in zip(
            sorted({entry.end for entry in losses_told}), after.values(), strict=True
        ):
            for entry in losses_told:
                if entry.end == end:
                    assert entry.chips == before[entry.seat] - state.stacks[entry.seat]
            before = state.stacks


@pytest.mark.parametrize(
    ("opened", "closed", "laid"),
    [
        ((3,), (5, 9), Shown((5, 9), 17)),
        ((3,), (9, 5), Shown((9, 5), 17)),
        ((10, 1), (8, 5), Shown((5,), 16)),  # the other card is a Garde, and stays closed
        ((10, 1), (5, 8), Shown((5,), 16)),
        ((7, 7), (0, 4), Shown((4,), 18)),
        ((9, 9), (1, 2), None),  # a hidden burn
        ((4, 4), (), None),  # folded
    ],
)
def test_watchers_who_see_hands_see_what_counts(
    opened: tuple[int, ...], closed: tuple[int, ...], laid: Shown | None
) -> None:
    state = next(play({}, 2, 1))
    state = replace(
        state, phase="result", target=18, open=(opened, ()), closed=(closed, ()), shown=(None, None)
    )
    view = GAME.open_view(state)
    assert view is not None and view.shown == (laid, None)


def test_watchers_who_see_hands_see_a_garde_that_was_compared() -> None:
    state = replace(next(play({}, 2, 1)), phase="result", target=18)
    cards = {"open": ((7, 7), (8, 6)), "closed": ((4, 9), (4, 8))}
    laid = Shown((4,), 18, 9), Shown((4,), 18, 8)
    view = GAME.open_view(replace(state, **cards, shown=laid))
    assert view is not None and view.shown == laid
