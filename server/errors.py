"""The one way a start goes wrong that the person at the command line can mend."""


class CannotServe(Exception):
    """The server cannot start; the message says why and what to do about it."""
