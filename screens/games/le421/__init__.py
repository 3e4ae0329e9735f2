"""Le 421 on the screen: three big dice, their worth, everybody's hand and tokens.

`view` draws and takes keys, `ladder` is the order of the throws. Must not know: what is legal
beyond offers.
"""

from screens.games.le421.view import VIEW

__all__ = ["VIEW"]
