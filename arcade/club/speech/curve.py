"""The curve of a game in words and figures: chances to win, in 100.

Must not know: a screen, a terminal, or more of a game than everybody saw.
"""

from collections.abc import Sequence

from arcade.club.i18n.words import Words
from arcade.club.replays.curve import Curve, Swing

MAX_TURNS = 5
"""The most turns that a curve is described by."""


def in_100(chance: float) -> int:
    """Round to whole chances in 100, but nothing possible to 0 and nothing open to 100."""
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))


def decisive_text(words: Words, curve: Curve, names: Sequence[str]) -> str:
    """Return which turn decided the game, in chances; "" where none did."""
    swing = curve.decisive
    return "" if swing is None else _swing_text(words, swing, names)


def curve_texts(words: Words, curve: Curve, names: Sequence[str]) -> list[str]:
    """Tell a curve: the chances at the beginning, and after the turns that moved them most."""
    turns: dict[int, Swing] = {}
    seats = range(len(names))
    swings = [swing for seat in seats for swing in curve.swings(seat)]
    for swing in sorted(swings, key=lambda swing: -swing.size):
        if swing.turn in turns or len(turns) < MAX_TURNS:
            turns.setdefault(swing.turn, swing)
    t = words.t
    return [
        t("Chances to win, in 100. At first: {chances}.", chances=_all(words, curve, 0, names)),
        *(
            t(
                "After turn {turn} ({name:@|you}): {chances}.",
                turn=turn,
                name=names[curve.actors[turn - 1]],
                chances=_all(words, curve, turn, names),
            )
            for turn in sorted(turns)
        ),
    ]


def _swing_text(words: Words, swing: Swing, names: Sequence[str]) -> str:
    figures = {"before": in_100(swing.before), "after": in_100(swing.after), "turn": swing.turn}
    if swing.actor == swing.seat:
        return words.t(
            "Turn {turn} decided it: {name:@'s|your} chances went from {before}% to {after}%.",
            name=names[swing.seat],
            **figures,
        )
    return words.t(
        "Turn {turn}, by {actor:@|you}, decided it:"
        " {name:@'s|your} chances went from {before}% to {after}%.",
        actor=names[swing.actor],
        name=names[swing.seat],
        **figures,
    )


def _all(words: Words, curve: Curve, turn: int, names: Sequence[str]) -> str:
    pairs = zip(names, curve.points[turn], strict=True)
    t = words.t
    return words.listed(
        [t("{name:@|you} {n}", name=name, n=in_100(chance)) for name, chance in pairs]
    )
