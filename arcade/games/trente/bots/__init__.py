"""Bots and coach for Trente: `simple`, `good` and `expert`, each with its method in its docstring.

`thumb` is the rule of thumb of the first two; `turn` the exact play of one turn, `law` what it
does to others, `standing` what scores are worth (`duel` for the last two), `stakes` what the end of
a turn is worth; `coach` says what the expert weighs.
Must not know: states, rooms, or who sits on the other seats.
"""

from arcade.engine.bot import Bot
from arcade.games.trente.bots.coach import COACH as COACH
from arcade.games.trente.bots.expert import Expert
from arcade.games.trente.bots.good import Good
from arcade.games.trente.bots.simple import Simple

BOTS: tuple[Bot, ...] = (Simple(), Good(), Expert())
