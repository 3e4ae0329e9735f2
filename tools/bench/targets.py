"""What was aimed at (docs/performance.md), beside what a run measured."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from msgspec import Struct

from tools.bench.extent import Figures

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


def _played(game: str, of: Measured) -> float:
    return of["engine"][f"{game} /s"]


TARGETS = (
    Target("memory of a playing session, KiB", 600, lambda of: of["memory"]["playing KiB"]),
    Target("memory of a watcher, KiB", 30, lambda of: of["memory"]["watching KiB"]),
    Target(
        "memory of a process under sshd / of a playing session",
        40,
        lambda of: of["peer"]["KiB"] / of["memory"]["playing KiB"],
        least=True,
    ),
    Target("first frame / floor", 15, lambda of: of["first-frame"]["lobby / floor"]),
    Target(
        "first frame under sshd / ours",
        25,
        lambda of: of["peer"]["first frame p50 ms"] / of["first-frame"]["lobby p50 ms"],
        least=True,
    ),
    Target("key to frame, alone / floor", 2, lambda of: of["keys"]["1 p50 / floor"]),
    Target("key to frame, 200 sessions / floor", 3, lambda of: of["keys"]["200 p50 / floor"]),
    Target(
        "key to frame, 200 sessions, p99 / p99 of the floor",
        10,
        lambda of: of["keys"]["200 p99 ms"] / of["keys"]["floor key p99 ms"],
    ),
    Target("last of 1,000 watchers, ms", 30, lambda of: of["watchers"]["1000 last p50 ms"]),
    Target("last of 3,000 watchers, ms", 100, lambda of: of["watchers"]["3000 last p50 ms"]),
    Target("CPU of a change, each of 1,000, µs", 30, lambda of: of["watchers"]["1000 CPU µs"]),
    Target("full house, key p99, ms", 100, lambda of: of["full-house"]["key p99 ms"]),
    Target(
        "screens without end, time in collections, %",
        3,
        lambda of: of["screens"]["time in collections %"],
    ),
    Target(
        "screens without end, another's key p99 / alone",
        3,
        lambda of: of["screens"]["key p99 / alone"],
    ),
    Target("500 idle sessions, % of a core", 1, lambda of: of["idle"]["busy %"]),
    Target(
        "two workers / one, who presses keys has the same two cores",
        1.8,
        lambda of: of["workers"]["2 / 1"],
        least=True,
    ),
    Target("two workers / one, by CPU", 1.8, lambda of: of["workers"]["2 / 1 by CPU"], least=True),
    *(
        Target(f"{key}, actions/s", aim, partial(_played, key), least=True)
        for key, aim in (
            ("421", 20_000),
            ("trente", 20_000),
            ("golden21", 20_000),
            ("vingt-et-un", 5_000),
            ("golden-zero", 5_000),
        )
    ),
    Target("listening after the start, s", 1, lambda of: of["start"]["listening s"]),
)


def results(measured: Measured) -> Iterator[Result]:
    """Compare those aims whose figures a run has: what it did not measure is left out."""
    for one in TARGETS:
        try:
            found = one.figure(measured)
        except KeyError:
            continue
        met = found >= one.bound if one.least else found <= one.bound
        yield Result(one.what, f"{'≥' if one.least else '≤'} {one.bound:,g}", found, met)
