"""What the documents say, done as they say it."""
