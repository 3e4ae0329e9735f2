"""The way in by SSH: listener, keys, and asyncssh's own behaviour.

Must not know: a rule of any game, or how a screen draws.
"""
