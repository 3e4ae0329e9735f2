"""The `arcade` command: serve, admin, doctor, backup, verify.

Must not know: how a screen draws.
"""
