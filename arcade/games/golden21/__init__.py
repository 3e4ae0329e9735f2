"""The Golden 21: traders announce a sum of dice, and the difference is their debt.

`options` and `actions` say what can be chosen, `state` what lies on the table, `dice` the
arithmetic of a throw, `debts` how debts and accounts move, `throw` what a throw brings, `turn` who
acts, `year` the balance and the end, `moves` who may do what, `game` puts them together.
Must not know: other games, rooms, screens, or where chance comes from.
"""

from arcade.games.golden21.rules.game import GAME

__all__ = ["GAME"]
