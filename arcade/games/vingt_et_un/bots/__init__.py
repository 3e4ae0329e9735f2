"""The bots for 21: two quick ones in `good`, and an `expert` that plays on.

`outlook` has the odds of one move, `worlds` the games that may be behind a view, and how
they are played on.
Must not know: states, rooms, or what tiles others hold.
"""

from arcade.engine import Bot
from arcade.games.vingt_et_un.bots.chances import chances as chances
from arcade.games.vingt_et_un.bots.expert import COACH as COACH
from arcade.games.vingt_et_un.bots.expert import Expert
from arcade.games.vingt_et_un.bots.good import Good, Simple

BOTS: tuple[Bot, ...] = (Good(), Simple(), Expert())
