"""The sentences that say where spent points go."""

from collections.abc import Mapping

from arcade.engine.news import News, told
from arcade.engine.words import N_
from arcade.games.golden21.rules.actions import Spend

_MOVES: Mapping[tuple[str, str, bool, int], str] = {
    ("bonus", "debt", True, -1): N_(
        "{seat:seat} takes the bonus of {points} off their own debt: {before} becomes {after}."
    ),
    ("bonus", "debt", True, 1): N_(
        "{seat:seat} adds the bonus of {points} to their own debt: {before} becomes {after}."
    ),
    ("bonus", "debt", False, -1): N_(
        "{seat:seat} takes the bonus of {points} off the debt of {other:seat}: "
        "{before} becomes {after}."
    ),
    ("bonus", "debt", False, 1): N_(
        "{seat:seat} adds the bonus of {points} to the debt of {other:seat}: "
        "{before} becomes {after}."
    ),
    ("account", "debt", True, -1): N_(
        "{seat:seat} takes the {points} points of their account off their own debt: "
        "{before} becomes {after}."
    ),
    ("account", "debt", True, 1): N_(
        "{seat:seat} adds the {points} points of their account to their own debt: "
        "{before} becomes {after}."
    ),
    ("account", "debt", False, -1): N_(
        "{seat:seat} takes the {points} points of their account off the debt of "
        "{other:seat}: {before} becomes {after}."
    ),
    ("account", "debt", False, 1): N_(
        "{seat:seat} adds the {points} points of their account to the debt of {other:seat}: "
        "{before} becomes {after}."
    ),
    ("bonus", "account", True, -1): N_(
        "{seat:seat} takes the bonus of {points} off their own account: {before} becomes {after}."
    ),
    ("bonus", "account", True, 1): N_(
        "{seat:seat} banks the bonus of {points}: the account goes from {before} to {after}."
    ),
    ("bonus", "account", False, -1): N_(
        "{seat:seat} takes the bonus of {points} off the account of {other:seat}: "
        "{before} becomes {after}."
    ),
    ("bonus", "account", False, 1): N_(
        "{seat:seat} adds the bonus of {points} to the account of {other:seat}: "
        "{before} becomes {after}."
    ),
    ("account", "account", True, -1): N_(
        "{seat:seat} throws away the {points} points of their account."
    ),
    ("account", "account", False, -1): N_(
        "{seat:seat} takes the {points} points of their account off the account of "
        "{other:seat}: {before} becomes {after}."
    ),
    ("account", "account", False, 1): N_(
        "{seat:seat} adds the {points} points of their account to the account of "
        "{other:seat}: {before} becomes {after}."
    ),
}


def moved(seat: int, spend: Spend, points: int, before: int, after: int) -> News:
    """Return what a trader's points do: whose debt or account goes from `before` to `after`."""
    text = _MOVES[spend.package, spend.to, spend.seat == seat, spend.sign]
    return told(text, seat=seat, other=spend.seat, points=points, before=before, after=after)
