"""Bots and coach for Trente.

`good` has the two rules of thumb, `turn` the exact play of one turn, `stakes` what scores and the
end of a turn are worth; `expert` plays and explains by them.
Must not know: states, rooms, or who sits on the other seats.
"""

from arcade.engine import Bot
from arcade.games.trente.bots.chances import chances as chances
from arcade.games.trente.bots.expert import COACH as COACH
from arcade.games.trente.bots.expert import Expert
from arcade.games.trente.bots.good import Good, Simple

BOTS: tuple[Bot, ...] = (Simple(), Good(), Expert())
