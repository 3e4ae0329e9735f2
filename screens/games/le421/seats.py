"""The seats of Le 421 below the dice: tokens, as number and dots, hands and what they mean."""

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace
from rich.cells import cell_len

from arcade.games.le421.rules.hands import move
from arcade.games.le421.rules.state import View
from screens.games.le421 import worth
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
from screens.widgets.banner import low_banner
from screens.widgets.dice import SIZES, die, faces

_TAG = 11, 14
"""Cells for what a seat's hand means, in a narrow picture and a wide one."""
_STEP = 5
"""Tokens by which the column of their dots grows."""
_NAME = 25
"""The most cells of a seat's name and state in a short row."""
_CHIPS, _DIGITS, _MEANING = 12, 4, 10
"""Cells of a hand as small dice, as a number, and those that stay for what it means."""
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
    counted = worth.with_tokens(pane)
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
    """Draw the dice of a seat's hand, outlines before its turn, and what it means below them.

    Of a hand that is being made, whose dice lie above, it says its worth and how it stands.
    """
    shown, tile = _shown_hand(pane, seat)
    made = _hand(pane, seat)
    meaning = made + _tag(pane, seat, min(cells - 6, cells - row_width(made)))
    makes = bool(shown) and pane.shown.hands[seat] is None
    if makes:
        meaning = _so_far(pane)
    meaning = fit(meaning if row_width(meaning) else _awaited(pane, seat), cells)
    if size == "line":
        return [made if makes else meaning]
    down, apart = SIZES[size][1], [EMPTY] * (size == "medium")
    if makes:
        value = worth.worth(pane, 4 * cells)
        lines = _in_digits(value, down, cells) or worth.one_a_row(value, cells)
        if len(lines) > down:  # nothing is said by half
            lines = [line for line in worth.one_a_row(value, 4 * cells) if row_width(line) <= cells]
        return [*lines[:down], *[EMPTY] * (down - len(lines)), *apart, meaning]
    if size == "medium" and 3 * SIZES["big"][0] + 2 <= cells:
        size = "big"  # broader, and as high
    gap = int(3 * SIZES[size][0] + 2 <= cells)
    to_come = size != "small" and seat != pane.shown.turn and _awaited(pane, seat)
    thrown, tile = ("000", "rule") if to_come else (str(shown or ""), tile)
    drawn = columns([die(int(face), tile, size) for face in thrown], gap)
    return [*(drawn or [EMPTY] * down), *apart, meaning]


