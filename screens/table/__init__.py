"""A table on the screen: a game's picture, its seats, log, talk and coach.

Must not know: a rule of any game.
"""
