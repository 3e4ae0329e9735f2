"""A game that misbehaves in each way: its table ends in words, and nobody else notices."""
