"""The screen of 21: `aim` says what the chosen tile would do, `squares` how a square
looks, `picture` draws and takes keys.

Must not know: a rule; both ask the game's own pure functions and the offers.
"""

from screens.games.vingt_et_un.picture import View21

VIEW = View21
