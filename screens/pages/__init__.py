"""Pages, lists and forms over a screen.

Must not know: a rule of any game, or the screen below.
"""
