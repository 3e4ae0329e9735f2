"""Le 421: three dice, a pot that loads the losers, then a race to unload.

`hands` ranks the 56 throws, `table` holds the values, `play` settles rounds, `game` is the way in.
Must not know: rooms, clocks, screens, or where chance comes from.
"""

from arcade.games.le421.rules.game import GAME

__all__ = ["GAME"]
