"""The dice: golden ones with round corners, crisis dice with double lines; and the last throw."""

from collections.abc import Sequence

from arcade.engine.words import N_
from arcade.games.golden21.rules.dice import golden_of
from arcade.games.golden21.rules.state import View
from screens.games.seat_rows import with_names
from screens.games.view import GameView
from screens.terminal.rows import EMPTY, Piece, Row, columns, row
from screens.widgets import dice

_DOUBLE = str.maketrans("╭─╮│╰╯", "╔═╗║╚╝")


def golden_in(view: View) -> int:
    """Return how many dice of the last throw were golden, if the view still shows it."""
    count = len(view.dice)
    same_year = view.thrower is not None and len(view.sheet[-1][view.thrower]) > 1
    before = view.golden - golden_of(view.dice) if same_year else count - 1
    return max(2, min(before, count, 5))


def inline(golden: Sequence[int], crisis: Sequence[int], appearance: str) -> Row:
    """Draw dice in text, which may be wrapped; without colours `(3) (5)` golden, `[6]` crisis."""
    plain = " mono" in appearance or appearance.endswith("ascii")
    ends = ("()", "[]") if plain else ("▐▌", "▐▌")
    kinds = ((golden, ends[0], "tile-held", "accent"), (crisis, ends[1], "tile", ""))
    dice = [
        row(
            (sides[0], tone if plain else edge),
            (str(face), tone),
            (sides[1], tone if plain else edge),
        )
        for faces, sides, tone, edge in kinds
        for face in faces
    ]
    return tuple(piece for die in dice for piece in (*die, Piece(" ")))[:-1]


def blocks(golden: Sequence[int], crisis: Sequence[int], size: str) -> list[Row]:
    """Draw dice large, golden ones first."""
    kinds = (
        columns([[*map(_golden, dice.die(face, "tile", size))] for face in golden], 1),
        columns([[*map(_crisis, dice.die(face, "tile", size))] for face in crisis], 1),
    )
    return columns(filter(None, kinds))


def _golden(line: Row) -> Row:
    return tuple(piece._replace(tone="tile-held") for piece in line)


def _crisis(line: Row) -> Row:
    return tuple(piece._replace(text=piece.text.translate(_DOUBLE)) for piece in line)


def largest(count: int, cells: int, rows: int) -> str:
    """Return the largest size in which `count` dice fit; "" if only a line of text does."""
    for size in ("huge", "big", "medium", "small"):
        across, down = dice.SIZES[size]
        if count * (across + 1) + 1 <= cells and down <= rows:
            return size
    return ""


_DICE = "\x1f"
"""Stands where the dice do in a sentence."""


def outcome(pane: GameView[View], tumbling: int, faces: Row = EMPTY) -> Row:
    """Return the last announced and thrown sums, and their difference; `faces` for the sum."""
    view, t = pane.game, pane.words.t
    if view.thrower is None or not view.dice or view.announced is None:
        return EMPTY
    name, total = pane.doer(view.thrower), view.announced
    if tumbling:
        name = pane.name_of(view.thrower)
        sentence = t("{name:@ announces|You announce} {total} …", name=name, total=total)
        return with_names(pane.table, sentence, "strong")
    thrown = sum(view.dice)
    off = abs(thrown - total)
    text = N_("{name:@ announced|You announced} {total}, rolled {sum}: ")
    sentence = t(text, name=name, total=total, sum=_DICE if faces else thrown)
    before, _, after = sentence.partition(_DICE)
    hit = (t("exact!"), "good") if not off else (t("{n} off", n=off), "alert")
    return with_names(pane.table, before) + faces + row(after, hit, *_luck(pane))


def _luck(pane: GameView[View]) -> list[tuple[str, str]]:
    view, t = pane.game, pane.words.t
    match view.luck:
        case "hit" if view.aim is not None:
            return [(" · ", "dim"), (t("hit {name}'s die!", name=pane.name_of(view.aim)), "good")]
        case "fall":
            return [(" · ", "dim"), (t("a die fell: a forfeit"), "alert")]
        case "miss":
            return [(" · ", "dim"), (t("the aim missed"), "dim")]
        case _:
            return []


def to_throw(pane: GameView[View]) -> Row:
    """Name the dice that the turn's trader is going to throw: `2 golden dice, 1 crisis die`."""
    view, nt = pane.game, pane.words.nt
    golden = min(view.golden, view.throws)
    if not view.options.specific_rules:
        return EMPTY
    text = nt("{n} golden die", "{n} golden dice", golden)
    if crisis := view.throws - golden:
        text += ", " + nt("{n} crisis die", "{n} crisis dice", crisis)
    return row((text, "dim"))
