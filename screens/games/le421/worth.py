"""What dice make in Le 421, in words: a hand, its tokens, and its place in the order of all."""

from arcade.games.le421.rules.hands import ORDERS, hand, rank
from arcade.games.le421.rules.state import View
from arcade.games.le421.words import NAMES
from screens.games.view import GameView
from screens.terminal.rows import EMPTY, Row, row, row_width, wrap

_DOT = " · "
"""What joins the parts of what a hand is worth in one row."""


def with_tokens(pane: GameView[View]) -> bool:
    """Return whether the seats hold tokens: not in a single round, and not in la belle."""
    view, last = pane.shown, pane.game.last_round
    phase = last.phase if view.phase == "over" and last else view.phase
    return view.options.mode != "manche" and phase != "belle"


def worth(pane: GameView[View], cells: int) -> Row:
    """Say what the dice on the table are worth."""
    view = pane.shown
    if view.hand is None or view.worth is None or view.rank is None or pane.moment.frame:
        return EMPTY
    line = _named(pane, view.hand)
    if with_tokens(pane):
        valued = pane.words.nt("worth {n} token", "worth {n} tokens", view.worth)
        line += row((f"{_DOT}{valued}", "dim"))
    return _ranked(pane, line, view.rank, cells)


def hand_before(pane: GameView[View], cells: int) -> Row:
    """Say what the dice of the turn before made; the seats show whose turn it is."""
    last, order = pane.shown.last_throw, pane.shown.options.order
    if last is None:
        return EMPTY
    made = hand(last.dice)
    return _ranked(pane, _named(pane, made), rank(made, order), cells)


def whose(pane: GameView[View], seat: int) -> Row:
    """Say whose roll the dice of the turn before are."""
    t, name = pane.words.t, pane.doer(seat)
    mine = seat == pane.table.seat and name == pane.name_of(seat)
    text = t("Your last roll") if mine else t("{name}'s last roll", name=name)
    return row((text, "dim" if pane.spent == "tile-dim" else ""))


def one_a_row(line: Row, cells: int) -> list[Row]:
    """Put what dots join in one row into rows below each other, a long one in two."""
    rows: list[Row] = [EMPTY]
    for piece in line:
        if piece.text.startswith(_DOT):
            rows.append((piece._replace(text=piece.text.removeprefix(_DOT)),))
        elif row_width((*rows[-1], piece)) > cells:
            rows.append((piece._replace(text=piece.text.strip()),))
        else:
            rows[-1] += (piece,)
    return [part for each in rows for part in wrap(each, cells)]


def _named(pane: GameView[View], made: int) -> Row:
    named = NAMES.get(made)
    return row((str(made), "strong"), f"  {pane.words.t(named)}" if named else "")


def _ranked(pane: GameView[View], line: Row, at: int, cells: int) -> Row:
    """Add a hand's place in the order to what is said of it, if there is room."""
    most = len(ORDERS[pane.shown.options.order])
    if not at:
        return line  # its name says that it is the best
    beaten = pane.words.nt(
        "{n} of {most} hands beats it", "{n} of {most} hands beat it", at, most=most
    )
    ranked = line + row((f"{_DOT}{beaten}", "dim"))
    return ranked if row_width(ranked) <= cells else line
