"""Accounts, devices, moderation, and people among people.

Must not know: games, replays, standings.
"""
