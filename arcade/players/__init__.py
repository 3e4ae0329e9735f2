"""Who somebody is: identity, names, clean text.

Must not know: rooms, terminals, or how a key was proved.
"""
