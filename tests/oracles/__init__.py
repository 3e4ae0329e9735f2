"""Second models of three games, written from the rules' pages alone.

Each is told as a script: a generator that plays a whole game, draws from what the rules drew, and
waits for the next action where a player has a choice. They share no code with `arcade.games`.
"""
