"""Compare this checkout with another commit: `make bench AGAINST=COMMIT`.

Both are measured in turns, mode by mode, so that what else the machine does falls on both. Each
row is the ratio of here to there: the median of the rounds, and the lowest and the highest of them.
Today's bench measures the program of both; what needs no program (`INSIDE`) each measures itself.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median

from msgspec import Struct

from tools.arguments import positive, tell
from tools.bench.modes import MODES

HERE = Path(__file__).parents[2]
INSIDE = ("copies", "append")
"""Modes that import what they measure, by the names it has there."""
MEASURE = 900
"""Seconds one mode may take."""
Rows = dict[tuple[str, str], dict[int, float]]
"""The figures of each row (mode, name), by round."""


class Checkout(Struct, frozen=True):
    """A checkout to measure: its folder, the Python of its environment, its bench."""

    path: Path
    python: Path
    bench: str = "tools.bench"
    environment: Mapping[str, str] = {}

    def figures(self, mode: str, full: bool, folder: Path) -> Mapping[str, float]:
        """Measure one mode; return nothing, and say so, if that fails."""
        report = folder / "figures.json"
        report.unlink(missing_ok=True)
        own = mode in INSIDE
        words = ["-m", self.bench if own else "tools.bench", "--only", mode]
        words += ["--most", str(MEASURE), "--json", str(report), *(["--full"] if full else [])]
        run = self.run(*words, folder=folder, own=own)
        measured = json.loads(report.read_text())["figures"] if report.exists() else {}
        if f"{mode} failed" in measured or mode not in measured:
            tell(f"  {mode} of {self.path} failed: {measured.get(f'{mode} failed', run.stderr)}")
        figures: Mapping[str, float] = measured.get(mode, {})
        return figures

    def run(self, *words: str, folder: Path, own: bool) -> subprocess.CompletedProcess[str]:
        """Run its own Python and code, or this checkout's with its program."""
        there = {"PYTHONPATH": str(self.path if own else HERE), "PYTHONSAFEPATH": "1"}
        return subprocess.run(
            [str(self.python) if own else sys.executable, *words],
            cwd=folder,
            env={**os.environ, **there, **self.environment},
            capture_output=True,
            text=True,
            timeout=2 * MEASURE,
        )


def other(commit: str, folder: Path) -> Checkout:
    """Make a commit's files and environment."""
    there = folder / "there"
    there.mkdir()
    files = subprocess.run(["git", "archive", commit], cwd=HERE, stdout=subprocess.PIPE)
    if files.returncode:
        sys.exit(f"There is no commit {commit} here.")
    subprocess.run(["tar", "-x"], cwd=there, input=files.stdout, check=True)
    python = f"PYTHON={Path(sys.base_prefix) / 'bin' / Path(sys.executable).name}"
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    subprocess.run(["make", "-s", "ready", python], cwd=there, env=clean, check=True)
    (interpreter,) = there.glob(".venv*/bin/python")
    bench = "tools.bench" if (there / "tools" / "bench").exists() else "tests.bench"
    checkout = Checkout(there, interpreter, bench)
    config = f"import sys, {bench}.running as one; sys.stdout.write(one.CONFIG)"
    environment = {
        "BENCH_ARCADE": str(interpreter.with_name("arcade")),
        "BENCH_CODE": str(there),
        "BENCH_CONFIG": checkout.run("-c", config, folder=folder, own=True).stdout,
    }
    return Checkout(there, interpreter, bench, environment)


def measure(
    here: Checkout, there: Checkout, modes: Sequence[str], rounds: int, full: bool, folder: Path
) -> tuple[Rows, Rows]:
    """Measure both in turns; who is first changes with the round."""
    sides: tuple[tuple[Checkout, Rows], ...] = ((here, {}), (there, {}))
    for turn in range(rounds):
        for mode in modes:
            tell(f"round {turn + 1} of {rounds}: {mode}")
            for checkout, rows in sides if turn % 2 == 0 else sides[::-1]:
                for name, figure in checkout.figures(mode, full, folder).items():
                    rows.setdefault((mode, name), {})[turn] = figure
    return sides[0][1], sides[1][1]


def compared(here: Rows, there: Rows) -> Iterator[str]:
    """Write a line for each row, with a ratio where both have it in the same round."""
    yield f"{'':56}{'here':>12}{'there':>12}{'ratio':>8}   lowest … highest"
    for (mode, name), ours in here.items():
        theirs = there.get((mode, name), {})
        others = f"{median(theirs.values()):12,.2f}" if theirs else f"{'–':>12}"
        line = f"{mode + ': ' + name:56}{median(ours.values()):12,.2f}{others}"
        if ratios := [ours[turn] / theirs[turn] for turn in ours if theirs.get(turn)]:
            line += f"{median(ratios):8.3f}   {min(ratios):.3f} … {max(ratios):.3f}"
        yield line


def main() -> None:
    """Measure, and print the ratios."""
    parser = argparse.ArgumentParser(prog="make bench AGAINST=COMMIT", description=__doc__)
    parser.add_argument("commit", help="what to compare with")
    parser.add_argument("--rounds", type=positive, default=5)
    parser.add_argument("--only", default="", help=f"of {', '.join(MODES)}; commas between")
    parser.add_argument("--full", action="store_true", help="many sessions, long looks")
    asked = parser.parse_args()
    modes = asked.only.split(",") if asked.only else [mode for mode in MODES if mode != "workers"]
    if unknown := set(modes) - set(MODES):
        parser.error(f"there is no {', '.join(unknown)}")
    with tempfile.TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        here = Checkout(HERE, Path(sys.executable))
        there = other(asked.commit, folder)
        rows = measure(here, there, modes, asked.rounds, asked.full, folder)
    for line in compared(*rows):
        tell(line)


if __name__ == "__main__":
    main()
