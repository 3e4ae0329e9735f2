"""The arcade in a browser: pages, a WebSocket for each of them, tables to watch.

Must not know: SSH. What a session shows and how it ends is the same for both.
"""
