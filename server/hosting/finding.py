"""What `arcade doctor` says of one thing."""

from typing import Literal

from msgspec import Struct

Verdict = Literal["ok", "warn", "fail"]


class Finding(Struct, frozen=True):
    """One line: what was checked, what was found, and what to do unless it is ok."""

    what: str
    verdict: Verdict
    found: str
    do: str = ""
