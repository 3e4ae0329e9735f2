"""Trente and Trente-douze: six dice, thirty points, attacks and vengeance.

`table` says what lies there, `threshold` what is to be reached; `play` what a turn brings, `attack`
whom it strikes and how hard, `course` who is next and how it ends; `game` who may do what.
Must not know: other games, rooms, screens, or where chance comes from.
"""

from arcade.games.trente.rules.game import GAME

__all__ = ["GAME"]
