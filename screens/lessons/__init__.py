"""The tour, and the lessons on a game's own table.

Must not know: a rule; the lesson of a game says its steps.
"""
