"""Metrics, health, logs and garbage collection.

Must not know: a game, a screen.
"""
