"""A finished or running game, step by step.

Must not know: a rule of any game, or how a replay is read from the log.
"""
