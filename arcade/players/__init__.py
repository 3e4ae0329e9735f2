"""Persons: identity, names, clean text, moderation, results and ratings.

Facts and their folds. Must not know: rooms, terminals, how a key was proved, or the log.
"""
