"""A daily deal's end in a checkpoint: read from the real server by OpenSSH."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import asyncssh
import pytest

from arcade.club.club import Club
from arcade.eventlog.sqlite import SQLiteLog
from arcade.players.player import Player
from arcade.rooms import clocks
from server.config.environment import LOG
from server.hosting import verify
from tests.club.deals.test_daily import QUICK
from tests.people import play
from tests.ssh.client import Client, make_key
from tests.ssh.fair.fairpage import Reader
from tests.ssh.process import Server

DAYS = 3 * 86_400
"""How long ago it was played, in seconds: its end is in a checkpoint."""


async def test_the_end_of_a_daily_deal_is_in_the_checkpoint_whatever_is_played_later(
    made: Callable[..., Server], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = made()
    key = make_key(tmp_path / "id_ben")
    ben = Player(asyncssh.read_private_key(key).get_fingerprint(), "ben")
    finished, unfinished = await _played(server, ben, monkeypatch)
    await server.start()
    reader = Reader(server, tmp_path)
    monkeypatch.setattr(verify, "KNOWN_HOSTS", reader.known_hosts)

    async def check(code: str, change: Callable[[str], str] = str) -> tuple[int, str]:
        record, tree = [
            (await server.guest().run(command, code)).out for command in ("record", "checkpoint")
        ]
        report: list[str] = []
        lines = tree.splitlines(keepends=True)
        assert len(lines[lines.index("-----END SSH SIGNATURE-----\n") + 1 :]) == 2
        verdict = verify.verify(change(record).splitlines(), report.append, reader.host, lines)
        return verdict, "\n".join(report)

    for code in (finished, unfinished):
        verdict, report = await check(code)
        assert (verdict, "2 seals and ends of games are in the signed checkpoint" in report) == (
            0,
            True,
        )
    verdict, report = await check(finished, _without_last_move)
    assert (verdict, "the end of game 1 is not proved to be in the checkpoint" in report) == (
        1,
        True,
    )

    before = (await server.guest().run("record", unfinished)).out
    latecomer = Client(server.folder, server.port, key)
    report = await latecomer.run("plain", unfinished, given=b"wait\n1\nquit\n")
    assert "Good-bye, ben!" in report.out, report
    after = (await server.guest().run("record", unfinished)).out
    assert after.startswith(before) and '"fact":"acted"' in after[len(before) :]
    assert (await check(unfinished))[0] == 0
    assert '"ben"' not in (await server.guest().run("daily", "421", "--json")).out


async def _played(server: Server, ben: Player, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Play a deal days ago, one to its end and one not; return the codes of the tables."""
    turned = SimpleNamespace(time_ns=lambda: time.time_ns() - DAYS * 10**9)
    server.data.mkdir()
    with monkeypatch.context() as past:
        past.setattr(clocks, "time", turned)
        events = await SQLiteLog.open(server.data / LOG)
        club = await Club.open(events, QUICK)
        await club.choose_name(ben, ben.name)
        finished = await club.play_daily(
            await club.choose_name(Player("SHA256:anna", ""), "anna"), "421"
        )
        await play(finished)
        begun = await club.play_daily(ben, "421")
        await club.close()
        await events.close()
    return finished.code, begun.code


def _without_last_move(record: str) -> str:
    lines = record.splitlines()
    last = max(at for at, line in enumerate(lines) if '"fact":"acted"' in line)
    kept = [json.loads(line) for line in (*lines[:last], *lines[last + 1 :])]
    return "\n".join(json.dumps({**line, "n": n}) for n, line in enumerate(kept, 1))
