"""Several tests at once, `pytest --workers 8`: in forks of the process that has collected them.

What collecting costs is spent once, and what has been loaded and read by then is everybody's. Each
worker goes through a stretch of the tests, and then takes from the longest that is left. Its
reports come back to the first process, which takes them as if it had run the tests.
"""

import gc
from collections import deque
from io import StringIO
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest
from _pytest._io import TerminalWriter

_FORKS = get_context("fork")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--workers`."""
    parser.getgroup("ssh-arcade").addoption(
        "--workers", type=int, default=0, metavar="N", help="run N tests at once, in forks"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run the tests by workers, if asked to."""
    workers = min(session.config.getoption("workers"), len(session.items))
    if not workers or session.testsfailed or session.config.option.collectonly:
        return None
    _Pool(session, workers).run()
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    if session.shouldstop:
        raise session.Interrupted(session.shouldstop)
    return True


class _Worker:
    """A process, the tests before it, and the one that it runs."""

    def __init__(self, process: BaseProcess, ahead: "deque[int]") -> None:
        self.process = process
        self.ahead = ahead
        self.test: int | None = None


class _Pool:
    def __init__(self, session: pytest.Session, workers: int) -> None:
        self._session = session
        self._workers: dict[Connection, _Worker] = {}
        self._folder: Path = session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        self._started = 0
        number = len(session.items)
        bounds = [number * part // workers for part in range(workers + 1)]
        self._stretches = [range(*pair) for pair in pairwise(bounds)]
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None:
            reporter.showfspath = False  # it would change with each report

    def run(self) -> None:
        try:
            for stretch in self._stretches:
                self._start(deque(stretch))
            while self._workers:
                for line in wait(list(self._workers)):
                    assert isinstance(line, Connection)
                    self._hear(line)
        finally:
            for worker in self._workers.values():
                worker.process.terminate()

    def _start(self, ahead: "deque[int]") -> None:
        line, other_end = _FORKS.Pipe()
        folder = self._folder / f"worker-{self._started}"
        self._started += 1
        inherited = [line, *self._workers]
        process = _FORKS.Process(target=_work, args=(self._session, other_end, inherited, folder))
        process.start()
        other_end.close()  # so that the line ends with the process
        self._workers[line] = _Worker(process, ahead)

    def _hear(self, line: Connection) -> None:
        """Give a worker its next test, or take what it reports."""
        try:
            asks, events = line.recv()
        except EOFError:
            self._end(self._workers.pop(line))
            return
        if asks:
            worker = self._workers[line]
            worker.test = self._next(worker.ahead)
            line.send(worker.test)
        hook, config = self._session.config.hook, self._session.config
        for event, given in events:
            if "report" in given:
                data = given["report"]
                report = hook.pytest_report_from_serializable(config=config, data=data)
                hook.pytest_runtest_logreport(report=report)
            else:
                getattr(hook, event)(**given)

    def _next(self, ahead: "deque[int]") -> int | None:
        """Take from what is ahead, or from the end of the longest stretch that is left."""
        if self._session.shouldfail or self._session.shouldstop:
            return None
        if not ahead:
            longest = max((worker.ahead for worker in self._workers.values()), key=len)
            ahead.extendleft(longest.pop() for _ in range(-(-len(longest) // 2)))
        return ahead.popleft() if ahead else None

    def _end(self, worker: _Worker) -> None:
        """Let another go on for a worker that broke off, and say in which test it did."""
        worker.process.join()
        if worker.test is None:
            return
        item = self._session.items[worker.test]
        what = f"the worker ended with {worker.process.exitcode}"
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", what, "call")
        item.config.hook.pytest_runtest_logreport(report=report)
        self._start(worker.ahead)


def _work(
    session: pytest.Session, line: Connection, inherited: list[Connection], folder: Path
) -> None:
    """Run tests as long as there are any: in the fork."""
    for other in inherited:  # so that a line ends with the first process, too
        other.close()
    config = session.config
    for name in ("terminalreporter", "cacheprovider"):
        config.pluginmanager.unregister(name=name)
    config.pluginmanager.register(_Silence(), "terminalreporter")
    capture: Any = config.pluginmanager.get_plugin("capturemanager")
    if capture is not None:  # the others' file is not to have what these tests say
        capture.stop_global_capturing()
        capture.start_global_capturing()
    folder.mkdir(mode=0o700)
    config._tmp_path_factory._basetemp = folder  # type: ignore[attr-defined]
    reporter = _Reporter(config, line)
    config.pluginmanager.register(reporter)
    following = _Following(session, reporter)
    while (item := following.item()) is not None:
        following = _Following(session, reporter)
        config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    reporter.tell()
    gc.collect()


class _Silence:
    """Stands for the reporter of a terminal; pytest-timeout writes what it stops to its writer."""

    _tw = TerminalWriter(StringIO())


class _Following:
    """The test after this one: asked for when this one is over, so that nobody else waits for it.

    To pytest it is a test of which it wants to know whose fixtures it shares.
    """

    def __init__(self, session: pytest.Session, reporter: "_Reporter") -> None:
        self._session = session
        self._reporter = reporter
        self._known = False
        self._item: pytest.Item | None = None

    def item(self) -> pytest.Item | None:
        if not self._known:
            number = self._reporter.ask()
            self._item = None if number is None else self._session.items[number]
            self._known = True
        return self._item

    def listchain(self) -> list[Any]:
        item = self.item()
        return [] if item is None else item.listchain()


class _Reporter:
    """Tells the first process how the tests went, when it asks it for another."""

    def __init__(self, config: pytest.Config, line: Connection) -> None:
        self._config = config
        self._line = line
        self._events: list[tuple[str, dict[str, Any]]] = []

    def ask(self) -> int | None:
        """Tell what there is to tell, and get the number of the next test."""
        self.tell(asks=True)
        number: int | None = self._line.recv()
        return number

    def tell(self, asks: bool = False) -> None:
        """Tell how tests went since it was told last."""
        self._line.send((asks, self._events))
        self._events = []

    def pytest_runtest_logstart(self, nodeid: str, location: Any) -> None:
        given = {"nodeid": nodeid, "location": location}
        self._events.append(("pytest_runtest_logstart", given))

    def pytest_runtest_logfinish(self, nodeid: str, location: Any) -> None:
        given = {"nodeid": nodeid, "location": location}
        self._events.append(("pytest_runtest_logfinish", given))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        hook = self._config.hook
        data = hook.pytest_report_to_serializable(config=self._config, report=report)
        self._events.append(("pytest_runtest_logreport", {"report": data}))
        if report.failed:  # the next test may be the end of this process
            self.tell()
