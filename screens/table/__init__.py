"""A table on the screen."""
