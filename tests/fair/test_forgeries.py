"""Records a server, or anybody, could write to deceive whoever verifies them."""

import copy
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from arcade.engine import fair
from arcade.rooms import decide
from server.hosting import verify
from tests.fair.reading import read
from tests.fair.tables import Played, daily, evening, finished, verified
from tests.people import ANNA, BEN
from tests.ssh.forks import forked

Record = list[dict[str, Any]]


def test_a_table_with_typed_words_is_no_daily_deal() -> None:
    """A seed ground for until the first throw is 4-2-1, although somebody typed words."""
    table = Played("421", 2, {"pot": 11})
    table.sit(ANNA, BEN)
    table.do(lambda room, _: decide.contribute(room, ANNA, "nobody foresees this"))
    table.start()
    record = table.record()
    rules = json.dumps({"options": {"pot": 11}, "seats": 2}, sort_keys=True, separators=(",", ":"))
    for number in range(5000):
        seed = number.to_bytes(32, "big")
        stream = verify.Stream(verify.daily_key(seed, "421", rules, "1970-01-01"), "1 of seat 0")
        if sorted(stream.pick(6) + 1 for _ in range(3)) == [1, 2, 4]:
            break
    key = verify.daily_key(seed, "421", rules, "1970-01-01")
    for line in record:
        fact = line["fact"]
        if fact["fact"] == "sealed":
            fact |= {"commitment": fair.seal("421", seed), "seed": seed.hex(), "day": "1970-01-01"}
        if fact["fact"] == "started":
            stream = verify.Stream(key, "0 set-up")
            fact["draws"] = [stream.draw(request, None) for request in fact["asked"]]
    assert verified(record)[0] == 1


def test_dice_are_not_told_as_hidden_hands() -> None:
    record = finished("421").record()
    for line in record:
        line["fact"].pop("draws", None)
        if line["fact"]["fact"] == "revealed":
            line["fact"] |= {"seed": "", "opened": []}
    assert verified(record)[0] == 1


def test_no_game_begins_unsealed_after_a_sealed_one() -> None:
    table = Played("421", 2, {"pot": 11})
    table.sit(ANNA, BEN)
    for _ in range(2):
        table.start()
        table.play()
    record = table.record()
    first = next(n for n, line in enumerate(record) if line["fact"]["fact"] == "revealed")
    kept = [
        line
        for n, line in enumerate(record)
        if n <= first or line["fact"]["fact"] not in ("sealed", "contributed", "revealed")
    ]
    for n, line in enumerate(kept, 1):
        line["n"] = n
    code, report = verified(kept)
    assert code == 1, report
    assert "not sealed" in report


def test_verify_names_what_it_did_not_check() -> None:
    """An action without draws cannot be told from one that asked for none: the rules know."""
    record = finished("421").record()
    acted = [line["fact"] for line in record if line["fact"].get("draws")]
    acted[-1] |= {"asked": [], "draws": []}
    code, report = verified(record)
    assert code == 1 or "that the rules allow them, ask for these draws" in report


def test_a_daily_deal_speaks_of_no_words() -> None:
    code, report = verified(daily("421").record(("1970-01-02",)))
    assert code == 0
    assert "seats' words" not in report
    assert "takes no words" in report


def test_a_card_is_no_text() -> None:
    record = evening("golden-zero").record()
    revealed = next(line["fact"] for line in record if line["fact"].get("opened"))
    entry = next(entry for entry in revealed["opened"] if entry["card"] != "*")
    entry["card"] = str(entry["card"])
    assert verified(record)[0] == 1


CREATED = finished("421").record()[0]
SAID = '{"n":2,"at":0,"v":2,"fact":{"fact":"said","who":"a","text":"b","watcher":false}}'
LONGEST = 10
"""How many times the processor time a program may take that verifying an honest record takes."""


def hostile(**fields: Any) -> str:
    """Return a first line with some fields changed."""
    line = copy.deepcopy(CREATED)
    line["fact"] |= fields
    return json.dumps(line)


FILES: dict[str, Callable[[], str]] = {
    "deep": lambda: '{"n":1,"at":0,"v":2,"fact":' + "[" * 500_000,
    "deep inside": lambda: hostile(options={"a": 0}).replace(
        '"a": 0', '"a": ' + "[" * 900 + "]" * 900
    ),
    "huge number": lambda: hostile(seats=0).replace('"seats": 0', '"seats": 1' + "0" * 5000),
    "many seats": lambda: hostile(seats=10**8),
    "negative seats": lambda: hostile(seats=-1),
    "no seats": lambda: hostile(seats=None),
    "commitment": lambda: (
        hostile() + '\n{"n":2,"at":0,"v":2,"fact":{"fact":"sealed","number":1,'
        '"commitment":5,"day":"","shared":false}}'
    ),
    "not a number": lambda: hostile(seats=0).replace('"seats": 0', '"seats": NaN'),
    "half a letter": lambda: hostile(code="\ud800"),
    "twice": lambda: '{"n":1,"n":1,"at":0,"v":2,"fact":{"fact":"created"}}',
    "long line": lambda: hostile(by="x" * 3_000_000),
    "many lines": lambda: hostile() + "\n" + '{"n":2,"at":0,"v":2,"fact":{}}\n' * 500_000,
    "many lists": lambda: hostile(options={"a": [[]] * 500_000}),
    "much talk": lambda: "\n".join(
        [hostile(), *(SAID.replace("2", str(n), 1) for n in range(2, 300_000))]
    ),
}


def checked(command: str, file: Path) -> tuple[int, str, float]:
    """Have a program read a record; return its exit code, what it said, and its processor time."""
    with tempfile.TemporaryDirectory() as folder:
        output, spent = Path(folder, "said"), Path(folder, "spent")
        code = forked(read, command, file, output, spent)
        return code, output.read_text(), float(spent.read_text())


@cache
def honest() -> float:
    """Measure how long an honest record takes, with the start of Python."""
    with tempfile.NamedTemporaryFile("w") as file:
        file.write("\n".join(map(json.dumps, finished("421").record())))
        file.flush()
        alone = (sys.executable, "-I", verify.__file__, file.name)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run(alone, check=True, capture_output=True)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_malicious_files_are_refused_in_words(name: str, command: str, tmp_path: Path) -> None:
    """In a few times the processor time that an honest record takes."""
    file = tmp_path / "record.jsonl"
    file.write_text(FILES[name](), encoding="utf-8", errors="surrogatepass")
    code, report, spent = checked(command, file)
    assert code in (1, 2), report
    assert report and "Traceback" not in report
    assert spent < LONGEST * honest(), (spent, honest())
