"""What debts, accounts, 21s and kills are worth in each variant, fitted by playing.

Tens of thousands of games of four were played, by `good` with an account worth 2.5 points of debt
for each of up to six, against itself and then against traders with the worths found so far, with a
few random choices strewn in; what came of each game was regressed, by least squares, on the parts
of the position after every turn. The worths are what a part adds: in Original to the lead over the
others' mean in final debt, in points; in Killer (three kills) and Survivor to the chance of
winning, in per cent.
"""

from bisect import bisect_left
from collections.abc import Sequence

from msgspec import Struct

from arcade.games.golden21.rules.options import Variant

USUAL_DICE = 3
DEBTS = (-14, -5, 3, 8, 11, 13, 15, 16, 17, 18, 19, 20)
"""The debts with a fitted worth; between two of them it is interpolated."""
POINTS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 14, 20)
"""Likewise the points of an account."""
MOST = 20
"""Accounts to be taken count up to so much."""
SAFE = 10
"""The most points that count on an account another trader may take."""
STAGES = 3


class Worths(Struct, frozen=True):
    """The worths of a variant; being insolvent is worth 0.

    A stage (0, 1, 2) is how many kills the own seat has made of three in Killer, how many of four
    are dead in Survivor; an Original has one only, twice more for its form.

    - `debts`: at `DEBTS`. `die`, `die_debt`: added for each die above three, and that per debt.
      `threat`, by stage: added when an account of a rival reaches the debt.
    - `duel`, `duel_point`: added below 21, and for each point, when one other trader is active.
    - `at_21`; `last_but_one`: added when two others are active. When one is, added are `last`,
      `lead` for each point of the start ahead, and `taking` for each point taken.
    - `accounts`: by stage, at `POINTS`. `levied`: of each point while somebody else is the last
      who came to 21.
    - `rival_debts`, `rival_at_21`, `rival_accounts`: what another trader's add to the own worth.
    - `rival_die`, `rival_die_point`: of a crisis die with a rival at 10, and per point below 10.
    - `kills`, by stage: of one more kill.
    """

    debts: tuple[float, ...]
    die: float
    die_debt: float
    threat: tuple[float, float, float]
    duel: float
    duel_point: float
    at_21: float
    last: float
    lead: float
    last_but_one: float
    taking: float
    accounts: tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]
    levied: float
    rival_debts: tuple[float, ...]
    rival_at_21: float
    rival_accounts: tuple[float, ...]
    rival_die: float
    rival_die_point: float
    kills: tuple[float, float, float]


def fitted(variant: Variant, last_year: bool) -> Worths:
    if variant == "original":
        return LAST_YEAR if last_year else ORIGINAL
    return KILLER if variant == "killer" else SURVIVOR


def between(knots: Sequence[int], values: Sequence[float], at: float) -> float:
    """Return the value on the line between two knots; beyond the ends that of the end."""
    if at <= knots[0]:
        return values[0]
    if at >= knots[-1]:
        return values[-1]
    after = bisect_left(knots, at)
    low, high = knots[after - 1], knots[after]
    part = (at - low) / (high - low)
    return values[after - 1] + (values[after] - values[after - 1]) * part


def _row(figures: str) -> tuple[float, ...]:
    return tuple(map(float, figures.split()))


ORIGINAL = Worths(
    debts=(1.80, 1.35, 1.54, 1.38, 1.36, 1.27, 1.42, 1.24, 1.08, 0.93, 1.23, 0.40),
    die=-0.206,
    die_debt=0.010,
    threat=(-1.01, -1.01, -1.01),
    duel=0.026,
    duel_point=-0.060,
    at_21=5.841,
    last=0.155,
    lead=0.014,
    last_but_one=0.478,
    taking=0.187,
    accounts=((0.00, 0.36, 2.03, 2.62, 2.62, 2.62, 3.42, 4.48, 4.48, 4.48, 4.48),) * 3,
    levied=0.028,
    rival_debts=_row("-0.89 -0.83 -0.84 -0.74 -0.72 -0.78 -0.71 -0.81 -0.79 -0.80 -0.85 -0.80"),
    rival_at_21=-1.630,
    rival_accounts=(0.00, 0.00, -0.45, -0.70, -0.70, -0.70, -0.99, -1.42, -1.42, -1.42, -1.42),
    rival_die=0.022,
    rival_die_point=-0.000,
    kills=(4.00, 4.00, 4.00),
)
"""All years but the last; a kill is its four points, a 21 counts its five."""

