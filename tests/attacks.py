"""The table that `--attacks` prints: each attack that was tried, and what came of it."""

from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--attacks`."""
    parser.getgroup("ssh-arcade").addoption(
        "--attacks", action="store_true", help="print a table of the attacks tried"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known."""
    config.addinivalue_line(
        "markers", "attack(row, what): one of the attacks of docs/security.md, by its row"
    )
    config.addinivalue_line(
        "markers", "exhaustive: runs with `--attacks` only; a sample always does"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes minutes, unless the attacks are asked for."""
    if not config.getoption("attacks"):
        long = [item for item in items if item.get_closest_marker("exhaustive")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Have the report of a test know its attack."""
    mark = item.get_closest_marker("attack")
    if mark is not None:
        row, what = mark.args
        item.user_properties.append(("attack", [row, what, item.nodeid]))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the table."""
    if not config.getoption("attacks"):
        return
    lines: dict[tuple[int, str], list[str]] = {}
    for outcome, word in (("passed", "held"), ("failed", "BROKE"), ("error", "BROKE")):
        for report in terminalreporter.stats.get(outcome, ()):
            properties = dict(getattr(report, "user_properties", ()))
            if "attack" not in properties or (outcome == "passed" and report.when != "call"):
                continue
            row, what, _ = properties["attack"]
            line = f"{word:5}  {what}"
            figures = properties.get("figures", "")
            lines.setdefault((row, what), []).append(line + (f": {figures}" if figures else ""))
    terminalreporter.section("attacks tried")
    for (row, _), verdicts in sorted(lines.items()):
        for line in dict.fromkeys(sorted(verdicts)):
            terminalreporter.write_line(f"{row:3}  {line}")
    total = sum(map(len, lines.values()))
    broke = sum(line.startswith("BROKE") for change in lines.values() for line in change)
    terminalreporter.write_line(f"{total} attacks tried, {total - broke} held, {broke} broke")
