"""Everything that can be asked of the club and of a table, each request once.

Must not know: how an answer is shown.
"""
