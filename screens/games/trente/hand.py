"""The dice of a turn: thrown, chosen and kept ones, and those of the turn before."""

from collections.abc import Sequence

from arcade.games.trente.rules.options import HIGH, LOW, is_low
from arcade.games.trente.rules.state import Hand, View
from arcade.games.trente.rules.turn import find_targets
from screens.games.seat_rows import with_names
from screens.games.trente import losses
from screens.games.trente.line import WHOLE
from screens.games.trente.line import line as way_to_go
from screens.games.trente.sizing import APART, Sizing, first_that_fits
from screens.games.trente.standing import Choice, Standing, missed_now, standing, struck_now
from screens.games.view import GameView
from screens.terminal.rows import (
    EMPTY,
    Piece,
    Row,
    beside,
    fit,
    indented,
    pad,
    row,
    row_width,
    wrap,
)
from screens.terminal.seats import seat_mark
from screens.widgets import dice

_LABEL = 9
"""Cells before kept dice that have rows of their own."""
_OLD = (("medium", 90), ("small", 60))
"""Sizes of the dice of the turn before, below one's own, and the cells from which they have it."""


def unthrown(pane: GameView[View], size: str) -> list[Row]:
    """Draw the six dice of whoever is to roll; one's own with the key inside."""
    if not pane.mine or not pane.offered("roll"):
        return losses.dice_row((0,) * 6, ["rule"] * 6, size)
    key = "" if pane.touch else pane.key_of("roll")
    return dice.unthrown(key, size, "roll", 6, _gap(size))


def _gap(size: str) -> int:
    return 2 if size == "huge" else 1


def thrown(pane: GameView[View], choice: Choice, stand: Standing, sizing: Sizing) -> list[Row]:
    """Draw the dice just thrown: they land one by one; chosen ones have a heavy frame.

    The kept ones lie beside them; the way to go says what they make until a choice adds to it.
    """
    faces, size = pane.game.dice, sizing.size
    landed, number = len(faces) - pane.moment.tumbling, pane.moment.number
    shown = [
        face if at < landed else dice.tumbling(number, at, pane.table.version)
        for at, face in enumerate(faces)
    ]
    tones = [
        "tile-dim" if at >= landed else stand.mark.tile if at in choice.places else "tile"
        for at in range(len(faces))
    ]
    clicks = [f"pick_{at}" for at in range(len(faces))]
    lines = losses.dice_row(shown, tones, size, clicks)
    across = dice.SIZES[size][0] + _gap(size)
    labels: Row = ()
    if pane.offered("keep"):
        for at in range(len(faces)):
            labels += _label(pane, choice, at, across, stand.mark.tone)
    if not stand.kept:
        return [*lines, labels]
    cells = across * len(faces) - _gap(size)
    kept = losses.dice_row(stand.kept, [stand.mark.tile] * len(stand.kept), size)
    parts = (str(sum(part)) for part in (stand.kept, stand.chosen) if part)
    label, total = pane.words.t("Kept"), " = " + "+".join(parts)
    total = total if stand.chosen or not sizing.line else ""
    fits = len(label + total) < across * len(stand.kept)
    kept.append(row((label + (total if fits else ""), "strong")))
    return beside([*lines, labels], kept, cells, APART)


def _label(pane: GameView[View], choice: Choice, at: int, across: int, own: str) -> Row:
    """Write the number of a die below it, or in the tone `own` what it does."""
    chosen, key = at in choice.places, "" if pane.touch or pane.quiet else str(at + 1)
    if choice.asking:
        goal = LOW if is_low(choice.dice[at]) else HIGH
        text = f" {key}▸{goal} " if chosen else ""
    elif not chosen and not key:
        text = ""
    else:
        t = pane.words.t
        text = f" ▲ {t('keep')} " if chosen else f" {t('key {n}', n=key)} "
        if len(text) > across - 1:
            text = f" ▲{key} " if chosen else f" {key} "
    tone = "cursor" if at == choice.cursor and text else own if chosen else "dim"
    left = (across - 1 - len(text)) // 2
    return row(" " * left, (text, tone, f"pick_{at}"), " " * (across - left - len(text)))


def six(pane: GameView[View], stand: Standing, size: str, width: int) -> list[Row]:
    """Draw the six dice that gave an attack, and what they make."""
    label = pad(pane.words.t("Kept"), _LABEL - 1)
    total = row((f" = {stand.total}", "strong"))
    if size == "line":
        pieces: list[tuple[str, str]] = []
        for face in stand.kept:
            pieces += [(f" {face} ", stand.mark.tile), (" ", "")]
        return [fit(row(label, *pieces) + total, width)]
    lines = losses.dice_row(stand.kept, [stand.mark.tile] * len(stand.kept), size)
    middle = len(lines) // 2
    return [
        fit(row(label) + line + total if at == middle else row(" " * (_LABEL - 1)) + line, width)
        for at, line in enumerate(lines)
    ]


