"""The rules of The Golden 21.

Must not know: words, bots, screens.
"""
