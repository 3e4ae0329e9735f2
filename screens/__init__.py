"""The Textual app: screens made of panes, and one view per game; takes a view, sends an action.

Must not know: a rule of any game, or how the terminal is reached.
"""
