"""Listeners, login, sessions, and the Textual driver on an SSH channel.

Must not know: a rule of any game, or how a screen draws.
"""
