"""The limits a server is shipped with are those that docs/security.md tells, and can be set."""

import re
from pathlib import Path

import pytest

from server.config.settings import SETTABLE, Limits, Settings
from tests.hostile.conftest import Made

PAGE = Path(__file__).parents[2] / "docs" / "security.md"
ROW = re.compile(r"^\| `(\w+)` \| ([\d.]+) [a-z].* \|", re.MULTILINE)


def test_the_defaults_are_the_documented_ones() -> None:
    documented = {name: float(value) for name, value in ROW.findall(PAGE.read_text())}
    assert documented == {name: getattr(Limits(), name) for name in SETTABLE["limits"]}
    settings = Settings(Path("data"), Path("key"))
    assert settings.limits == Limits()
    assert not settings.proxies and not settings.strict


async def test_a_limit_that_there_is_not_is_refused(made: Made) -> None:
    with pytest.raises((AssertionError, TimeoutError)):
        await made(connection=5)
