"""Bots and coach for The Golden 21.

`odds` counts throws, `worths` are fitted by playing, `position` weighs what a view shows,
`weighing` every choice; `simple`, `good` and `expert` play, `coach` explains.
Must not know: states, rooms, or who sits on the other seats.
"""

from arcade.bots.bot import Bot
from arcade.bots.golden21.coach import COACH as COACH
from arcade.bots.golden21.expert import Expert
from arcade.bots.golden21.good import Good
from arcade.bots.golden21.simple import Simple

BOTS: tuple[Bot, ...] = (Simple(), Good(), Expert())
