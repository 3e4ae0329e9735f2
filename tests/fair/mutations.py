"""Changes of a record: of every field, and of every fact as a whole; and what may be said of them.

A change is caught where the verifier ends with 1, or with 2 and says what it could not check. A
record does not prove everything: what else may be changed stands in `NOT_PROVED`, and then the
verifier must have named it.
"""

import copy
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from msgspec import Struct

from server.hosting import verify
from tests.fair.tables import HIDES, SHORT, daily, evening

Record = list[dict[str, Any]]
Path = tuple[str | int, ...]

MOVES = "the moves themselves"
PEOPLE = "names, times, bots' strengths"
TALK = "what was said and shown"
CARDS = "cards that are not opened"
LATER = "nothing came after the last fact"
SECRET = "the seed stays secret"
ANYWHERE = "is the same at every table"
REPLACED = "words that were replaced"
NOT_BEGUN = "sealed, not begun"

NOT_PROVED: dict[tuple[str, str], str | tuple[str, ...]] = {
    ("code", "created"): (ANYWHERE, SECRET),
    ("game", "created"): SECRET,
    ("options", "created"): SECRET,
    ("commitment", "sealed"): SECRET,
    ("commitment", "contributed"): REPLACED,
    ("at", "*"): PEOPLE,
    ("action", "acted"): MOVES,
    ("by", "acted"): MOVES,
    ("outdated", "ended"): "as its rules had changed",
    ("broken", "ended"): "as its program had failed",
    ("game_version", "started"): PEOPLE,
    ("draws", "started"): MOVES,
    ("draws", "acted"): MOVES,
    ("seat", "acted"): MOVES,
    ("by", "created"): PEOPLE,
    ("private", "created"): PEOPLE,
    ("table", "created"): PEOPLE,
    ("game_version", "created"): PEOPLE,
    ("player", "*"): PEOPLE,
    ("bot", "*"): PEOPLE,
    ("bot_name", "*"): PEOPLE,
    ("who", "*"): TALK,
    ("text", "said"): TALK,
    ("emote", "emoted"): TALK,
    ("watcher", "*"): TALK,
    ("on", "hushed"): TALK,
    ("late", "held"): TALK,
    ("idle", "held"): TALK,
    ("long", "held"): TALK,
    ("waits", "sat"): PEOPLE,
    ("unready", "held"): TALK,
    ("empty", "resumed"): TALK,
    ("lapsed", "withdrew"): TALK,
    ("opened", "revealed"): CARDS,
    ("cards", "started"): CARDS,
    ("cards", "acted"): CARDS,
}
"""Field and fact ("*": any) → what the verifier says about it.

Of `cards` only the commitments of cards that stay closed: see `_fields`."""

FACTS_NOT_PROVED: dict[str, str | tuple[str, ...]] = {
    **dict.fromkeys(("said", "emoted", "hushed", "sent-away", "resumed"), TALK),
    **dict.fromkeys(("asked", "withdrew", "paused", "went-on"), TALK),
    **dict.fromkeys(("sat", "stood", "held", "returned", "bot-sat", "bot-stood"), TALK),
    "acted": MOVES,
    "closed": LATER,
    "created": (ANYWHERE, SECRET),
    "sealed": SECRET,
    "contributed": REPLACED,
}
"""Facts that may come, go or change places where the order of seats allows it."""


