"""The Golden 21 on the screen: the chances of a total, the throw, debts to 21, the Bourse.

Must not know: what is legal beyond offers, or what a rule brings beyond what the game exports.
"""

from screens.games.golden21.view import VIEW

__all__ = ["VIEW"]
