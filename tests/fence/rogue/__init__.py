"""A game with a switch for each fault, which comes with the second move."""
