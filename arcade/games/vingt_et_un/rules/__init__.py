"""The rules of 21.

Must not know: words, bots, screens.
"""
