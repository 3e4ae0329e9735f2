"""Duels without appointment: two people play the same sealed deals, each whenever they like.

Must not know: how a screen shows them.
"""
