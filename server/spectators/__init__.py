"""spectators."""
