"""The Golden 21 told in brief: a turn is its announcement, its sum, the debt, and what it did."""

from collections import Counter
from collections.abc import Mapping, Sequence

from arcade.engine import Line, News, Value, counted, cut, phrase

_NEXT = "{seat:@ announces|You announce} next, with {n} die."
_SPENDS_NEXT = "{seat:@ is at 21 and|You are at 21 and} may still spend {seat:the|your} account."
_BEGINS = frozenset(
    {
        _NEXT,
        _SPENDS_NEXT,
        "Year {year} is over: nobody is below 21.",
        "Year {year} is over: only {seat:@ is|you are} below 21.",
        "Year {year} begins; {seat:@ leads and keeps|you lead and keep} the Bourse.",
    }
)
_THROWS = "{seat:@ announces|You announce} {total} and {seat:rolls|roll} {dice:dice}: {sum}."
_EXACT = "Exact: no debt."
_OWES = "{seat:@'s|Your} debt grows by {own}, from {before} to {after}."
_GIVES = "{seat:@ gives|You give} {other:@|you} {n} crisis die."
_KNOWN = frozenset(
    {
        _NEXT,
        _SPENDS_NEXT,
        "{seat:@ rolls|You roll} {dice:dice} for the order of play.",
        "{seat:@ wins|You win} {n} bonus point.",
        "Equal dice: {seat:@|you} may give {n} crisis die.",
        "The likeliest total earns no bonus.",
        "A run of {length}: {golden} golden dice are in play now.",
        "{seat:@ ends the|You end your} turn.",
    }
)
"""What the state says, or the next sentence, to whom it matters."""


def lines(news: Sequence[News], whole: bool) -> tuple[list[Line], int]:
    return cut(news, whole, _BEGINS)


def shorten(line: Line, own: int | None) -> Line:  # noqa: ARG001
    thrown = [item.data for item in line if item.text == _THROWS]
    if len(thrown) == 1:
        line = _thrown(line, thrown[0])
    return _together([item for item in line if item.text not in _KNOWN])


def _thrown(line: Line, thrown: Mapping[str, Value]) -> Line:
    """Say a throw and the debt it brings in one sentence."""
    who = {name: thrown[name] for name in ("seat", "total", "sum")}
    if any(item.text == _EXACT for item in line):
        made = phrase(
            "{seat:@ announces|You announce} {total} and {seat:rolls|roll} exactly that.",
            seat=who["seat"],
            total=who["total"],
        )
        rest = [item for item in line if item.text not in (_THROWS, _EXACT)]
        return (made, *rest)
    after = next((item.data["after"] for item in line if item.text == _OWES), None)
    if after is None:
        return line
    made = phrase(
        "{seat:@ announces|You announce} {total}, {seat:rolls|roll} {sum}: debt {after}.",
        after=after,
        **who,
    )
    return (made, *(item for item in line if item.text not in (_THROWS, _OWES)))


def _together(line: Sequence[News]) -> Line:
    """Say together what one trader was given die by die."""
    given: Counter[tuple[int, int]] = Counter()
    for item in line:
        if item.text == _GIVES:
            given[int(str(item.data["seat"])), int(str(item.data["other"]))] += int(
                str(item.data["n"])
            )
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
    return (*(item for item in line if item.text != _GIVES), *gifts)
