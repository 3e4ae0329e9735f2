"""What a tile of 21 makes on a square, written out: the sum and its score, or why it cannot lie."""

from collections.abc import Sequence

from arcade.engine.words import N_
from arcade.games.vingt_et_un.rules import placing
from arcade.games.vingt_et_un.rules.state import View
from screens.games.view import GameView
from screens.games.vingt_et_un.aim import STAR, Aim, Sum, way
from screens.games.vingt_et_un.news import worth_text
from screens.games.vingt_et_un.seats import gained
from screens.terminal.rows import EMPTY, Row, fit, pad, plain, row, row_width, wrap

_INDENT = 6
"""Cells before what is said of a square, below its name and the sum."""
_WAYS = {"─": N_("a row"), "│": N_("a column"), "╲": N_("a diagonal"), "╱": N_("a diagonal")}


def sums(pane: GameView[View], aim: Aim | None, square: str, cells: int, rows: int) -> list[Row]:
    """Write out what the tile makes on the cursor's square, in so many rows."""
    at = pane.game.last if pane.moment.ended is not None else None
    head, more = finished(pane, at) if at else _about(pane, aim, square)
    about = plain(more).strip()
    room = cells - row_width(head) - 3 if rows == 1 else cells
    while about and _rows(about, room, rows) > max(1, rows - 1):
        before = about.rpartition(". ")[0]
        about = f"{before}." if before else ""
    if rows > 1:
        below = wrap(row((" " * (_INDENT - 1) + about, "dim")), cells, _INDENT - 1)
        return [fit(line, cells) for line in (head, *(below if about else ()))]
    return [fit(head + row((f"   {about}" if about else "", "dim")), cells)]


def _rows(text: str, cells: int, rows: int) -> int:
    indent = _INDENT - 1 if rows > 1 else 0
    return len(wrap(row(" " * indent + text), max(1, cells), indent))


def _about(pane: GameView[View], aim: Aim | None, square: str) -> tuple[Row, Row]:
    """Describe the effect of the chosen tile on the cursor's square, or what lies there."""
    t = pane.words.t
    if not square:
        return EMPTY, EMPTY
    if aim and square in aim.squares:
        return _outlook(pane, aim, square)
    if square in pane.game.board:
        tile = pane.game.board[square]
        of = {"at": square, "n": tile.value, "name": pane.name_of(tile.seat)}
        if tile.face_up:
            return row((t("{at}: {n}, {name:@|yours}", **of), "dim")), EMPTY
        return row((t("{at}: {n}, {name:@|yours}, face down", **of), "dim")), EMPTY
    if why := _why_not(pane, square) if aim else "":
        return row((t("{at}: ", at=square), "dim"), (why, "alert")), EMPTY
    return row((pad(square, _INDENT - 1) + worth_text(pane, square), "dim")), EMPTY


def _outlook(pane: GameView[View], aim: Aim, square: str) -> tuple[Row, Row]:
    """Write out what the tile makes on a square where it may lie."""
    t, points, made = pane.words.t, aim.points(square), aim.made(square)
    laid = f"★{aim.value(square)}" if aim.tile == STAR else str(aim.value(square))
    parts = [worth_text(pane, square)]
    if points:
        parts.append(t("Your tile will be turned."))
    elif made:
        parts = [t("Nothing scores before round {n}.", n=placing.SCORING_ROUND)]
    else:
        parts.append(t("No 21 yet."))
    alone = aim.tile == STAR and aim.value(square) == placing.GOAL
    sums = [] if alone else aim.sums(square)[:2]
    if not (points or made or sums):
        laid, parts = t("{n} makes no 21 yet", n=laid), parts[:1]
    return _written(pane, square, made or sums, laid, points, parts)


def finished(pane: GameView[View], at: str) -> tuple[Row, Row]:
    """Write out what the tile that has just been laid has made."""
    view, tile = pane.game, pane.game.board[at]
    lines = [
        Sum(way(*line), line, " + ".join(str(view.board[at].value) for at in line), placing.GOAL)
        for line in view.lines
    ]
    laid = f"★{tile.value}" if tile.star else str(tile.value)
    name = pane.words.t("{name:@ makes|You make} 21.", name=pane.name_of(tile.seat))
    made = [name] if not tile.face_up else []  # the game may also end without
    return _written(pane, at, lines, laid, gained(pane, tile.seat), made)


def _written(
    pane: GameView[View],
    square: str,
    sums: Sequence[Sum],
    laid: str,
    points: int,
    parts: Sequence[str],
) -> tuple[Row, Row]:
    """Write "E5   4 + 8 + 9 = 21    +15", and below it the directions and more."""
    gold = "gold" if points or any(line.total == placing.GOAL for line in sums) else "strong"
    total = " · ".join(f"{line.numbers} = {line.total}" for line in sums) or laid
    head = row(
        (pad(square, _INDENT - 1), "strong"),
        (total, gold),
        (f"    +{points}" if points else "", gold),
    )
    ways = [pane.words.t(_WAYS[line.way]) for line in sums]
    where = pane.words.t("In {ways}.", ways=pane.words.listed(ways)) if ways else ""
    where = where[:1].upper() + where[1:]
    more = " ".join(filter(None, (where, *parts) if parts[1:] else (*parts, where)))
    return head, row((" " * (_INDENT - 1) + more, "dim"))


def _why_not(pane: GameView[View], square: str) -> str:
    """Return why the chosen tile cannot lie on an empty square."""
    t, board = pane.words.t, pane.game.board
    if pane.offered("swap") or pane.offered("pass"):
        return ""
    if pane.game.round == 1:
        return t("the first tile, 9 or less, goes on your start square")
    if not placing.touches(board, square):
        return t("it must touch a tile")
    if placing.beside_face_down(board, square):
        return t("beside a face-down tile")
    return t("a line would be above 21")
