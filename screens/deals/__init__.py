"""The daily deals, their leagues, and duels.

Must not know: a rule of any game.
"""
