"""Le 421: three dice, a pot that loads the losers, then a race to unload.

`options` says what can be chosen, `hands` what the 56 throws are worth (also the nénette and the
rampo), `state` what lies on the table, `actions` what may be done and when, `rounds` what follows;
`game` puts them together.
Must not know: rooms, clocks, screens, or where chance comes from.
"""

from arcade.games.le421.rules.game import GAME as GAME
