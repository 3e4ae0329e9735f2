"""What the signs on the board of 21 mean and what a line scores, until that is learnt."""

from arcade.games.vingt_et_un.rules.placing import MARKED, OWN, PLAIN
from arcade.games.vingt_et_un.rules.state import View
from screens.games.view import GameView
from screens.games.vingt_et_un.squares import PRICE, inks
from screens.terminal.rows import EMPTY, Row, flow, row, row_width, spread, wrap
from screens.terminal.seats import seat_mark
from screens.widgets.sheet import headed

_WORDY = 75
"""The cells from which it is said what comes of a turned tile."""


def meant(pane: GameView[View], scoring: bool, none: str, cells: int, rows: int) -> list[Row]:
    """Explain the signs in so many rows, and name the key that shows the log.

    `none` says instead which tiles fit nowhere.
    """
    log = to_log(pane)
    parts = explained(pane, scoring, none, cells)
    if rows == 1:
        lines = flow(parts, cells - row_width(log) - 3) or [EMPTY]
        return [spread(lines[0], log, cells)]
    return [*flow(parts, cells)[: rows - 1], *[log] * bool(log)]


def brief(pane: GameView[View], scoring: bool, cells: int) -> Row:
    """Explain in a row as many signs as it has room for."""
    meant = [_closed_up(meaning) for meaning in with_prices(pane, scoring)]
    if not signs(pane, scoring, True):
        meant = [*filter(None, (payment(pane), *meant))]
    parts = flow(meant, cells)
    return next((line for line in parts[:1] if row_width(line) <= cells), EMPTY)


def to_log(pane: GameView[View]) -> Row:
    """Name the key that shows the log, where that has made way for the board."""
    if not (pane.has_log and pane.alone):
        return EMPTY
    return row(("Tab", "gold"), (" " + pane.words.t("log"), "dim"))


def explained(pane: GameView[View], scoring: bool, none: str, cells: int) -> list[Row]:
    """Explain the signs of the board and what a 21 scores, or say which tiles fit nowhere."""
    if none:
        sentences = [*wrap(row((none, "dim")), cells)]
    else:
        sentences = [_closed_up(line) for line in signs(pane, scoring, cells < _WORDY)]
    return [*sentences, *filter(None, wrap(payment(pane), cells)), *map(_closed_up, price(pane))]


def _closed_up(meaning: Row) -> Row:
    """Return what a sign means with a single blank after the sign, as in a row of them."""
    sign, *more = meaning
    if sign.tone == "tile-turned":
        return meaning
    return (sign._replace(text=sign.text.rstrip()), *more)


def signs(pane: GameView[View], scoring: bool, brief: bool) -> list[Row]:
    """Explain the signs of the board until they are learnt; `scoring`: some square scores."""
    view, t = pane.game, pane.words.t
    if pane.learnt:
        return []
    lines = []
    if pane.mine and view.round > 1:
        lines.append(row(("○  ", "strong"), (" " + t("allowed"), "dim")))
        if scoring:
            lines.append(row((f"+{PLAIN} ", "strong"), (" " + t("makes 21"), "dim")))
    if any(not tile.face_up for tile in view.board.values()):
        sign = "░9░" if inks(pane.appearance).hatched else " 9 "
        text = t("turned") if brief else t("turned: counts no more")
        lines.append(row((sign, "tile-turned"), (" " + text, "dim")))
    return lines


def price(pane: GameView[View]) -> list[Row]:
    """Explain the number on a marked square, until that is learnt."""
    most = max(MARKED.values())
    text = " " + pane.words.t("pays {n}", n=most)
    return [] if pane.learnt else [row((f"{most} ", PRICE), (text, "dim"))]


def with_prices(pane: GameView[View], scoring: bool) -> list[Row]:
    """Explain signs and prices, these after the first sign: the others may be left out."""
    first, *others = signs(pane, scoring, True) or [EMPTY]
    return [*filter(None, (first, *price(pane), *others))]


def payment(pane: GameView[View]) -> Row:
    """Say what a 21 scores, until that is learnt."""
    t, seat, of = pane.words.t, pane.table.seat, {"plain": PLAIN, "points": OWN}
    if pane.learnt:
        return EMPTY
    if seat is None:
        text = t("A line of 21 pays {plain}, on one's own colour {points}.", **of)
    else:
        own, tone, _ = seat_mark(seat)
        text = t("A line of 21 pays {plain}, on your colour {own} {points}.", own=own, **of)
        before, _, after = text.partition(own)
        return row((before, "dim"), (own, tone), (after, "dim"))
    return row((text, "dim"))


def pays(pane: GameView[View], cells: int) -> list[Row]:
    """List what a line of 21 scores on each kind of square, until that is learnt."""
    t = pane.words.t
    if pane.learnt:
        return []
    marked = " ".join(str(points) for points in sorted(set(MARKED.values())))
    kinds = [(EMPTY, t("a plain square"), str(PLAIN)), (EMPTY, t("a marked square"), marked)]
    if (seat := pane.table.seat) is not None:
        mark = seat_mark(seat)
        kinds.insert(1, (row((f"{mark.shape}  ", mark.tone)), t("your colour"), str(OWN)))
    lines = [
        spread(
            sign + row((" " * bool(sign) + kind, "dim")),
            row((points, "strong")),
            cells,
        )
        for sign, kind, points in kinds
    ]
    return [EMPTY, *headed(t("A line of 21 scores"), lines, cells)]
