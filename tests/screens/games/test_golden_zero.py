"""Pictures of Golden Zero: cards, chips, secrets, the showdown, in any size."""

import re
from collections.abc import Sequence
from itertools import product

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.games.golden_zero import GAME
from arcade.games.golden_zero.rules.actions import Call, Card, Deal, Fold, Open, Raise, Stand, Stay
from arcade.games.golden_zero.rules.options import Options
from screens.terminal.rows import plain
from screens.widgets import cards
from tests.screens.conftest import row_of
from tests.screens.golden_zero_tables import (
    LARGE,
    MIDDLE,
    NAMES,
    SIDE_POTS,
    SMALL,
    after,
    answering,
    dealt,
    drawing,
    pictures,
)


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_every_picture_fits_every_size_for_everybody(club: Club, language: str) -> None:
    async with drawing(club, language) as drawn:
        for state in pictures():
            for seat in (None, 0, state.seats - 1):
                drawn.show(state, seat)
                for size in (SMALL, MIDDLE, LARGE):
                    rows = drawn.rows(size)
                    assert len(rows) <= size[1], drawn.text(size)
                    assert max(map(cell_len, rows)) <= size[0], drawn.text(size)
                    assert "Anna" in drawn.text(size)
                    text, value = drawn.text(size), state.target
                    large = [cards.number(value)[1], cards.doubled(value)[3]]
                    assert any(each.rstrip() in text for each in (str(value), *large))


async def test_cards_are_drawn_as_cards_and_closed_ones_of_others_as_backs(club: Club) -> None:
    state = dealt(3, phase="levee", target_cards=[8, 7], closed=[[1, 2], [3, 4], [5, 6]],
                  open=[[9], [6], [10]])  # fmt: skip
    async with drawing(club) as drawn:
        drawn.show(state, 0)
        for face in ("  ▀█      ▀▀█      █▀█  ", "8+7"):
            assert drawn.text(MIDDLE).count(face) == 1
        assert drawn.text((66, 32)).count("│▒▒▒▒▒│ │▒▒▒▒▒│") == 2 * 3, "one's own are drawn once"
        assert drawn.text((78, 20)).count("│▒▒▒│ │▒▒▒│") == 2
        assert drawn.text((80, 17)).count("▄▄▄ ▄▄▄ ▄▄▄") == 2
        assert "██████" in drawn.text(LARGE), "one's own cards are twice as large"


async def test_what_makes_a_long_target_stands_below_it_as_far_as_there_is_room(
    club: Club,
) -> None:
    async with drawing(club) as drawn:
        drawn.show(dealt(3, phase="choix", target_cards=[1, 0, 1, 0, 3, 2, 5, 0, 0, 4]), 0)
        text = drawn.text((77, 40))
        assert "1+0+1+0+3+2+5+…" in text, text


async def test_the_button_stands_apart_from_the_cards(club: Club) -> None:
    async with drawing(club) as drawn:
        for button in (0, 1):
            drawn.show(dealt(3, phase="levee", button=button, turn=0), 0)
            sign = r"\(B\)" if button else "button"  # a word on one's own card
            assert re.search(rf"495  {sign}( {{2}}|$)", drawn.text(SMALL), re.MULTILINE)
            assert re.search(r"495  button( {2}| ─|$)", drawn.text(LARGE), re.MULTILINE), (
                "a word where it fits"
            )


async def test_a_button_that_leaves_no_room_for_closed_cards_stands_behind_the_name(
    club: Club,
) -> None:
    state = dealt(6, phase="levee", turn=0, bets=[10] * 6, stacks=[385] * 6, button=4)
    async with drawing(club) as drawn:
        names = (
            "Zoé",
            "Benedict-Maria",
            "Cleopatra-Anna",
            "Odette-Marie",
            "Luc",
            "Evangeline-Rose",
        )
        drawn.show(state, 0, names)
        text = drawn.text((80, 17))
        assert re.search(r"♠ Luc +\(B\)", text) and text.count("▒▒ ▒▒") == 5, text


