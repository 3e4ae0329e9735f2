"""The seats of Le 421 below the dice: tokens, as number and dots, hands and what they mean."""

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace
from rich.cells import cell_len

from arcade.games.le421.rules.hands import move
from arcade.games.le421.rules.state import View
from screens.games.seat_cards import SeatCard
from screens.games.seat_rows import half, in_two_columns, seat_cells
from screens.games.view import GameView
from screens.terminal.rows import (
    EMPTY,
    Row,
    columns,
    fit,
    flow,
    pad,
    row,
    row_width,
    spread,
)
from screens.terminal.seats import seat_mark
from screens.widgets.dice import SIZES, die, faces

_TAG = 11, 14
"""Cells for what a seat's hand means, in a narrow picture and a wide one."""
_STEP = 5
"""Tokens by which the column of their dots grows."""
_NAME, _HALF = 24, 21
"""The most cells of a seat's name, and in one of two columns."""
_CHIPS, _DIGITS = 12, 4
"""Cells of a hand as small dice, and of one, or of tokens, as a number."""
_APART, _INDENT = 2, 4
"""Cells between two columns, and before what stands below a name."""


class _Columns(NamedTuple):
    """The heads of the columns of the seats, and the cells of each column.

    `dot_cells` are those of the tokens as dots: for all there are, or none.
    """

    tokens: str
    hand: str
    name_cells: int
    token_cells: int
    dot_cells: int
    hand_cells: int
    tag_cells: int


def seat_rows(pane: GameView[View], cells: int) -> list[Row]:
    """Draw the seats below the heads of their columns."""
    columns = _columns(pane, cells)
    seats = range(len(pane.shown.tokens))
    return [
        _heading(columns, cells),
        *(_seat(pane, seat, columns, cells) for seat in seats),
    ]


def cards(pane: GameView[View]) -> list[SeatCard]:
    """Return what the cards of the seats show: tokens, and the dice of their hands."""
    view = pane.shown
    counted = with_tokens(pane)
    return [
        SeatCard(
            seat,
            str(tokens) if counted else "",
            pane.words.unit("tokens", tokens),
            "strong" if tokens else "dim",
            partial(_token_rows, pane, seat),
            partial(_hand_rows, pane, seat),
        )
        for seat, tokens in enumerate(view.tokens)
    ]


