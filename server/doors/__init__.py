"""What all ways in share: admission, the running sessions, and what each person is shown.

Must not know: how bytes travel, a rule of any game, or how a screen draws.
"""
