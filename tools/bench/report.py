"""What was aimed at, beside what runs measured, and docs/performance.md with their figures:

python -m tools.bench.report bench.json ...
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from tools.bench.modes import MODES
from tools.bench.running import Figures

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
BEGIN, END = "<!-- bench: written by tools.bench.report -->", "<!-- /bench -->"

Measured = Mapping[str, Figures]


class Target(Struct, frozen=True):
    """An aim: what it is, the bound, how a run's figures give it; `least` for a lower bound."""

    what: str
    bound: float
    figure: Callable[[Measured], float]
    least: bool = False


class Result(Struct, frozen=True):
    """What came of an aim."""

    what: str
    aim: str
    measured: float
    met: bool


def _ratio(mode: str, over: str, under: str) -> Callable[[Measured], float]:
    return lambda of: of[mode][over] / of[mode][under]


def _figure(mode: str, figure: str) -> Callable[[Measured], float]:
    return lambda of: of[mode][figure]


def _worst(of: Measured, figure: str) -> float:
    """Return the highest of a figure that is measured beside each kind of neighbours."""
    return max(value for name, value in of["fingers"].items() if name.endswith(f": {figure}"))


RULES = {"421": 6.2, "trente": 5.0, "golden21": 10.3, "vingt-et-un": 25.7, "golden-zero": 16.4}
"""Bounds of an action, in steps of the floor (`rules.py`): what is reached, and a tenth for chance.

The aim is two thirds of what dd71cae takes in the same run: 4.0, 3.6, 8.2, 25.1 and 12.7 steps.
"""
ONE_KEY = "alone: one key"
FRAME = 16.7

TARGETS = (
    Target("memory of a playing session, KiB", 450, _figure("memory", "playing KiB")),
    Target("memory of a watcher, KiB", 32, _figure("memory", "watching KiB")),
    Target(
        "memory of a process under sshd / of a playing session",
        60,
        lambda of: of["peer"]["KiB"] / of["memory"]["playing KiB"],
        least=True,
    ),
    Target("first frame / floor", 12, _figure("first-frame", "lobby / floor")),
    Target(
        "first frame under sshd / ours",
        50,
        lambda of: of["peer"]["first frame p50 ms"] / of["first-frame"]["lobby p50 ms"],
        least=True,
    ),
    Target("key to frame, alone / floor", 2.5, _figure("keys", "1 p50 / floor")),
    Target("key to frame, 200 sessions / floor", 2.5, _figure("keys", "200 p50 / floor")),
    Target(
        "key to frame, 200 sessions, p99 / p99 of the floor",
        5,
        _ratio("keys", "200 p99 ms", "floor key p99 ms"),
    ),
    *(
        Target(
            f"{name}, {beside} / one key alone, {quantile}",
            bound,
            _ratio("fingers", f"{beside}: {name}, {quantile} ms", f"{ONE_KEY}, {quantile} ms"),
        )
        for beside, bounds in (("alone", (1.2, 1.5)), ("busy process", (2, 4)))
        for name in ("held at 30 Hz", "sentence, 12 keys/s")
        for quantile, bound in zip(("p50", "p90"), bounds, strict=True)
    ),
    Target(
        "second of two keys 5 ms apart, ms more than one key alone",
        FRAME,
        lambda of: (
            of["fingers"]["alone: second of two, 5 ms apart, p50 ms"]
            - of["fingers"][f"{ONE_KEY}, p50 ms"]
        ),
    ),
    Target("frames a second, at most", 60, lambda of: _worst(of, "frames/s at most")),
    Target("keys lost", 0, lambda of: _worst(of, "keys lost")),
    Target("last state not shown", 0, lambda of: _worst(of, "another end shown")),
    *(
        Target(
            f"last of {number:,} watchers / floor",
            1.15,
            _ratio("watchers", f"{number} last p50 ms", f"floor {number} last p50 ms"),
        )
        for number in (1000, 3000)
    ),
    Target(
        "full house, key p99 / p50 of the floor",
        30,
        _ratio("full-house", "key p99 ms", "floor key p50 ms"),
    ),
    Target(
        "full house, longest pause of the loop, ms", 50, _figure("full-house", "longest pause ms")
    ),
    Target(
        "full house, longest pause by collections, ms",
        20,
        _figure("full-house", "longest pause by collections ms"),
    ),
    *(
        Target(f"storm, {name} p99 / calm", 5, _figure("storm", f"{name} p99 / calm"))
        for name in ("key", "key from elsewhere")
    ),
    Target(
        "screens without end, another's key p99 / alone", 3, _figure("screens", "key p99 / alone")
    ),
    Target(
        "500 idle sessions, % of a core",
        0.6,
        lambda of: of["idle"]["busy %"] * 500 / of["idle"]["sessions"],
    ),
    Target(
        "idle sessions / as many timers a second", 0.3, _figure("idle", "busy / floor with timers")
    ),
    Target("two workers / one, by CPU", 1.8, _figure("workers", "2 / 1 by CPU"), least=True),
    *(
        Target(f"{key}, action / floor", bound, _figure("engine", f"{key}: action / floor"))
        for key, bound in RULES.items()
    ),
    *(Target(f"{key}, spread %", 3, _figure("engine", f"{key}: spread %")) for key in RULES),
    *(
        Target(f"web / SSH, {what}", bound, _ratio("web", f"web {figure}", f"SSH {figure}"))
        for what, figure, bound in (
            ("processor for one more watcher", "one more watcher CPU µs", 0.4),
            ("memory of a watcher", "watcher KiB", 0.5),
            ("joining as a watcher", "joining CPU ms", 0.3),
            ("key to frame", "key p50 ms", 1.1),
            ("connect to picture", "connect to picture p50 ms", 0.6),
        )
    ),
    Target(
        "first byte to picture in Chromium / start to picture of OpenSSH",
        2,
        _ratio("web", "Chromium, first visit p50 ms", "OpenSSH p50 ms"),
    ),
    Target("listening after the start, s", 1, _figure("start", "listening s")),
)