LAST_YEAR = Worths(
    debts=(10.74, 7.83, 7.93, 7.24, 6.77, 6.46, 6.54, 6.08, 6.03, 5.68, 5.61, 4.55),
    die=-0.019,
    die_debt=-0.034,
    threat=(-2.33, -2.33, -2.33),
    duel=0.193,
    duel_point=-0.013,
    at_21=22.129,
    last=-11.193,
    lead=1.001,
    last_but_one=4.176,
    taking=-0.119,
    accounts=((0.00, 0.86, 2.26, 4.73, 4.73, 5.37, 5.37, 5.37, 5.37, 5.37, 5.37),) * 3,
    levied=0.079,
    rival_debts=_row("-3.27 -2.37 -2.21 -2.04 -1.93 -1.78 -1.83 -1.83 -1.65 -1.34 -1.11 -0.95"),
    rival_at_21=-6.758,
    rival_accounts=(0.00, -0.00, -0.58, -1.57, -1.57, -1.57, -1.57, -1.57, -1.57, -1.57, -1.57),
    rival_die=0.062,
    rival_die_point=-0.001,
    kills=(4.00, 4.00, 4.00),
)
"""The last year: the balance counts as well."""

KILLER = Worths(
    debts=(13.96, 12.62, 9.28, 7.06, 5.61, 4.74, 3.93, 3.43, 3.38, 2.18, 2.27, 0.99),
    die=-0.942,
    die_debt=0.055,
    threat=(-0.82, -5.79, -13.29),
    duel=0.794,
    duel_point=-0.168,
    at_21=8.478,
    last=-2.915,
    lead=0.180,
    last_but_one=1.036,
    taking=3.789,
    accounts=(
        (0.00, 1.63, 4.26, 5.90, 9.58, 9.58, 11.54, 12.65, 14.79, 15.16, 16.17),
        (0.00, 0.00, 7.06, 10.01, 13.19, 13.87, 18.06, 22.09, 22.28, 24.31, 24.31),
        (0.00, 0.00, 8.69, 18.26, 19.73, 27.19, 31.14, 39.71, 46.61, 56.20, 56.20),
    ),
    levied=0.524,
    rival_debts=_row("-4.82 -4.93 -3.66 -2.83 -2.30 -1.84 -1.65 -1.75 -1.94 -1.90 -1.85 -2.15"),
    rival_at_21=-1.101,
    rival_accounts=(0.00, 0.00, -2.11, -3.20, -4.49, -5.09, -5.88, -7.21, -7.39, -9.09, -9.09),
    rival_die=0.028,
    rival_die_point=0.016,
    kills=(13.79, 22.62, 100.00),
)
"""In per cent of winning."""

SURVIVOR = Worths(
    debts=(8.42, 5.54, 1.76, -0.00, -1.35, -1.89, -1.79, -2.20, -2.65, -2.68, -2.98, -7.05),
    die=-0.306,
    die_debt=0.039,
    threat=(-6.72, -4.64, -33.20),
    duel=-1.094,
    duel_point=0.126,
    at_21=6.824,
    last=1.192,
    lead=0.358,
    last_but_one=3.053,
    taking=1.922,
    accounts=(
        (0.00, 0.00, 2.78, 2.85, 2.85, 2.85, 2.85, 3.99, 3.99, 7.64, 9.06),
        (0.00, 0.00, 4.89, 5.34, 5.83, 8.00, 8.00, 10.38, 12.83, 16.31, 18.66),
        (0.00, 6.35, 8.28, 12.49, 14.68, 20.84, 21.26, 27.32, 27.67, 36.38, 37.33),
    ),
    levied=0.035,
    rival_debts=(-3.50, -0.34, 1.42, 2.10, 2.80, 3.15, 2.95, 3.06, 3.29, 2.89, 2.82, 4.18),
    rival_at_21=-1.704,
    rival_accounts=(0.00, 0.00, -0.82, -2.16, -7.34, -9.30, -9.30, -10.18, -11.08, -11.08, -11.08),
    rival_die=-0.083,
    rival_die_point=0.013,
    kills=(9.94, 11.74, 100.00),
)
"""In per cent of winning."""
