"""Trente told in brief: a turn is the sum it made, whom that struck, and what is left of them."""

from collections.abc import Mapping, Sequence
from itertools import chain

from arcade.engine import Line, News, Value, counted, cut, phrase

_REVENGE = "Revenge! {seat:@ plays|You play} one turn at once."
_NEXT = "{seat:@ is|You are} next."
_BEGINS = frozenset(
    {
        _REVENGE,
        _NEXT,
        "{seats:@ wins|You win} manche {manche} with a score of {score}.",
        "{seats:@ share|You and @ share} manche {manche} with a score of {score}.",
        "Manche {manche}: {seat:@ begins|you begin}, the first to have died.",
    }
)
_ROLLS = frozenset(
    {
        "{seat:@ rolls|You roll} {dice:dice}.",
        "{seat:@ keeps|You keep} {dice:dice} ({sum} so far) and {seat:rolls|roll} {thrown:dice}.",
    }
)
_KEPT = "{seat:@ keeps|You keep} {dice:dice}: {sum} in all."
_MISSES = (
    "{sum} misses {threshold} by {n}: {seat:@ loses|you lose} {n} point and {seat:has|have} "
    "{score}."
)
_EXACT = "Exactly {sum}: {seat:@ loses|you lose} nothing."
_STRIKES = "{seat:@ strikes|You strike} {target:@|you} at level {level}."
_NOTHING = "Missed! {target:@ keeps|You keep} {score}."
_LOSES = frozenset(
    {
        "{seat:@ hits|You hit} {target:@|you} for {n}: {score} left.",
        "{seat:@ hits|You hit} {target:@|you} for {n}: {score}, dead.",
    }
)
_HOW = frozenset(
    {
        _KEPT,
        _NEXT,
        _STRIKES,
        "{sum} beats {threshold} by {level}: {seat:@ attacks|you attack} at level {level}.",
        "For revenge {seat:@ may strike anybody|you may strike anybody}, even the dead.",
        "An even level strikes to the right: {target:@|you}.",
        "An odd level strikes to the left: {target:@|you}.",
        "From the third manche on {seat:@ chooses|you choose} the target.",
        "In the last manche {seat:@ chooses|you choose} the target.",
        "{seat:@ chooses|You choose} the target.",
        "It strikes the next player: {target:@|you}.",
        "In the first manche it strikes the next player: {target:@|you}.",
        "In the second manche it strikes the previous player: {target:@|you}.",
        "Damage {dice:dice}: {n} die shows {level}.",
        "Damage {dice:dice}: no {level}, so it ends.",
        "{seat:@ missed and is|You missed and are} out. No revenge for that.",
    }
)
"""What only leads to what a turn brought."""


def lines(news: Sequence[News], whole: bool) -> tuple[list[Line], int]:
    return cut(news, whole, _BEGINS)


def shorten(line: Line, own: int | None) -> Line:
    total = next((item.data["sum"] for item in line if item.text == _KEPT), None)
    struck = next((item.data for item in line if item.text == _STRIKES), {})
    return tuple(chain.from_iterable(_shortened(item, own, total, struck) for item in line))


def _shortened(
    item: News, own: int | None, total: Value | None, struck: Mapping[str, Value]
) -> Line:
    data = dict(item.data)
    if item.text in _HOW or (item.text in _ROLLS and data["seat"] != own):
        return ()
    if item.text == _REVENGE:
        return (phrase("Revenge!"),)
    if item.text == _MISSES:
        return (
            counted(
                "{seat:@ makes|You make} {sum}, {n} point away from {threshold}: {score} left.",
                "{seat:@ makes|You make} {sum}, {n} points away from {threshold}: {score} left.",
                int(str(data.pop("n"))),
                **data,
            ),
        )
    if item.text == _EXACT:
        return (phrase("{seat:@ makes|You make} exactly {sum}.", **data),)
    if item.text in (*_LOSES, _NOTHING) and struck:
        return (_strike({**struck, **data}, total),)
    return (item,)


def _strike(data: Mapping[str, Value], total: Value | None) -> News:
    who = {"seat": data["seat"], "target": data["target"], "score": data["score"]}
    lost = int(str(data.get("n", 0)))
    if not lost and total is None:
        return phrase(
            "{seat:@ strikes|You strike} {target:@|you}, for nothing: {score} left.", **who
        )
    if not lost and total is not None:
        return phrase(
            "{seat:@ makes|You make} {sum} and {seat:strikes|strike} {target:@|you}, for nothing: "
            "{score} left.",
            sum=total,
            **who,
        )
    if total is None:  # it was told when the last die was kept
        return counted(
            "{seat:@ strikes|You strike} {target:@|you}: {n} point, {score} left.",
            "{seat:@ strikes|You strike} {target:@|you}: {n} points, {score} left.",
            lost,
            **who,
        )
    return counted(
        "{seat:@ makes|You make} {sum} and {seat:strikes|strike} {target:@|you}: {n} point, "
        "{score} left.",
        "{seat:@ makes|You make} {sum} and {seat:strikes|strike} {target:@|you}: {n} points, "
        "{score} left.",
        lost,
        sum=total,
        **who,
    )
