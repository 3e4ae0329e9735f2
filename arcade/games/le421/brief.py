"""Le 421 told in brief: a turn is its hand and in how many rolls, and a round what came of it."""

from collections.abc import Sequence

from arcade.engine import N_, Line, News, cut, phrase
from arcade.games.le421.rules.hands import NENETTE
from arcade.games.le421.rules.state import Kind

BEST = 421

_BEFORE = frozenset({Kind.ROLLED, Kind.RAMPO, Kind.BON_CALLED})
"""News that share a line with their result."""
_OMITTED = frozenset(
    {
        Kind.TIED_FOR_LEAD,
        Kind.ROUND_LOST,
        Kind.ROLLS_LIMITED,
        Kind.CHARGE_OVER,
        Kind.TOO_FEW_TOKENS,
        Kind.GAME_WON,
    }
)
"""The state or the next line repeats these to the player concerned."""


def lines(news: Sequence[News], whole: bool) -> tuple[list[Line], int]:
    return cut(news, whole, ends=lambda item: item.kind not in _BEFORE)


def shorten(line: Line, own: int | None) -> Line:
    *before, last = line
    if last.kind == Kind.STOOD:
        seat, hand = last.number("seat"), last.number("hand")
        if seat == own:  # who heard of every roll when it fell
            plain = phrase("{seat:@ stands|You stand} on {hand:hand}.", seat=seat, hand=hand)
            return (_exclaimed(seat, hand) or (plain if last.data.get("n") == 1 else last),)
        called = tuple(item for item in before if item.kind == Kind.BON_CALLED)
        return (*called, _made(seat, hand, sum(item.kind == Kind.ROLLED for item in before)))
    if last.kind == Kind.ROLLED and last.data["seat"] == own:
        return ()  # what one has then is said with the state
    return tuple(item for item in line if item.kind not in _OMITTED)


def _exclaimed(seat: int, hand: int) -> News | None:
    if hand == BEST:
        return phrase("{seat:@|You}: 421!", seat=seat)
    return phrase("{seat:@|You}: nénette!", seat=seat) if hand == NENETTE else None


def _made(seat: int, hand: int, rolls: int) -> News:
    once = rolls == 1
    if hand == BEST:
        text = N_("{seat:@|You}: 421 in one!") if once else N_("{seat:@|You}: 421 in {n}!")
    elif hand == NENETTE:
        text = N_("{seat:@|You}: nénette in one!") if once else N_("{seat:@|You}: nénette in {n}!")
    else:
        text = N_("{seat:@|You}: {hand:hand} in one.")
        text = text if once else N_("{seat:@|You}: {hand:hand} in {n}.")
    return phrase(text, seat=seat, hand=hand, n=rolls)
