"""The lobby, and what leads from it to a table.

Must not know: a rule of any game.
"""
