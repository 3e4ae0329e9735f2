"""Run the suite again and again, and name what fails: `make flake RUNS=20`.

Half as many runs more go beside a busy neighbour, a process that takes a core and gives nothing
back; BUSY=10 says how many. What each run said is kept in build/flake.
"""

import argparse
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

from msgspec import Struct

from tools.arguments import tell

KEPT = Path("build/flake")
LONGEST = 3600
"""Seconds after which a run is given up."""
SPIN = "while True: pass"


class Run(Struct, frozen=True):
    """The result of one run of the suite."""

    seconds: float
    passed: int
    failed: tuple[str, ...]


def run(command: Sequence[str], name: str) -> Run:
    """Run the suite once, and keep what it says under this name."""
    report, log_file = KEPT / f"{name}.xml", KEPT / f"{name}.log"
    report.unlink(missing_ok=True)
    before = time.monotonic()
    with log_file.open("wb") as log:
        try:
            code = subprocess.run(
                [*command, f"--junitxml={report}"],
                stdout=log,
                stderr=subprocess.STDOUT,
                timeout=LONGEST,
            ).returncode
        except subprocess.TimeoutExpired:
            code = -1
    seconds = time.monotonic() - before
    passed, failed = read(report) if report.exists() else (0, [])
    if code and not failed:
        failed = [f"the run itself ended with {code}: see {log_file}"]
    return Run(seconds, passed, tuple(failed))


def read(report: Path) -> tuple[int, list[str]]:
    """Return how many tests passed, and the names of those that failed."""
    tests = ElementTree.parse(report).getroot().iter("testcase")
    outcomes = [
        (f"{test.get('classname')}::{test.get('name')}", {part.tag for part in test})
        for test in tests
    ]
    failed = [name for name, parts in outcomes if parts & {"failure", "error"}]
    return len(outcomes) - len(failed), failed


@contextmanager
def neighbour(busy: bool) -> Iterator[None]:
    """Keep a core busy meanwhile, if asked to."""
    process = subprocess.Popen([sys.executable, "-c", SPIN]) if busy else None
    try:
        yield
    finally:
        if process is not None:
            process.kill()
            process.wait()


def series(command: Sequence[str], number: int, busy: bool) -> list[Run]:
    """Run the suite several times, and report each result."""
    runs: list[Run] = []
    where = "busy" if busy else "quiet"
    with neighbour(busy):
        for turn in range(1, number + 1):
            result = run(command, f"{where}-{turn:02}")
            runs.append(result)
            came = ", ".join(result.failed) or "green"
            tell(f"{where:6}{turn:3}  {result.seconds:5.0f} s  {result.passed:5} passed  {came}")
    return runs


def summary(name: str, runs: Sequence[Run]) -> str:
    """Report how many runs were green, and how long they took."""
    green = sum(not run.failed for run in runs)
    times = [run.seconds for run in runs]
    return f"{name}: {green} of {len(runs)} green, {min(times):.0f} to {max(times):.0f} s"


def main() -> None:
    """Run both series; end with 1 where a run failed."""
    parser = argparse.ArgumentParser(prog="make flake", description=__doc__)
    parser.add_argument("--runs", type=int, default=20, help="on the machine as it is")
    parser.add_argument("--busy", type=int, help="beside a busy neighbour (default: half as many)")
    parser.add_argument("pytest", nargs="*", help="what pytest is given besides")
    asked = parser.parse_args()
    busy = asked.runs // 2 if asked.busy is None else asked.busy
    if max(asked.runs, busy) < 1:
        parser.error("there is nothing to run: write RUNS=20, or RUNS=0 BUSY=10")
    KEPT.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", *asked.pytest]
    quiet = series(command, asked.runs, busy=False)
    beside = series(command, busy, busy=True)
    for name, runs in (("quiet", quiet), ("beside a busy neighbour", beside)):
        if runs:
            tell(summary(name, runs))
    failed = Counter(name for run_result in (*quiet, *beside) for name in run_result.failed)
    for name, times in failed.most_common():
        tell(f"  failed {times}×  {name}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
