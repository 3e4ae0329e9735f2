"""Bots that take longer than the event loop may wait, in worker processes.

Must not know: rooms, or how a game is played.
"""
