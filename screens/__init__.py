"""Textual: screens, widgets, one view per game; renders a view, posts an action.

Must not know: a rule of any game, or how the terminal is reached.
"""