async def test_each_seat_is_a_block_with_its_chips_bet_and_cards(club: Club) -> None:
    state = dealt(3, phase="levee", bets=[0, 10, 120], stacks=[495, 1485, 95],
                  open=[[9], [6], [1]])  # fmt: skip
    async with drawing(club) as drawn:
        drawn.show(state, None)
        rows = drawn.rows((80, 22))
        for name, money, total in (("Anna", "495", 9), ("Ben", "1485  bet 10", 6),
                                   ("Cleo", "95  bet 120", 1)):  # fmt: skip
            at = row_of(rows, name)
            left = rows[at].index(name)
            assert f"● {money}" in rows[at + 1][max(0, left - 6) :], rows[at + 1]
            beside = [line[max(0, left - 6) :] for line in rows[at + 2 : at + 6]]
            assert any(f"= {total}" in line for line in beside), beside
        drawn.show(state, 1)
        text = drawn.text(SMALL)
        assert text.index("Cleo") < text.index("Anna") < text.index("Ben"), "one's own is last"


async def test_a_small_seat_has_its_chips_behind_its_name_and_its_bet_beside_its_cards(
    club: Club,
) -> None:
    state = dealt(4, phase="levee", turn=0, bets=[0, 10, 120, 0], button=1,
                  stacks=[495, 1485, 95, 495], open=[[9], [6], [1, 0], [7]])  # fmt: skip
    async with drawing(club) as drawn:
        drawn.show(state, 0, ("Zoé", "Ben", "Cleo", "Luc"))
        name, _, total, *_ = drawn.rows((80, 17))[1:]
        for at, words in ((0, "♥ Ben  ● 1485  (B)"), (26, "♣ Cleo  ● 95  bet 120"), (52, "♦ Luc")):
            assert words in name[at : at + 26], name
        assert " ▒   ▒   6  bet 10" in total[:26], total
        assert "= 1" in total[26:52] and "bet" not in total[26:52], total
        assert " ▒   ▒   7" in total[52:] and "=" not in total[52:], "the card says it"


async def test_a_bet_without_room_beside_the_cards_stands_behind_the_chips(club: Club) -> None:
    state = dealt(4, phase="levee", turn=0, bets=[0, 0, 0, 12], stacks=[495] * 4, button=1,
                  open=[[2], [4], [9], [8, 0]])  # fmt: skip
    async with drawing(club, "fr") as drawn:
        drawn.show(state, 0, ("Zoé", "Ben", "Cleo", "Luc"))
        assert "♦ Luc  ● 495  mise 12" in drawn.text((80, 17)), drawn.text((80, 17))


async def test_who_is_to_play_is_lit_in_their_colour(club: Club) -> None:
    state = dealt(3, phase="levee", turn=1)
    async with drawing(club) as drawn:
        for size in (SMALL, MIDDLE, LARGE):
            drawn.show(state, None)
            lit = {each.text.strip(): each.tone for line in drawn.view.draw(Size(*size))
                   for each in line}  # fmt: skip
            assert lit["♥"] == "on-1" and lit["♣"] == "seat-2", lit


async def test_a_large_picture_frames_the_answers_and_names_chips_in_the_frames(
    club: Club,
) -> None:
    async with drawing(club) as drawn:
        state = dealt(3, phase="levee", turn=0, target_cards=[10, 8])
        drawn.show(state, 0, ("Zoé", "Ben", "Luc"))
        text = drawn.text(LARGE)
        assert re.search(r"╭─{21}╮ *\n *│  o  open for ‹ 10 › │", text), text
        assert re.search(r"╭─ ♥ Ben  ● 495 ─+╮", text), text
        assert re.search(r"╰ Closed ─+ Open: \d+ ─+╯", text), text
        rows = drawn.rows(LARGE)
        for word in ("TARGET", "Zoé"):
            at = row_of(rows, word)
            assert not rows[at + 1].strip(" │"), "cards stand apart from the edge above them"


