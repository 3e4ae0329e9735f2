"""Cochon: one die, as often as you dare; a 1 takes what the turn has brought.

Must not know: rooms, clocks, screens, or where chance comes from (`screen` alone knows screens).
"""

from cochon.rules import GAME

__all__ = ["GAME"]
