"""Finished and running games from the log: replays, reviews, records, checkpoints.

Must not know: who views them, or where.
"""