@pytest.mark.parametrize("seats", [3, 6])
async def test_in_a_large_picture_cards_stand_apart_from_edges_and_close_to_their_sum(
    club: Club, seats: int
) -> None:
    async with drawing(club) as drawn:
        state = dealt(seats, phase="levee", turn=0, bets=[10] * seats, target_cards=[10, 8])
        drawn.show(state, 0, ("Anna", "Ben", "Bertrand-le-Grand", "Odette", "Luc", "Eve")[:seats])
        rows = drawn.rows(LARGE)
        for word in ("TARGET", "Anna"):
            at = next(y for y, line in enumerate(rows) if word in line)
            assert not rows[at + 1].strip(" │"), "cards stand apart from the edge above them"
        gaps = [len(gap[1]) for line in rows if (gap := re.search("[│┃]( +)=  ", line))]
        assert min(gaps) <= 4 and len(gaps) == 2, rows


async def test_while_a_hand_is_played_the_target_is_larger_for_who_watches(club: Club) -> None:
    async with drawing(club) as drawn:
        drawn.show(dealt(4, phase="reine", turn=0, target_cards=[10, 8]), None)
        rows = drawn.rows((98, 21))
        at = row_of(rows, "TARGET")
        assert rows[at].count("╭─────╮") == 2 and "█▀█ │" in rows[at + 1], rows


async def test_ones_turn_explains_the_phase_and_the_garde_until_they_are_learnt(
    club: Club,
) -> None:
    state = dealt(2, phase="choix", turn=0, target_cards=[10, 8], closed=[[1, 7], [3, 4]],
                  open=[[8], [6]], paid=[5] * 2, stacks=[495] * 2)  # fmt: skip
    async with drawing(club) as drawn:
        drawn.show(state, 0)
        assert drawn.view.hint() == "Choix: take what you like; above the target you burn."
        state = dealt(2, phase="reine", turn=0, target_cards=[10, 8], closed=[[1, 10], [3, 4]],
                      open=[[8], [6]], paid=[5] * 2, stacks=[495] * 2, bets=[20, 20])  # fmt: skip
        drawn.show(state, 0)
        assert drawn.view.hint() == "Reine: last bets. The spare 1 (Garde) settles ties."
        drawn.view.learnt = True
        assert drawn.view.hint() == ""


async def test_figures_are_plain_in_ascii(club: Club) -> None:
    async with drawing(club, only_ascii=True) as drawn:
        drawn.show(dealt(3, phase="levee", target_cards=[8, 7], turn=0), 0)
        assert "│ 8 │" in drawn.text(LARGE) and "▀" not in drawn.text(LARGE)


async def test_no_picture_but_ones_own_depends_on_closed_cards(club: Club) -> None:
    """Two deals that differ only in Anna's closed cards look alike to everybody else."""
    deals = [
        dealt(
            3,
            phase="choix",
            turn=0,
            target_cards=[8, 7],
            closed=[own, [3, 4], [5, 6]],
            open=[[9], [6], [10]],
            paid=[5] * 3,
            stacks=[495] * 3,
        )
        for own in ([1, 2], [0, 10])
    ]
    async with drawing(club) as drawn:
        for size in (SMALL, MIDDLE, LARGE):
            for seat in (None, 1, 2, 0):
                seen = []
                for state in deals:
                    drawn.show(state, seat)
                    seen.append(drawn.text(size))
                assert (seen[0] == seen[1]) == (seat != 0)


async def test_ways_to_count_and_what_the_next_card_makes(club: Club) -> None:
    state = dealt(2, phase="choix", turn=0, target_cards=[10, 8], closed=[[1, 7], [3, 4]],
                  open=[[5], [6]], paid=[5] * 2, stacks=[495] * 2)  # fmt: skip
    async with drawing(club) as drawn:
        drawn.show(state, 0)
        text = drawn.flat((80, 28))
        assert "5+1+7 = 13 5+1 = 6, Garde 7 5+7 = 12, Garde 1" in text
        assert "your best" in text and "5 short" in text
        assert "makes 13 14 15 16 17 18★ 18★ 13 14 15 16" in text
        state = dealt(2, phase="choix", turn=0, target_cards=[10, 8], closed=[[3, 4], [3, 4]],
                      open=[[9, 5], [6]], paid=[5] * 2, stacks=[495] * 2)  # fmt: skip
        drawn.show(state, 0)
        assert "makes ★ ★ too high ╰──── burns ────╯" in drawn.flat()
        brackets = "makes 18★ 18★ ╰─+ over, unseen ─+╯ ╰─+ burns ─+╯"
        assert re.search(brackets, drawn.flat(LARGE))


