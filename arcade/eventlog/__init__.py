"""Append-only streams of facts with an expected version: memory, SQLite, JetStream.

Must not know: what a fact means.
"""
