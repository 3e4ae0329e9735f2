"""21, the tile game of 1965: tiles laid so that straight lines make exactly 21.

`placing` holds the squares as data and what may lie where, `state` options and tiles, `actions`
what may be done and when, `turn` what it brings; `game` puts them together.
Must not know: other games, rooms, screens, or where chance comes from.
"""

from arcade.games.vingt_et_un.rules.game import GAME as GAME