def _token_rows(pane: GameView[View], seat: int, cells: int) -> list[Row]:
    """Draw a seat's tokens in fives, in as many rows as all tokens of the game need."""
    a_row = (cells + 1) // (_STEP + 1)
    rows = -(-_most_tokens(pane) // (_STEP * a_row))
    fives = [
        (*five, five[-1]._replace(text=" " * (len(five) == _STEP)))
        for five in in_fives(_dots(pane, seat))
    ]
    return [
        fit(tuple(chain.from_iterable(fives[first : first + a_row])), cells)
        for first in range(0, rows * a_row, a_row)
    ]


def _hand_rows(pane: GameView[View], seat: int, cells: int, size: str) -> list[Row]:
    """Draw the dice of a seat's hand, also of one being made, and what it means below them."""
    shown, tile = _shown_hand(pane, seat)
    made = _hand(pane, seat)
    meaning = made + _tag(pane, seat, min(cells - 6, cells - row_width(made)))
    if shown and pane.shown.hands[seat] is None and with_tokens(pane):
        worth = pane.shown.worth or 0
        valued = pane.words.nt("worth {n} token", "worth {n} tokens", worth)
        meaning = made + row((valued, "dim"))
    meaning = fit(meaning if row_width(meaning) else _awaited(pane, seat), cells)
    if size == "line":
        return [meaning]
    across, down = SIZES[size]
    apart = int(3 * across + 2 <= cells)
    drawn = columns([die(int(face), tile, size) for face in str(shown or "")], apart)
    return [*(drawn or [EMPTY] * down), meaning]


def _awaited(pane: GameView[View], seat: int) -> Row:
    """Say of a seat that its turn of the round is to come."""
    view = pane.shown
    rolled = view.hands[seat] is not None or (seat == view.turn and view.dice)
    if rolled or view.turn is None or seat in view.out:
        return EMPTY
    return row((pane.words.t("yet to roll"), "dim"))


def pot_dots(pane: GameView[View]) -> Row:
    """Draw the tokens in the pot; those on their way first."""
    pot = pane.shown.pot
    leaving = 0 if pane.moment.counting else min(pot, sum(moving(pane)))
    return row(("◉ " * leaving, "strong"), ("● " * (pot - leaving), ""))


def at_stake(pane: GameView[View]) -> Row:
    """Say how many tokens the best hand of this round is worth; the seats show which it is."""
    if pane.shown.phase == "over" or not pane.shown.best or not with_tokens(pane):
        return EMPTY
    return row((pane.words.t("At stake"), "dim"), (f" {_stake(pane)}", "strong"))


def _stake(pane: GameView[View]) -> int:
    """Return what the best hand of the round is worth, or was before its tokens moved."""
    before = pane.moment.ended or pane.shown
    return replace(pane.shown, pot=before.pot, tokens=before.tokens).stake


def _columns(pane: GameView[View], width: int) -> _Columns:
    t = pane.words.t
    tokens, hand = t("tokens") if with_tokens(pane) else "", t("hand")
    token_cells, hand_cells = max(4, cell_len(tokens) + 1), max(3, cell_len(hand))
    view = pane.shown
    lying = view.turn is not None and view.dice and not pane.moment.frame
    if not (lying or any(view.hands)):
        hand = ""  # its column stays, so that nothing jumps
    tag, dots = _TAG[width >= 60], 0
    by_rolls = 8 if pane.game.options.ties == "fewer-throws" else 3
    most = width - token_cells - hand_cells - by_rolls - tag - 2
    name = min(max(14, most), max(12, seat_cells(pane, pane.table))) + 2
    if tokens:
        left = width - name - token_cells - hand_cells - by_rolls - tag
        dots = _most_tokens(pane) + 2
        dots = dots if dots <= left else 0  # whole, or not at all
    tag = max(tag, width - name - token_cells - dots - hand_cells - by_rolls)
    return _Columns(tokens, hand, name, token_cells, dots, hand_cells, tag)


def _heading(columns: _Columns, width: int) -> Row:
    text = pad("", columns.name_cells) + pad(columns.tokens, columns.token_cells, "right")
    text += " " * columns.dot_cells
    text += pad(columns.hand, columns.hand_cells + 2, "right")
    return fit(row((text, "dim")), width)


def _seat(pane: GameView[View], seat: int, columns: _Columns, width: int) -> Row:
    """Draw a seat: name, tokens, hand and its meaning now, then the tokens as dots."""
    view = pane.shown
    tokens = str(view.tokens[seat]) if columns.tokens else ""
    line = pane.seat_row(seat, columns.name_cells)
    line += row((pad(tokens, columns.token_cells, "right"), "strong" if tokens != "0" else "dim"))
    if columns.dot_cells:
        line += fit(_dots(pane, seat), columns.dot_cells)
    line += _hand(pane, seat, columns.hand_cells + 2)
    return fit(line + _tag(pane, seat, min(columns.tag_cells, width - row_width(line))), width)


def _hand(pane: GameView[View], seat: int, cells: int = 0) -> Row:
    """Write a seat's hand, or what the dice on the table make so far, in so many cells."""
    made, _ = _shown_hand(pane, seat)
    shown = pad(str(made or ""), cells, "right") if cells else str(made or "")
    tone = "strong" if pane.shown.hands[seat] else ""
    return row((f"{shown} " if shown else "", tone)) + _rolls(pane, seat)


def _rolls(pane: GameView[View], seat: int) -> Row:
    """Say in how many rolls a seat made its hand, where that decides between equal hands."""
    view = pane.shown
    if view.hands[seat] is None or view.options.ties != "fewer-throws":
        return EMPTY
    return row((pane.words.t("in {n}", n=view.made[seat]) + " ", "dim"))


def _shown_hand(pane: GameView[View], seat: int) -> tuple[int | None, str]:
    """Return the hand a seat stands on, or what its dice on the table make, and its dice's tone."""
    view = pane.shown
    if (hand := view.hands[seat]) is not None:
        return hand, seat_mark(seat).tile
    lying = seat == view.turn and not pane.moment.frame
    return (view.hand if lying else None), pane.spent if pane.table.paused else "tile"


def _most_tokens(pane: GameView[View]) -> int:
    """Return the most tokens of a seat, in steps, so that the columns seldom move."""
    before = pane.moment.ended or pane.game
    most = max(*pane.game.tokens, *before.tokens)
    return -(-most // _STEP) * _STEP or _STEP


def _dots(pane: GameView[View], seat: int) -> Row:
    """Draw a seat's tokens as dots; those on their way leave one seat, then come to another."""
    tokens = pane.shown.tokens[seat]
    moves = moving(pane)[seat] if pane.moment.counting else -moving(pane)[seat]
    travelling = max(0, min(moves, tokens))
    going, staying = "◉" * travelling, "●" * (tokens - travelling)
    return row("  ", (going, "strong"), (staying, seat_mark(seat).tone))


def with_tokens(pane: GameView[View]) -> bool:
    """Return whether the seats hold tokens: not in a single round, and not in la belle."""
    view, last = pane.shown, pane.game.last_round
    phase = last.phase if view.phase == "over" and last else view.phase
    return view.options.mode != "manche" and phase != "belle"


def moving(pane: GameView[View]) -> Sequence[int]:
    """Return the tokens that a finished round brings each seat, once the dice have landed."""
    ended, last_round = pane.moment.ended, pane.game.last_round
    if ended is None or last_round is None or pane.moment.frame:
        return [0] * len(pane.game.tokens)
    _, after = move(ended.pot, ended.tokens, last_round.transfers)
    return [now - before for before, now in zip(ended.tokens, after, strict=True)]


def _tag(pane: GameView[View], seat: int, cells: int) -> Row:
    """Say how a seat stands: where words do not fit, only the sign of the best and the worst."""
    view, t = pane.shown, pane.words.t
    best, worst, last_round = view.best, view.worst, pane.game.last_round
    if pane.moment.ended is not None and not pane.moment.frame and last_round is not None:
        best, worst = (
            best if last_round.best is None else (last_round.best,),
            (last_round.worst,),
        )  # as by rampo
    stars = "★" * view.manches_won[seat]
    tag = ""
    if seat in view.out:
        tag = t("sits out")
    elif view.hands[seat] is not None and seat in best:
        tag = t("▲ best")
    elif view.hands[seat] is not None and seat in worst:
        tag = t("▼ worst")
    elif seat == view.leader and view.turn is not None:
        tag = t("starts")
    if stars and not tag.startswith(("▲", "▼")):
        halves = pane.words.nt("{n} half won", "{n} halves won", len(stars))
        whole = " · ".join(filter(None, (halves, tag)))
        tag = whole if cell_len(f"{stars} {whole}") <= cells else tag
    moved, change = moving(pane)[seat], ""
    if moved and pane.moment.counting:
        change = f" {moved:+}".replace("-", "−")
    elif moved < 0:
        change = f" {-moved} ▸"
    gap = " " if stars and tag[:1].isalnum() else ""
    if cell_len(stars + gap + tag + change) > cells:
        tag, gap = tag[: tag[:1] in "▲▼"], ""
    tag += change
    tone = "good" if seat in best else "alert" if moved else "dim"
    return row((stars + gap, seat_mark(seat).tone), (tag, tone))


# On a small terminal


def at_risk(pane: GameView[View], cells: int) -> Row:
    """Name the phase, and where there is room what this round brings to whom."""
    view, words = pane.shown, pane.words
    stake = _stake(pane) if view.best else 0
    if view.phase == "charge":
        sentence = words.t("worst hand takes tokens")
        if stake:
            sentence = words.nt("worst hand takes {n} token", "worst hand takes {n} tokens", stake)
    elif view.phase == "decharge":
        sentence = words.t("best hand gives tokens to worst")
        if stake:
            sentence = words.nt(
                "best hand gives worst {n} token", "best hand gives worst {n} tokens", stake
            )
    elif view.phase == "belle":
        sentence = words.t("one round, and its best hand wins")
    else:
        return EMPTY
    phase = row((pane.phase_text().upper(), "strong"))
    whole = phase + row((f" · {sentence}", "dim"))
    return whole if row_width(whole) <= cells else phase


def in_fives(dots: Row) -> list[Row]:
    """Part a row of tokens into fives."""
    signs = [(sign, tone) for text, tone, _ in dots for sign in text.replace(" ", "")]
    return [row(*signs[at : at + _STEP]) for at in range(0, len(signs), _STEP)]


def in_columns(pane: GameView[View], columns: int, cells: int, tokens: int) -> list[Row]:
    """Draw the seats in so many columns: their hands beside the names, then their tokens.

    In one column these stand below their heading, `tokens` cells from the left.
    """
    count = len(pane.shown.tokens)
    if columns == 1:
        heading = row(" " * tokens, (pane.words.t("tokens") * with_tokens(pane), "dim"))
        return [heading, *(_small_seat(pane, at, cells, tokens) for at in range(count))]
    drawn = [_half_seat(pane, at, half(cells)) for at in range(count)]
    return in_two_columns(EMPTY, drawn, cells)[1:]


def _small_seat(pane: GameView[View], seat: int, cells: int, tokens: int) -> Row:
    """Draw a seat: name, hand as small dice and its meaning, then its tokens as number and dots."""
    count = pane.shown.tokens[seat]
    line = pane.seat_row(seat, min(_NAME, seat_cells(pane, pane.table))) + row("  ")
    line += _made(pane, seat)
    line = fit(line + _tag(pane, seat, tokens - 1 - row_width(line)), tokens)
    if not with_tokens(pane):
        return fit(line, cells)
    line += row((f"{count:<3}", "strong" if count else "dim"))
    return fit(line + _fives(pane, seat, cells - row_width(line)), cells)


def _half_seat(pane: GameView[View], seat: int, cells: int) -> Row:
    """Draw a seat in one of two columns: name, hand as digits and its meaning, tokens as number."""
    count, counted = pane.shown.tokens[seat], with_tokens(pane)
    tone = seat_mark(seat).tone if count else "dim"
    number = row((f"{count:>2}", "strong" if count else "dim"), (" ●", tone)) if counted else EMPTY
    line = pane.seat_row(seat, min(_HALF, seat_cells(pane, pane.table))) + row(" ")
    line += fit(_hand(pane, seat), _DIGITS + row_width(_rolls(pane, seat)))
    room = cells - row_width(number)
    return fit(line + _tag(pane, seat, room - 1 - row_width(line)), room) + number


def card(pane: GameView[View], seat: int, cells: int) -> list[Row]:
    """Draw a seat in two rows: its name and tokens, its hand or that it is to come and the dots."""
    tokens, number = pane.shown.tokens[seat], EMPTY
    if with_tokens(pane):
        unit = pane.words.unit("tokens", tokens)
        number = row((str(tokens), "strong" if tokens else "dim"), (f" {unit}", "dim"))
    named = pane.seat_row(seat, cells - row_width(number) - 1)
    # To say at each turn that it is yet to roll would cost a line too much.
    made = _chips(pane, seat) if seat == pane.shown.turn else _made(pane, seat)
    hand = row(" " * _INDENT) + made
    dots = _fives(pane, seat, cells - row_width(hand) - _APART) if with_tokens(pane) else EMPTY
    hand += _tag(pane, seat, cells - row_width(hand) - row_width(dots) - _APART)
    return [spread(named, number, cells), spread(hand, dots, cells)]


def _made(pane: GameView[View], seat: int) -> Row:
    """Draw a hand, or say that it is to come."""
    awaited = _awaited(pane, seat)
    return awaited + row(" ") if awaited else _chips(pane, seat)


def _chips(pane: GameView[View], seat: int) -> Row:
    """Draw a hand as small dice, or as a number while it rolls, which costs a line less."""
    shown, tile = _shown_hand(pane, seat)
    if not shown:
        return EMPTY
    stands = pane.shown.hands[seat] is not None
    drawn = faces([int(face) for face in str(shown)], tile) if stands else row(str(shown))
    return fit(drawn, _CHIPS) + _rolls(pane, seat)


def _fives(pane: GameView[View], seat: int, cells: int) -> Row:
    """Draw a seat's tokens as dots in fives, or without a gap; none where they do not fit."""
    fives = in_fives(_dots(pane, seat))
    close = tuple(chain.from_iterable(fives))
    if len(apart := flow(fives, cells, row(" "))) == 1:
        return apart[0]
    return close if row_width(close) <= cells else EMPTY
