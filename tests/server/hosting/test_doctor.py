"""`arcade doctor`: each trouble made for real, and named with what to do."""

import asyncio
import json
import os
import sqlite3
import subprocess
import time
from functools import partial
from pathlib import Path

import pytest

from arcade.club.streams import mark
from arcade.eventlog.copies import back_up
from arcade.eventlog.log import CannotOpen
from arcade.eventlog.sqlite import SQLiteLog
from server.config.settings import Limits, Settings
from server.hosting import doctor
from server.hosting.finding import Finding
from server.hosting.storage import check
from server.monitoring.health import HealthServer
from server.monitoring.storage import NOTHING_STORED
from server.ssh.host_key import make
from tests.nats import NatsServer
from tests.processes import suspend
from tests.ssh.forks import arcade
from tests.ssh.process import ARCADE, Server
from tests.waiting import PATIENCE


def settings(folder: Path, **changes: object) -> Settings:
    given = {"data": folder / "data", "host_key": folder / "key", "port": 0, **changes}
    return Settings(**given)  # type: ignore[arg-type]


def finding_of(made: Settings, what: str) -> Finding:
    (finding,) = [finding for finding in doctor.examine(made) if finding.what == what]
    return finding


async def store(path: Path) -> None:
    log = await SQLiteLog.open(path)
    await log.append("room/AAAA", [b"one", b"two"], 0)
    await log.append("players", [b"three"], 0)
    await log.close()


def test_all_is_well_and_nothing_is_left_behind(tmp_path: Path) -> None:
    findings = doctor.examine(settings(tmp_path))
    assert {finding.what for finding in findings} >= {
        *("Python", "asyncssh", "textual", "key exchange", "port", "open files"),
        *("host key", "data", "disk", "log", "clock", "ssh client"),
    }
    assert [finding for finding in findings if finding.verdict == "fail"] == []
    assert doctor.code(findings) == 0
    assert list(tmp_path.iterdir()) == []


def test_every_trouble_says_what_to_do(tmp_path: Path, taken: int) -> None:
    key = tmp_path / "key"
    make(key)
    key.chmod(0o644)
    (tmp_path / "file").touch()
    limits = Limits(connections=10**6)
    bad = settings(
        tmp_path, data=tmp_path / "file" / "x", port=taken, log="memory", limits=limits,
        metrics="0.0.0.0:9222",
    )  # fmt: skip
    findings = {finding.what: finding for finding in doctor.examine(bad)}
    assert {
        what: finding.verdict for what, finding in findings.items() if finding.verdict != "ok"
    } == {
        "port": "fail",
        "open files": "warn",
        "host key": "fail",
        "data": "fail",
        "log": "warn",
        "metrics": "warn",
        **({"user": "warn"} if os.geteuid() == 0 else {}),
        **({"clock": "warn"} if findings["clock"].verdict == "warn" else {}),
    }
    assert all(finding.do for finding in findings.values() if finding.verdict != "ok")
    assert "chmod 600" in findings["host key"].result
    assert doctor.code(list(findings.values())) == 1


def test_what_cannot_be_looked_at(tmp_path: Path, taken: int) -> None:
    beyond = tmp_path / ("x" * 300)  # as a folder of another user's is: even its names stay hidden
    bad = settings(beyond, metrics=str(taken))
    findings = {finding.what: finding for finding in doctor.examine(bad)}
    assert {what for what, finding in findings.items() if finding.verdict == "fail"} == {
        *("host key", "data", "log", "metrics")
    }
    assert all(finding.do for finding in findings.values() if finding.verdict != "ok")
    assert not any("Errno" in finding.result for finding in findings.values())
    assert "restore" not in findings["log"].do  # nothing is known to be lost


def test_a_port_that_is_not_ours(tmp_path: Path) -> None:
    assert finding_of(settings(tmp_path, host="192.0.2.1"), "port").verdict == "fail"
    if os.getuid():
        assert "CAP_NET_BIND_SERVICE" in finding_of(settings(tmp_path, port=22), "port").do


async def test_a_whole_log_and_a_flipped_byte(tmp_path: Path) -> None:
    path = tmp_path / "data" / "arcade.sqlite3"
    await store(path)
    whole = finding_of(settings(tmp_path), "log")
    assert (whole.verdict, whole.result) == ("ok", "2 streams, 3 facts, every chain is whole")
    with sqlite3.connect(path) as db:
        db.execute("UPDATE facts SET fact = 'twp' WHERE stream = 'room/AAAA' AND number = 2")
    db.close()
    damaged = finding_of(settings(tmp_path), "log")
    assert damaged.verdict == "fail" and '1 of 2 streams damaged: "room/AAAA"' in damaged.result
    path.write_bytes(b"no database" * 1000)
    assert finding_of(settings(tmp_path), "log").verdict == "fail"


