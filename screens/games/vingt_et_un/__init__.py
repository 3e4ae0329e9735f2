"""21 on the screen: the board, the hand, and a preview of the chosen tile.

Must not know: a rule; all ask the game's pure functions and the offers.
"""

from screens.games.vingt_et_un.view import VIEW

__all__ = ["VIEW"]
