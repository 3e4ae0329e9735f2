"""Streams of the log, followed, and messages between the processes that share it.

Must not know: terminals, sessions.
"""