async def test_a_clock_that_is_behind_the_log(tmp_path: Path) -> None:
    log = await SQLiteLog.open(tmp_path / "data" / "arcade.sqlite3")
    await log.append("snapshot.A", [b"\x81\xa1a"], 0)
    await log.append("players", [b'{"at":%d}' % ((time.time() - 50) * 1000)], 0)
    assert finding_of(settings(tmp_path, port=0), "clock").verdict != "fail"
    await log.append("house", [b'{"at":%d}' % ((time.time() + 86_400) * 1000)], 0)
    await log.close()
    clock = finding_of(settings(tmp_path), "clock")
    assert clock.verdict == "fail" and "but the log was written at" in clock.result


async def test_a_log_of_a_newer_version(tmp_path: Path) -> None:
    log = await SQLiteLog.open(tmp_path / "data" / "arcade.sqlite3")
    await log.append(mark.STREAM, [b'["room acted","room flown"]'], 0)
    await log.close()
    newer = next(finding for finding in doctor.examine(settings(tmp_path)) if finding.what == "log")
    assert newer.verdict == "fail" and "newer ssh-arcade (it has room flown)" in newer.result


async def test_a_log_that_is_being_written_is_read_beside(tmp_path: Path) -> None:
    path = tmp_path / "data" / "arcade.sqlite3"
    log = await SQLiteLog.open(path)
    await log.append("room/AAAA", [b"one"], 0)
    assert "1 streams, 1 facts" in next(check.sqlite(path, quick=False)).result
    other = finding_of(settings(tmp_path), "log")  # another port than that of whoever writes
    assert other.verdict == "fail" and f"(process {os.getpid()})" in other.result
    await log.append("room/AAAA", [b"two"], 1)
    await log.close()
    assert finding_of(settings(tmp_path), "log").verdict == "ok"


async def test_a_log_removed_from_under_a_server(tmp_path: Path) -> None:
    path = tmp_path / "data" / "arcade.sqlite3"
    log = await SQLiteLog.open(path)
    path.rename(tmp_path / "moved")
    beside = doctor.RunningServer(str(os.getpid()), "127.0.0.1", 1)
    (finding,) = doctor._log(settings(tmp_path), beside, quick=True)
    assert finding.verdict == "fail" and "moved or removed" in finding.result
    assert f"Put {path} back" in finding.do
    await log.close()


async def test_a_quick_look_verifies_nothing(tmp_path: Path) -> None:
    path = tmp_path / "data" / "arcade.sqlite3"
    await store(path)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE facts SET fact = 'twp' WHERE stream = 'room/AAAA' AND number = 2")
    db.close()
    findings = doctor.examine(settings(tmp_path), quick=True)
    assert "2 streams; without --quick they are verified" in [
        finding.result for finding in findings
    ]
    assert not {"clock", "ssh client"} & {finding.what for finding in findings}


