"""A finished or running game, step by step."""
