"""One rendering of a table for all its spectators with the same terminal, and recordings of games.

Must not know: who may watch; the club decides that.
"""
