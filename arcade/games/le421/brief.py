"""Le 421 told in brief: a turn is its hand and in how many rolls, and a round what came of it."""

from collections.abc import Sequence

from arcade.engine import N_, Line, News, cut, phrase
from arcade.games.le421.rules.hands import NENETTE

BEST = 421

_ROLLS = frozenset(
    {
        "{seat:@ rolls|You roll} {dice:dice}.",
        "{seat:@ rolls|You roll} all three again: {dice:dice}.",
        "{seat:@ keeps|You keep} {kept:dice} and {seat:rolls|roll} {fresh:dice}: {dice:dice}.",
    }
)
_CALLS = "{seat:@ calls|You call} le bon: this roll counts."
_STAND = "{seat:@ stands|You stand} on {hand:hand}."
_STANDS = frozenset(
    {
        "{seat:@ stands|You stand} on {hand:hand}, the nénette (lowest hand).",
        _STAND,
        "{seat:@ stands|You stand} on {hand:hand}, worth {n} token.",
    }
)
_RAMPO = frozenset(
    {
        "Everyone ties: one rampo (roll-off) settles best and worst.",
        "{seats:@ tie|You and @ tie} for the worst hand: rampo (roll-off).",
        "{seats:@ tie|You and @ tie} for the best hand: rampo (roll-off).",
        "{seat:@ rolls|You roll} {hand:hand}.",
        "Settled by a rampo, the round is worth a single token.",
    }
)
"""What is said with what comes of it."""
_KNOWN = frozenset(
    {
        "{seats:@|You and @} tie at {die} and roll again for the lead.",
        "{seat:@ lost the round and leads|You lost the round and lead} the next one.",
        "Everyone else gets exactly {n} roll.",
        "Everyone else gets at most {n} roll.",
        "Everyone else gets {n} roll.",
        "The pot is empty: the charge is over.",
        "{n} token was due, but there were none left.",
        "{seats:@ wins|You win} the game ({won} of {played}).",
        "{seats:@ wins|You win} the game with la belle.",
    }
)
"""What the state says, or the next line, to whom it matters."""


_BEFORE = _ROLLS | _RAMPO | {_CALLS}


def lines(news: Sequence[News], whole: bool) -> tuple[list[Line], int]:
    return cut(news, whole, ends=lambda item: item.text not in _BEFORE)


def shorten(line: Line, own: int | None) -> Line:
    *before, last = line
    if last.text in _STANDS:
        seat, hand = int(str(last.data["seat"])), int(str(last.data["hand"]))
        if seat == own:  # who heard of every roll when it fell
            plain = phrase(_STAND, seat=seat, hand=hand) if last.data.get("n") == 1 else last
            return (_exclaimed(seat, hand) or plain,)
        called = tuple(item for item in before if item.text == _CALLS)
        return (*called, _made(seat, hand, sum(item.text in _ROLLS for item in before)))
    if last.text in _ROLLS and last.data["seat"] == own:
        return ()  # what one has then is said with the state
    return tuple(item for item in line if item.text not in _KNOWN)


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
