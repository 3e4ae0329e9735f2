"""asyncssh: listeners, authentication, limits, the Textual driver, the command line.

Must not know: a rule of any game, or how a screen draws.
"""
