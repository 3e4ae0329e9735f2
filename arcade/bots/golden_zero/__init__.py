"""The bots for Golden Zero: `simple` by rules of thumb, `good` by odds, `expert` by dealt hands.

`habits` is how a hand is played on in a moment, `worlds` the hands that may be behind a view;
`coach` says what the expert finds.
"""

from arcade.bots.bot import Bot
from arcade.bots.golden_zero.coach import COACH as COACH
from arcade.bots.golden_zero.expert import Expert
from arcade.bots.golden_zero.good import Good
from arcade.bots.golden_zero.simple import Simple

BOTS: tuple[Bot, ...] = (Good(), Simple(), Expert())