def _in_digits(value: Row, rows: int, cells: int) -> list[Row]:
    """Draw a hand in large digits, its name beside these, what it is worth below; or nothing."""
    if not value:
        return []
    made, *rest = value
    named, rest = (rest[:1], rest[1:]) if rest and not rest[0].tone else ([], rest)
    drawn = [row((line, made.tone)) for line in low_banner(made.text, cells)]
    drawn[len(drawn) // 2 : len(drawn) // 2 + 1] = [drawn[len(drawn) // 2] + tuple(named)]
    lines = [*drawn, *worth.one_a_row(tuple(rest), cells)[1:]]
    return lines if len(lines) <= rows and max(map(row_width, lines)) <= cells else []


def _so_far(pane: GameView[View]) -> Row:
    """Say whether the dice on the table would be the best or the worst hand of the round so far."""
    view, t = pane.shown, pane.words.t
    ranks = [rank for rank in view.ranks if rank is not None]
    if view.rank is None or not ranks:
        return EMPTY
    if view.rank < min(ranks):
        return row((t("▲ would be best"), "good"))
    return row((t("▼ would be worst"), "dim")) if view.rank > max(ranks) else EMPTY


def _awaited(pane: GameView[View], seat: int) -> Row:
    """Say of a seat that its turn of the round is to come."""
    view = pane.shown
    rolled = view.hands[seat] is not None or (seat == view.turn and view.dice)
    if rolled or view.turn is None or seat in view.out:
        return EMPTY
    t = pane.words.t
    return row((t("rolling") if seat == view.turn else t("yet to roll"), "dim"))


def pot_dots(pane: GameView[View]) -> Row:
    """Draw the tokens in the pot; those on their way first."""
    pot = pane.shown.pot
    leaving = 0 if pane.moment.counting else min(pot, sum(moving(pane)))
    return row(("◉ " * leaving, "strong"), ("● " * (pot - leaving), ""))


def at_stake(pane: GameView[View]) -> Row:
    """Say how many tokens the best hand of this round is worth; the seats show which it is."""
    if pane.shown.phase == "over" or not pane.shown.best or not worth.with_tokens(pane):
        return EMPTY
    return row((pane.words.t("At stake"), "dim"), (f" {_stake(pane)}", "strong"))


def _stake(pane: GameView[View]) -> int:
    """Return what the best hand of the round is worth, or was before its tokens moved."""
    before = pane.moment.ended or pane.shown
    return replace(pane.shown, pot=before.pot, tokens=before.tokens).stake


def _columns(pane: GameView[View], width: int) -> _Columns:
    t = pane.words.t
    tokens, hand = t("tokens") if worth.with_tokens(pane) else "", t("hand")
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
        return hand, pane.spent if pane.table.paused else seat_mark(seat).tile
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
    if stars:
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


def in_columns(pane: GameView[View], columns: int, cells: int) -> list[Row]:
    """Draw the seats in so many columns: names, and beside them tokens and hands."""
    seats = range(len(pane.shown.tokens))
    if columns == 1:
        return [_small_seat(pane, at, cells) for at in seats]
    drawn = [brief_seat(pane, at, half(cells), False) for at in seats]
    return in_two_columns(EMPTY, drawn, cells)[1:]


def _small_seat(pane: GameView[View], seat: int, cells: int) -> Row:
    """Draw a seat: name, tokens as number and dots, hand as small dice and its meaning."""
    line = pane.seat_row(seat, min(_NAME, seat_cells(pane, pane.table))) + row("  ")
    if worth.with_tokens(pane):
        line += _count(pane, seat, True)
        most = _most_tokens(pane)
        room = cells - row_width(line) - _CHIPS - _MEANING
        across = next((wide for wide in (most + most // _STEP, most + 1) if wide < room), 0)
        line += fit(_fives(pane, seat, across), across) + row("  ")
    made = _made(pane, seat)
    line += fit(made, max(_CHIPS, row_width(made)))
    return fit(line + _tag(pane, seat, cells - row_width(line)), cells)


def brief_seat(pane: GameView[View], seat: int, cells: int, named: bool) -> Row:
    """Draw a seat in a short row: name, tokens as a number, hand and its meaning.

    Where the tokens are not always `named`, one is drawn beside the number if there is a hand.
    """
    line = pane.seat_row(seat, min(_NAME, seat_cells(pane, pane.table))) + row(" ")
    hand = pane.shown.hands[seat]
    if worth.with_tokens(pane):
        line += _count(pane, seat, named or hand is None)
    line += fit(row((str(hand or ""), "strong")) + row(" ") + _rolls(pane, seat), _DIGITS)
    return fit(line + _tag(pane, seat, cells - row_width(line)), cells)


def _count(pane: GameView[View], seat: int, named: bool) -> Row:
    """Write how many tokens a seat has, with their name or one of them as a dot."""
    count, nt = pane.shown.tokens[seat], pane.words.nt
    number = row((f"{count:>2}", "strong" if count else "dim"))
    if not named:
        return number + row((" ● " if count else "   ", seat_mark(seat).tone))
    units = [nt("{n} token", "{n} tokens", n).removeprefix(str(n)) for n in (count, 2)]
    return number + row((pad(units[0], cell_len(units[1]) + 1), "dim"))


def card(pane: GameView[View], seat: int, cells: int) -> list[Row]:
    """Draw a seat in two rows: its name and tokens, its hand or that it is to come and the dots."""
    tokens, number = pane.shown.tokens[seat], EMPTY
    if worth.with_tokens(pane):
        unit = pane.words.unit("tokens", tokens)
        number = row((str(tokens), "strong" if tokens else "dim"), (f" {unit}", "dim"))
    named = pane.seat_row(seat, cells - row_width(number) - 1)
    hand = row(" " * _INDENT) + _made(pane, seat)
    dots = _fives(pane, seat, cells - row_width(hand) - _APART) if number else EMPTY
    hand += _tag(pane, seat, cells - row_width(hand) - row_width(dots) - _APART)
    return [spread(named, number, cells), spread(hand, dots, cells)]


def _made(pane: GameView[View], seat: int) -> Row:
    """Draw a hand as small dice, or say that it is being made or to come."""
    if pane.shown.hands[seat] is None and seat == pane.shown.turn:
        return row((pane.words.t("rolling"), "dim"))
    awaited = _awaited(pane, seat)
    return awaited + row(" ") if awaited else _chips(pane, seat)


def _chips(pane: GameView[View], seat: int) -> Row:
    shown, tile = _shown_hand(pane, seat)
    if not shown:
        return EMPTY
    return fit(faces([int(face) for face in str(shown)], tile), _CHIPS) + _rolls(pane, seat)


def _fives(pane: GameView[View], seat: int, cells: int) -> Row:
    """Draw a seat's tokens as dots in fives, or without a gap; none where they do not fit."""
    fives = in_fives(_dots(pane, seat))
    close = tuple(chain.from_iterable(fives))
    if len(apart := flow(fives, cells, row(" "))) == 1:
        return apart[0]
    return close if row_width(close) <= cells else EMPTY
