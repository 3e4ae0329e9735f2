"""A description of the square under the cursor: what a tile would make there, or why not."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from arcade.engine.words import N_
from arcade.games.vingt_et_un.rules import placing
from arcade.games.vingt_et_un.rules.board import MARKED, MARKS, PLAIN
from screens.games.vingt_et_un.aim import STAR, Aim
from screens.terminal.rows import Row, row

if TYPE_CHECKING:
    from screens.games.vingt_et_un.view import View21

_COLOUR_NAMES: Mapping[str, str] = {
    "b": N_("blue"),
    "p": N_("pink"),
    "g": N_("green"),
    "y": N_("yellow"),
}


def about(pane: "View21", aim: Aim | None) -> Row:
    """Describe the effect of the chosen tile on the cursor's square, or what lies there."""
    t, square = pane.words.t, pane.square
    if aim and square in aim.squares:
        return _outlook(pane, aim, square)
    if square in pane.game.board:
        tile = pane.game.board[square]
        face = "" if tile.face_up else t(", face down")
        return row((f"{square}: {tile.value}, {pane.name_of(tile.seat)}{face}", "dim"))
    why = _why_not(pane, square) if aim else ""
    if why:
        return row((f"{square}: ", "dim"), (why, "alert"))
    return row((f"{square}: {_worth_text(pane, square)}", "dim"))


def _outlook(pane: "View21", aim: Aim, square: str) -> Row:
    t, laid = pane.words.t, aim.value(square)
    name = t("star as {n}", n=laid) if pane.chosen == STAR else str(laid)
    said = row((t("{tile} on {at}", tile=name, at=square), "strong"))
    if points := aim.points(square):
        return said + row((" ◎ " + t("makes 21: {n} points", n=points), "gold"))
    if aim.lines(square):
        return said + row((" · " + t("makes 21, but nothing scores before round 4"), "dim"))
    sums = ", ".join(str(total) for total in aim.sums(square))
    more = t("lines of {sums}", sums=sums) if sums else _worth_text(pane, square)
    return said + row((f" · {more}", "dim"))


def _worth_text(pane: "View21", square: str) -> str:
    t, mark = pane.words.t, MARKS[square]
    if mark in MARKED:
        return t("a square of {n} points", n=MARKED[mark])
    if mark.lower() in _COLOUR_NAMES:
        return t("a {colour} square", colour=t(_COLOUR_NAMES[mark.lower()]))
    return t("a plain square, {n} points", n=PLAIN)


def _why_not(pane: "View21", square: str) -> str:
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
