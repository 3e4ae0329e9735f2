"""The time as facts carry it."""

import time


def now() -> int:
    """Give the milliseconds since 1970."""
    return time.time_ns() // 1_000_000