class Mutation(Struct):
    """One change: what was done to which field of which fact, and the record after it."""

    what: str
    kind: str
    field: str
    record: Record
    last: bool = False
    """Whether it is the end of the record that was changed."""
    open: bool = False
    """Whether it was changed after the last game: what is sealed there is for the next one."""

    def judge(self, host: str = "", checkpoint: list[str] | None = None) -> tuple[str, str]:
        """Return "refused", "not checked" or "named", or "ACCEPTED"; and what the verifier said."""
        heard: list[str] = []
        lines = [json.dumps(line) for line in self.record]
        code = verify.verify(lines, heard.append, host, checkpoint, HIDES)
        sentence = "\n".join(heard)
        if code == 1 and "DOES NOT HOLD" in sentence:
            return "refused", sentence
        if code == 2 and ("NOT CHECKED" in sentence or "cannot be read" in sentence):
            return "not checked", sentence
        if code != 0:
            return "ACCEPTED", sentence
        named = FACTS_NOT_PROVED.get(self.kind, ())
        if self.field:
            named = NOT_PROVED.get((self.field, self.kind), NOT_PROVED.get((self.field, "*"), ()))
        phrases = [named] if isinstance(named, str) else list(named)
        phrases += [LATER] * self.last + [NOT_BEGUN] * self.open
        return (
            "named" if any(phrase_told in sentence for phrase_told in phrases) else "ACCEPTED"
        ), sentence


def records() -> Iterator[tuple[str, Record, Record]]:
    """Yield valid records, each with one of another table of the game."""
    for game in SHORT:
        for make in (evening, daily):
            first, other = make(game), make(game, "PASTIS")
            yield (
                f"{game}, {make.__name__}",
                first.record(("1970-01-02",)),
                other.record(("1970-01-02",)),
            )


def mutations(
    record: Record, other: Record, most: int, seed: int, every: int = 1
) -> Iterator[Mutation]:
    """Yield a sample of a record's changes, one in `every`, at most `most` of each sort."""
    chance = random.Random(seed)
    end = 1 + max(n for n, line in enumerate(record) if _ends(line))
    chosen = (
        (which, change)
        for sort in (_fields(record), _facts(record, other))
        for which, changes in sorted(sort.items())
        for change in chance.sample(changes, min(most, len(changes)))
    )
    for which, change in islice(chosen, 0, None, every):
        after = list(record)
        last = change(after)
        if after != record:
            yield Mutation(*which, after, last, record[:end] == after[:end])


Change = Callable[[Record], bool]
"""Changes a record, and says whether that was at its end."""
Sorts = dict[tuple[str, str, str], list[Change]]


def _fields(record: Record) -> Sorts:
    """Sort the changes by field; a commitment that an opened card proves is a field of its own."""
    sorts: Sorts = {}
    opened = {
        (card["n"], ("fact", "cards", card["draw"], card["place"])[:length])
        for line in record
        for card in line["fact"].get("opened", ())
        for length in (2, 3, 4)
    }
    for at, line in enumerate(record):
        kind = line["fact"]["fact"]
        for path, value in _paths(line):
            name = str(path[1]) if path[0] == "fact" and len(path) > 1 else str(path[0])
            if (line["n"], path) in opened:
                name = "opened cards"
            where = ".".join(str(part) for part in path if isinstance(part, str))
            for what, new in _values(value):
                sorts.setdefault((f"{where} {what}", kind, name), []).append(
                    partial(_put, at=at, path=path, new=new)
                )
            sorts.setdefault((f"{where} removed", kind, name), []).append(
                partial(_drop, at=at, path=path)
            )
    return sorts