def results(measured: Measured) -> Iterator[Result]:
    """Compare those aims whose figures a run has: what it did not measure is left out."""
    for target in TARGETS:
        try:
            figure = target.figure(measured)
        except (KeyError, ValueError):
            continue
        met = figure >= target.bound if target.least else figure <= target.bound
        yield Result(target.what, f"{'≥' if target.least else '≤'} {target.bound:,g}", figure, met)


def lines(report: dict[str, Any]) -> Iterator[str]:
    """Write a run as a paragraph, a table of the aims, and one of all figures."""
    command = "make bench FULL=1" if report["form"] == "full" else "make bench"
    if set(MODES) - {"workers"} > set(report["figures"]):
        command += f" ONLY={','.join(report['figures'])}"
    versions = ", ".join(f"{name} {number}" for name, number in report["versions"].items())
    yield (
        f"`{command}`, {report['date']}, {report['cores']} cores of {report['machine']}, load "
        f"{report['load']} at the start, Python {report['python']}, {versions}."
    )
    yield "\n| aim | | measured | |\n|---|---|---|---|"
    for result in results(measured(report)):
        met = "met" if result.met else "missed"
        yield f"| {result.what} | {result.aim} | {number(result.measured)} | {met} |"
    yield "\n| mode | figures |\n|---|---|"
    for mode, figures in report["figures"].items():
        if isinstance(figures, dict):
            figures = " · ".join(f"{what} {number(figure)}" for what, figure in figures.items())
        yield f"| {mode} | {figures} |"


def measured(report: dict[str, Any]) -> dict[str, dict[str, float]]:
    """Return the figures of the modes that finished."""
    return {mode: of for mode, of in report["figures"].items() if isinstance(of, dict)}


def number(figure: float) -> str:
    """Write a figure as short as it may be."""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"


def main() -> None:
    text = PAGE.read_text()
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        sys.exit(f"{PAGE} has no place for it")
    runs = (json.loads(Path(name).read_text()) for name in sys.argv[1:])
    paragraphs = "\n\n".join("\n".join(lines(run)) for run in runs)
    PAGE.write_text(f"{before}{BEGIN}\n{paragraphs}\n{END}{after}")


if __name__ == "__main__":
    main()
