"""A puzzle a day for each game: a position, and the choice that the coach is sure of.

Must not know: how a screen shows it.
"""
