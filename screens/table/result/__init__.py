"""The card at a game's end: who won and with what, the places, the chances, and what decided.

Must not know: a rule of any game.
"""
