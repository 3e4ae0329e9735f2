"""The lobby, and what leads from it to a table."""
