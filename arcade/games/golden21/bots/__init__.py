"""Bots and coach for The Golden 21.

`odds` counts throws, `worths` are fitted by playing, `position` weighs what a view shows,
`weighing` every choice, for the expert and the `coach`; `good` has the quick bots.
Must not know: states, rooms, or who sits on the other seats.
"""

from arcade.engine import Bot
from arcade.games.golden21.bots.chances import chances as chances
from arcade.games.golden21.bots.coach import COACH as COACH
from arcade.games.golden21.bots.good import Good, Simple
from arcade.games.golden21.bots.weighing import Expert

BOTS: tuple[Bot, ...] = (Simple(), Good(), Expert())
