"""The one way a command of the host goes wrong that its caller can mend."""


class CannotDo(Exception):
    """What was asked for cannot be done; the message says why and what to do about it."""
