"""What a player of Le 421 can do, and when: actions, offers, refusals.

The numbers of refusals are paragraphs of our own rules text.
"""

from functools import cache

from arcade.engine import GameAction, IllegalAction, Offer
from arcade.games.le421.rules.hands import keeps
from arcade.games.le421.rules.state import State, View


class Roll(GameAction, frozen=True, tag="roll"):
    """Throw: without `keep` the first throw of a turn, with it all dice but the faces kept.

    With `bon` it is announced as *le bon*: the turn ends with it, whatever falls.
    """

    keep: tuple[int, ...] | None = None
    bon: bool = False


class Stop(GameAction, frozen=True, tag="stop"):
    """Keep this hand."""


Action = Roll | Stop


def offers(state: State, seat: int) -> tuple[Offer, ...]:
    if seat != state.turn:
        return ()
    bons = (False, True) if may_announce(state) else (False,)
    throws = _rethrows(state.dice, bons) if state.throws else _first(bons)
    return throws + (_STAND if state.throws and may_stop(state) else ())


def check(state: State, seat: int, action: Action) -> None:
    if state.turn is None:
        raise IllegalAction("over", "The game is over.", 8)
    if seat != state.turn:
        raise IllegalAction("not-your-turn", "It is the turn of {seat:seat}.", 2, seat=state.turn)
    if isinstance(action, Stop):
        _check_stop(state)
    else:
        _check_roll(state, action.keep)
        if action.bon:
            _check_bon(state)


_STAND = (Offer(Stop()),)


@cache
def _first(bons: tuple[bool, ...]) -> tuple[Offer, ...]:
    return tuple(Offer(Roll(bon=bon)) for bon in bons)


@cache
def _rethrows(dice: tuple[int, ...], bons: tuple[bool, ...]) -> tuple[Offer, ...]:
    return tuple(Offer(Roll(keep, bon)) for bon in bons for keep in keeps(dice))


def may_stop(state: View) -> bool:
    """Return whether a seat that has thrown may stand on fewer throws than it has."""
    return state.limit is None or state.options.throws == "at-most"


def may_announce(state: View) -> bool:
    """Return whether the next throw may be announced as *le bon*: on the last it means nothing."""
    followed = state.limit is not None and state.throws + 1 < state.limit
    return state.options.throws == "le-bon" and followed


def _check_stop(state: State) -> None:
    if not state.throws:
        raise IllegalAction("throw-first", "Roll the dice first.", 2)
    if may_stop(state):
        return
    if state.options.throws == "le-bon":
        raise IllegalAction(
            "not-announced",
            "Only a roll called le bon beforehand ends a turn early: {limit} rolls in all. "
            "Roll again.",
            2,
            limit=state.limit or 0,
        )
    raise IllegalAction(
        "exact-throws",
        "Everyone rolls exactly as often as the leader: {limit} times in all. Roll again.",
        2,
        limit=state.limit or 0,
    )


def _check_roll(state: State, keep: tuple[int, ...] | None) -> None:
    if not state.throws:
        if keep is not None:
            raise IllegalAction(
                "nothing-to-keep",
                "The first roll is all three dice; there is nothing to keep yet.",
                2,
            )
        return
    if keep is None:
        raise IllegalAction(
            "say-what-is-kept",
            "Say which dice you keep (none is fine); the others are rolled again.",
            2,
        )
    if any(keep.count(face) > state.dice.count(face) for face in keep):
        raise IllegalAction(
            "not-on-the-table",
            "{keep:dice} cannot be kept: your dice are {dice:dice}.",
            2,
            keep=keep,
            dice=state.dice,
        )
    if len(keep) == len(state.dice):
        raise IllegalAction("throw-one", "Roll at least one die.", 2)


def _check_bon(state: State) -> None:
    if state.options.throws != "le-bon":
        raise IllegalAction("no-bon", "Le bon is not played at this table.", 2)
    if state.limit is None:
        raise IllegalAction(
            "leader-stops", "The leader calls nothing: stand when you are satisfied.", 2
        )
    if not may_announce(state):
        raise IllegalAction("last-roll", "This is your last roll: le bon would change nothing.", 2)