# An attack


def attack(
    pane: GameView[View], seat: int, level: int, target: int | None, size: str, width: int
) -> list[Row]:
    """Draw an attack that is about to fall: its level, whom it strikes and why, what it costs."""
    view, t = pane.shown, pane.words.t
    whom = "?" if target is None else pane.who(target)
    left = "" if target is None else f"  {pane.about(target)}"
    across, down = dice.SIZES[size]
    why = pane.say(find_targets(view, seat, level)[1])
    cells = width - across - 5
    # The log says why, but not that who avenges themselves may strike anybody.
    logged = width >= WHOLE.start and not pane.replayed and view.avenging is None
    text: list[Row] = [
        *[EMPTY] * ((down - 5) // 2 + logged),
        row((t("ATTACK AT LEVEL {level}", level=level), "alert")),
        row(
            (f"{pane.who(seat, True)} ", seat_mark(seat).tone),
            ("━━▶ ", "alert"),
            (whom, "alert"),
            (left, "dim"),
        ),
        *([] if logged else wrap(with_names(pane.table, why), cells)[:2]),
    ]
    cost = pane.words.nt(
        "Each {level} rolled costs {n} point; a roll without one ends it.",
        "Each {level} rolled costs {n} points; a roll without one ends it.",
        level,
        level=level,
    )
    costs = wrap(row((cost, "dim")), cells)
    text += costs if len(text) + len(costs) <= down else ()
    text = [fit(line, cells) for line in text[:down]]
    return beside(dice.die(level, seat_mark(seat).tile, size), text, across, 3)


# The turn before


def last_turn(
    pane: GameView[View], about: list[Row], size: str, rows: int, width: int
) -> list[Sequence[Row]]:
    """Tell the turn before, large, in so many rows; `about` says whose turn it is now.

    A replay has the way to the sum too; at a table each turn that ends would draw it.
    """
    view = pane.shown
    if (strike := struck_now(view)) is not None:
        return [set_in(losses.struck(pane, strike, rows - 2, width - 1), width), about]
    if (hand := missed_now(view)) is None:
        return [about, set_in(unthrown(pane, size), width)]
    outcome = _in_one_row(losses.missed(pane, hand, width - 1), width)
    whole = set_in(outcome, width)
    head, rest = whole[:1], whole[1:]
    large, small = (set_in(_old_dice(pane, hand, each), width) for each in (size, "small"))
    way = way_to_go(pane.words, standing(view, Choice()), width) if pane.replayed else []
    ways = [
        *([whole, large, way, about], [whole, large, about], [whole, large]),
        *([head, small, rest, about], [head, small, rest]),
    ]
    return list(first_that_fits(rows, *ways))


def _old_dice(pane: GameView[View], hand: Hand, size: str) -> list[Row]:
    return losses.dice_row(hand.dice, [pane.spent] * 6, size)


def _in_one_row(outcome: list[Row], width: int) -> list[Row]:
    """Join sentences to one row, unless that is too long."""
    parts = tuple(part for line in outcome for part in (*line, Piece("  ")))
    return [parts[:-1]] if row_width(parts) < width else outcome


def turn_before(pane: GameView[View], rows: int, most: int, width: int) -> list[Row]:
    """Tell the turn before in so many rows, an attack in `most`, small below one's own dice."""
    view = pane.shown
    if (strike := struck_now(view)) is not None:
        lines = list(filter(None, losses.struck(pane, strike, most, width)))
        return lines if len(lines) <= most else [lines[0], *lines[1 - most :]][:most]
    if (hand := missed_now(view)) is None:
        return []
    (name, *parts), *rest = losses.missed(pane, hand, width)
    sentence = tuple(parts[:-1]) + row(parts[-1].text.strip())
    apart = " " * (2 - (parts[-1].text[:2] != "  "))
    lines = [row(name, apart) + sentence, *rest]
    whole = _in_one_row(lines, width)
    for size, cells in _OLD:
        if len(whole) + 1 + dice.SIZES[size][1] <= rows and width >= cells:
            return [*whole, EMPTY, *_old_dice(pane, hand, size)]
    lines[0] += row(" ") + dice.faces(hand.dice, pane.spent)
    return _in_one_row(lines, width)[:rows]


def set_in(lines: Sequence[Row], width: int) -> list[Row]:
    """Set rows one cell in, as all that stands beside the edge."""
    return [fit(line, width) for line in indented(lines, 1)]
