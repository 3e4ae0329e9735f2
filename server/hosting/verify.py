#!/usr/bin/env python3
"""Check the chance of a table's games, from its record alone: `verify.py FILE`.

    ssh play@host record CODE > FILE
    python3 verify.py FILE

This one file needs nothing but Python: copy it anywhere, read it, run it. It does not know the
rules of any game and takes no word of the server for true. It follows the record fact by fact: what
may stand where, once, and by whom. From the seed that was told after a game it makes the commitment
anew that was published before the game, and every draw of the game. What that proves and what it
does not, and the exact bytes: docs/fair-dice.md.

A record that was asked for with --signed ends with a signature; `verify.py --host HOST FILE` checks
it by the key of that host in your known_hosts, and calls ssh-keygen for that. With --checkpoint
CHECKPOINT (what `ssh play@host checkpoint CODE` gave) it checks that the record's games are in it.

Exit code: 0, all games were checked and hold; 1, something does not hold; 2, something could not be
checked (a game that is not over or was not sealed, no finished game, no record at all). What was
not checked is named, whatever the code.
"""

import hashlib
import hmac
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

SEAL = "ssh-arcade/1/seal"
WORDS = "ssh-arcade/1/words"
GAME = "ssh-arcade/1/game"
DRAWS = "ssh-arcade/1/draws"
CARD = "ssh-arcade/1/card"
SEALED = "ssh-arcade/1/checkpoint/sealed"
OVER = "ssh-arcade/1/checkpoint/over"
DAILY = "ssh-arcade/1/daily"

MOST_BYTES, MOST_LINE, MOST_FACTS = 16 * 2**20, 2 * 2**20, 20_000
"""A table's record is closed after some 10,000 facts; anything larger is none."""
MOST_DRAWS = 200_000
MOST_NUMBER = 2**53

SEEDS_TOLD = {"421", "trente", "golden21", "vingt-et-un"}
"""Games whose seed is always told when they are over: nobody may seal single cards instead."""
HANDS_HIDDEN = {"golden-zero"}
"""Games of which single cards are opened, and no seed is ever told."""

Fact = dict[str, Any]


# --- bytes -----------------------------------------------------------------------------------


def length_prefixed(*parts: str | bytes) -> bytes:
    """Join texts, each after its length in four bytes."""
    encoded = [part.encode() if isinstance(part, str) else part for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in encoded)


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def plain(value: Any) -> str:
    """Encode a value as canonical JSON."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def game_key(
    seed: bytes, game: str, rules: str, room: str, number: int, seats: Sequence[tuple[str, str]]
) -> bytes:
    """Return the key of one game's draws; `seats` are pairs of a kind and a text, in seat order."""
    given = [length_prefixed(str(seat), kind, text) for seat, (kind, text) in enumerate(seats)]
    message = length_prefixed(GAME, game, rules, room, str(number), length_prefixed(*given))
    return hmac.digest(seed, hashlib.sha256(message).digest(), "sha256")


def ascending(card: Any) -> tuple[bool, Any]:
    return (True, 0) if isinstance(card, str) else (False, card)


def daily_key(seed: bytes, game: str, rules: str, day: str) -> bytes:
    """Return the key of a day's deal, the same at every table."""
    message = length_prefixed(DAILY, game, rules, day)
    return hmac.digest(seed, hashlib.sha256(message).digest(), "sha256")


def midnight_after(day: str) -> int:
    """Return the end of a day (UTC) in milliseconds since 1970."""
    return (int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()) + 86_400) * 1000


