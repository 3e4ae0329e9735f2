"""A finding of `arcade doctor`."""

from pathlib import Path
from typing import Literal

from msgspec import Struct

Verdict = Literal["ok", "warn", "fail"]


class Finding(Struct, frozen=True):
    """One line: the subject, the result, and what to do unless it is ok."""

    what: str
    verdict: Verdict
    result: str
    do: str = ""


def unreadable(path: Path, error: Exception) -> str:
    """Say why a file cannot be read, in the system's words for an `OSError`."""
    return f"cannot read {path}: {error.strerror}" if isinstance(error, OSError) else str(error)
