"""What a host copies from the page on hosting: the options of the server, the nightly backup."""

import os
import re
import shlex
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from arcade.eventlog.copies import examine
from arcade.eventlog.sqlite import SQLiteLog
from server.hosting.cli import serve

ROOT = Path(__file__).parents[2]


def test_every_option_of_the_server_stands_on_the_page() -> None:
    page = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    table = page.partition("## Options\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"`(--[\w-]+)`", table)) == {param.opts[0] for param in serve.params}


async def test_the_nightly_backup_keeps_two_weeks_and_all_where_the_log_is_damaged(
    tmp_path: Path,
) -> None:
    kept, log = tmp_path / "backups", tmp_path / "arcade.sqlite3"
    kept.mkdir()
    opened = await SQLiteLog.open(log)
    await opened.append("a", [b"0", b"1"], 0)
    await opened.close()
    for name, days in (("old", 15), ("new", 13)):
        (kept / f"{name}.sqlite3").touch()
        os.utime(kept / f"{name}.sqlite3", (0, time.time() - days * 86_400))
    with closing(sqlite3.connect(log)) as db, db:
        db.execute("UPDATE facts SET fact = x'00' WHERE number = 2")
    with pytest.raises(subprocess.CalledProcessError):
        back_up(tmp_path, kept)
    damaged = next(kept.glob("2*.sqlite3"))
    assert examine(damaged).damaged and len(list(kept.iterdir())) == 3
    damaged.unlink()
    with closing(sqlite3.connect(log)) as db, db:
        db.execute("UPDATE facts SET fact = x'31' WHERE number = 2")
    back_up(tmp_path, kept)
    [made] = kept.glob("2*.sqlite3")
    assert examine(made).facts == 2
    assert {path.stem for path in kept.iterdir()} == {made.stem, "new"}


def back_up(data: Path, kept: Path) -> None:
    """Run the unit's commands as systemd does: without a shell, `$$` and `%%` being one of each."""
    unit = (ROOT / "docs/hosting/arcade-backup.service").read_text(encoding="utf-8")
    for line in re.findall(r"^ExecStart(?:Post)?=(.*)", unit, re.MULTILINE):
        words = shlex.split(line.replace("$$", "$").replace("%%", "%"))
        here = {
            "/opt/ssh-arcade/.venv/bin": str(Path(sys.executable).parent),
            "/var/lib/arcade-backups": str(kept),
        }
        for there, mine in here.items():
            words = [word.replace(there, mine) for word in words]
        subprocess.run(words, env={**os.environ, "ARCADE_DATA": str(data)}, check=True)