async def test_the_cards_of_a_target_stand_apart(club: Club) -> None:
    async with drawing(club) as drawn:
        for phase, size in product(("levee", "choix", "reine"), (SMALL, MIDDLE, LARGE)):
            drawn.show(
                dealt(2, phase=phase, turn=0, target_cards=[10, 8, 1, 0, 10, 3],
                      closed=[[3, 4], [1, 2]], open=[[9], [6]], paid=[5] * 2, stacks=[9_999] * 2),
                0,
            )  # fmt: skip
            rows = drawn.rows(size)
            merged = [line for line in rows if re.search("[─━][╭┏]|[╮┓][╭┏]", line)]
            assert not merged, (phase, size)


async def test_a_hidden_burn_is_told_to_its_owner_only(club: Club) -> None:
    state = dealt(2, phase="reine", target_cards=[10, 8], closed=[[3, 4], [1, 2]],
                  open=[[9, 8], [6]], paid=[5] * 2, stacks=[495] * 2)  # fmt: skip
    async with drawing(club) as drawn:
        drawn.show(state, 0)
        assert "2 over" in drawn.flat()
        assert "you win only if all others fold" in drawn.view.hint()
        for other in (1, None):
            drawn.show(state, other)
            assert "urned" not in drawn.flat(LARGE)
            assert " over" not in drawn.flat(LARGE)


async def test_what_became_of_everybody_stands_in_words(club: Club) -> None:
    state = dealt(6, phase="reine", target_cards=[10, 8], stacks=[400, 0, 395, 395, 0, 400],
                  closed=[[1, 2]] * 6, open=[[5]] * 6, paid=[30, 30, 20, 20, 0, 30],
                  folded=[2], burned=[3], out=[4], bets=[0] * 6, turn=5)  # fmt: skip
    async with drawing(club) as drawn:
        for size in (SMALL, LARGE):
            drawn.show(state, 0)
            text = drawn.text(size)
            button = "button" if size == LARGE else "(B)"
            for word in ("all-in", "folded", "burned", "out", button, "◍"):
                assert word in text, text
        sentences = [drawn.view.why_not_playing(seat) for seat in range(6)]
        gone = ["You have folded.", "Your hand is burned.", "You have no chips left."]
        assert sentences == ["", "", *gone, ""]


async def test_equal_closed_cards_are_counted_once(club: Club) -> None:
    state = dealt(2, phase="choix", turn=0, target_cards=[10, 8], closed=[[0, 0], [3, 4]],
                  open=[[4], [6]], paid=[5] * 2, stacks=[495] * 2)  # fmt: skip
    async with drawing(club, "fr") as drawn:
        drawn.show(state, 0)
        assert "4+0 = 4, Garde 0 4+0+0 = 4" in drawn.flat((80, 32))
        assert drawn.flat((80, 32)).count("4+0 = 4") == 1 and "manque 14" in drawn.flat()
        drawn.show(dealt(2, phase="choix", turn=0, target_cards=[10, 8], closed=[[2, 8], [3, 4]],
                         open=[[10], [6]], paid=[5] * 2, stacks=[495] * 2), 0)  # fmt: skip
        assert "10+8 = 18, Garde 2" in drawn.flat((80, 32)) and "en plein !" in drawn.flat()


async def test_who_is_waited_for_is_told_what_they_can_pay(club: Club) -> None:
    state = answering(stacks=[495, 300, 0], bets=[0, 0, 500], turn=1)
    async with drawing(club) as drawn:
        drawn.show(state, 0)
        assert "to call ● 300" in drawn.flat() and "to call ● 500" not in drawn.flat()


