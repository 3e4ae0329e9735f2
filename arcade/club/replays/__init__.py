"""Finished and running games from the log: replays, reviews, records, checkpoints."""
