"""The sentences that say where spent points go."""

from collections.abc import Mapping

from arcade.engine import N_, News, phrase
from arcade.games.golden21.rules.actions import Spend

_MOVES: Mapping[tuple[str, str, bool, int], str] = {
    ("bonus", "debt", True, -1): N_(
        "{seat:@ takes|You take} the bonus of {points} off {seat:their|your} own debt, from "
        "{before} to {after}."
    ),
    ("bonus", "debt", True, 1): N_(
        "{seat:@ adds|You add} the bonus of {points} to {seat:their|your} own debt, from "
        "{before} to {after}."
    ),
    ("bonus", "debt", False, -1): N_(
        "{seat:@ takes|You take} the bonus of {points} off {other:@'s|your} debt, from "
        "{before} to {after}."
    ),
    ("bonus", "debt", False, 1): N_(
        "{seat:@ adds|You add} the bonus of {points} to {other:@'s|your} debt, from {before} "
        "to {after}."
    ),
    ("account", "debt", True, -1): N_(
        "{seat:@ takes|You take} {seat:their|your} account of {points} off "
        "{seat:their|your} own debt, from {before} to {after}."
    ),
    ("account", "debt", True, 1): N_(
        "{seat:@ adds|You add} {seat:their|your} account of {points} to "
        "{seat:their|your} own debt, from {before} to {after}."
    ),
    ("account", "debt", False, -1): N_(
        "{seat:@ takes|You take} {seat:their|your} account of {points} off "
        "{other:@'s|your} debt, from {before} to {after}."
    ),
    ("account", "debt", False, 1): N_(
        "{seat:@ adds|You add} {seat:their|your} account of {points} to "
        "{other:@'s|your} debt, from {before} to {after}."
    ),
    ("bonus", "account", True, -1): N_(
        "{seat:@ takes|You take} the bonus of {points} off {seat:their|your} own account, "
        "from {before} to {after}."
    ),
    ("bonus", "account", True, 1): N_(
        "{seat:@ banks|You bank} the bonus of {points}: {seat:the|your} account goes from "
        "{before} to {after}."
    ),
    ("bonus", "account", False, -1): N_(
        "{seat:@ takes|You take} the bonus of {points} off {other:@'s|your} account, from "
        "{before} to {after}."
    ),
    ("bonus", "account", False, 1): N_(
        "{seat:@ adds|You add} the bonus of {points} to {other:@'s|your} account, from "
        "{before} to {after}."
    ),
    ("account", "account", True, -1): N_(
        "{seat:@ throws|You throw} away {seat:their|your} account of {points}."
    ),
    ("account", "account", False, -1): N_(
        "{seat:@ takes|You take} {seat:their|your} account of {points} off "
        "{other:@'s|your} account, from {before} to {after}."
    ),
    ("account", "account", False, 1): N_(
        "{seat:@ adds|You add} {seat:their|your} account of {points} to "
        "{other:@'s|your} account, from {before} to {after}."
    ),
}


def moved(seat: int, spend: Spend, points: int, before: int, after: int) -> News:
    """Report spent points: a debt or account goes from `before` to `after`."""
    text = _MOVES[spend.package, spend.to, spend.seat == seat, spend.sign]
    return phrase(text, seat=seat, other=spend.seat, points=points, before=before, after=after)
