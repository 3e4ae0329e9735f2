"""21 on the screen: the board, the hand, and a preview of the chosen tile.

`aim` says what the chosen tile would do, `squares` how a square looks, `board` draws them all,
`about` speaks of the one under the cursor; `view` takes keys. Must not know: a rule; all ask the
game's own pure functions and the offers.
"""

from screens.games.vingt_et_un.view import VIEW

__all__ = ["VIEW"]
