"""21 told in brief: a turn is the tile, its square, and what it scores."""

from collections.abc import Sequence

from arcade.engine import Line, News, cut, phrase
from arcade.games.vingt_et_un.rules.state import Kind

_LAID = frozenset({Kind.TILE_LAID, Kind.STAR_LAID})
_BEGINS = _LAID | {Kind.NOTHING_LAID, Kind.SCORING_BEGINS}
_OMITTED = frozenset({Kind.TURNED_DOWN, Kind.LONE_STAR})


def lines(news: Sequence[News], whole: bool) -> tuple[list[Line], int]:
    return cut(news, whole, _BEGINS, lambda item: item.kind == Kind.NOTHING_LAID)


def shorten(line: Line, own: int | None) -> Line:
    line = tuple(item for item in line if item.kind not in _OMITTED)
    if not line:
        return ()
    first, *rest = line
    scored = [item.number("points") for item in rest if item.kind == Kind.SCORED]
    if first.kind not in _LAID or not scored:
        return line
    rest = [item for item in rest if item.kind != Kind.SCORED]
    if first.data["seat"] != own:
        rest = [item for item in rest if item.kind != Kind.LINE_MADE]
    laid = {**first.data, "points": sum(scored)}
    if first.kind == Kind.STAR_LAID:
        summary = phrase(
            "{seat:@ lays|You lay} a star ({n}) on {at} and {seat:scores|score} {points}.", **laid
        )
    else:
        summary = phrase(
            "{seat:@ lays|You lay} {n} on {at} and {seat:scores|score} {points}.", **laid
        )
    return (summary, *rest)
