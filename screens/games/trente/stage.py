"""The middle of the table: the throw, the attack to be thrown, the damage as it falls."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arcade.games.trente.rules.attack import find_targets
from arcade.games.trente.rules.options import HIGH, LOW, is_low
from arcade.games.trente.rules.state import Hand, Strike
from screens.games.trente.standing import Standing, missed_now, same_manche, struck_now
from screens.terminal.rows import EMPTY, Row, beside, columns, fit, flow, minus, pad, row, wrap
from screens.widgets import dice

if TYPE_CHECKING:
    from screens.games.trente.view import TrenteView

_SLOW, _MOST_FRAMES = 2, 45
"""Frames a fallen throw lies before the next, and the longest an attack may take."""


def falls(strike: Strike) -> tuple[tuple[int, int], ...]:
    """List the steps of an attack's animation: which throw, and how many of its dice lie."""
    steps = [
        (number, min(fallen, len(throw)))
        for number, throw in enumerate(strike.throws)
        for fallen in range(len(throw) + 1 + _SLOW)
    ]
    stride = -(-len(steps) // _MOST_FRAMES)
    return tuple(steps[::-1][::stride][::-1])


def fallen(strike: Strike, step: tuple[int, int]) -> int:
    """Add up the damage of the dice that lie at this step."""
    number, lie = step
    lying = [*strike.throws[:number], strike.throws[number][:lie]]
    return strike.level * sum(throw.count(strike.level) for throw in lying)


def lying(strike: Strike, step: tuple[int, int]) -> list[tuple[int, str]]:
    """Return the six dice and their tones at this step: hits stay, the others are thrown again."""
    number, lie = step
    level, places = strike.level, list(range(6))
    for throw in strike.throws[:number]:
        again = [at for at, face in zip(places, throw, strict=True) if face != level]
        places = again or list(range(6))
    dice = [(level, "tile-held")] * 6
    for order, (at, face) in enumerate(zip(places, strike.throws[number], strict=True)):
        hit = face == level and order < lie
        dice[at] = (face if order < lie else 0, "tile-held" if hit else "tile")
    return dice


def stage(pane: "TrenteView", size: str, width: int) -> list[Row]:
    """Draw the current move, in one row more than a die of that size has."""
    view = pane.game
    step = pane.step
    if step is not None and view.strike is not None:
        rows = _falling(pane, view.strike, step, size, width)
    elif view.attack is not None and view.turn is not None:
        rows = _attack(pane, view.turn, view.attack, size, width)
    elif view.dice:
        rows = _throw(pane, size)
    elif (strike := struck_now(view)) is not None:
        rows = _struck(pane, strike, dice.SIZES[size][1], width)
    elif (hand := missed_now(view)) is not None:
        rows = _missed(pane, hand, width)
    else:
        rows = dice_row((0,) * 6, ["tile-dim"] * 6, size, [""] * 6)
    down = dice.SIZES[size][1]
    if view.turn is not None and not view.dice and view.attack is None and step is None:
        rows = [*rows[:down], *[EMPTY] * (down - len(rows)), _next(pane, view.turn)]
    return [fit(row("  ") + line, width) for line in rows[: down + 1]] + [EMPTY] * (
        down + 1 - len(rows)
    )


def dice_row(
    faces: Sequence[int], tones: Sequence[str], size: str, click: Sequence[str]
) -> list[Row]:
    """Draw dice from left to right."""
    drawn = (
        dice.die(face, tone, size, what)
        for face, tone, what in zip(faces, tones, click, strict=True)
    )
    return columns(drawn, 2 if size == "huge" else 1)


def button(pane: "TrenteView", said: str, what: str) -> Row:
    """Draw a clickable button for Enter."""
    key = pane.words.t("Enter")
    return row((f" {key} ", "cursor", what), (f" {said}", "gold", what))


def _next(pane: "TrenteView", seat: int) -> Row:
    """Describe who throws next, and for that person, how."""
    if pane.offered("roll"):
        drawn = button(pane, pane.words.t("throw the six dice"), "roll")
        if pane.offered("forgo"):
            said = pane.words.t("forgo")
            drawn += row("  ", (" f ", "cursor", "forgo"), (f" {said}", "dim", "forgo"))
        return drawn
    return row((pane.words.t("{name} throws next.", name=pane.name_of(seat)), "dim"))


def _throw(pane: "TrenteView", size: str) -> list[Row]:
    """Draw the dice just thrown: they land one by one; chosen ones have a heavy frame."""
    choice, thrown = pane.choice, pane.game.dice
    landed = len(thrown) - pane.frame
    faces = [face if at < landed else 0 for at, face in enumerate(thrown)]
    tones = ["tile-held" if at in choice.places else "tile" for at in range(len(thrown))]
    clicks = [f"pick_{at}" for at in range(len(thrown))]
    lines = dice_row(faces, tones, size, clicks)
    if pane.offered("keep"):
        across = dice.SIZES[size][0] + (2 if size == "huge" else 1)
        labels = [_label(pane, at, across) for at in range(len(thrown))]
        lines.append(tuple(piece for label in labels for piece in label))
    return lines


def _label(pane: "TrenteView", at: int, across: int) -> Row:
    """Draw the label under a die: its key, whether it is kept, the cursor."""
    choice, keep = pane.choice, pane.words.t("keep")
    chosen = at in choice.places
    if choice.asking:
        goal = LOW if is_low(choice.dice[at]) else HIGH
        text = f" {at + 1}▸{goal} " if chosen else ""
    else:
        text = f" ▲{at + 1} {keep} " if chosen else f" {at + 1} "
        if len(text) > across:
            text = f" ▲{at + 1} "
    tone = "cursor" if at == choice.cursor and text else "gold" if chosen else "dim"
    left = (across - 1 - len(text)) // 2
    return row(" " * left, (text, tone, f"pick_{at}"), " " * (across - left - len(text)))


def _attack(pane: "TrenteView", seat: int, level: int, size: str, width: int) -> list[Row]:
    """Draw an attack before it is thrown: its level, its target and why."""
    view, t = pane.game, pane.words.t
    attacker, target = pane.name_of(seat), pane.target
    whom = "?" if target is None else pane.name_of(target)
    left = "" if target is None else f"  ({minus(view.scores[target])})"
    why = pane.words.say(find_targets(view, seat, level)[1], pane.names)
    across, down = dice.SIZES[size]
    cells = width - across - 5
    text: list[Row] = [
        *[EMPTY] * ((down - 5) // 2),
        row((t("ATTACK AT LEVEL {level}", level=level), "alert")),
        row((f"{attacker} ", "strong"), ("━━▶ ", "alert"), (whom, "alert"), (left, "dim")),
        *wrap(row(why), cells)[:2],
        *wrap(
            row(
                (
                    t("Each {level} thrown costs {level}; no {level}, and it ends.", level=level),
                    "dim",
                )
            ),
            cells,
        ),
    ]
    text = [fit(line, cells) for line in text[:down]]
    block = beside(dice.die(level, "tile-held", size), text, across, 3)
    if not pane.mine:
        said = t("{name} is about to throw the damage.", name=attacker)
        if target is None:
            said = t("{name} chooses whom to strike.", name=attacker)
        return [*block, row((said, "dim"))]
    if len(view.targets) == 1:
        return [*block, button(pane, t("throw the damage"), "attack")]
    return [*block, button(pane, t("strike {name} (or ↑↓, number)", name=whom), "attack")]


def _falling(
    pane: "TrenteView", strike: Strike, step: tuple[int, int], size: str, width: int
) -> list[Row]:
    """Draw an attack falling die by die, and what it has cost so far."""
    number, lie = step
    throw = strike.throws[number]
    faces, tones = zip(*lying(strike, step), strict=True)
    t, lost = pane.words.t, fallen(strike, step)
    said = t("Level {level}, throw {n}", level=strike.level, n=number + 1)
    cost = f"  {pane.name_of(strike.target)} −{lost}" if lost else ""
    again = throw.count(strike.level) == len(throw) and lie == len(throw)
    full = "  " + t("Main pleine!") if again else ""
    tail = row((said, "strong"), (cost, "alert"), (full, "gold"))
    return [*dice_row(faces, tones, size, [""] * 6), fit(tail, width)]


def _struck(pane: "TrenteView", strike: Strike, rows: int, width: int) -> list[Row]:
    """Draw an attack that has fallen: every throw, its dice that struck in brackets, the loss."""
    t, lost = pane.words.t, strike.lost
    attacker, target = pane.name_of(strike.seat), pane.name_of(strike.target)
    head = row((attacker, "strong"), (" ━━▶ ", "alert"), (target, "strong"))
    head += row("  ", (t("at level {level}", level=strike.level), "dim"))
    hits = lost // strike.level
    if not lost:
        end = row(t("No {level}: {name} loses nothing.", level=strike.level, name=target))
    else:
        end = row((f"{hits} × {strike.level}  ", "alert"))
        end += row((_loses(pane, strike.target, lost), "strong"))
    ends = [end, *_killed(pane, strike)]
    thrown = (_struck_throw(strike, throw) for throw in strike.throws)
    throws = flow(thrown, width - 4, row((" ▸ ", "rule")))
    room = max(1, rows - 1 - len(ends))
    if len(throws) > room:
        throws = [row(("…", "dim")), *throws[len(throws) - room + 1 :]]
    blank = [EMPTY] if rows > len(throws) + 1 + len(ends) else []
    return [head, *throws, *blank, *ends]


def _killed(pane: "TrenteView", strike: Strike) -> list[Row]:
    """Describe a death and what follows."""
    view, t, name = pane.game, pane.words.t, pane.name_of(strike.target)
    if view.avenging == strike.target:
        return [row((t("† {name} is dead, and may take vengeance at once!", name=name), "alert"))]
    if strike.lost and strike.target in view.dead:
        return [row((t("† {name} is dead.", name=name), "dim"))]
    return []


def _struck_throw(strike: Strike, throw: tuple[int, ...]) -> Row:
    pieces = [
        (f"[{face}]", "gold") if face == strike.level else (f" {face} ", "dim") for face in throw
    ]
    return row(*pieces)


def _missed(pane: "TrenteView", hand: Hand, width: int) -> list[Row]:
    """Draw a turn that missed or met the threshold."""
    t, total = pane.words.t, sum(hand.dice)
    name, gap = pane.name_of(hand.seat), -hand.excess
    if not gap:
        said = t("{total}, the threshold exactly.", total=total)
        return [row((name, "strong"), f"  {said}"), EMPTY, row((t("Nothing is lost."), "good"))]
    if hand.threshold == LOW:
        said = t("{total}, and that is {n} too many.", total=total, n=gap)
    else:
        said = t("{total}, and that is {n} short.", total=total, n=gap)
    text = [row((name, "strong"), f"  {said}"), EMPTY]
    text += wrap(row((_loses(pane, hand.seat, gap), "alert")), width - 4)
    if hand.seat in pane.game.dead:
        text += wrap(row((t("No vengeance for a miss of one's own."), "dim")), width - 4)
    return text


def _loses(pane: "TrenteView", seat: int, lost: int) -> str:
    """Describe a seat's loss and remaining points, if its score is still that of this manche."""
    view, nt, name = pane.game, pane.words.nt, pane.name_of(seat)
    if not same_manche(view, seat, lost):
        return nt("{name} loses {n} point.", "{name} loses {n} points.", lost, name=name)
    score = view.scores[seat]
    return nt(
        "{name} loses {n} point: {before} ▸ {score}",
        "{name} loses {n} points: {before} ▸ {score}",
        lost,
        name=name,
        before=minus(score + lost),
        score=minus(score),
    )


def tray(pane: "TrenteView", stand: Standing, size: str, width: int) -> list[Row]:
    """Draw the kept dice in order, then the chosen ones, then empty places."""
    t = pane.words.t
    label = pad(t("Kept") if stand.live else t("Last"), 7)
    parts = [str(sum(part)) for part in (stand.kept, stand.chosen) if part]
    total = row((" = " + "+".join(parts) if parts else "", "strong"))
    if size == "line":
        pieces: list[tuple[str, str]] = []
        pieces += [(f"[{face}]", "strong" if stand.live else "dim") for face in stand.kept]
        pieces += [(f"▲{face} ", "gold") for face in stand.chosen]
        pieces += [(" · ", "rule")] * stand.left
        return [fit(row(f"  {label}", *pieces) + total, width)]
    faces = [*stand.kept, *stand.chosen, *[0] * stand.left]
    tones = ["tile" if stand.live else "tile-dim"] * len(stand.kept)
    tones += ["tile-held"] * len(stand.chosen) + ["rule"] * stand.left
    lines = dice_row(faces, tones, size, [""] * 6)
    middle = len(lines) // 2
    return [
        fit(
            row(f"  {label}" if at == middle else " " * 9)
            + line
            + (total if at == middle else EMPTY),
            width,
        )
        for at, line in enumerate(lines)
    ]