async def test_target_and_own_hand_stand_below_the_others_in_a_large_terminal(club: Club) -> None:
    for seats in range(2, 7):
        state = dealt(seats, phase="levee", target_cards=[8, 7], turn=0)
        async with drawing(club) as drawn:
            drawn.show(state, 0)
            rows = drawn.rows(LARGE)
            target = row_of(rows, "TARGET")
            hand = row_of(rows, "Closed ")
            placed = {n: row_of(rows, n)
                      for n in ("Anna", "Ben", "Cleo", "Odette", "Luc", "Eve")[:seats]}  # fmt: skip
            assert target < placed.pop("Anna") < hand
            assert all(y < target for y in placed.values())
            sums = [line.index("=  ") for line in rows[target:hand] if "=  " in line]
            assert len(sums) == 2 and len(set(sums)) == 1, "both sums stand below each other"
    async with drawing(club) as drawn:
        drawn.show(pictures()[3], 0)
        assert " │▀▀█│ " in drawn.text(LARGE), "the last card of a long target is whole"


@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE])
async def test_nothing_jumps_from_phase_to_phase_or_turn_to_turn(
    club: Club, size: tuple[int, int]
) -> None:
    positions = set()
    async with drawing(club) as drawn:
        for phase in ("levee", "choix", "reine"):
            for turn in (0, 1):
                drawn.show(dealt(4, phase=phase, turn=turn, target_cards=[10, 8]), 0)
                rows = drawn.rows(size)
                words = ("TARGET", "Anna", "Cleo", "Closed")
                positions.add(tuple(row_of(rows, w) for w in words))
    assert len(positions) == 1, positions


BELOW = (80, 17)
"""The picture of a terminal of 80×24, with a line of the log below it."""


async def test_who_watches_sees_cards_in_boxes_above_the_target(club: Club) -> None:
    async with drawing(club) as drawn:
        drawn.show(dealt(4, phase="reine", turn=0, target_cards=[10, 8]), None)
        rows = drawn.rows(BELOW)
        anna, cleo, rule, target = (
            row_of(rows, word) for word in ("Anna", "Cleo", " › ", "TARGET")
        )
        assert 0 < anna < cleo < rule < target
        assert not rows[rule - 1].strip(), "cards do not touch the rule"
        assert sum("▒" in line for line in rows) == 2, rows
        assert drawn.text(BELOW).count("▄▄▄ ▄▄▄ ▄▄▄ ") == 4


async def test_a_low_target_below_framed_seats_keeps_its_cards_whole(club: Club) -> None:
    async with drawing(club) as drawn:
        drawn.show(dealt(6, phase="reine", turn=0, target_cards=[10, 8]), None)
        for height in range(28, 36):
            rows = drawn.rows((104, height))
            at = row_of(rows, "TARGET")
            low = rows[at].count("│10 │ │ 8 │")
            assert low == rows[at - 1].count(" ╭───╮ ╭───╮ "), drawn.text((104, height))
            assert not low or "╭─ " not in rows[at - 1], drawn.text((104, height))


@pytest.mark.parametrize("folded", [[0], [1], [3]])
async def test_a_folded_seat_keeps_the_room_of_its_cards(club: Club, folded: list[int]) -> None:
    places = set()
    async with drawing(club) as drawn:
        for gone in ([], folded):
            drawn.show(dealt(4, phase="reine", turn=2, target_cards=[10, 8], folded=gone), None)
            rows = drawn.rows((66, 27))
            assert sum(line.count("│▒▒▒│ │▒▒▒│ ") for line in rows) == (4 - len(gone)) * 3, rows
            places.add(tuple(row_of(rows, name)
                             for name in ("Anna", "Ben", "TARGET", "Cleo", "Odette")))  # fmt: skip
    assert len(places) == 1


