"""One rendering of a table for all its spectators with the same terminal.

Must not know: who may watch; the club decides that.
"""
