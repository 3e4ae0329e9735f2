"""A room: pure decide and evolve over facts, and the host that stores, plays bots and tells.

Must not know: terminals, sessions, or how a log keeps its facts.
"""
