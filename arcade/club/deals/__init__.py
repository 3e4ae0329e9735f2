"""The daily deal: attempts and results, weeks, streaks, and what bots make of the same dice.

Must not know: how a screen shows them.
"""
