"""Append-only streams of facts with optimistic concurrency: in memory, SQLite, JetStream.

Must not know: what a fact means.
"""
