"""What happened since a person was last here, from facts.

Must not know: how it is shown.
"""
