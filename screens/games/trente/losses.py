"""What a turn cost: the dice of an attack as they fall, and what it or a miss took."""

from collections.abc import Sequence

from arcade.games.trente.rules.options import LOW
from arcade.games.trente.rules.state import Hand, Strike, View
from screens.games.trente import seats
from screens.games.trente.standing import fallen, lying, same_manche
from screens.games.view import GameView
from screens.terminal.rows import EMPTY, Row, columns, fit, minus, row, wrap
from screens.widgets import dice


def falling(
    pane: GameView[View], strike: Strike, step: tuple[int, int], size: str, width: int
) -> list[Row]:
    """Draw an attack falling die by die, and what it has cost so far."""
    number, lie = step
    throw = strike.throws[number]
    faces, tones = zip(*lying(strike, step), strict=True)
    t, lost = pane.words.t, fallen(strike, step)
    text = t("Level {level}, roll {n}", level=strike.level, n=number + 1)
    cost = f"  {pane.who(strike.target)} −{lost}" if lost else ""
    again = throw.count(strike.level) == len(throw) and lie == len(throw)
    full = "  " + t("Main pleine!") if again else ""
    tail = row((text, "strong"), (cost, "alert"), (full, "strong"))
    return [*dice_row(faces, tones, size), fit(tail, width)]


def struck(pane: GameView[View], strike: Strike, rows: int, width: int) -> list[Row]:
    """Draw an attack that has fallen: its throws with the hits in brackets, the loss."""
    t, lost = pane.words.t, strike.lost
    attacker, target = pane.who(strike.seat, True), pane.name_of(strike.target)
    head = row((attacker, "strong"), (" ━━▶ ", "alert"), (pane.who(strike.target), "strong"))
    head += row("  ", (t("at level {level}", level=strike.level), "dim"))
    hits = lost // strike.level
    if not lost:
        end = row(
            t("No {level}: {name:@ loses|you lose} nothing.", level=strike.level, name=target)
        )
    else:
        end = row((f"{hits} × {strike.level}  ", "alert"))
        end += row((_loses(pane, strike.target, lost), "strong"))
    ends = [end, *_killed(pane, strike)]
    throws = seats.damage(strike, width - 4)
    room = max(1, rows - 1 - len(ends))
    if len(throws) > room == 1:
        throws = []
    elif len(throws) > room:
        throws = [row(("…", "dim")), *throws[len(throws) - room + 1 :]]
    blank = [EMPTY] if rows > len(throws) + 1 + len(ends) else []
    return [head, *throws, *blank, *ends]


def _killed(pane: GameView[View], strike: Strike) -> list[Row]:
    view, t, name = pane.game, pane.words.t, pane.name_of(strike.target)
    if pane.game.avenging == strike.target:
        return [row((t("† {name:@ is|You are} dead, and may take revenge!", name=name), "alert"))]
    if strike.lost and strike.target in view.dead:
        return [row((t("† {name:@ is|You are} dead.", name=name), "dim"))]
    return []


def missed(pane: GameView[View], hand: Hand, width: int) -> list[Row]:
    t, total = pane.words.t, sum(hand.dice)
    name, gap = pane.who(hand.seat, True), -hand.excess
    if not gap:
        made = t("{name:@ makes|You make} exactly {n}.", name=pane.name_of(hand.seat), n=total)
        return [
            row((name, "strong"), made.removeprefix(name)),
            row((t("Nothing is lost."), "good")),
        ]
    if hand.threshold == LOW:
        sentence = t("{total}: {n} too many.", total=total, n=gap)
    else:
        sentence = t("{total}: {n} short.", total=total, n=gap)
    text = [row((name, "strong"), f"  {sentence}")]
    text += wrap(row((_loses(pane, hand.seat, gap), "alert")), width - 4)
    if hand.seat in pane.game.dead:
        text += wrap(row((t("No revenge for a miss of your own."), "dim")), width - 4)
    return text


def _loses(pane: GameView[View], seat: int, lost: int) -> str:
    """Describe a loss, and the points left while the manche is still the same."""
    view, nt, name = pane.shown, pane.words.nt, pane.name_of(seat)
    if not same_manche(view, seat, lost):
        return nt(
            "{name:@ loses|You lose} {n} point.",
            "{name:@ loses|You lose} {n} points.",
            lost,
            name=name,
        )
    score = view.scores[seat]
    return nt(
        "{name:@ loses|You lose} {n} point: {before} ▸ {score}",
        "{name:@ loses|You lose} {n} points: {before} ▸ {score}",
        lost,
        name=name,
        before=minus(score + lost),
        score=minus(score),
    )


def dice_row(
    faces: Sequence[int], tones: Sequence[str], size: str, click: Sequence[str] = ()
) -> list[Row]:
    drawn = (
        dice.die(face, tone, size, what)
        for face, tone, what in zip(faces, tones, click or [""] * len(faces), strict=True)
    )
    return columns(drawn, 2 if size == "huge" else 1)