class Stream:
    """The draws of one label, from blocks of eight 32-bit numbers."""

    def __init__(self, key: bytes, label: str) -> None:
        self.key, self.label = key, label
        self.counter = 0
        self.words: list[int] = []

    def word(self) -> int:
        if not self.words:
            message = length_prefixed(DRAWS, self.label, str(self.counter))
            block = hmac.digest(self.key, message, "sha256")
            self.words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
            self.counter += 1
        return self.words.pop(0)

    def pick(self, n: int) -> int:
        """Return a number from 0 to n − 1; words that would favour some numbers are thrown away."""
        limit = 2**32 - 2**32 % n
        while True:
            word = self.word()
            if word < limit:
                return word % n

    def shuffle(self, cards: Sequence[Any]) -> list[Any]:
        """Shuffle cards: Fisher–Yates from the ascending order, stars last."""
        order = sorted(cards, key=ascending)
        for last in range(len(order) - 1, 0, -1):
            other = self.pick(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def draw(self, asked: str, recorded: Any) -> Any:
        """Return what the record should say for one draw; None for an unknown kind of draw."""
        kind, _, size = asked.partition(" ")
        if asked == "die":
            return self.pick(6) + 1
        if kind == "pick" and size.isdigit() and 1 <= int(size) <= 2**32:
            return self.pick(int(size))
        cards = recorded.get("shuffle") if isinstance(recorded, dict) else None
        if kind == "shuffle" and isinstance(cards, list) and size == str(len(cards)):
            return {"shuffle": self.shuffle(cards)}
        return None


# --- what a record may look like -------------------------------------------------------------

Check = Callable[[Any], bool]


def number(low: int, high: int = MOST_NUMBER) -> Check:
    """Accept integers in a range, but neither True nor 1.0."""
    return lambda value: type(value) is int and low <= value <= high


def text(value: Any) -> bool:
    return isinstance(value, str)


def flag(value: Any) -> bool:
    return isinstance(value, bool)


def digits(size: int) -> Check:
    """Accept `size` lower-case hex digits."""
    pattern = re.compile(f"[0-9a-f]{{{size}}}")
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


def one_of(*values: str) -> Check:
    return lambda value: isinstance(value, str) and value in values


def many(check: Check, most: int) -> Check:
    return lambda value: isinstance(value, list) and len(value) <= most and all(map(check, value))


def shaped(**fields: Check) -> Check:
    """Accept an object with exactly these fields."""
    return lambda value: (
        isinstance(value, dict)
        and value.keys() == fields.keys()
        and all(check(value[name]) for name, check in fields.items())
    )


def small(value: Any) -> bool:
    """Accept a small object that a game or a table defines: few values, not deep."""
    weight, level = 0, [value]
    for _ in range(6):
        weight += len(level)
        if weight > 300:
            return False
        parts = (one.values() if isinstance(one, dict) else one for one in level if holds(one))
        level = [one for part in parts for one in part]
    return isinstance(value, dict) and not level


def holds(value: Any) -> bool:
    return isinstance(value, dict | list)


def day(value: Any) -> bool:
    """Accept a date, or "" for none."""
    try:
        return text(value) and (
            not value or datetime.fromisoformat(value).date().isoformat() == value
        )
    except ValueError:
        return False


def card(value: Any) -> bool:
    """Accept a card: a number, or a star."""
    return value == "*" if isinstance(value, str) else number(0, 1000)(value)


def draw(value: Any) -> bool:
    return number(0, 2**32)(value) or shaped(shuffle=many(card, 1000))(value)


SEAT, COMMITMENT, VOTE = number(0, 63), digits(64), one_of("pause", "end")
CONTRIBUTION = shaped(
    kind=one_of("words", "sealed", "bot", "none"),
    text=text,
    commitment=lambda value: value == "" or COMMITMENT(value),
)
OPENING = shaped(n=number(1), draw=number(0), place=number(0), card=card, salt=digits(64))
ASKING = re.compile(r"die|(pick|shuffle) [1-9][0-9]{0,9}")
ASKED = many(lambda value: text(value) and ASKING.fullmatch(value) is not None, 2000)

DRAWN: Mapping[str, Check] = {
    "asked": ASKED,
    "draws": many(draw, 2000),
    "cards": many(many(COMMITMENT, 1000), 100),
}

FACTS: Mapping[str, Mapping[str, Check]] = {
    "created": {
        "code": text,
        "game": text,
        "game_version": number(0),
        "options": small,
        "seats": number(1, 64),
        "by": text,
        "private": flag,
        "table": small,
    },
    "sat": {"seat": SEAT, "player": text},
    "stood": {"seat": SEAT, "bot": text, "bot_name": text},
    "bot-sat": {"seat": SEAT, "bot": text, "bot_name": text},
    "bot-stood": {"seat": SEAT},
    "held": {"seat": SEAT, "bot": text, "bot_name": text, "late": flag},
    "returned": {"seat": SEAT},
    "started": {},
    "acted": {"seat": SEAT, "action": small, "by": one_of("person", "bot", "clock")},
    "resumed": {},
    "asked": {"seat": SEAT, "what": VOTE},
    "withdrew": {"seat": SEAT, "what": VOTE},
    "paused": {},
    "went-on": {"seat": lambda value: value is None or SEAT(value)},
    "ended": {},
    "sealed": {"number": number(1), "commitment": COMMITMENT, "day": day, "shared": flag},
    "contributed": {"seat": SEAT, "commitment": COMMITMENT, "typed": flag},
    "revealed": {
        "number": number(1),
        "seed": lambda value: value == "" or COMMITMENT(value),
        "aborted": flag,
    },
    "said": {"who": text, "text": text, "watcher": flag},
    "emoted": {"who": text, "emote": text, "watcher": flag},
    "hushed": {"player": text, "on": flag},
    "sent-away": {"player": text},
    "day-over": {},
    "closed": {},
}
"""Every fact and the fields it always has."""

SOMETIMES: Mapping[str, Mapping[str, Check]] = {
    "sealed": {"seed": COMMITMENT},
    "started": {
        **DRAWN,
        "contributions": many(CONTRIBUTION, 64),
        "game_version": number(0),
    },
    "acted": DRAWN,
    "ended": {"outdated": flag},
    "revealed": {"opened": many(OPENING, MOST_DRAWS)},
}
"""Fields that are there only in some games, or only once a game is over."""


class Unreadable(Exception):
    """The file is no record."""


def read(lines: Iterable[str]) -> Iterator[tuple[int, int, Fact]]:
    """Read a record, one JSON object a line; give each fact with its number and its time."""
    size = count = 0
    for at, line in enumerate(lines, 1):
        size += len(line)
        if len(line) > MOST_LINE or size > MOST_BYTES:
            raise Unreadable(f"line {at}: no record is that long")
        if not line.strip():
            continue
        count += 1
        if count > MOST_FACTS:
            raise Unreadable(f"line {at}: no record has more than {MOST_FACTS} facts")
        yield _line(at, line)


def _line(at: int, line: str) -> tuple[int, int, Fact]:
    try:
        one = json.loads(
            line, object_pairs_hook=_object, parse_float=_none_such, parse_constant=_none_such
        )
        line.encode()
        if "\\u" in line:
            json.dumps(one, ensure_ascii=False).encode()  # half a surrogate has no bytes
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"line {at} is no fact of a record") from error
    if not (
        isinstance(one, dict)
        and one.keys() == {"n", "at", "fact", "v"}
        and isinstance(one["fact"], dict)
        and text(one["fact"].get("fact"))
    ):
        raise Unreadable(f"line {at} is no fact of a record")
    if not (number(1, 2)(one["v"]) and number(1)(one["n"]) and number(0)(one["at"])):
        raise Unreadable(f"line {at}: its number, time or version is none of this program's")
    return one["n"], one["at"], one["fact"]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a field is there twice")
    return made


def _none_such(_: str) -> Any:
    raise ValueError("no record has such a number")


# --- one game --------------------------------------------------------------------------------


