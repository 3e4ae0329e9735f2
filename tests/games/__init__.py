"""Each game's own laws and special cases."""
