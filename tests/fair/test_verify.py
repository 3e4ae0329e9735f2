"""The verifier: every game of every kind holds, every change of a record is found."""

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arcade.engine import fair
from arcade.rooms import decide, facts
from server.hosting import verify
from tests.fair.tables import SHORT, Played, finished, verified
from tests.people import ANNA, BEN
from tests.registered import registered

Record = list[dict[str, Any]]


def of(record: Record, kind: str, which: int = 0) -> dict[str, Any]:
    """Return one fact of a kind."""
    fact: dict[str, Any] = [line["fact"] for line in record if line["fact"]["fact"] == kind][which]
    return fact


@pytest.fixture(scope="module")
def record() -> Record:
    return finished("421").record()


@pytest.mark.parametrize("game", sorted(SHORT))
def test_every_game_holds(game: str) -> None:
    code, report = verified(finished(game).record())
    assert code == 0, report
    assert "game 1: holds" in report
    assert "game 2: sealed, not begun" in report


def test_all_registered_games_are_tried() -> None:
    assert set(registered()) <= set(SHORT)


def die(record: Record) -> None:
    drawn = next(
        fact["draws"] for line in record if (fact := line["fact"]).get("draws") and fact["asked"]
    )
    drawn[0] = drawn[0] % 6 + 1


def seed(record: Record) -> None:
    of(record, "revealed")["seed"] = "00" * 32


def both_seeds(record: Record) -> None:
    """Another seed with its own commitment: the draws do not follow from it."""
    of(record, "revealed")["seed"] = "07" * 32
    of(record, "sealed")["commitment"] = fair.seal("421", b"\7" * 32)


def commitment(record: Record) -> None:
    of(record, "sealed")["commitment"] = "11" * 32


def words(record: Record) -> None:
    of(record, "started")["contributions"][0]["text"] = "other words"


def sealed_words(record: Record) -> None:
    of(record, "contributed")["commitment"] = "22" * 32


def both_words(record: Record) -> None:
    of(record, "contributed")["commitment"] = fair.seal_words("other words")
    words(record)


def left_out(record: Record) -> None:
    of(record, "started")["contributions"][1] = {"kind": "none", "text": "", "commitment": ""}


def invented(record: Record) -> None:
    of(record, "started")["contributions"][2] = {"kind": "words", "text": "x", "commitment": ""}


def seats_exchanged(record: Record) -> None:
    given = of(record, "started")["contributions"]
    given[0], given[1] = given[1], given[0]


def order(record: Record) -> None:
    """Two actions exchanged, their numbers put right."""
    drawing = [index for index, line in enumerate(record) if line["fact"].get("draws")]
    swapped = next(
        index
        for index in drawing
        if index + 1 in drawing and record[index]["fact"] != record[index + 1]["fact"]
    )
    record[swapped]["fact"], record[swapped + 1]["fact"] = (
        record[swapped + 1]["fact"],
        record[swapped]["fact"],
    )


def label(record: Record) -> None:
    """An action without draws slipped in: all later actions have other labels."""
    acted = next(index for index, line in enumerate(record) if line["fact"]["fact"] == "acted")
    record.insert(acted, copy.deepcopy(record[acted]))
    record[acted]["fact"] |= {"draws": [], "asked": []}
    for n, line in enumerate(record, 1):
        line["n"] = n


