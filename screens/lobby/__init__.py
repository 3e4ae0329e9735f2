"""The lobby, and the ways from it to a table.

Must not know: a rule of any game.
"""
