"""Languages, dates and rules pages.

Must not know: a game, beyond its catalogue and its pages.
"""
