"""Bots and coach for Le 421.

`good` has the quick bots; `odds` is what dice do in a turn, `outlook` what a hand is worth in its
round, `values` what tokens are worth in the game; `expert` plays by them
and says why.
Must not know: states, rooms, or who sits on the other seats.
"""

from arcade.engine import Bot
from arcade.games.le421.bots.chances import chances as chances
from arcade.games.le421.bots.expert import COACH as COACH
from arcade.games.le421.bots.expert import Expert
from arcade.games.le421.bots.good import Good, Simple

BOTS: tuple[Bot, ...] = (Simple(), Good(), Expert())
