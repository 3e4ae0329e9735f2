"""What a host does with the stored log: check, copy, restore, count results anew.

Must not know: a session.
"""
