"""Worker processes of one server, and the NATS server that they share.

Must not know: a session, a screen.
"""
