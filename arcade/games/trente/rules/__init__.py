"""The rules of Trente.

Must not know: words, bots, screens.
"""
