"""The actions of Le 421, and when they are legal: offers and refusals.

The numbers of refusals are paragraphs of our own rules text.
"""

from functools import cache

from arcade.engine import GameAction, IllegalAction, Offer
from arcade.games.le421.rules.hands import keeps
from arcade.games.le421.rules.options import Throws
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
_STOP = Offer(Stop())


def offers(state: State, seat: int) -> tuple[Offer, ...]:
    if seat != state.turn:
        return ()
    return _offers(state.options.throws, state.dice, state.throws, state.limit)


def check(state: State, seat: int, action: Action) -> None:
    if seat != state.turn:
        raise _not_the_turn(state)
    if isinstance(action, Roll):
        if action.keep not in _keeps(state.dice):
            _check_roll(state, action.keep)
        if action.bon:
            _check_bon(state)
    else:
        _check_stop(state)


@cache
def _offers(
    rule: Throws, dice: tuple[int, ...], throws: int, limit: int | None
) -> tuple[Offer, ...]:
    rolls = _rolls(dice, _announces(rule, throws, limit))
    return (*rolls, _STOP) if throws and _stops(rule, limit) else rolls


@cache
def _rolls(dice: tuple[int, ...], announces: bool) -> tuple[Offer, ...]:
    bons = (False, True) if announces else (False,)
    return tuple(Offer(Roll(keep, bon)) for bon in bons for keep in _keeps(dice))


@cache
def _keeps(dice: tuple[int, ...]) -> tuple[tuple[int, ...] | None, ...]:
    """List what may be kept of the dice on the table, None where there are none yet."""
    return keeps(dice) if dice else (None,)


def may_stop(state: View) -> bool:
    """Return whether a seat that has thrown may stand on fewer throws than it has."""
    return _stops(state.options.throws, state.limit)


def may_announce(state: View) -> bool:
    """Return whether the next throw may be announced as *le bon*: on the last it means nothing."""
    return _announces(state.options.throws, state.throws, state.limit)


def _stops(rule: Throws, limit: int | None) -> bool:
    return limit is None or rule == "at-most"


def _announces(rule: Throws, throws: int, limit: int | None) -> bool:
    return rule == "le-bon" and limit is not None and throws + 1 < limit


def _not_the_turn(state: State) -> IllegalAction:
    if state.turn is None:
        return IllegalAction("over", "The game is over.", 8)
    return IllegalAction("not-your-turn", "It is the turn of {seat:seat}.", 2, seat=state.turn)


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
            9,
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
        raise IllegalAction(
            "nothing-to-keep", "The first roll is all three dice; there is nothing to keep yet.", 2
        )
    if keep is None:
        raise IllegalAction(
            "say-what-is-kept",
            "Say which dice you keep (none is fine); the others are rolled again.",
            2,
        )
    for face in keep:
        if keep.count(face) > state.dice.count(face):
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
        raise IllegalAction("no-bon", "Le bon is not played at this table.", 9)
    if state.limit is None:
        raise IllegalAction(
            "leader-stops", "The leader calls nothing: stand when you are satisfied.", 9
        )
    if not may_announce(state):
        raise IllegalAction("last-roll", "This is your last roll: le bon would change nothing.", 9)
