"""A world made of one seed: real rooms and clubs on a store, a network and clocks that fail.

`python -m tests.simulation 1..2000` runs schedules, `python -m tests.simulation 17` tells one.
"""
