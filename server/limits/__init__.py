"""Limits on connections, bytes, processor time and games that hang.

Must not know: SSH, a screen, a table.
"""
