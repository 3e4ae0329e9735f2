"""Parts that several screens use.

Must not know: a screen.
"""
