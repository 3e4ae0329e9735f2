"""The bots for Golden Zero: `simple` by rules of thumb, `good` by odds, `expert` by rivals' pairs.

`sight` is what a view tells of the others, `ends` the odds of how a hand ends, `ranges` the pairs a
rival may hold; `coach` says what the expert finds.
Must not know: states, rooms, or what cards others hold.
"""

from arcade.bots.bot import Bot
from arcade.bots.golden_zero.coach import COACH as COACH
from arcade.bots.golden_zero.expert import Expert
from arcade.bots.golden_zero.good import Good
from arcade.bots.golden_zero.simple import Simple

BOTS: tuple[Bot, ...] = (Good(), Simple(), Expert())