def _paths(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    if path:
        yield path, value
    inside: Iterable[tuple[str | int, Any]] = value.items() if isinstance(value, dict) else ()
    for key, inner in enumerate(value) if isinstance(value, list) else inside:
        yield from _paths(inner, (*path, key))


def _values(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield what a value may be changed into, each with a word for it."""
    match value:
        case bool():
            yield from (("turned", not value), ("a number", int(value)))
        case int():
            yield from (("one more", value + 1), ("negative", -1 - value), ("huge", 10**30))
            yield from (("a text", str(value)), ("a fraction", float(value)))
        case str():
            yield from (("another", _other(value)), ("upper case", value.upper()), ("a list", []))
            yield "empty", ""
        case list():
            yield from (("empty", []), ("doubled", value + value[-1:]), ("an object", {}))
            yield "turned round", value[::-1]
        case dict():
            yield from (("a field more", {**value, "more": 1}), ("a list", []), ("nothing", None))
        case None:
            yield from (("a number", 0), ("a text", ""))


def _other(text: str) -> str:
    """Return another text of the same kind: of hex digits one digit is another."""
    if len(text) == 64:
        return text[:10] + ("0" if text[10] != "0" else "1") + text[11:]
    return text + "x"


def _ends(line: Any) -> bool:
    return line["fact"]["fact"] in ("revealed", "acted")


def _inside(record: Record, at: int, path: Path) -> Any:
    """Return where a field lies, in a line that may be changed: the others are the record's own."""
    inside: Any = copy.deepcopy(record[at])
    record[at] = inside
    for step in path[:-1]:
        inside = inside[step]
    return inside


def _put(record: Record, at: int, path: Path, new: Any) -> bool:
    _inside(record, at, path)[path[-1]] = new
    return False


def _drop(record: Record, at: int, path: Path) -> bool:
    del _inside(record, at, path)[path[-1]]
    return False


def _facts(record: Record, other: Record) -> Sorts:
    sorts: Sorts = {}
    elsewhere: dict[str, list[Any]] = {}
    for line in other:
        elsewhere.setdefault(line["fact"]["fact"], []).append(line["fact"])

    def add(what: str, kind: str, change: Change) -> None:
        """Note a change, as it is and with the numbers put right."""
        sorts.setdefault((what, kind, ""), []).append(change)
        right = partial(_renumbered, change=change)
        sorts.setdefault((f"{what}, numbers put right", kind, ""), []).append(right)

    for at, line in enumerate(record):
        kind, end = line["fact"]["fact"], at == len(record) - 1
        add("removed", kind, partial(_remove, at=at))
        add("cut off after", kind, partial(_cut, at=at))
        add("doubled", kind, partial(_insert, at=at, line=line))
        add("put at the end", kind, partial(_move, at=at))
        if not end:
            add("swapped", kind, partial(_swap, at=at))
        for fact in elsewhere.get(kind, [])[:6]:
            taken = {**line, "fact": fact}
            add("taken from another table", kind, partial(_lay, at=at, line=taken))
            add("added from another table", kind, partial(_insert, at=at, line=taken))
    return sorts


def _renumbered(record: Record, change: Change) -> bool:
    last = change(record)
    record[:] = [{**line, "n": n} for n, line in enumerate(record, 1)]
    return last


def _remove(record: Record, at: int) -> bool:
    del record[at]
    return at == len(record)


def _cut(record: Record, at: int) -> bool:
    del record[at + 1 :]
    return True


def _insert(record: Record, at: int, line: Any) -> bool:
    record.insert(at, line)
    return False


def _move(record: Record, at: int) -> bool:
    record.append(record.pop(at))
    return False


def _swap(record: Record, at: int) -> bool:
    record[at], record[at + 1] = record[at + 1], record[at]
    return False


def _lay(record: Record, at: int, line: Any) -> bool:
    record[at] = line
    return False


def run(most: int, seed: int) -> tuple[dict[str, Counter[str]], list[str]]:
    """Try the changes; return what came of them by record, and each accepted in silence."""
    table: dict[str, Counter[str]] = {}
    silent: list[str] = []
    for name, record, other in records():
        counts = table.setdefault(name, Counter())
        for mutation in mutations(record, other, most, seed):
            verdict, report = mutation.judge()
            counts[verdict] += 1
            if verdict == "ACCEPTED":
                silent.append(
                    f"{name}: {mutation.kind}: {mutation.what} {mutation.field}: {report[-300:]}"
                )
    return table, silent


def summary(table: dict[str, Counter[str]]) -> str:
    """Return the table of a run."""
    heads = ("refused", "not checked", "named", "ACCEPTED")
    lines = [f"{'record':<22}{'changes':>9}" + "".join(f"{head:>13}" for head in heads)]
    total: Counter[str] = Counter()
    for name, counts in [*table.items(), ("all", total)]:
        lines.append(
            f"{name:<22}{counts.total():>9}" + "".join(f"{counts[head]:>13}" for head in heads)
        )
        total += counts
    return "\n".join(lines)