class Game:
    """What the record tells of one game, and what does not hold of it."""

    def __init__(self, number: int, seal: Fact | None) -> None:
        self.number = number
        self.seal = seal  # the fact "sealed", or None
        self.given: dict[int, str] = {}  # seat → commitment published before the start
        self.repeated: set[int] = set()  # seats that gave the same commitment twice
        self.persons: set[int] = set()  # seats of persons when it began
        self.started: Fact = {}  # the fact "started"
        self.moves: list[tuple[int, Fact]] = []  # (n, fact): the start and every action, in order
        self.revealed: Fact = {}  # the fact "revealed"
        self.faults: list[str] = []
        self.draws = self.cards = self.closed = 0
        self.sealed_at = self.over_at = -1
        self.void = False  # whether it was ended, or its day was over before it was

    @property
    def day(self) -> str:
        """The day of which it is the daily deal; "" for any other game."""
        return self.seal["day"] if self.seal else ""

    @property
    def checked(self) -> bool:
        """Whether it was played and checked to its end."""
        return bool(self.seal and self.started and self.revealed)

    def fault(self, text: str) -> None:
        self.faults.append(text)

    def leaves(self, code: str) -> Iterator[tuple[int, str, str]]:
        """Yield the game's leaves in a checkpoint: time, name, hash."""
        if not self.seal:
            return
        told = [code, str(self.number)]
        parts = [*told, str(self.sealed_at), self.seal["commitment"]]
        yield self.sealed_at, "the seal", sha256(b"\0" + length_prefixed(SEALED, *parts))
        if self.over_at < 0:
            return
        given = [[one["kind"], one["text"]] for one in self.started["contributions"]]
        moves = [[one["seat"], one["action"], one["by"]] for _, one in self.moves[1:]]
        made = b"".join(length_prefixed(plain(one)) for one in [given, *moves])
        seed = self.revealed.get("seed", "")  # of a daily deal that hides hands none is told
        result = "" if self.revealed.get("aborted", self.void) else sha256(made)
        parts = [*told, str(self.over_at), self.seal["commitment"], seed, result]
        yield self.over_at, "the end", sha256(b"\0" + length_prefixed(OVER, *parts))

    def check(self, created: Fact) -> None:
        if self.day:
            if self.started["contributions"]:
                self.fault("words were added to a daily deal, which takes none")
        else:
            self.check_contributions(created["seats"])
        if self.seal and self.seal["shared"] and not self.day:
            self.fault("decks are said to be shared where no day is played")
        if "opened" not in self.revealed and created["game"] in HANDS_HIDDEN:
            self.fault(f"a seed is told, or no card, where {created['game']} hides hands")
        elif "opened" not in self.revealed:
            self.check_seed(created)
        elif created["game"] in SEEDS_TOLD:
            self.fault(f"single cards are opened where {created['game']} tells its seed")
        elif self.revealed["seed"]:
            self.fault("a seed is told where single cards are opened")
        else:
            self.check_cards()

    def check_contributions(self, seats: int) -> None:
        """Check that what the seats gave is what they had committed to before the start."""
        given = self.started["contributions"]
        if len(given) != seats:
            self.fault(f"{len(given)} contributions for {seats} seats")
        for seat, one in enumerate(given):
            before, kind, text = self.given.get(seat), one["kind"], one["text"]
            if kind in ("words", "sealed") and before is None:
                self.fault(f"seat {seat + 1} had committed to nothing before the start")
            elif kind == "words" and sha256(length_prefixed(WORDS, text)) != before:
                self.fault(f"the words of seat {seat + 1} are not those it had committed to")
            elif kind == "sealed" and (text != before or seat in self.repeated):
                self.fault(f"seat {seat + 1} had published another commitment, or its words")
            elif kind in ("bot", "none") and (before is not None or text):
                self.fault(f"what seat {seat + 1} had committed to is left out")
            elif (kind == "bot") is (seat in self.persons):
                self.fault(f"seat {seat + 1} is said to be a bot's and a person's at once")
            elif one["commitment"] != (before or ""):
                self.fault(f"the commitment of seat {seat + 1} is not the one it had published")

    def check_seed(self, created: Fact) -> None:
        """Check the told seed against the commitment, and every draw against the seed."""
        seal = self.seal or {}
        seed = bytes.fromhex(self.revealed["seed"])
        if (
            len(seed) != 32
            or sha256(length_prefixed(SEAL, created["game"], seed)) != seal["commitment"]
        ):
            self.fault("the told seed is not the sealed one")
            return
        rules = {"options": created["options"], "seats": created["seats"]}
        text = plain(rules)
        given = [(one["kind"], one["text"]) for one in self.started["contributions"]]
        key = game_key(seed, created["game"], text, created["code"], self.number, given)
        if self.day:
            key = daily_key(seed, created["game"], text, self.day)
        for label, (n, fact) in zip(self.labels(), self.moves, strict=True):
            self.check_draws(Stream(key, label), n, fact)

    def labels(self) -> list[str]:
        """Return the labels of the draws of the start and of every action."""
        if not self.day:
            return ["0 set-up", *(f"{action} action" for action in range(1, len(self.moves)))]
        shared = (self.seal or {})["shared"]
        labels = ["0 set-up"]
        drawn: dict[int, int] = {}
        for _, fact in self.moves[1:]:
            seat = -1 if shared else fact["seat"]
            number = drawn.get(seat, 0) + 1
            labels.append(f"{number} deal" if shared else f"{number} of seat {seat}")
            if fact.get("draws"):
                drawn[seat] = number
        return labels

    def check_draws(self, stream: Stream, n: int, fact: Fact) -> None:
        """Repeat the draws of one fact."""
        asked, drawn = fact["asked"], fact.get("draws")
        if drawn is None or "cards" in fact:
            self.fault(f"fact {n}: its draws are left out, or sealed, where the seed is told")
            return
        if len(asked) != len(drawn):
            self.fault(f"fact {n}: {len(drawn)} draws where {len(asked)} were asked for")
            return
        for what, recorded in zip(asked, drawn, strict=True):
            self.draws += 1
            expected = stream.draw(what, recorded)
            if expected is None or expected != recorded:
                self.fault(
                    f"fact {n}: {what} gave {_short(expected)}, the record says {_short(recorded)}"
                )
                return

    def check_cards(self) -> None:
        """Check the opened cards of a game whose hands stay hidden against the sealed decks."""
        decks, whole = self.decks()
        if not decks:
            self.fault("no deck was shuffled and sealed")
        if self.faults:
            return
        seen: set[tuple[int, int, int]] = set()
        for one in self.revealed["opened"]:
            place = (one["n"], one["draw"], one["place"])
            deck = decks.get(place[:2], [])
            made = sha256(length_prefixed(CARD, str(one["card"]), bytes.fromhex(one["salt"])))
            if place[2] >= len(deck) or deck[place[2]] != made:
                self.fault(f"fact {one['n']}: card {place[2] + 1} is not the one that was sealed")
            elif place in seen:
                self.fault(f"fact {one['n']}: card {place[2] + 1} is opened twice")
            seen.add(place)
        for n, at in sorted(whole):
            if any((n, at, place) not in seen for place in range(len(decks[n, at]))):
                self.fault(f"fact {n}: the draw for the button is not opened whole")
        self.cards = len(seen)
        self.closed = sum(map(len, decks.values())) - self.cards

    def decks(self) -> tuple[dict[tuple[int, int], list[str]], set[tuple[int, int]]]:
        """Return the sealed decks by fact and draw, and which of them no hand was dealt from."""
        decks: dict[tuple[int, int], list[str]] = {}
        whole: set[tuple[int, int]] = set()
        for n, fact in self.moves:
            if "draws" in fact:
                self.fault(f"fact {n}: draws are told where every card should be sealed")
            if any(asked[:7] != "shuffle" for asked in fact["asked"]):
                self.fault(f"fact {n}: something else than a shuffle was drawn, and is not told")
            sealed = fact.get("cards", [])
            if len(fact["asked"]) != len(sealed):
                self.fault(
                    f"fact {n}: {len(sealed)} sealed decks for {len(fact['asked'])} shuffles"
                )
            for at, (asked, cards) in enumerate(zip(fact["asked"], sealed, strict=False)):
                if asked != f"shuffle {len(cards)}":
                    self.fault(f"fact {n}: a deck of {len(cards)} sealed cards is not whole")
                decks[n, at] = cards
            whole |= {(n, at) for at in range(len(sealed) - 1)}
        return decks, whole

    def unchecked(self) -> str:
        """Return why it could not be checked; "" if it was, or if there is nothing to check yet."""
        if self.seal is None:
            return "was not sealed; nothing can be checked"
        by = f"sealed by {self.seal['commitment'][:16]}…"
        if self.faults or self.revealed or not self.started:
            return ""
        if self.day and self.seal["shared"]:
            return f"the daily deal of {self.day}, {by}; hands stay hidden, and nothing is opened"
        if self.day:
            return f"the daily deal of {self.day}, {by}; nothing can be checked before it is told"
        return f"still running, sealed before it began ({self.seal['commitment'][:16]}…)"

    def report(self) -> str:
        name = f"game {self.number}"
        if why := self.unchecked():
            return f"{name}: {why}"
        if self.faults:
            return "\n".join(
                [f"{name}: DOES NOT HOLD", *(f"  - {one}" for one in self.faults[:20])]
            )
        if not self.started:
            return f"{name}: sealed, not begun ({(self.seal or {})['commitment'][:16]}…)"
        end = " (ended without a result)" if self.revealed.get("aborted") else ""
        if "opened" in self.revealed:
            return (
                f"{name}: holds{end}: seats' words; {self.cards} cards everybody saw are those"
                f" sealed when they were shuffled. Not checked: the {self.closed} cards that are"
                " not opened, and that the decks came from the seed, the words, this table and its"
                " options: the seed stays secret"
            )
        if self.day:
            return (
                f"{name}: holds: the day's seed and all {self.draws} draws of the daily deal of"
                f" {self.day}. It takes no words and is the same at every table: compare its seal"
                f" with the one everybody saw that day ({(self.seal or {})['commitment'][:16]}…)"
            )
        return f"{name}: holds{end}: seed, seats' words and all {self.draws} draws"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "…"


