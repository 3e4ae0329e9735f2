"""One view per game: a picture of its table, keys and mouse to act.

Must not know: another game, or what is legal beyond the offers of the view.
"""
