"""Results, ratings, profiles and leaderboards.

Must not know: how a game is played.
"""
