"""The games: one pure file (or small package) each; games do not know each other.

Must not know: rooms, clocks, files, asyncio, screens, or where chance comes from.
"""
