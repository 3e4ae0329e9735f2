"""What is known of persons: identity, names, clean text, conduct, results and ratings.

Facts and their folds. Must not know: rooms, terminals, how a key was proved, or the log.
"""
