"""Golden Zero Classique: reach the target with open and closed cards, and bid on it.

One file for each concept: readings of a hand, pots, dealing, bidding, the Choix, the result; `game`
puts them together. Must not know: rooms, clocks, screens, other games.
"""

from arcade.games.golden_zero.rules.game import GAME

__all__ = ["GAME"]
