"""The way to the threshold: a line of points from 1 to 36, and the possible outcomes."""

from collections.abc import Sequence
from functools import lru_cache

from rich.cells import cell_len

from arcade.club.i18n.words import Words
from arcade.games.trente.rules.options import HIGH, LOW
from arcade.games.trente.rules.state import View
from screens.games.trente.standing import Standing
from screens.terminal.rows import EMPTY, Piece, Row, beside, pad, row, row_width
from screens.terminal.seats import seat_mark
from screens.widgets.dice import die

_MOST, _THUMB = 36, 14
_SHADE = 3
"""The fewest cells of what the other dice may make beside the words for its ends."""
_LABEL = 9
"""Cells before the line."""
_FULL, _TAG = 104, 26
"""Cells from which a line goes to the right edge, and those right of it in a narrower picture."""
_LINE = 2
"""Rows of the way where it is not twice as high."""
WHOLE = range(74, 120)
"""Cells of a picture that has all columns of a small terminal: its line begins at the left edge and
has words of its own below it."""


def line(words: Words, stand: Standing, width: int) -> list[Row]:
    """Draw the way in two rows: what the dice make and may make, and what each sum means."""
    if width in WHOLE:
        return [_ruler(stand, width), _ruler_ends(words, stand, width)]
    return [_with_sums(words, _way(words, stand), stand), _scale(words, stand.threshold, width)]


def broad_line(words: Words, stand: Standing, width: int) -> list[Row]:
    """Draw the way in three rows: twice as high, with the words of a small terminal below it."""
    return [*[_ruler(stand, width)] * 2, _ruler_ends(words, stand, width)]


def way(words: Words, stand: Standing, width: int, rows: int) -> list[Row]:
    """Draw the way, in three rows where there are as many."""
    return (broad_line if rows > _LINE else line)(words, stand, width)


def _way(words: Words, stand: Standing) -> list[Piece]:
    """Draw the sum, and each point of the way in a cell."""
    made = pad(words.t("Sum") + f" {stand.total}", _LABEL - 1)
    pieces = [Piece(" " + made, "strong")]
    last = ""
    for point in range(1, _MOST + 1):
        glyph, tone = _point(stand, point)
        if glyph == last:
            pieces[-1] = pieces[-1]._replace(text=pieces[-1].text + glyph)
        else:
            pieces.append(Piece(glyph, tone))
        last = glyph
    return pieces


def brief_line(words: Words, stand: Standing, width: int) -> Row:
    """Draw the way in one row, a number at its mark, and behind it what is beyond that."""
    t = words.t
    beyond = t("over: attack") if stand.threshold == HIGH else t("under: attack")
    ends = row(("  " + beyond, "alert")) if stand.threshold else EMPTY
    made = row((" " + pad(t("Sum") + f" {stand.total}", _LABEL - 1), "strong"))
    return (*made, *_bar(stand, width - 1 - row_width((*made, *ends)), True), *ends)