@pytest.mark.parametrize("seats", [2, 3, 6])
async def test_a_small_terminal_has_room_for_all_parts_of_the_picture(
    club: Club, seats: int
) -> None:
    """Hand, next cards and keys stand apart, and nothing jumps from phase to phase."""
    positions = set()
    async with drawing(club) as drawn:
        for phase in ("levee", "choix", "reine"):
            drawn.show(dealt(seats, phase=phase, turn=0, target_cards=[10, 8]), 0)
            rows = drawn.rows(BELOW)
            at = [row_of(rows, word) for word in (" › ", "TARGET", "Anna", "Closed", "Ben")]
            keys = [y for y, line in enumerate(rows) if re.match("  (o|Space|s)  ", line)]
            free = [y for y, line in enumerate(rows) if not line.strip()]
            between = at[4] + 2 if seats == 6 else 0  # two rows of seats
            apart = keys[0] - 1 if seats < 6 else at[0] - 1
            assert {at[3] + 1, apart, between, 0} <= set(free), rows
            assert re.match(" ▄{7} ▄{7}  ▄{7} ", rows[at[0] + 1]), "half a row is free below it"
            above = rows[at[0] - 1]  # half a row is free below the cards of few
            assert seats == 6 or above.startswith("   ▀▀▀ ▀▀▀ ▀▀▀")
            assert at[0] == at[2] == at[1] - 1 == at[3] - 5, "the rule names oneself"
            assert len(keys) == 1 and keys[0] < BELOW[1] - (seats < 6), "apart from the log"
            positions.add(tuple(at))
    assert len(positions) == 1


async def test_beside_the_target_ones_own_cards_are_the_largest(club: Club) -> None:
    """With frames and a row of air below the rule, where others' cards are lower."""
    async with drawing(club) as drawn:
        drawn.show(dealt(3, phase="levee", turn=0, target_cards=[10, 8]), 0)
        rows = drawn.rows((100, 21))
        rule = row_of(rows, " › ")
        assert not rows[rule + 1].strip()
        assert re.match(r" [╭┏][─━]{5}[╮┓] ", rows[rule + 2]), rows
        assert re.match(r" [╰┗][─━]{5}[╯┛] ", rows[rule + 6]), rows


async def test_a_bet_stands_apart_from_what_cards_count(club: Club) -> None:
    """A single open card says it itself; sums of more and bets do not read as one number."""
    async with drawing(club) as drawn:
        for opened, seen in (([6], r"6  bet 10"), ([6, 2], r"2  = 8  {1,2}bet 10")):
            state = dealt(3, phase="reine", turn=0, bets=[0, 10, 10], open=[[9], opened, [1]])
            drawn.show(state, 0)
            assert re.search(seen, drawn.text(BELOW)), drawn.text(BELOW)


async def test_a_folded_seat_has_a_turned_card_that_says_so(club: Club) -> None:
    async with drawing(club) as drawn:
        drawn.show(dealt(4, phase="reine", turn=2, folded=[1]), None)
        pieces = [piece for line in drawn.view.draw(Size(*BELOW)) for piece in line]
        assert [piece.tone for piece in pieces if piece.text == " folded "] == ["tile-turned"]


async def test_cards_that_burn_share_a_bracket(club: Club) -> None:
    async with drawing(club) as drawn:
        drawn.show(dealt(3, phase="choix", turn=0, target_cards=[10], open=[[3], [6], [1]]), 0)
        assert re.search(" ╰─+ burns ─+╯", drawn.text(BELOW)), drawn.text(BELOW)
        rows = drawn.rows(LARGE)
        ends = [line.rstrip() for line in rows if re.search("╯ *$", line) and "│" not in line]
        cards_end = next(line.rstrip() for line in rows if re.search("│10 │ *$", line))
        assert any("burns" in line and len(line) == len(cards_end) for line in ends), rows


async def test_equal_bets_are_told_alike_to_everybody(club: Club) -> None:
    async with drawing(club) as drawn:
        for seat in (0, 1, None):
            drawn.show(dealt(3, phase="levee", turn=0, bets=[10] * 3), seat)
            assert "bets are equal" in drawn.flat(BELOW)