async def test_a_quick_look_costs_a_fraction_of_a_verification(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In steps of SQLite: times of a few milliseconds say how busy the machine is."""
    path = tmp_path / "arcade.sqlite3"
    log, end = await SQLiteLog.open(path), 0
    for _ in range(40):
        end = await log.append("room/AAAA", [b"fact"] * 1000, end)
    await log.close()
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1

    class Counted(sqlite3.Connection):
        def __init__(self, *given: object, **options: object) -> None:
            super().__init__(*given, **options)  # type: ignore[arg-type]
            self.set_progress_handler(step, 1)

    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Counted))
    spent: dict[bool, int] = {}
    for quick in (True, False):
        steps = 0
        assert next(check.sqlite(path, quick)).verdict == "ok"
        spent[quick] = steps
    assert 0 < spent[True] < spent[False] / 100, spent


def test_a_log_without_a_byte(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o700)
    path = tmp_path / "data" / "arcade.sqlite3"
    path.touch()
    empty = finding_of(settings(tmp_path), "log")
    assert empty.verdict == "warn" and "begins a new log" in empty.result and empty.do
    with pytest.raises(CannotOpen, match="is empty: there is nothing to copy"):
        back_up(path, tmp_path / "copy")


def test_metrics_where_people_come(tmp_path: Path) -> None:
    for metrics, workers in (("2222", 1), ("2220", 2)):
        given = settings(tmp_path, port=2222, metrics=metrics, workers=workers)
        both = finding_of(given, "metrics")
        assert both.verdict == "fail" and "port 2222 is the SSH port" in both.result


@pytest.mark.parametrize(
    ("log", "says"),
    [
        ("sqlite", "Make room on the disk of the log; the server goes on by itself."),
        ("nats://a:4222", "Make room on the disks of NATS, and restart it: docs/cluster.md."),
    ],
)
async def test_a_server_that_stores_nothing(tmp_path: Path, log: str, says: str) -> None:
    async def ill() -> str:
        return NOTHING_STORED

    health = HealthServer(lambda: b"", ill)
    port = await health.open("127.0.0.1", 0)
    beside = doctor.RunningServer("1", "127.0.0.1", 1)
    given = settings(tmp_path, metrics=str(port), log=log)
    (finding,) = await asyncio.to_thread(list, doctor._metrics(given, beside, PATIENCE))
    health.close()
    assert finding.verdict == "fail" and NOTHING_STORED in finding.result
    assert finding.do == says


def test_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert finding_of(settings(tmp_path), "user").verdict == "warn"
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert not [finding for finding in doctor.examine(settings(tmp_path)) if finding.what == "user"]


def test_a_package_that_is_missing(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['openskill'] = None\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    results = {}
    for command in ("doctor", "serve"):
        asked = [ARCADE, command, "--port", "0", "--data", str(tmp_path / "data")]
        results[command] = subprocess.run(
            asked, capture_output=True, text=True, env=environment, timeout=60, check=False
        )
        assert "openskill is missing" in results[command].stdout + results[command].stderr
        assert "make ready" in results[command].stdout + results[command].stderr
        assert "Traceback" not in results[command].stderr
    assert (results["doctor"].returncode, results["serve"].returncode) == (1, 2)


async def test_a_server_that_hangs(tmp_path: Path) -> None:
    server = Server(tmp_path)
    await server.start()
    try:
        given = settings(tmp_path, port=server.port)
        assert "listens there already" in finding_of(given, "port").result
        await suspend(server.pid)
        hung = finding_of(given, "port")
        assert hung.verdict == "fail" and f"(process {server.pid}) does not answer" in hung.result
        assert finding_of(given, "log").verdict == "ok"
    finally:
        await server.kill()


def test_open_data(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data").chmod(0o755)
    assert [
        finding.verdict for finding in doctor.examine(settings(tmp_path)) if finding.what == "data"
    ] == ["ok", "warn"]


async def test_nats(tmp_path: Path, taken: int) -> None:
    nobody = finding_of(settings(tmp_path, log=f"nats://me:secret@127.0.0.1:{taken + 1}"), "log")
    assert nobody.verdict == "fail" and "secret" not in nobody.result
    async with NatsServer(tmp_path / "nats", 'authorization { token: "caf" }') as server:
        # The question is asked by a blocking socket, which another process may answer meanwhile.
        unknown = finding_of(settings(tmp_path, log=server.url), "log")
        there = finding_of(settings(tmp_path, log=f"nats://caf@127.0.0.1:{server.port}"), "log")
    assert unknown.verdict == "fail" and "Authorization" in unknown.result and unknown.do
    assert there.verdict == "ok" and "with JetStream" in there.result


def test_the_command(tmp_path: Path, taken: int) -> None:
    config = tmp_path / "arcade.toml"
    config.write_text(f'port = {taken}\ndata = "{tmp_path / "data"}"\n')
    asked = (ARCADE, "doctor", "--config", config)
    few = ["bash", "-c", 'ulimit -n 90; exec "$@"', "bash", *asked]
    result = subprocess.run(few, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert result.returncode == 1
    assert "fail  open files    90 for 4000 connections" in result.stdout
    assert f"fail  port          another program listens on 127.0.0.1 port {taken}" in result.stdout
    assert "→ Choose another with --port" in result.stdout
    result = arcade("doctor", "--config", config, "--port", 0, "--json", folder=tmp_path)
    assert result.returncode == 0
    assert json.loads(result.stdout)["code"] == 0


@pytest.mark.parametrize(
    ("changes", "verdict", "text"),
    [
        ({}, "ok", "http://localhost:8022"),
        ({"web": "0.0.0.0:8022"}, "fail", "needs --origin as well"),
        ({"origins": ("https://arcade.example",)}, "warn", "a proxy answers"),
        ({"origins": ("https://arcade.example",), "proxies": ("127.0.0.1",)}, "ok", "https:"),
    ],
)
def test_what_browsers_need(
    tmp_path: Path, changes: dict[str, object], verdict: str, text: str
) -> None:
    finding = finding_of(settings(tmp_path, **{"web": "8022", **changes}), "web")
    assert (finding.verdict, text in finding.result) == (verdict, True)
