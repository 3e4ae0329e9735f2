"""Golden Zero Classique: reach the target with open and closed cards, and bid on it.

`options` says what can be chosen, `state` what lies on the table, `actions` what may be done and
when; `dealing`, `betting`, `choix` and `showdown` are the phases, `hands` what cards are worth
and who may win which chips, `view` who sees what; `game` puts them together.
Must not know: rooms, clocks, screens, other games.
"""

from arcade.games.golden_zero.rules.game import GAME as GAME
