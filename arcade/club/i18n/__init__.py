"""Languages, dates and rules pages.

Must not know: a game, beyond the catalogue and the pages that lie beside it.
"""
