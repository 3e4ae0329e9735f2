"""The ways a command of the host goes wrong that its caller can mend."""

import click


class CannotDo(Exception):
    """What was asked for cannot be done; the message says why and what to do about it."""


class CommandError(click.ClickException):
    """What was asked cannot be done; the message says what to do. Exit code 2."""

    exit_code = 2
