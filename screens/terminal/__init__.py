"""Terminal output and input: rows, colours, glyphs, few bytes; keys.

Must not know: a game, a table, the club.
"""
