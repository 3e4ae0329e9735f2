"""Evening tournaments: who takes part, round after round, standings, a table of honour.

Must not know: terminals, sockets, or how a game is played.
"""
