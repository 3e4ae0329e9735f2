"""21 on the screen: the board, the hand, and a preview of the chosen tile.

`aim` computes what the chosen tile would do, `squares` draws a square, `board` all of them,
`about` describes the one under the cursor; `view` takes keys. Must not know: a rule; all ask the
game's pure functions and the offers.
"""

from screens.games.vingt_et_un.view import VIEW

__all__ = ["VIEW"]
