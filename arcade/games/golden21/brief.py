"""The Golden 21 told in brief: a turn is its announcement, its sum, the debt, and what it did."""

from collections import Counter
from collections.abc import Sequence

from arcade.engine import Line, News, counted, cut, phrase
from arcade.games.golden21.rules.state import Kind

_BEGINS = frozenset({Kind.TURN_BEGINS, Kind.YEAR_OVER, Kind.YEAR_BEGINS})
_OMITTED = frozenset(
    {
        Kind.TURN_BEGINS,
        Kind.ORDER_ROLLED,
        Kind.BONUS_WON,
        Kind.MAY_GIVE,
        Kind.NO_BONUS,
        Kind.GOLDEN_DICE,
        Kind.TURN_ENDED,
    }
)
"""The state or the next sentence repeats these to the player concerned."""


def lines(news: Sequence[News], whole: bool) -> tuple[list[Line], int]:
    return cut(news, whole, _BEGINS)


def shorten(line: Line, _: int | None) -> Line:
    throws = [item for item in line if item.kind == Kind.THROWN]
    if len(throws) == 1:
        line = _with_debt(line, throws[0])
    return _together([item for item in line if item.kind not in _OMITTED])


def _with_debt(line: Line, throw: News) -> Line:
    """Report a throw and the debt it brings in one sentence."""
    who = {name: throw.data[name] for name in ("seat", "total", "sum")}
    if any(item.kind == Kind.EXACT for item in line):
        summary = phrase(
            "{seat:@ announces|You announce} {total} and {seat:rolls|roll} exactly that.",
            seat=who["seat"],
            total=who["total"],
        )
        return (summary, *_without(line, Kind.THROWN, Kind.EXACT))
    after = next((item.data["after"] for item in line if item.kind == Kind.DEBT_GREW), None)
    if after is None:
        return line
    summary = phrase(
        "{seat:@ announces|You announce} {total}, {seat:rolls|roll} {sum}: debt {after}.",
        after=after,
        **who,
    )
    return (summary, *_without(line, Kind.THROWN, Kind.DEBT_GREW))


def _together(line: Sequence[News]) -> Line:
    """Add up the dice one trader was given one by one."""
    given: Counter[tuple[int, int]] = Counter()
    for item in line:
        if item.kind == Kind.GIVEN:
            given[item.number("seat"), item.number("other")] += item.number("n")
    gifts = (
        counted(
            "{seat:@ gives|You give} {other:@|you} {n} crisis die.",
            "{seat:@ gives|You give} {other:@|you} {n} crisis dice.",
            n,
            seat=seat,
            other=other,
        )
        for (seat, other), n in given.items()
    )
    return (*_without(line, Kind.GIVEN), *gifts)


def _without(line: Sequence[News], *kinds: Kind) -> Line:
    return tuple(item for item in line if item.kind not in kinds)
