"""Append-only streams of facts with an expected version: memory and SQLite.

Must not know: what a fact means.
"""
