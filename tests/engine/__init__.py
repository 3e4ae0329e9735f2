"""Unit tests of the engine, the runner and the tools that play any game, on a toy game."""
