"""Metrics of a running server, for Prometheus; created only if the host wants them.

Most are read when Prometheus asks; durations are measured as they happen.
Must not know: HTTP.
"""

import asyncio
import contextlib
import time
from collections import Counter as Count
from collections.abc import Awaitable, Callable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import ParamSpec, TypeVar

from prometheus_client import (
    CollectorRegistry,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from arcade.club.standings.ledger import STREAM as RESULTS
from arcade.engine import registry
from arcade.eventlog.log import EventLog
from arcade.players.results import decode
from server.doors.context import ServerContext
from server.monitoring import logs

P = ParamSpec("P")
R = TypeVar("R")

BUCKETS = (0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
"""Bounds of the histograms, in seconds."""
LAG_EVERY = 0.5
"""Seconds between two looks at how late the loop is."""


class Metrics:
    """Counters and durations of one server; `text` returns them as Prometheus reads them."""

    def __init__(self, context: ServerContext, events: EventLog, log: Path | None = None) -> None:
        """`log` is the file of the log, if there is one."""
        self.registry = _registry(log)
        self._appends = self._histogram("append", "Time to store facts durably")
        self._frames = self._histogram("frame", "Time to draw one frame for one terminal")
        self._thoughts = self._histogram("thought", "Time of a slow bot or coach, queue included")
        self._lag = self._histogram("loop_lag", "How late the loop comes to what is due")
        self._finished = Count(dict.fromkeys(registry.games(), 0))
        self.registry.register(_ContextReader(context, self._finished))
        context.counters.painted = self._frames.observe
        _replace(events, "append", self._timed_append(events.append))
        bots = context.club.bot_pool
        _replace(bots, "choose", _timed(bots.choose, self._thoughts))
        _replace(bots, "advise", _timed(bots.advise, self._thoughts))
        self._looking = asyncio.create_task(self._check())

    def text(self) -> bytes:
        return generate_latest(self.registry)

    def close(self) -> None:
        self._looking.cancel()

    def _histogram(self, name: str, what: str) -> Histogram:
        return Histogram(f"arcade_{name}_seconds", what, registry=self.registry, buckets=BUCKETS)

    def _timed_append(self, append: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R]]:
        timed = _timed(append, self._appends)

        async def noted(*args: P.args, **kwargs: P.kwargs) -> R:
            result = await timed(*args, **kwargs)
            if str(args[0]).partition(".")[0] == RESULTS:
                self._finished.update(decode(data).game for data in args[1])  # type: ignore[attr-defined]
            return result

        return noted

    async def _check(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self._lag.observe(max(0.0, loop.time() - due))


class _ContextReader(Collector):
    def __init__(self, context: ServerContext, finished: Count[str]) -> None:
        self._context = context
        self._finished = finished

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        refused = self._context.limiter.refused
        yield from self._people()
        yield from self._tables()
        yield from self._ways_out()
        traffic = self._context.web_traffic
        yield _counted("web_responses", "Responses to browsers", "status", traffic.responses)
        yield _counted("web_closed", "WebSockets that were closed", "reason", traffic.closed)
        yield _counted("refused", "Connections not admitted", "reason", refused)
        yield self._limited()
        yield _counted("games_finished", "Games whose result was stored", "game", self._finished)
        garbage = self._context.garbage
        yield _counter("collections", "Full collections of garbage", garbage.collections)
        yield _counter("collection_seconds", "Time they took", garbage.seconds)
        yield _gauge("collection_longest_seconds", "The longest of any kind", garbage.longest)

    def _limited(self) -> CounterMetricFamily:
        """Return how often each limit was reached, and why."""
        context = self._context
        counters = context.counters
        counts: Mapping[str, Mapping[str, int]] = {
            "connect": context.limiter.refused,
            "cost": {**context.limiter.waits, "answers": context.long_answers.refused},
            "send": {"skipped": counters.skipped_frames, "stuck": counters.stuck},
            "keep": context.club.allowance.refused,
        }
        family = CounterMetricFamily(
            "arcade_limited", "What a limit refused, held or skipped", labels=("limit", "reason")
        )
        for limit, reasons in counts.items():
            for reason, count in sorted(reasons.items()):
                family.add_metric((limit, reason), count)
        return family

    def _people(self) -> Iterator[GaugeMetricFamily]:
        context = self._context
        yield _gauge("connections", "Connections, logged in or not yet", context.limiter.inside)
        yield _gauge("sessions", "Sessions that run: apps and commands", len(context.sessions))
        traffic = context.web_traffic
        yield _gauge("web_connections", "WebSockets that are open", traffic.sockets)
        by_web = sum(session.BY_WEB for session in context.sessions)
        yield _gauge("web_sessions", "Those of them in browsers", by_web)
        yield _gauge("web_watchers", "Pages that show a table", len(context.page_watchers))
        people = Count(
            "guest" if visit.player.guest else "key" for visit in context.club.presence.visits
        )
        yield _gauges(
            "people", "People who are here", ("by",), {(by,): people[by] for by in ("guest", "key")}
        )

    def _tables(self) -> Iterator[GaugeMetricFamily]:
        rows = self._context.club.tables.every()
        tables = Count[tuple[str, ...]]((row.game, row.phase) for row in rows)
        yield _gauges("tables", "Open tables", ("game", "phase"), tables)
        watchers = Count[tuple[str, ...]]()
        for row in rows:
            watchers[(row.game,)] += row.watchers
        yield _gauges("watchers", "People who watch", ("game",), watchers)
        processes = self._context.club.bot_pool.processes
        yield _gauge("thinkers", "Processes for slow bots", len(processes))
        kinds = Count(name.partition(".")[0] for name in self._context.club.damaged)
        every = ("room", "results", *kinds)
        damaged = Count[tuple[str, ...]]({(kind,): kinds[kind] for kind in every})
        yield _gauges("damaged_streams", "Streams and nodes found damaged", ("kind",), damaged)

    def _ways_out(self) -> Iterator[CounterMetricFamily]:
        counters = self._context.counters
        yield _counter("frames", "Frames sent", counters.frames)
        yield _counter("bytes", "Bytes of them", counters.bytes)
        yield _counter("skipped_frames", "Frames a slow client missed", counters.skipped_frames)
        yield _counter("skipped_bytes", "Bytes of them", counters.skipped_bytes)


class SupervisorMetrics:
    """Metrics of the parent of workers: itself, its log, and which workers run."""

    def __init__(self, workers: Callable[[], Mapping[str, float]], log: Path | None) -> None:
        """`workers` returns how long each running worker has been silent."""
        self._workers = workers
        self._registry = _registry(log)
        self._registry.register(self)

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def collect(self) -> Iterator[GaugeMetricFamily]:
        workers = self._workers()
        yield _gauge("workers", "Workers that run", len(workers))
        silent = GaugeMetricFamily(
            "arcade_worker_silent_seconds", "Since when it said nothing", labels=("worker",)
        )
        for name, seconds in sorted(workers.items()):
            silent.add_metric((name,), seconds)
        yield silent


class _ProcessReader(Collector):
    """Metrics that every process has."""

    def __init__(self, log: Path | None) -> None:
        self._log = log

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        yield _gauges("info", "What runs here", ("version",), {(version("ssh-arcade"),): 1})
        yield _counter("errors", "Errors in the log", logs.lines["error"])
        if self._log is not None:
            yield _gauge("log_bytes", "Size of the log on the disk", _size(self._log))


def _registry(log: Path | None) -> CollectorRegistry:
    disable_created_metrics()  # type: ignore[no-untyped-call]  # four figures that say when the program began: process_* does
    registry = CollectorRegistry(auto_describe=False)
    ProcessCollector(registry=registry)
    registry.register(_ProcessReader(log))
    return registry


def _size(log: Path) -> int:
    """Return the size of a folder, or of a file and its siblings of the same name."""
    paths = log.rglob("*") if log.is_dir() else log.parent.glob(f"{log.name}*")
    total = 0
    for path in paths:
        with contextlib.suppress(OSError):  # gone meanwhile
            total += path.stat().st_size if path.is_file() else 0
    return total


def _gauge(name: str, what: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"arcade_{name}", what, value)


def _gauges(
    name: str, what: str, labels: tuple[str, ...], values: Mapping[tuple[str, ...], int]
) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"arcade_{name}", what, labels=labels)
    for by, value in sorted(values.items()):
        family.add_metric(by, value)
    return family


def _counter(name: str, what: str, value: float) -> CounterMetricFamily:
    return CounterMetricFamily(f"arcade_{name}", what, value)


def _counted(name: str, what: str, label: str, values: Count[str]) -> CounterMetricFamily:
    family = CounterMetricFamily(f"arcade_{name}", what, labels=(label,))
    for by, value in sorted(values.items()):
        family.add_metric((by,), value)
    return family


def _timed(work: Callable[P, Awaitable[R]], into: Histogram) -> Callable[P, Awaitable[R]]:
    async def timed(*args: P.args, **kwargs: P.kwargs) -> R:
        before = time.perf_counter()
        try:
            return await work(*args, **kwargs)
        finally:
            into.observe(time.perf_counter() - before)

    return timed


def _replace(owner: object, name: str, by: object) -> None:
    """Replace a method by a timed one, so that an unmeasured server pays nothing."""
    setattr(owner, name, by)
