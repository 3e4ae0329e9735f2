"""What a terminal gets: rows, colours, glyphs, few bytes."""
