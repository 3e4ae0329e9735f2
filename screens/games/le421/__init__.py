"""Le 421 on the screen: three big dice, their worth, everybody's hand and tokens."""

from screens.games.le421.view import VIEW

__all__ = ["VIEW"]
