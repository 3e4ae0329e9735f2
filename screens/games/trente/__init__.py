"""Trente on the screen: dice thrown and kept, the way to the threshold, attacks, who lives.

Must not know: what is legal beyond offers, what a level costs beyond what the rules export.
"""

from screens.games.trente.view import VIEW

__all__ = ["VIEW"]
