"""What every game is: state, action, view, chance, offers; and the tools that play any of them.

Must not know: any one game, rooms, clocks, files, asyncio, or where chance comes from.
"""
