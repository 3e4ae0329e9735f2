"""21 told in brief: a turn is the tile, its square, and what it scores."""

from collections.abc import Sequence

from arcade.engine import Line, News, cut, phrase

_LAYS = "{seat:@ lays|You lay} {n} on {at}."
_STAR = "{seat:@ lays|You lay} a star ({n}) on {at}."
_PLACED_NOTHING = frozenset(
    {
        (
            "{seat:@ can place nothing, exchanges a tile and loses the|You can place nothing, "
            "exchange a tile and lose your} turn."
        ),
        (
            "{seat:@ can place nothing, exchanges nothing and passes|You can place nothing, "
            "exchange nothing and pass}."
        ),
        (
            "{seat:@ can place nothing, has no tile left to draw and passes|You can place "
            "nothing, have no tile left to draw and pass}."
        ),
    }
)
"""Nothing follows in such a turn: it is told at once."""
_BEGINS = _PLACED_NOTHING | {_LAYS, _STAR, "Round {round}: from now on, lines of 21 score."}
_SCORES = frozenset(
    {
        "{seat:@ scores|You score} {points} points, as the square says.",
        "{seat:@ scores|You score} {points} points on {seat:their|your} own colour.",
        "{seat:@ scores|You score} {points} points.",
    }
)
_KNOWN = frozenset(
    {"The tile is turned face down on {at}.", "A star declared 21 scores by itself."}
)
_LINE = "{line}: {numbers} = 21."


def lines(news: Sequence[News], whole: bool) -> tuple[list[Line], int]:
    return cut(news, whole, _BEGINS, lambda item: item.text in _PLACED_NOTHING)


def shorten(line: Line, own: int | None) -> Line:
    line = tuple(item for item in line if item.text not in _KNOWN)
    if not line:
        return ()
    first, *rest = line
    scored = [int(str(item.data["points"])) for item in rest if item.text in _SCORES]
    if first.text not in (_LAYS, _STAR) or not scored:
        return (first, *rest)
    rest = [item for item in rest if item.text not in _SCORES]
    if first.data["seat"] != own:
        rest = [item for item in rest if item.text != _LINE]
    laid = {**first.data, "points": sum(scored)}
    if first.text == _STAR:
        return (
            phrase(
                "{seat:@ lays|You lay} a star ({n}) on {at} and {seat:scores|score} {points}.",
                **laid,
            ),
            *rest,
        )
    return (
        phrase("{seat:@ lays|You lay} {n} on {at} and {seat:scores|score} {points}.", **laid),
        *rest,
    )
