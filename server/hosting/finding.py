"""A finding of `arcade doctor`."""

from typing import Literal

from msgspec import Struct

Verdict = Literal["ok", "warn", "fail"]


class Finding(Struct, frozen=True):
    """One line: the subject, the result, and what to do unless it is ok."""

    what: str
    verdict: Verdict
    result: str
    do: str = ""
