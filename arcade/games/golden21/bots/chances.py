"""Each trader's chance to win The Golden 21: a race in what counts at the end.

In Original these are points off the final debt, in Killer kills; in Survivor all who live are even.
The figures are fitted to two hundred games of good bots.
"""

from math import sqrt

from arcade.engine.coach import race
from arcade.games.golden21.rules.state import View, below_21
from arcade.games.golden21.rules.year import final_debts

YEAR, LAST_YEAR, KILL = 15.0, 18.0, 0.7
"""How far a trader's end strays for a year to come, for the last one as far as traders are in it,
and for a kill that is missing."""
END = 20
"""The debt at which a year leaves a trader who is still in it."""


def chances(view: View) -> tuple[float, ...]:
    options, left, active = view.options, view.years - view.year, below_21(view)
    if options.variant == "survivor":
        return race([float(status != "dead") for status in view.status], 0, options.teams)
    if options.variant == "killer":
        missing = max(1, options.kills_to_win - max(view.kills))
        return race(list(map(float, view.kills)), KILL * sqrt(missing), options.teams)
    means = []
    for seat, (final, debt) in enumerate(zip(final_debts(view), view.debts, strict=True)):
        ends = END if left or seat in active else debt
        means.append(float(debt - final - ends))
    in_it = len(active) / len(means)
    spread = YEAR * sqrt(left + 1) if left else LAST_YEAR * sqrt(in_it)
    return race(means, spread, options.teams)
