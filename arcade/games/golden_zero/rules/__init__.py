"""The rules of Golden Zero.

Must not know: words, bots, screens.
"""
