"""The Golden 21: traders announce a sum of dice, and the difference is their debt.

`options` says what can be chosen, `state` what lies on the table, `actions` what may be done and
when, `dice` the arithmetic of a throw, `throw` what a throw brings, `debts` how debts and accounts
move, `turn` who acts, `year` the balance and the end; `game` puts them together.
Must not know: other games, rooms, screens, or where chance comes from.
"""

from arcade.games.golden21.rules.game import GAME as GAME
