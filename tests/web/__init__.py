"""Pages in a real browser, and what they are made of."""