# --- the table -------------------------------------------------------------------------------


class Seat:
    """Who has a seat: a person, a bot, a bot for a person (who may be gone), or nobody."""

    def __init__(self) -> None:
        self.person = self.bot = self.gone = False

    @property
    def manned(self) -> bool:
        return self.person and not self.bot and not self.gone

    def put(self, person: bool = False, bot: bool = False, gone: bool = False) -> None:
        self.person, self.bot, self.gone = person, bot, gone


class Table:
    """Follows a record fact by fact: what may stand where, once, and who may do it.

    A method for each fact, `_on_` and its name. `faults` is what cannot be so, `unchecked` what
    this program could not check, `notes` what is unusual and allowed.
    """

    def __init__(self, facts: Iterable[tuple[int, int, Fact]]) -> None:
        self.created: Fact = {}
        self.faults: list[str] = []
        self.unchecked: list[str] = []
        self.notes: list[str] = []
        self.games: list[Game] = []
        self.next: Game | None = None  # the game that is sealed and not begun
        self.running: Game | None = None
        self.chairs: list[Seat] = []
        self.votes: dict[str, set[int]] = {"pause": set(), "end": set()}
        self.pausing = self.late = False
        self.expected: list[tuple[str, int]] = []  # what must come next, of which seat (-1: any)
        self.before: Fact = {"fact": ""}
        self.n = self.at = self.drawn = 0
        self.gap = 0  # facts that are not in it, of the running game
        for n, at, fact in facts:
            self.take(n, at, fact)
        if not self.created:
            raise Unreadable("there is nothing in it")
        self.end()

    def take(self, n: int, at: int, fact: Fact) -> None:
        kind = fact["fact"]
        if not self.created and kind != "created":
            raise Unreadable("a record begins with the creation of its table")
        if n != self.n + 1:
            self.missing(n)
        self.n, self.at = n, at
        if self.well_formed(kind, fact):
            self.must(self.before["fact"] != "closed", "the table was closed before")
            self.follows(kind, fact)
            getattr(self, "_on_" + kind.replace("-", "_"))(fact)
        self.before = fact

    def must(self, holds: bool, why: str) -> None:
        """Note a fault in the current fact unless `holds`."""
        if not holds:
            self.faults.append(f"fact {self.n}: {why}")

    def missing(self, n: int) -> None:
        """Note missing facts; those of a running game may be told after it."""
        if self.running and self.running.seal and n > self.n:
            self.gap += n - self.n - 1
        else:
            self.faults.append(f"after fact {self.n} comes fact {n}")

    def well_formed(self, kind: str, fact: Fact) -> bool:
        if kind not in FACTS:
            self.unchecked.append(f"fact {self.n} is one this program does not know: {kind[:40]}")
            return False
        always = FACTS[kind]
        known = {"fact": text, **always, **SOMETIMES.get(kind, {})}
        for name in sorted(fact.keys() - known.keys()):
            self.unchecked.append(
                f"fact {self.n} ({kind}) has a field this program does not know: {name[:40]}"
            )
        wrong = [
            f"({kind}): its {name} cannot be {_short(fact[name])}"
            if name in fact
            else f"({kind}) has no {name}"
            for name, check in known.items()
            if (name in fact and not check(fact[name])) or (name in always and name not in fact)
        ]
        seat = fact.get("seat")
        if not wrong and self.created and seat is not None and seat >= len(self.chairs):
            wrong.append(f"({kind}): there is no seat {seat + 1}")
        if wrong and not self.created:
            raise Unreadable(f"fact {self.n} {wrong[0]}")
        self.faults += [f"fact {self.n} {one}" for one in wrong]
        self.drawn += (
            len(fact["asked"])
            if not wrong and kind in ("started", "acted") and "asked" in fact
            else 0
        )
        if self.drawn > MOST_DRAWS:
            raise Unreadable(f"fact {self.n}: no table draws more than {MOST_DRAWS} times")
        return not wrong

    def follows(self, kind: str, fact: Fact) -> None:
        """Check that the fact is the one that has to come next."""
        if not self.expected:
            return
        wanted, seat = self.expected.pop(0)
        if kind not in wanted.split(" or ") or (seat >= 0 and fact["seat"] != seat):
            self.expected.clear()
            whose = f" of seat {seat + 1}" if seat >= 0 else ""
            self.must(False, f"{kind} stands where {wanted}{whose} has to come")

    @property
    def words_wanted(self) -> bool:
        """Whether a sealed game waits for what seats give."""
        return self.next is not None and not self.next.day

    @property
    def loose(self) -> bool:
        """Whether the record does not say if the game is over: a daily deal, or not sealed."""
        return self.running is not None and (self.running.seal is None or bool(self.running.day))

    # The table and its seats

    def _on_created(self, fact: Fact) -> None:
        self.must(not self.created, "the table is opened once more")
        if not self.created:
            self.created = fact
            self.chairs = [Seat() for _ in range(fact["seats"])]

    def _on_sat(self, fact: Fact) -> None:
        seat, chair = fact["seat"], self.chairs[fact["seat"]]
        late = self.created["table"].get("late_join", True)
        if chair.person and not chair.gone:
            self.notes.append(f"fact {self.n}: {_short(fact['player'])} takes a taken seat")
        elif self.running and not self.loose:
            self.must(late is not False, "somebody sits down in the midst of a game")
        day = (self.next or self.running or Game(0, None)).day
        self.must(not day or seat == 0, "a second person sits down at a daily deal")
        chair.put(person=True)
        if self.next:
            self.next.given.pop(seat, None)
            self.next.repeated.discard(seat)
        self.give_words(seat)

    def give_words(self, seat: int) -> None:
        """Expect the words that are drawn for a person who has given none."""
        if self.words_wanted and self.next and seat not in self.next.given:
            self.expected.append(("contributed", seat))

    def _on_stood(self, fact: Fact) -> None:
        seat, chair = fact["seat"], self.chairs[fact["seat"]]
        self.must(chair.person and not chair.gone, "nobody sits there who could leave")
        if not self.loose:
            self.must(bool(fact["bot"]) is bool(self.running), "a bot stays exactly in a game")
        if fact["bot"]:
            chair.put(person=True, bot=True, gone=True)
        else:
            chair.put()
            if self.next:
                self.next.given.pop(seat, None)
                self.next.repeated.discard(seat)
        self.unheard(seat)

    def _on_bot_sat(self, fact: Fact) -> None:
        chair = self.chairs[fact["seat"]]
        self.must(not (chair.person or chair.bot), "that seat is taken")
        self.must(not self.running or self.loose, "a bot sits down in the midst of a game")
        chair.put(bot=True)

    def _on_bot_stood(self, fact: Fact) -> None:
        chair = self.chairs[fact["seat"]]
        self.must(chair.bot and not chair.person, "no bot sits there")
        self.must(not self.running or self.loose, "a bot is sent away in the midst of a game")
        chair.put()

    def _on_held(self, fact: Fact) -> None:
        seat, chair = fact["seat"], self.chairs[fact["seat"]]
        self.must(bool(self.running) and chair.manned, "nobody plays there who could be away")
        last = self.before
        late = last["fact"] == "acted" and last["by"] == "clock" and last["seat"] == seat
        self.must(late or not fact["late"], "nobody was too late just before")
        chair.put(person=True, bot=True)
        self.unheard(seat)

    def _on_returned(self, fact: Fact) -> None:
        chair = self.chairs[fact["seat"]]
        self.must(chair.person and chair.bot, "nobody was away there")
        chair.put(person=True)
        self.give_words(fact["seat"])

    def _on_closed(self, _: Fact) -> None:
        running = self.running and not self.loose
        self.must(not running, "a game that runs is not ended before the table is closed")
        self.next = None

    # Talk and votes

    def _on_said(self, fact: Fact) -> None:
        watching = not fact["watcher"] or bool(self.running)
        self.must(watching, "nobody watches where no game runs")

    _on_emoted = _on_said

    def _on_hushed(self, _: Fact) -> None:
        pass

    _on_sent_away = _on_hushed

    def _on_day_over(self, _: Fact) -> None:
        day = (self.running or self.next or Game(0, None)).day
        self.must(bool(day) and not self.late, "no daily deal runs whose day could end")
        self.late = True
        if self.running:
            self.running.void = True

    def _on_resumed(self, _: Fact) -> None:
        self.must(bool(self.running) and not self.pausing, "no clock runs")

    def _on_asked(self, fact: Fact) -> None:
        asking = self.votes[fact["what"]]
        self.must(self.votes_in(fact["seat"]), "nobody has a voice there")
        self.must(fact["seat"] not in asking, "that seat asks for it already")
        self.must(fact["what"] == "end" or not self.pausing, "the game pauses already")
        asking.add(fact["seat"])

    def _on_withdrew(self, fact: Fact) -> None:
        asking = self.votes[fact["what"]]
        self.must(self.votes_in(fact["seat"]) and fact["seat"] in asking, "it asks for nothing")
        asking.discard(fact["seat"])

    def votes_in(self, seat: int) -> bool:
        return bool(self.running) and self.chairs[seat].manned

    def all_ask(self, what: str) -> bool:
        voices = {seat for seat, chair in enumerate(self.chairs) if chair.manned}
        return bool(self.running and voices) and voices <= self.votes[what]

    def unheard(self, seat: int) -> None:
        """Drop what a seat asked for: its person no longer plays."""
        for asking in self.votes.values():
            asking.discard(seat)

    def _on_paused(self, _: Fact) -> None:
        self.must(self.all_ask("pause") and not self.pausing, "not everybody asks for a pause")
        self.votes["pause"].clear()
        self.pausing = True

    def _on_went_on(self, fact: Fact) -> None:
        seat = fact["seat"]
        self.must(self.pausing and (seat is None or self.votes_in(seat)), "nobody ends a pause")
        self.pausing = False

    def _on_ended(self, fact: Fact) -> None:
        if fact.get("outdated"):
            self.notes.append(
                f"fact {self.n}: the game is ended, it says, as its rules had changed"
            )
        else:
            self.must(self.all_ask("end"), "not everybody asks to end the game")
        self.pausing = False
        if self.running:
            self.running.void = True
        if not self.loose and self.running:
            self.expected = [("revealed", -1)]

    # Seals, words, games

    def _on_sealed(self, fact: Fact) -> None:
        begun = sum(bool(game.started) for game in self.games)
        after = self.before["fact"]
        if self.running and self.running.seal is None:
            self.running = None  # a game that was not sealed itself is over then
        self.must(not self.next and not self.running, "another seal is there already")
        self.must(fact["number"] == begun + 1, "it is not the next game that is sealed")
        if after not in ("created", "revealed"):
            sealed = any(game.seal for game in self.games)
            self.must(not sealed, "a game is sealed later than right after the one before")
            if not begun:
                self.unchecked.append("game 1 was not sealed before anybody sat down")
        if fact["day"]:
            self.must(self.n == 2, "a day is sealed at a table that plays something else")
            opened = datetime.fromtimestamp(min(self.at // 1000, 2**37), UTC).date()
            off = abs((datetime.fromisoformat(fact["day"]).date() - opened).days)
            self.must(off <= 1, f"the table was opened on {opened}, its daily deal is another's")
            apart = SEEDS_TOLD if fact["shared"] else HANDS_HIDDEN
            self.must(self.created["game"] not in apart, "its decks are shared where none are")
        self.must("seed" not in fact or bool(fact["day"]), "a seed is told with its seal")
        self.next = Game(fact["number"], fact)
        self.next.sealed_at = self.at
        self.games.append(self.next)
        for seat, chair in enumerate(self.chairs):
            if chair.person and not chair.gone:
                self.give_words(seat)

    def _on_contributed(self, fact: Fact) -> None:
        seat, game = fact["seat"], self.next
        if game is None or game.day:
            self.must(False, "words are given where no game waits for any")
            return
        chair = self.chairs[seat]
        self.must(chair.person and not chair.gone, "nobody sits there who could give words")
        first = seat not in game.given
        self.must(fact["typed"] is not first, "the first words of a seat, and only they, are drawn")
        if game.given.get(seat) == fact["commitment"]:
            self.must(seat not in game.repeated, "a seat gives the same words for the third time")
            self.notes.append(f"fact {self.n}: seat {seat + 1} tells the words it had kept back")
            game.repeated.add(seat)
        else:
            game.repeated.discard(seat)
        game.given[seat] = fact["commitment"]

    def _on_started(self, fact: Fact) -> None:
        self.must(not self.running or self.running.seal is None, "a game begins in another one")
        self.must(all(one.person or one.bot for one in self.chairs), "a seat is empty")
        game = self.next
        if game is None:
            self.must(not any(one.seal for one in self.games), "a game begins that is not sealed")
            game = Game(len(self.games) + 1, None)
            self.games.append(game)
            self.must(not fact.get("contributions"), "words go into a game that is not sealed")
        game.started = fact
        game.moves.append((self.n, fact))
        game.persons = {at for at, one in enumerate(self.chairs) if one.person and not one.gone}
        self.votes = {"pause": set(), "end": set()}
        self.pausing = False
        self.next, self.running = None, game
        self.draws_of(fact, "asked", "contributions")

    def _on_acted(self, fact: Fact) -> None:
        chair, table = self.chairs[fact["seat"]], self.created["table"]
        self.must(bool(self.running) and not self.pausing, "a move is made where no game runs")
        if self.before["fact"] == "ended":
            self.must(False, "a move is made in a game that was ended")
        if fact["by"] == "bot":
            self.must(chair.bot, "no bot plays there")
        else:
            self.must(chair.manned, "no person plays there")
        timed = table.get("turn", 1) or table.get("days", 1)
        self.must(fact["by"] != "clock" or bool(timed), "the table has no clock")
        if self.running:
            self.running.moves.append((self.n, fact))
            self.draws_of(fact, "asked")

    def draws_of(self, fact: Fact, *fields: str) -> None:
        """Check that a fact of a sealed game says what was drawn for, and what went into it."""
        for name in fields:
            self.must(
                name in fact or not self.running or not self.running.seal, f"it has no {name}"
            )
            fact.setdefault(name, [])

    def _on_revealed(self, fact: Fact) -> None:
        game, self.running = self.running, None
        after = self.before["fact"]
        if game is None or game.seal is None or game.day or game.number != fact["number"]:
            self.must(False, "a seed is told for a game that was not sealed or not played")
            return
        if fact["aborted"]:
            self.expected = [("closed" if after != "ended" else "sealed", -1)]
        else:
            self.must(after in ("acted", "started"), "a game is over without a last move")
            self.expected = [("sealed", -1)]
        game.revealed, game.over_at = fact, self.at
        if self.gap:
            game.fault("facts of this game are missing")
        self.gap = 0
        self.votes = {"pause": set(), "end": set()}
        self.pausing = False
        game.check(self.created)

    def end(self) -> None:
        """Check what is left when the record ends."""
        if self.expected:
            self.faults.append(
                f"after fact {self.n} the record breaks off: {self.expected[0][0]} has to come"
            )
        game = self.running or self.next
        seal = game.seal if game else None
        if game and seal and seal["day"] and game.started:
            game.over_at = midnight_after(seal["day"])
            if "seed" in seal:
                game.revealed = {"number": game.number, "seed": seal["seed"]}
                game.check(self.created)
        if self.gap:
            self.unchecked.append(
                f"{self.gap} facts are missing: what watchers say while a game runs is told"
                " after it, anything else is left out"
            )
        for game in self.games:
            if why := game.unchecked():
                self.unchecked.append(f"game {game.number}: {why}")


# --- what is said ----------------------------------------------------------------------------

NOT_PROVED = (
    "the moves themselves: that the rules allow them, ask for these draws, of these cards, and"
    " whose they were (arcade replay plays them again)",
    "names, times, bots' strengths, the table's rules and the version of the game's rules",
    "what was said and shown, clocks, and who came, went or was away during a game",
    "words that were replaced by others before the start",
    "that nothing came after the last fact",
)
"""What no record proves by itself, however it is checked."""


KNOWN_HOSTS: list[str] = []
"""Options that tell ssh-keygen where hosts are known; none: the user's known_hosts."""
BEGIN, END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
RECORD, CHECKPOINT = "record@ssh-arcade", "checkpoint@ssh-arcade"


def unsigned(lines: Iterable[str], signed: list[str], signature: list[str]) -> Iterator[str]:
    """Yield the lines of a record; collect them, and the signature behind them."""
    for line in lines:
        if signature or line.startswith(BEGIN):
            signature.append(line)
            if len(signature) > 100:
                raise Unreadable("no signature is that long")
        else:
            signed.append(line)
            yield line


def check_signature(
    host: str, signed: list[str], signature: list[str], namespace: str = RECORD
) -> tuple[int, str]:
    """Ask ssh-keygen whether the host's key in known_hosts signed it; return code and sentence."""
    if not signature:
        return (1, "it is not signed") if host else (0, "")
    if not host:
        return 2, "it is signed; name whose key it was: --host HOST (or --host [HOST]:PORT)"
    try:
        found = subprocess.run(  # noqa: S603
            ["ssh-keygen", "-F", host, *KNOWN_HOSTS],  # noqa: S607
            capture_output=True,
            text=True,
            check=False,
        )
        fields = [line.split() for line in found.stdout.splitlines() if line[:1] not in "#@"]
        keys = [f"{namespace} {one[1]} {one[2]}\n" for one in fields if len(one) > 2]
        if not keys:
            return 2, f"the signature: your known_hosts has no key of {host}"
        with tempfile.TemporaryDirectory() as folder:
            signers, file = Path(folder, "signers"), Path(folder, "signature")
            signers.write_text("".join(keys))
            file.write_text("".join(signature))
            command = ["ssh-keygen", "-Y", "verify", "-f", str(signers), "-I", namespace]
            command += ["-n", namespace, "-s", str(file)]
            done = subprocess.run(  # noqa: S603
                command, input="".join(signed).encode(), capture_output=True, check=False
            )
    except FileNotFoundError:
        return 2, "the signature: there is no ssh-keygen here, which checks it"
    if done.returncode:
        return (
            1,
            f"the key of {host} in your known_hosts has not signed this {namespace.split('@')[0]}",
        )
    return 0, f"signed by the key of {host} in your known_hosts: every letter of it"


def in_tree(leaf: str, index: int, path: Sequence[str], size: int, root: str) -> bool:
    """Follow the hashes beside a leaf's way to the root (RFC 9162, 2.1.3.2)."""
    last, made = size - 1, bytes.fromhex(leaf)
    if index > last:
        return False
    for beside in map(bytes.fromhex, path):
        if not last:
            return False
        if index % 2 or index == last:
            made = hashlib.sha256(b"\1" + beside + made).digest()
            while index and not index % 2:
                index, last = index >> 1, last >> 1
        else:
            made = hashlib.sha256(b"\1" + made + beside).digest()
        index, last = index >> 1, last >> 1
    return not last and made.hex() == root


TREE = shaped(
    checkpoint=lambda value: bool(value) and day(value), leaves=number(0), root=COMMITMENT
)
PROOF = shaped(leaf=COMMITMENT, index=number(0), path=many(COMMITMENT, 53))


def check_checkpoint(table: Table, lines: Iterable[str], host: str) -> tuple[int, str]:
    """Check that a record's games are in a signed checkpoint; return code and sentence."""
    signed: list[str] = []
    rest: list[str] = []
    size = 0
    for line in lines:
        size += len(line)
        if size > MOST_BYTES:
            raise Unreadable("no checkpoint is that long")
        (rest if rest or line.startswith(BEGIN) else signed).append(line)
    end = next((at for at, line in enumerate(rest, 1) if line.startswith(END)), len(rest))
    try:
        (told,) = (json.loads(line, object_pairs_hook=_object) for line in signed)
        proofs = [json.loads(line, object_pairs_hook=_object) for line in rest[end:]]
    except (ValueError, RecursionError):
        told, proofs = None, []
    if not (TREE(told) and all(map(PROOF, proofs))):
        raise Unreadable("it is no checkpoint with its proofs")
    sure, how = check_signature(host, signed, rest[:end], CHECKPOINT)
    if sure or not how:
        return sure or 2, f"the checkpoint: {how or 'it is not signed'}"
    proved = {
        one["leaf"]
        for one in proofs
        if in_tree(one["leaf"], one["index"], one["path"], told["leaves"], told["root"])
    }
    midnight = midnight_after(told["checkpoint"])
    found, over, younger = 0, False, []
    for game in table.games:
        for at, what, leaf in game.leaves(table.created["code"]):
            name = f"{what} of game {game.number}"
            if leaf in proved:
                found += 1
            elif at < midnight:
                return 1, f"{name} is not proved to be in the checkpoint of {told['checkpoint']}"
            else:
                younger.append(name)
                over = over or game.over_at >= 0
    tree = f"the signed checkpoint of {told['checkpoint']} ({told['leaves']} leaves)"
    late = f"younger than {tree}: {', '.join(younger[:3])}" if younger else ""
    if over or not found:
        return 2, late or f"nothing of this table is in {tree}"
    told_of = f"{found} seals and ends of games are in {tree}, root {told['root'][:16]}…"
    return 0, f"{told_of}; {late}" if late else told_of


def verify(
    lines: Iterable[str],
    say: Callable[[str], None],
    host: str = "",
    checkpoint: Iterable[str] | None = None,
) -> int:
    """Check a record, and whether it is in a checkpoint; return the exit code."""
    signed: list[str] = []
    signature: list[str] = []
    try:
        table = Table(read(unsigned(lines, signed, signature)))
    except (Unreadable, UnicodeError) as error:
        say(f"This cannot be read as the record of a table: {error}")
        return 2
    outcomes = []
    if signature or checkpoint is None:  # whoever has a checkpoint needs no signed record
        outcomes.append(check_signature(host, signed, signature))
    if checkpoint is not None:
        try:
            outcomes.append(check_checkpoint(table, checkpoint, host))
        except (Unreadable, UnicodeError) as error:
            outcomes.append((2, f"the checkpoint: {error}"))
    outcomes = [(sure, f"DOES NOT HOLD: {how}" if sure == 1 else how) for sure, how in outcomes]
    return report(table, outcomes, say)


def report(table: Table, outcomes: list[tuple[int, str]], say: Callable[[str], None]) -> int:
    """Report on a table's record and return the exit code."""
    created = table.created
    say(f"table {created['code']}, {created['game']}, {created['seats']} seats, {table.n} facts")
    for game in table.games:
        say(game.report())
    for note in table.notes:
        say(f"note: {note}")
    for fault in table.faults[:20]:
        say(f"DOES NOT HOLD: {fault}")
    for how in (how for sure, how in outcomes if how and sure < 2):
        say(how)
    table.unchecked += [how for sure, how in outcomes if sure == 2]
    if (
        any(sure == 1 for sure, _ in outcomes)
        or table.faults
        or any(game.faults for game in table.games)
    ):
        return 1
    say("Not proved by a record alone:")
    for what in NOT_PROVED:
        say(f"  - {what}")
    checked = sum(game.checked for game in table.games)
    games = f"{checked} finished game{'' if checked == 1 else 's'} checked"
    if not checked:
        table.unchecked.append("no game was played to its end")
    for what in table.unchecked[:20]:
        say(f"NOT CHECKED: {what}")
    if table.unchecked:
        say(f"{games}; not everything could be checked")
        return 2
    say(f"{games}, everything holds")
    return 0


def _say(line: str) -> None:
    """Print a line without control characters, whoever wrote the record."""
    shown = (one if one.isprintable() or one == "\n" else "?" for one in line)
    sys.stdout.write("".join(shown) + "\n")


def _lines(file: BinaryIO) -> Iterator[str]:
    """Read lines, none longer than a record's can be."""
    while line := file.readline(MOST_LINE + 1):
        yield line.decode()


def main(arguments: Sequence[str]) -> int:
    """Check the named file, or print the commitment to words."""
    wishes = {"--host": "", "--checkpoint": ""}
    while len(arguments) > 2 and arguments[0] in wishes:
        wish, wishes[wish], *arguments = arguments
    host, checkpoint = wishes.values()
    if len(arguments) == 2 and arguments[0] == "--seal":
        _say(sha256(length_prefixed(WORDS, arguments[1])))
        return 0
    if len(arguments) != 1 or arguments[0].startswith("--"):
        _say(__doc__ or "")
        _say("verify.py --seal WORDS gives the commitment to words you keep to yourself.")
        return 2
    try:
        with ExitStack() as files:
            tree = files.enter_context(Path(checkpoint).open("rb")) if checkpoint else None
            standard = arguments[0] == "-"
            file = (
                sys.stdin.buffer if standard else files.enter_context(Path(arguments[0]).open("rb"))
            )
            return verify(_lines(file), _say, host, _lines(tree) if tree else None)
    except OSError as error:
        _say(f"Cannot read {error.filename or arguments[0]}: {error.strerror}.")
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