def missing(record: Record) -> None:
    del record[len(record) // 2]


def asked(record: Record) -> None:
    """A die that is said to have been a pick."""
    fact = next(line["fact"] for line in record if line["fact"].get("draws"))
    fact["asked"][0] = "pick 5"


def unasked(record: Record) -> None:
    del next(line["fact"] for line in record if line["fact"].get("draws"))["asked"]


def options(record: Record) -> None:
    of(record, "created")["options"]["pot"] = 21


def room(record: Record) -> None:
    of(record, "created")["code"] = "OTHER"


def second_seal(record: Record) -> None:
    """A second seal before the start: one of them could be chosen afterwards."""
    at = next(index for index, line in enumerate(record) if line["fact"]["fact"] == "sealed")
    record.insert(at, copy.deepcopy(record[at]))
    for n, line in enumerate(record, 1):
        line["n"] = n


def late_seal(record: Record) -> None:
    """The seal stands after the words it should have come before."""
    at = next(index for index, line in enumerate(record) if line["fact"]["fact"] == "sealed")
    to = next(index for index, line in enumerate(record) if line["fact"]["fact"] == "started")
    record.insert(to - 1, record.pop(at))
    for n, line in enumerate(record, 1):
        line["n"] = n


def cards_for_draws(record: Record) -> None:
    """A game with dice told as one whose hands stay hidden."""
    of(record, "revealed").update(seed="", opened=[])


TAMPERS = [
    *(die, seed, both_seeds, commitment, words, sealed_words, both_words, left_out, invented),
    *(seats_exchanged, order, label, missing, asked, unasked, options, room, second_seal),
    *(late_seal, cards_for_draws),
]


@pytest.mark.parametrize("tamper", TAMPERS, ids=lambda named: named.__name__)
def test_every_change_is_found(record: Record, tamper: Callable[[Record], None]) -> None:
    changed = copy.deepcopy(record)
    tamper(changed)
    assert changed != record
    code, report = verified(changed)
    assert code == 1, report
    assert "DOES NOT HOLD" in report


def test_a_changed_deal_is_found() -> None:
    changed = finished("vingt-et-un").record()
    cards = next(
        draw["shuffle"] for draw in of(changed, "started")["draws"] if isinstance(draw, dict)
    )
    other = next(index for index, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]
    assert verified(changed)[0] == 1


def opened_card(record: Record) -> None:
    card = of(record, "revealed")["opened"][0]
    card["card"] = (card["card"] + 1) % 11


def opened_salt(record: Record) -> None:
    of(record, "revealed")["opened"][0]["salt"] = "00" * 32


def sealed_card(record: Record) -> None:
    card = of(record, "revealed")["opened"][0]
    of(record, "started")["cards"][card["draw"]][card["place"]] = "00" * 32


def deck_short(record: Record) -> None:
    of(record, "started")["cards"][1].pop()


def deck_gone(record: Record) -> None:
    of(record, "started")["cards"].pop()


@pytest.mark.parametrize(
    "tamper",
    [opened_card, opened_salt, sealed_card, deck_short, deck_gone],
    ids=lambda named: named.__name__,
)
def test_every_change_of_a_sealed_deck_is_found(tamper: Callable[[Record], None]) -> None:
    changed = finished("golden-zero").record()
    tamper(changed)
    code, report = verified(changed)
    assert code == 1, report


def test_bots_alone_and_several_games() -> None:
    table = Played("421", 2, {"pot": 11})
    table.sit(ANNA)
    for _ in range(3):
        table.start()
        table.play()
    code, report = verified(table.record())
    assert code == 0, report
    assert "3 finished games checked" in report


@pytest.mark.parametrize(("revealed", "kind"), [(False, "sealed"), (True, "words")])
def test_words_that_were_typed_kept_back_or_revealed_in_time(revealed: bool, kind: str) -> None:
    table = Played("421", 3, {"pot": 11})
    table.sit(ANNA, BEN)
    kept = fair.seal_words("a word of my own")
    table.do(lambda room, _: decide.contribute(room, ANNA, kept))
    table.do(lambda room, _: decide.contribute(room, BEN, "l'amour du café"))
    if revealed:
        table.do(lambda room, _: decide.contribute(room, ANNA, "a word of my own"))
    table.start()
    table.play()
    record = table.record()
    given = of(record, "started")["contributions"]
    assert [answer["kind"] for answer in given] == [kind, "words", "bot"]
    assert given[1]["text"] == "l'amour du café"
    assert verified(record)[0] == 0


def test_a_game_that_was_ended_or_is_running() -> None:
    table = Played("421", 2)
    table.sit(ANNA)
    table.start()
    table.play(7)
    code, report = verified(table.record())
    assert (code, "still running, sealed before it began" in report) == (2, True)
    table.add([facts.Closed()])
    assert of(table.record(), "revealed")["aborted"] is True
    code, report = verified(table.record())
    assert code == 0, report
    assert "ended without a result" in report


@pytest.mark.parametrize("text", ["", "hello", "{}", '{"n": 1, "fact": 3}', "[1]\n[2]", "null"])
def test_what_is_no_record_is_told_so(text: str) -> None:
    lines: list[str] = []
    assert verify.verify(text.splitlines(), lines.append) == 2
    assert "cannot be read" in lines[0]


def test_what_is_no_text_is_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "record"
    file.write_bytes(b"\xc9\n")
    assert verify.main([str(file)]) == 2
    assert capsys.readouterr().out.endswith("as the record of a table: it is not UTF-8\n")


def test_it_needs_nothing_but_python(tmp_path: Path, record: Record) -> None:
    """Copied elsewhere, without the project, without site-packages."""
    script = tmp_path / "check.py"
    script.write_bytes(Path(verify.__file__).read_bytes())
    file = tmp_path / "record"
    changed = copy.deepcopy(record)
    die(changed)
    for lines, code in ((record, 0), (changed, 1), ([], 2)):
        file.write_text("".join(json.dumps(line) + "\n" for line in lines))
        completed = subprocess.run(
            [sys.executable, "-I", "-S", str(script), str(file)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert completed.returncode == code, completed.stdout + completed.stderr
        assert completed.stderr == ""
    sealed = subprocess.run(
        [sys.executable, "-I", "-S", str(script), "--seal", "l'amour"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert sealed.stdout.strip() == fair.seal_words("l'amour")


def test_alone_it_takes_the_readers_word_for_which_hands_stay_hidden(tmp_path: Path) -> None:
    """Opened cards prove themselves; that no seed may be told instead, only the rules say."""
    file = tmp_path / "record"
    file.write_text("\n".join(map(json.dumps, finished("golden-zero").record())))
    alone = [sys.executable, "-I", "-S", verify.__file__]
    for wish, code, report in (
        ([], 2, "NOT CHECKED: game 1: that hands stay hidden in golden-zero"),
        (["--hides", "421"], 2, "if its rules say so: --hides golden-zero"),
        (["--hides", "golden-zero"], 0, "everything holds"),
    ):
        completed = subprocess.run(
            [*alone, *wish, str(file)], capture_output=True, text=True, check=False
        )
        assert (completed.returncode, report in completed.stdout) == (code, True), completed.stdout


def test_the_pages_example_is_what_this_program_makes() -> None:
    page = (Path(__file__).parents[2] / "docs" / "fair-dice.md").read_text()
    script, output = page.split("$ python3 - <<'EOF'\n")[1].split("```")[0].split("EOF\n")
    completed = subprocess.run(
        [sys.executable, "-"], input=script, capture_output=True, text=True, check=True
    )
    assert completed.stdout == output
