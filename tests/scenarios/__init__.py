"""Hand-computed game fragments in JSON, and the runner that plays them.

Must not know: any one game.
"""