@lru_cache(128)
def _bar(stand: Standing, cells: int, numbered: bool = False) -> Row:
    """Draw the way in so many cells, once for everybody who sees the same; number its marks."""
    drawn = [_fill(stand, at * _MOST // cells + 1, stand.total) for at in range(cells)]
    for goal in stand.goals:
        at = _last_cell(goal, cells)
        drawn[at] = "┃", _goal_tone(stand, at * _MOST // cells + 1)
        if numbered:
            drawn[at + 1 : at + 3] = [(digit, "strong") for digit in str(goal)]
    return tuple(Piece(*joined) for joined in _joined(*map(list, zip(*drawn, strict=True))))


def _last_cell(point: int, cells: int) -> int:
    """Return the last cell of a point on a way of so many."""
    return -(-point * cells // _MOST) - 1


def _across(width: int) -> int:
    """Return the cells of the way where it has words below it; it ends where seats' bars do."""
    return width - (2 if width >= _FULL else _TAG)


def _ruler(stand: Standing, width: int) -> Row:
    """Draw the way from the left edge, to the right one where the words below it allow."""
    return (Piece(" "), *_bar(stand, _across(width)))


def _ruler_ends(words: Words, stand: Standing, width: int) -> Row:
    """Say below the ruler what its parts are, as far as there is room: first the goal."""
    t, text, cells = words.t, [" "] * width, _across(width)
    tones = ["dim"] * width

    def put(label: str, at: int, tone: str = "dim", apart: int = 2) -> None:
        around = text[max(0, at - apart) : at + len(label) + apart]
        if at > 0 and at + len(label) <= width and not "".join(around).strip():
            text[at : at + len(label)] = label
            tones[at : at + len(label)] = [tone] * len(label)

    for goal in stand.goals:
        put(f"▲ {goal}", 1 + _last_cell(goal, cells), "strong")
    if stand.total and stand.live:
        put(t("{n} so far", n=stand.total), 1, stand.mark.tone)
    if HIGH in stand.goals:
        put(t("over: attack"), 6 + _last_cell(HIGH, cells), "alert", 1)
    if LOW in stand.goals:
        under = t("under: attack")
        put(under, _last_cell(LOW, cells) - 1 - len(under), "alert")
    if stand.live and stand.left and stand.total:
        ahead = words.nt(
            "+{n} die: {low} to {high}",
            "+{n} dice: {low} to {high}",
            stand.left,
            low=stand.low,
            high=stand.high,
        )
        put(ahead, 2 + _last_cell(stand.total, cells))
    return tuple(Piece(sign, tone) for sign, tone in _joined(text, tones))


def reach(words: Words, stand: Standing, width: int) -> Row:
    """Draw the way to 30 behind what is missing; nothing where that is not yet open."""
    worst, best = stand.margins() if stand.left else (0, 0)
    if stand.threshold != HIGH or not stand.kept or best < 0 or worst >= 0:
        return EMPTY
    missing = pad(words.t("{n} to go", n=stand.need()), _LABEL)
    way = line(words, stand, width)[0][1:]
    beyond = len(way[-1].text) if way[-1].text[0] == "·" else 0  # what no dice reach says the goal
    end = row((f" {HIGH}", "strong"))
    way = (*way[:-1], *end) if beyond > len(end[0].text) else (*way, *end)
    return (Piece(" " + missing, "strong"), *way)


def _with_sums(words: Words, pieces: Sequence[Piece], stand: Standing) -> Row:
    """Write at the ends of what the other dice may make the least and the most that it is.

    Words say so where both have room in it, else the numbers alone.
    """
    t, ahead = words.t, [at for at, piece in enumerate(pieces) if piece.text[0] == "▒"]
    ends = [t("min {n}", n=stand.low), t("max {n}", n=stand.high)]
    room = min((len(pieces[at].text) for at in ahead), default=0) - _SHADE
    if room < (max if len(ahead) > 1 else sum)(map(cell_len, ends)):
        ends = [str(stand.low), str(stand.high)]
    drawn = list(pieces)
    for at, total, end in ((ahead[-1:], stand.high, ends[1]), (ahead[:1], stand.low, ends[0])):
        for here in at:
            text, label = drawn[here].text, Piece(end, "dim")
            if (left := len(text) - len(end)) <= 0 or _point(stand, total)[0] != "▒":
                continue
            shaded = drawn[here]._replace(text=text[:left])
            drawn[here : here + 1] = [label, shaded] if total == stand.low else [shaded, label]
    return tuple(drawn)


def _point(stand: Standing, point: int) -> tuple[str, str]:
    if point in stand.goals:
        return "┃", _goal_tone(stand, point)
    return _fill(stand, point, stand.low - 1)


def _goal_tone(stand: Standing, point: int) -> str:
    covered = stand.mark.tile if stand.live else "tile-dim"
    return "strong" if point > stand.total else covered


def _fill(stand: Standing, point: int, certain: int) -> tuple[str, str]:
    """Return the sign and tone of a point; what other dice may add begins beyond `certain`."""
    if point <= sum(stand.kept):
        return "█", stand.mark.tone if stand.live else "dim"
    total = stand.total
    if point <= total:
        return "▓", stand.mark.tone
    if stand.live and total and certain < point <= stand.high:
        return "▒", "dim"
    return "·", "rule"


def _scale(words: Words, threshold: int | None, width: int) -> Row:
    """Mark the thresholds under the line, and beyond which there is an attack."""
    t = words.t
    text = [" "] * max(width, _LABEL + _MOST)
    tones = ["dim"] * len(text)

    def put(label: str, at: int, tone: str = "dim") -> None:
        for column, sign in enumerate(label[: len(text) - at], at):
            text[column], tones[column] = sign, tone

    def end(point: int) -> int:
        return _LABEL + point - 1

    if threshold in (None, HIGH):
        put("▲", end(HIGH), "strong")
        put(t("over: attack"), end(HIGH) + 2, "alert")
        label = "30" if threshold is None else t("short of 30: points are lost")
        put(label, end(HIGH) - 1 - len(label))
    if threshold in (None, LOW):
        put("▲", end(LOW), "strong")
        put(t("under: attack"), end(LOW) - 1 - len(t("under: attack")), "alert")
        put("12" if threshold is None else t("over 12: points are lost"), end(LOW) + 2)
    return tuple(Piece(sign, tone) for sign, tone in _joined(text, tones))


def _joined(text: list[str], tones: list[str]) -> list[tuple[str, str]]:
    pieces: list[tuple[str, str]] = []
    for sign, tone in zip(text, tones, strict=True):
        if pieces and (pieces[-1][1] == tone or sign == " "):
            pieces[-1] = (pieces[-1][0] + sign, pieces[-1][1])
        else:
            pieces.append((sign, tone))
    return pieces


def poster() -> list[Row]:
    """Draw six dice that make 30 exactly."""
    tiles = [(f" {face} ", seat_mark(0).tile) for face in (6, 6, 6, 5, 4, 3)]
    return [
        row(*(piece for tile in tiles for piece in (tile, " "))),
        EMPTY,
        row(("█" * _THUMB, seat_mark(0).tone), (" 30", "strong")),
    ]


def thumbnail(view: View) -> list[Row]:
    """Draw the six dice of the turn or of the last hand, the kept ones held; how far they reach."""
    hand, live = view.hand, bool(view.kept or view.dice)
    mark = seat_mark(view.turn or 0)
    if view.attack is not None:
        struck = row(
            ("━━▶ ", "alert"), *((seat_mark(target).shape, "alert") for target in view.targets)
        )
        return beside(die(view.attack, mark.tile, "small"), [EMPTY, struck], 5, 2)
    kept = view.kept if live or hand is None else hand.dice
    goal = view.threshold if live or hand is None else hand.threshold
    open_ = 6 - len(kept) - len(view.dice)
    tiles = [*((f" {face} ", mark.tile if live else "tile-dim") for face in kept)]
    tiles += [
        *((f" {face} ", "tile") for face in view.dice),
        *((" · ", "rule") for _ in range(open_)),
    ]
    total = sum(kept)
    bar = _THUMB * min(total, goal or HIGH) // (goal or HIGH)
    text = f" {total} ▸ {goal or f'{LOW}/{HIGH}'}"
    return [
        row(*(piece for tile in tiles for piece in (tile, " "))),
        EMPTY,
        row(
            ("█" * bar, mark.tone if live else "dim"), ("·" * (_THUMB - bar), "rule"), (text, "dim")
        ),
    ]


def outlook(words: Words, stand: Standing, name: str) -> Row:
    """Say what whoever is called `name` has to make of the dice that are left."""
    t = words.t
    if stand.threshold is None:
        if stand.chosen:
            return row((t("Small and large: you will be asked which is first."), "strong"))
        return row(t("4-6 first means 30 or more, 1-3 first 12 or less."))
    if not stand.kept and not stand.chosen:
        if stand.threshold == HIGH:
            return row(t("Make 30 or more with six dice."))
        return row(t("Make 12 or less with six dice."))
    if not stand.left:
        return _verdict(words, stand)
    worst, best = stand.margins()
    if best < 0:
        text = words.nt(
            "{goal} is out of reach: at least {n} point is lost.",
            "{goal} is out of reach: at least {n} points are lost.",
            -best,
            goal=stand.threshold,
        )
        return row((text, "alert"))
    if worst >= 0:
        text = t(
            "{goal} is certain: level {low} to {high}.", goal=stand.threshold, low=worst, high=best
        )
        return row((text, "good"))
    return _needed(words, stand, name)


def _needed(words: Words, stand: Standing, name: str) -> Row:
    if stand.threshold == LOW:
        text = words.nt(
            "{name:@ may add|You may add} {need}; {n} die makes {low} to {high}.",
            "{name:@ may add|You may add} {need}; {n} dice make {low} to {high}.",
            stand.left,
            name=name,
            need=stand.need(),
            low=stand.left,
            high=6 * stand.left,
        )
    else:
        text = words.nt(
            "{name:@ needs|You need} {need} more; {n} die makes {low} to {high}.",
            "{name:@ needs|You need} {need} more; {n} dice make {low} to {high}.",
            stand.left,
            name=name,
            need=stand.need(),
            low=stand.left,
            high=6 * stand.left,
        )
    return row((text, "strong"))


def _verdict(words: Words, stand: Standing) -> Row:
    t = words.t
    total, goal = stand.total, stand.threshold
    margin = stand.margins()[0]
    if margin > 0:
        text = t("{total} beats {goal} by {level}: attack!", total=total, goal=goal, level=margin)
        return row((text, "strong" if stand.live else "dim"))
    if not margin:
        text = t("{total} exactly: nothing is lost.", total=total)
        return row((text, "good" if stand.live else "dim"))
    text = words.nt(
        "{total} misses {goal} by {n}: {n} point lost.",
        "{total} misses {goal} by {n}: {n} points lost.",
        -margin,
        total=total,
        goal=goal,
    )
    return row((text, "alert" if stand.live else "dim"))
