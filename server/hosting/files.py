"""How many files (and so connections) the system gives this process."""

import resource

ENOUGH = 65_536
"""As many as are asked for where the system sets no bound."""


def ask() -> int:
    """Ask for as many files as the system allows; give how many there are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wished = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft == resource.RLIM_INFINITY or soft >= wished:
        return wished
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wished, hard))
    except (OSError, ValueError):
        return soft
    return wished
