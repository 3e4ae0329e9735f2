"""The tour, and the lessons on a game's own table."""
