"""Trente and Trente-douze: six dice, thirty points, attacks and vengeance.

`options` says what can be chosen and reached, `state` what lies on the table, `actions` what may
be done and when, `turn` what a turn brings, whom it strikes and how hard, who is next and how it
ends; `game` puts them together.
Must not know: other games, rooms, screens, or where chance comes from.
"""

from arcade.games.trente.rules.game import GAME as GAME
