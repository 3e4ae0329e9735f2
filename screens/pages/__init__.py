"""Pages, lists and forms over a screen."""
