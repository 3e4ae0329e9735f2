"""The bots for Golden Zero: two quick ones in `good`, and an `expert` by rivals' pairs.

`sight` is what a view tells of the others, `ends` the odds of how a hand ends, `ranges` the pairs a
rival may hold; the coach says what the expert finds.
Must not know: states, rooms, or what cards others hold.
"""

from arcade.engine import Bot
from arcade.games.golden_zero.bots.chances import chances as chances
from arcade.games.golden_zero.bots.expert import COACH as COACH
from arcade.games.golden_zero.bots.expert import Expert
from arcade.games.golden_zero.bots.good import Good, Simple

BOTS: tuple[Bot, ...] = (Good(), Simple(), Expert())
