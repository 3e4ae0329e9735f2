"""Line mode, the JSON API and the commands of `ssh host COMMAND`.

Must not know: a rule of any game.
"""
