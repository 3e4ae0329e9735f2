"""Whole random games as text, compared line by line."""
