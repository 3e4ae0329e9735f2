"""What a screen talks to: the lobby, identity, and handles on tables.

Must not know: terminals, sockets, keys' formats.
"""
