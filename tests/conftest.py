"""Command-line options of the suite, and its dice."""

import gc
import os
import re
import sys
from collections.abc import Iterator
from itertools import chain, groupby

import pytest
from hypothesis import HealthCheck, settings

from arcade.club.i18n.words import languages, own_name
from arcade.rooms import table_rules
from tests import dice
from tests.ssh import forks, warm
from tools.arguments import positive

# How long an example takes says how busy the machine is, and nothing of the code.
settings.register_profile(
    "calm",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile("calm")

pytest_plugins = ("tests.attacks", "tests.parallel", "tests.ssh.clients.matrix")

# A usual table shows a finished round for a while, which no test need wait for. Tests of the pace
# choose another one.
table_rules.PACES = {**table_rules.PACES, "normal": 0}

# What is collected stays to the end: every worker would look through it again and again.
gc.disable()


FOREIGN = ("LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANGUAGE", "COLUMNS", "LINES", "NO_COLOR")
"""Variables of a developer's terminal that would speak louder than those a test gives."""

WAITING = {"cluster", "faults", "hostile", "ssh"}
"""The folders whose tests wait for terminals, clocks and processes more than they reckon."""

_SUBFOLDERS = re.compile(r"(?<=^tests/)(\w+/)(?:\w+/)+")
"""The folder directly under tests that a test's id begins with, and those below it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Deal the tests that wait out among the others: at the end none of them is left alone."""
    files = [
        (not WAITING.isdisjoint(path.split("/")[1:2]), list(tests))
        for path, tests in groupby(items, lambda item: item.nodeid.partition("::")[0])
    ]
    waiting = [test for waits, tests in files if waits for test in tests]
    others = [tests for waits, tests in files if not waits]
    if not others:
        return
    shares = len(others) * 9 // 10 or 1
    items[:] = chain.from_iterable(
        waiting[n::shares] + tests if n < shares else tests for n, tests in enumerate(others)
    )


def pytest_collection_finish(session: pytest.Session) -> None:
    """Collect garbage from now on, apart from the tests themselves; seldom, as it costs much."""
    if session.config.getoption("workers"):
        forks.share()
        for language in languages():
            own_name(language)  # reads its catalogues, for all workers
        if "tests.snapshots.scenes" in sys.modules:
            from tests.snapshots.views import play_ahead

            play_ahead()
    warm.fork_workers(warm.BOTS)
    gc.freeze()
    gc.set_threshold(100_000, 10, 20)
    gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    """Name the marks of the suite; forget the terminal it runs in."""
    for name in FOREIGN:
        os.environ.pop(name, None)
    config.addinivalue_line("markers", "virtual: runs in virtual time (tests/virtual.py)")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Throw the same dice in a test each time, its fixtures too, in whatever subfolder it is."""
    name = _SUBFOLDERS.sub(r"\1", item.nodeid)
    with dice.fixed(f"{item.config.getoption('--dice')} {name}"):
        return (yield)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the suite's own options."""
    group = parser.getgroup("ssh-arcade")
    group.addoption(
        "--scenarios",
        metavar="DIR",
        default=None,
        help="run the scenario files under DIR (default: tests/scenarios)",
    )
    group.addoption(
        "--rewrite-playthroughs",
        action="store_true",
        help="write tests/playthroughs/<key>.txt anew instead of comparing",
    )
    group.addoption(
        "--rewrite-snapshots",
        action="store_true",
        help="write tests/snapshots/*.txt anew instead of comparing",
    )
    group.addoption(
        "--rewrite-pictures",
        action="store_true",
        help="draw docs/pictures anew from the screens of tests/snapshots, or of a first visit",
    )
    group.addoption(
        "--dice", metavar="SEED", default="0", help="throw other dice than usual in every test"
    )
    group.addoption(
        "--kills",
        type=positive,
        default=2,
        help="how often a playing server is killed (tests/faults)",
    )
