"""Bots and coach for Trente: `simple`, `good` and `expert`, each with its method in its docstring.

`thumb` is the rule of thumb of the first two; `turn` the exact play of one turn, `law` what it
does to others, `standing` what scores are worth (`duel` for the last two), `stakes` what the end of
a turn is worth; `coach` says what the expert weighs.
Must not know: states, rooms, or who sits on the other seats.
"""

from arcade.bots.bot import Bot
from arcade.bots.trente.coach import COACH as COACH
from arcade.bots.trente.expert import Expert
from arcade.bots.trente.good import Good
from arcade.bots.trente.simple import Simple

BOTS: tuple[Bot, ...] = (Simple(), Good(), Expert())