async def test_names_are_whole_before_cards_are_large(club: Club) -> None:
    async with drawing(club) as drawn:
        drawn.show(dealt(4, phase="levee", turn=0, target_cards=[10, 8]), None)
        for size in (MIDDLE, LARGE):
            assert "Odette-Marie-Sophie" in drawn.text(size)


async def test_side_pots_are_named_with_who_contests_them(club: Club) -> None:
    async with drawing(club) as drawn:
        drawn.show(dealt(6, **SIDE_POTS), 0)
        text = drawn.flat()
        assert "Main pot ● 120 (all still in)" in text
        assert "Side pot 1 ● 100 (all but Odette-Marie-Sophie)" in text
        assert "Side pot 2 ● 80 (all but Odette-Marie-Sophie, Luc)" in text


REASONS: Sequence[tuple[list[list[int]], list[list[int]], str]] = (
    ([[8, 1], [5, 0]], [[9], [9]], "You win 50: 18 is exactly the target."),
    ([[7, 2], [5, 2]], [[8], [9]], "You win 50: 17 is closest to the target of 18."),
    ([[7, 2], [5, 6]], [[8], [9, 8]], "You win 50 with 17: all other hands went over the target."),
    ([[8, 4], [4, 4]], [[9], [9]], "You win 50: tied at 17, a Garde (spare card) beats none."),
    ([[8, 1], [8, 4]], [[9, 1], [9, 1]], "You win 50: tied at 18, the lower Garde (1) decides."),
    ([[8, 4], [8, 4]], [[8], [8]], "tie at 16 with the Garde 4, and share 50."),
    (
        [[5, 6], [5, 6]],
        [[9, 8], [9, 8]],
        "All these hands have burned: you and [b]Ben[/b] 日本語の長い名前 share 50.",
    ),
)


@pytest.mark.parametrize(("closed", "opened", "sentence"), REASONS)
async def test_the_showdown_is_explained(
    club: Club, closed: list[list[int]], opened: list[list[int]], sentence: str
) -> None:
    state = dealt(2, phase="reine", target_cards=[10, 8], closed=closed, open=opened,
                  paid=[5] * 2, stacks=[495] * 2)  # fmt: skip
    state = after(state, Open(20), Call(), Stand(), Stand())
    assert state.phase == "result"
    async with drawing(club) as drawn:
        drawn.show(state, 0)
        assert sentence in drawn.flat(LARGE)
        for shown in state.shown:
            if shown is not None and shown.garde is not None:
                assert f"Garde {shown.garde}" in drawn.flat(LARGE)


async def test_the_last_one_left_wins_unseen(club: Club) -> None:
    state = dealt(2, phase="choix", turn=0, target_cards=[10, 5], closed=[[7, 2], [5, 6]],
                  open=[[9], [9]], paid=[15] * 2, stacks=[485] * 2, deck=[9, 8, 7])  # fmt: skip
    state = after(state, Card())
    if state.phase == "choix":
        state = after(state, Stay())
    async with drawing(club) as drawn:
        drawn.show(state, 1)
        assert "You win 30: nobody else is left." in drawn.flat()
        drawn.show(state, 0)
        assert "★ [b]Ben[/b] 日本語の長い名前 wins 30: nobody else is left." in drawn.flat()


async def test_the_last_one_left_goes_on_seeing_the_own_hand_alone(club: Club) -> None:
    state = dealt(3, phase="reine", target_cards=[10, 8], closed=[[1, 7], [3, 4], [5, 6]],
                  open=[[9], [6], [10]], paid=[5] * 3, stacks=[495] * 3, turn=0)  # fmt: skip
    state = after(state, Open(20), Fold(), Fold())
    assert state.phase == "result" and state.shown == (None, None, None)
    async with drawing(club) as drawn:
        backs = {SMALL: (4, 2), MIDDLE: (18, 2), LARGE: (30, 18)}
        for size in (SMALL, MIDDLE, LARGE):
            drawn.show(state, 0)
            assert "Nobody else sees your closed cards." in drawn.flat(size)
            assert "▒" not in drawn.text(size), "hands that were folded have gone"
            sums = [cards.number(17)[1], cards.doubled(17)[1]]
            assert any(each in drawn.text(size) for each in sums)
            for other in (1, None):
                drawn.show(state, other)
                text = drawn.flat(size)
                assert text.count("▒") == backs[size][other is None]
                assert not any(each in text for each in sums)
                assert "17" not in text and "Nobody else" not in text


