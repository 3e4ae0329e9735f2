"""The two thresholds of Trente: 30 or more, or 12 or less.

Screens and bots use these too.
"""

from arcade.games.trente.rules.table import Rules

LOW, HIGH = 12, 30
"""Reach 12 or less, or 30 or more."""


def opening(rules: Rules) -> int | None:
    """Give the threshold before any die is kept."""
    return HIGH if rules.threshold == "thirty" else None


def is_low(die: int) -> bool:
    """Say whether a first die set aside makes the threshold 12."""
    return die <= 3


def excess(total: int, threshold: int) -> int:
    """Say by how many points a sum beats the threshold; below zero it misses it."""
    return total - threshold if threshold == HIGH else threshold - total
