"""A lesson for each game, as data: what is said, what is to be done, what the dice bring.

Must not know: rooms, screens, or who learns; that a lesson works is for `tests/lessons`.
"""
