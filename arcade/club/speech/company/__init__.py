"""What is said of people to people: friends, and what happened while somebody was away.

Must not know: how lines or rows are shown.
"""
