"""Choosers: from what one seat sees and may do, to what it does.

A bot receives a view, never a state, and must not know rooms, clocks, or who else plays.
"""
