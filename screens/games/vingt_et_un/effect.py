"""What a tile of 21 makes on a square, written out: the sum and its score, or why it cannot lie."""

from collections.abc import Sequence

from arcade.engine.words import N_
from arcade.games.vingt_et_un.rules import placing
from arcade.games.vingt_et_un.rules.state import View
from screens.games.view import GameView
from screens.games.vingt_et_un.aim import STAR, Aim, Sum, way
from screens.games.vingt_et_un.news import worth_text
from screens.games.vingt_et_un.seats import gained
from screens.terminal.rows import EMPTY, Row, fit, row, wrap

Told = tuple[Row, *tuple[str, ...]]
"""What a tile makes, and sentences about it, the first of them the last to be left out."""
_WAYS = {"─": N_("a row"), "│": N_("a column"), "╲": N_("a diagonal"), "╱": N_("a diagonal")}


def sums(pane: GameView[View], aim: Aim | None, square: str, cells: int, rows: int) -> list[Row]:
    """Write out what the tile makes on the cursor's square, in so many rows."""
    at = pane.game.last if pane.moment.ended is not None else None
    head, *more = finished(pane, at) if at else _about(pane, aim, square)
    while more and len(wrap(_joined(head, more), max(1, cells))) > rows:
        more.pop()
    return [fit(line, cells) for line in wrap(_joined(head, more), max(1, cells))[:rows]]


def _joined(head: Row, more: Sequence[str]) -> Row:
    return head + row(*((f" {sentence}", "dim") for sentence in more))


def _about(pane: GameView[View], aim: Aim | None, square: str) -> Told:
    """Describe the effect of the chosen tile on the cursor's square, or what lies there."""
    t = pane.words.t
    if not square:
        return (EMPTY,)
    if aim and square in aim.squares:
        return _outlook(pane, aim, square)
    if square in pane.game.board:
        tile = pane.game.board[square]
        of = {"at": square, "n": tile.value, "name": pane.name_of(tile.seat)}
        if tile.face_up:
            return (row((t("{at}: {n}, {name:@|yours}", **of), "dim")),)
        return (row((t("{at}: {n}, {name:@|yours}, face down", **of), "dim")),)
    if why := _why_not(pane, square) if aim else "":
        return (row((t("{at}: ", at=square), "dim"), (f"{why}.", "alert")),)
    return (row((f"{square}  {worth_text(pane, square)}", "dim")),)


def _outlook(pane: GameView[View], aim: Aim, square: str) -> Told:
    """Write out what the tile makes on a square where it may lie."""
    t, points, made = pane.words.t, aim.points(square), aim.made(square)
    laid = f"★{aim.value(square)}" if aim.tile == STAR else str(aim.value(square))
    plain = placing.worth(square, aim.seat) == placing.PLAIN
    more = [] if points or plain else [worth_text(pane, square)]
    if points:
        more.append(t("Your tile will be turned."))
    elif made:
        more = [t("Nothing scores before round {n}.", n=placing.SCORING_ROUND)]
    alone = aim.tile == STAR and aim.value(square) == placing.GOAL
    sums = [] if alone else aim.sums(square)[:2]
    if not (points or made or sums):
        laid = t("{n} makes no 21 yet", n=laid)
    return _written(pane, square, made or sums, laid, points, more)


def finished(pane: GameView[View], at: str) -> Told:
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
    more: Sequence[str],
) -> Told:
    """Write "E5: 4 + 8 + 9 = 21 in a diagonal, +15." and the sentences after it."""
    t = pane.words.t
    total = " · ".join(f"{line.numbers} = {line.total}" for line in sums) or laid
    ways = list(dict.fromkeys(t(_WAYS[line.way]) for line in sums))
    where = " " + t("in {ways}", ways=pane.words.listed(ways)) if ways else ""
    head = row(
        (t("{at}: ", at=square), "strong"),
        (total, "strong"),
        where,
        (f", +{points}" if points else "", "strong"),
        ".",
    )
    return head, *more


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
