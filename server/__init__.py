"""Ways in, limits, terminals, line mode, the command line.

Must not know: a rule of any game, or how a screen draws.
"""
