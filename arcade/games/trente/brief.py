"""Trente in brief: a turn is its sum, its target, and the target's score."""

from collections.abc import Mapping, Sequence
from itertools import chain

from arcade.engine import Line, News, Value, counted, cut, phrase
from arcade.games.trente.rules.state import Kind

_BEGINS = frozenset({Kind.REVENGE, Kind.TURN_BEGINS, Kind.MANCHE_WON, Kind.MANCHE_BEGINS})
_OMITTED = frozenset(
    {
        Kind.KEPT,
        Kind.TURN_BEGINS,
        Kind.STRIKES,
        Kind.ATTACKS,
        Kind.TARGETS,
        Kind.DAMAGE,
        Kind.DIED_OF_MISS,
    }
)
"""News that only lead to the result of a turn."""
_STRUCK = frozenset({Kind.HIT, Kind.DEAD_HIT, Kind.KILLED, Kind.STRIKE_MISSED})


def lines(news: Sequence[News], whole: bool) -> tuple[list[Line], int]:
    return cut(news, whole, _BEGINS)


def shorten(line: Line, own: int | None) -> Line:
    total = next((item.data["sum"] for item in line if item.kind == Kind.KEPT), None)
    strike = next((item.data for item in line if item.kind == Kind.STRIKES), {})
    return tuple(chain.from_iterable(_shortened(item, own, total, strike) for item in line))


def _shortened(
    item: News, own: int | None, total: Value | None, strike: Mapping[str, Value]
) -> Line:
    data = item.data
    if item.kind in _OMITTED or (item.kind == Kind.ROLLED and data["seat"] != own):
        return ()
    if item.kind == Kind.REVENGE:
        return (phrase("Revenge!"),)
    if item.kind == Kind.MISSED:
        fields = {name: data[name] for name in ("seat", "sum", "threshold", "score")}
        return (
            counted(
                "{seat:@ makes|You make} {sum}, {n} point away from {threshold}: {score} left.",
                "{seat:@ makes|You make} {sum}, {n} points away from {threshold}: {score} left.",
                item.number("n"),
                **fields,
            ),
        )
    if item.kind == Kind.EXACT:
        return (phrase("{seat:@ makes|You make} exactly {sum}.", **data),)
    if item.kind in _STRUCK and strike:
        lost = item.number("n") if "n" in data else 0
        return (_strike({**strike, **data}, lost, total),)
    return (item,)


def _strike(data: Mapping[str, Value], lost: int, total: Value | None) -> News:
    who = {"seat": data["seat"], "target": data["target"], "score": data["score"]}
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