async def test_a_hand_burned_unseen_lies_open_to_its_owner_alone(club: Club) -> None:
    state = dealt(2, phase="reine", target_cards=[10, 5], closed=[[3, 4], [1, 2]],
                  open=[[9, 5], [6]], paid=[5] * 2, stacks=[495] * 2, turn=0)  # fmt: skip
    state = after(state, Open(20), Call(), Stand(), Stand())
    assert state.phase == "result" and state.shown[0] is None
    async with drawing(club) as drawn:
        drawn.show(state, 0)
        assert "▒" not in drawn.text() and "nobody gets to see it" in drawn.flat()
        drawn.show(state, 1)
        assert "│▒▒▒│ │▒▒▒│" in drawn.text()


async def test_names_and_target_use_the_room_there_is(club: Club) -> None:
    state = dealt(5, phase="levee", target_cards=[1, 2, 3, 4, 7], turn=2, bets=[0, 10, 0, 0, 0],
                  open=[[4], [5], [6], [7], [8]], paid=[5, 15, 5, 5, 5])  # fmt: skip
    for language in ("en", "fr"):
        async with drawing(club, language) as drawn:
            drawn.show(state, 0)
            assert "1+2+3+4+7" in drawn.text(), drawn.text()
            assert "Odette-Marie-Sophie" in drawn.text()
            assert all(drawn.view.words.t(word) in drawn.flat() for word in ("TARGET", "to call"))


async def test_a_long_name_takes_the_words_from_the_bots_and_not_their_names(club: Club) -> None:
    state = dealt(4, phase="levee", open=[[4], [5], [6], [7]])
    async with drawing(club, "fr") as drawn:
        names = ("Élisabeth_Claire", "Fernand", "Ginette", "Albert")
        drawn.show(state, 0, names, people=1)
        assert "robot" not in drawn.text() and drawn.text().count("◍") == 3, drawn.text()
        assert all(name in drawn.text() for name in names), drawn.text()
        names = ("Zoé", *names[1:])
        drawn.show(state, 0, names, people=1)
        assert drawn.text().count("robot") == 3 and "vous" in drawn.text(), drawn.text()


async def test_the_game_over_and_the_last_hand(club: Club) -> None:
    async with drawing(club) as drawn:
        drawn.show(pictures()[4], 0)
        assert "Game over: you, 1500 chips." in drawn.flat()
        assert drawn.view.phase_text() == "game over"
        announced = dealt(3, Options(hands=10), last_hand=True)
        drawn.show(announced, None)
        assert "the next hand is the last" in drawn.flat()
        narrow = [plain(line) for line in drawn.view.draw(Size(40, 30))]
        assert any("last hand next ─" in line for line in narrow), "\n".join(narrow)
        drawn.show(replace(announced, hand=2), None)
        assert "last hand" in drawn.flat()


async def test_it_speaks_french(club: Club) -> None:
    async with drawing(club, "fr") as drawn:
        drawn.show(answering(), 0)
        text = drawn.flat(MIDDLE)
        for sentence in ("CIBLE", "au mieux", "relancer à", "suivre 10", "passer", "manque"):
            assert sentence in text
        dealing = after(pictures()[2], Deal())
        drawn.show(dealing, 0)
        assert "main 2" in drawn.flat()
        raised = after(answering(), Raise(45))
        sentence = [Words("fr").say(sentence, NAMES) for sentence in GAME.news(raised)]
        assert "Anna monte à 45 (+35), relance 1 sur 3." in sentence, sentence
