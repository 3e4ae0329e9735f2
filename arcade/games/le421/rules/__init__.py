"""The rules of Le 421.

Must not know: words, bots, screens.
"""
