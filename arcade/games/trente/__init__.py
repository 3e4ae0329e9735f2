"""Trente and Trente-douze: six dice, thirty points, attacks and vengeance.

`table` says what lies there, `play` what an action brings, `game` who may do what.
Must not know: other games, rooms, screens, or where chance comes from.
"""

from arcade.games.trente.game import GAME

__all__ = ["GAME"]
