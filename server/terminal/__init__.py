"""A person's terminal: their bytes become events, frames become bytes, within the limits.

Must not know: how bytes travel, who is at the other end, or which app is shown.
"""
