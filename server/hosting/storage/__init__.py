"""A host's work on the stored log: check, copy, restore, recount results.

Must not know: a session.
"""
