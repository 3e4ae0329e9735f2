"""A room: pure functions that decide and fold facts, and the host that stores and publishes them.

Must not know: terminals, sessions, or how a log keeps its facts.
"""
