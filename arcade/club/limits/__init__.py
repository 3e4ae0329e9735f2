"""Rate limits and quotas: how much one address, person or table may ask for.

Must not know: what a request does.
"""
