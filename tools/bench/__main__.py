"""Measure, print a table, write JSON: `make bench`, or `make bench FULL=1` for the long form."""

import argparse
import asyncio
import json
import os
import platform
import sys
import tempfile
import time
import traceback
from importlib.metadata import version
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from server.monitoring.garbage import Garbage
from tools.bench import running
from tools.bench.modes import MODES
from tools.bench.report import measured, number, results
from tools.bench.running import FULL, QUICK, Extent

Pauses = list[dict[str, Any]]

STEPS = (2, 5, 10, 20, 50, 100)
"""Milliseconds: loop turns that take longer are counted."""
SHOWN = 5
"""How many of the longest pauses of a mode are reported with their cause."""


async def measure(
    names: list[str], extent: Extent, most: float
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Run the modes; one that fails or takes too long says so, and the others go on.

    Return their figures, and the pauses of the servers that they measured.
    """
    measured_figures: dict[str, Any] = {}
    pauses: dict[str, Any] = {}
    for name in names:
        began = time.perf_counter()
        sys.stdout.write(f"\n{name}: {(MODES[name].__doc__ or '').splitlines()[0]}\n")
        sys.stdout.flush()
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            try:
                async with asyncio.timeout(most):
                    figures = await MODES[name](Path(folder), extent)
            except Exception as error:
                figures = {}
                measured_figures[f"{name} failed"] = repr(error)
                sys.stdout.write(f"  failed: {error!r}\n")
                traceback.print_exc(limit=-6)
            if figures:
                for phase, turns in _pauses(Path(folder)).items():
                    before = f"{phase}: " if phase else ""
                    figures[f"{before}longest pause ms"] = turns[0]["ms"]
                    figures[f"{before}longest pause by collections ms"] = max(
                        turn["collected ms"] for turn in turns
                    )
                    pauses[f"{name} {phase}".rstrip()] = _summary(turns)
        measured_figures[name] = {what: round(figure, 3) for what, figure in figures.items()}
        for what, figure in figures.items():
            sys.stdout.write(f"  {what:52}{figure:12,.2f}\n")
        for heading, summary in pauses.items():
            if heading.partition(" ")[0] == name:
                sys.stdout.write(f"    pauses, {heading}:\n")
                sys.stdout.writelines(f"      {line}\n" for line in summary["longest"])
        sys.stdout.write(f"  ({time.perf_counter() - began:.0f} s)\n")
        sys.stdout.flush()
    return measured_figures, pauses


def _pauses(folder: Path) -> dict[str, Pauses]:
    """Return the long turns of the loops of a mode's servers by phase, the longest first."""
    files = folder.rglob(running.PAUSES)
    turns = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    phases: dict[str, Pauses] = {}
    for turn in sorted(turns, key=lambda turn: -turn["ms"]):
        phases.setdefault(turn["phase"], []).append(turn)
    return phases


def _summary(turns: Pauses) -> dict[str, Any]:
    counts = {f"over {step} ms": sum(turn["ms"] > step for turn in turns) for step in STEPS}
    return {"longest": [_described(turn) for turn in turns[:SHOWN]], **counts}


def _described(turn: dict[str, Any]) -> str:
    kinds = (f"{number} × {name} {ms:.1f}" for name, number, ms in turn["kinds"])
    samples = turn["samples"]
    middle = samples[len(samples) // 2 :][:1]
    calls = f"{turn['ms']:.1f} ms: {turn['calls']} calls, the longest {turn['call ms']:.1f}"
    collected = f"collections {turn['collected ms']:.1f} of generation {turn['generation']}"
    return "; ".join([calls, ", ".join(kinds), collected, *middle])


def machine() -> dict[str, Any]:
    """Describe when, on what machine, and under what load it ran."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    models = {line.partition(":")[2].strip() for line in lines if line.startswith("model name")}
    return {
        "date": time.strftime("%Y-%m-%d %H:%M"),
        "machine": ", ".join(sorted(models)) or platform.machine(),
        "cores": len(running.CORES),
        "load": round(os.getloadavg()[0], 1),
        "python": platform.python_version(),
        "versions": {name: version(name) for name in ("asyncssh", "textual", "msgspec")},
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--full", action="store_true", help="many sessions, long looks")
    parser.add_argument("--only", default="", help=f"of {', '.join(MODES)}; commas between")
    parser.add_argument("--most", type=float, default=0, help="seconds one mode may take")
    parser.add_argument("--minutes", type=float, default=0, help="of a full house")
    parser.add_argument("--json", type=Path, default=Path("bench.json"), help="where to write")
    asked = parser.parse_args()
    most = asked.most or (900 if asked.full else 300) + 60 * asked.minutes
    names = asked.only.split(",") if asked.only else list(MODES)
    if unknown := set(names) - set(MODES):
        parser.error(f"there is no {', '.join(unknown)}")
    if not asked.only and not asked.full:
        names.remove("workers")  # needs the cores the people have
    Garbage(lambda: 0).settle()  # a full collection of two thousand clients would be measured too
    running.many_files()
    running.pin(0, running.PEOPLE)
    about = machine()
    sys.stdout.write("".join(f"{what}: {result}\n" for what, result in about.items()))
    extent = replace(FULL if asked.full else QUICK, house=60 * asked.minutes)
    figures, pauses = asyncio.run(measure(names, extent, most))
    form = "full" if asked.full else "quick"
    run = {**about, "form": form, "figures": figures, "pauses": pauses}
    asked.json.write_text(json.dumps(run, indent=1) + "\n")
    sys.stdout.write("\nbeside the aims:\n")
    for result in results(measured(run)):
        met = "" if result.met else "  missed"
        sys.stdout.write(f"  {result.what:56}{result.aim:>10}{number(result.measured):>10}{met}\n")
    sys.stdout.write(f"\nwritten to {asked.json}\n")
    if failed := [name for name in names if f"{name} failed" in figures]:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
