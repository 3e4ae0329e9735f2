"""The bots for 21: `simple` is greedy, `good` reckons with the next answer, `expert` plays on.

`outlook` has the odds of one move, `worlds` the games that may be behind a view, `playout` how
they are played on; `coach` says what the expert finds.
Must not know: states, rooms, or what tiles others hold.
"""

from arcade.bots.bot import Bot
from arcade.bots.vingt_et_un.coach import COACH as COACH
from arcade.bots.vingt_et_un.expert import Expert
from arcade.bots.vingt_et_un.good import Good
from arcade.bots.vingt_et_un.simple import Simple

BOTS: tuple[Bot, ...] = (Good(), Simple(), Expert())
