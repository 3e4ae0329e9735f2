#!/usr/bin/env python3
"""Check the chance of a table's games, from its record alone: `verify.py FILE`.

    ssh play@host record CODE > FILE
    python3 verify.py FILE

This one file needs nothing but Python: copy it anywhere, read it, run it. It does not know the
rules of any game and takes no word of the server for true. It follows the record fact by fact: what
may come where, how often, and from whom. From the seed revealed after a game it computes again the
commitment published before the game, and every draw of the game. What that proves and what it does
not, and the exact bytes: docs/fair-dice.md.

A game whose hands stay hidden opens single cards instead of the seed. No record can prove which
games these are: `arcade verify` knows them, and `verify.py --hides GAME FILE` takes your word.

A record that was asked for with --signed ends with a signature; `verify.py --host HOST FILE` checks
it by the key of that host in your known_hosts, and calls ssh-keygen for that. With --checkpoint
CHECKPOINT (what `ssh play@host checkpoint CODE` gave) it checks that the record's games are in it.

Exit code: 0, all games were checked and hold; 1, something does not hold; 2, something could not be
checked (a game that is not over, no finished game, no record at all). What was not checked is
named, whatever the code.
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
from typing import Any, BinaryIO, NoReturn

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
MOST_DRAWS, MOST_NUMBER = 200_000, 2**53
VOTES = ("pause", "end", "again", "rush", "settle")

Fact = dict[str, Any]
Check = Callable[[object], bool]


class Unreadable(Exception):
    """The file is no record."""


# --- bytes -----------------------------------------------------------------------------------


def length_prefixed(*parts: str | bytes) -> bytes:
    """Join texts, each after its length in four bytes."""
    encoded = [part.encode() if isinstance(part, str) else part for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in encoded)


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def plain(value: object) -> str:
    """Encode a value as canonical JSON."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def game_key(
    seed: bytes, game: str, rules: str, room: str, number: int, seats: Sequence[tuple[str, str]]
) -> bytes:
    """Return the key of one game's draws; `seats` are pairs of a kind and a text, in seat order."""
    given = [length_prefixed(str(seat), kind, text) for seat, (kind, text) in enumerate(seats)]
    message = length_prefixed(GAME, game, rules, room, str(number), length_prefixed(*given))
    return hmac.digest(seed, hashlib.sha256(message).digest(), "sha256")


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
        self.key, self.label, self.counter = key, label, 0
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
        while (word := self.word()) >= 2**32 - 2**32 % n:
            pass
        return word % n

    def shuffle(self, cards: Sequence[Any]) -> list[Any]:
        """Shuffle cards: Fisher–Yates from the ascending order, stars last."""
        order = sorted(
            cards, key=lambda value: (True, 0) if isinstance(value, str) else (False, value)
        )
        for last in range(len(order) - 1, 0, -1):
            other = self.pick(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def draw(self, asked: str, recorded: object) -> object:
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


def number(low: int, high: int = MOST_NUMBER) -> Check:
    """Accept integers in a range, but neither True nor 1.0."""
    return lambda value: type(value) is int and low <= value <= high


def text(value: object) -> bool:
    return isinstance(value, str)


def flag(value: object) -> bool:
    return isinstance(value, bool)


def matching(pattern: str) -> Check:
    compiled = re.compile(pattern)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


def many(check: Check, most: int) -> Check:
    return lambda value: isinstance(value, list) and len(value) <= most and all(map(check, value))


def shaped(**fields: Check) -> Check:
    """Accept an object with exactly these fields."""
    return lambda value: (
        isinstance(value, dict)
        and value.keys() == fields.keys()
        and all(check(value[name]) for name, check in fields.items())
    )


def small(value: object) -> bool:
    """Accept a small object that a game or a table defines: few values, not deep."""
    weight, level = 0, [value]
    for _ in range(6):
        weight += len(level)
        if weight > 300:
            return False
        inside = [container for container in level if isinstance(container, dict | list)]
        level = [
            part
            for container in inside
            for part in (container.values() if isinstance(container, dict) else container)
        ]
    return isinstance(value, dict) and not level


def day(value: object) -> bool:
    """Accept a date, or "" for none."""
    try:
        return isinstance(value, str) and value in (
            "",
            datetime.fromisoformat(value or "1970-01-01").date().isoformat(),
        )
    except ValueError:
        return False


def deal(value: object) -> bool:
    """Accept what a deal that tables share is called: a day, or a duel's round; "" for none."""
    return day(value) or DUEL(value)


def deal_text(name: str) -> str:
    """Name a deal that tables share."""
    _, *duel = name.split()
    return f"round {duel[1]} of duel {duel[0]}" if duel else f"the daily deal of {name}"


def card(value: object) -> bool:
    """Accept a card: a number, or a star."""
    return (isinstance(value, str) and value == "*") or number(0, 1000)(value)


def draw(value: object) -> bool:
    return number(0, 2**32)(value) or shaped(shuffle=many(card, 1000))(value)


DUEL = matching("duel [A-Z]{4,16} [1-9]")
SEAT, HASH, HASH_OR_NONE = number(0, 63), matching("[0-9a-f]{64}"), matching("([0-9a-f]{64})?")
CONTRIBUTION = shaped(kind=matching("words|sealed|bot|none"), text=text, commitment=HASH_OR_NONE)
OPENING = shaped(n=number(1), draw=number(0), place=number(0), card=card, salt=HASH)

FIELDS: Mapping[str, Check] = {
    **dict.fromkeys(("by", "bot", "bot_name", "code", "emote", "fact", "game"), text),
    **dict.fromkeys(("player", "text", "who"), text),
    **dict.fromkeys(("aborted", "broken", "idle", "late", "lapsed"), flag),
    **dict.fromkeys(("house", "long", "on", "outdated"), flag),
    **dict.fromkeys(("private", "shared", "typed", "unready", "waits", "watcher"), flag),
    **dict.fromkeys(("action", "options", "table"), small),
    "commitment": HASH,
    "day": deal,
    "empty": lambda value: value is None or number(0)(value),
    "game_version": number(0),
    "number": number(1),
    "seat": SEAT,
    "seats": number(1, 64),
    "seed": HASH,
    "what": matching("|".join(VOTES)),
    "asked": many(matching("die|(pick|shuffle) [1-9][0-9]{0,9}"), 2000),
    "draws": many(draw, 2000),
    "cards": many(many(HASH, 1000), 100),
    "contributions": many(CONTRIBUTION, 64),
    "opened": many(OPENING, MOST_DRAWS),
    "by of acted": matching("person|bot|clock"),
    "seat of went-on": lambda value: value is None or SEAT(value),
    "seed of revealed": HASH_OR_NONE,
}

FACTS: Mapping[str, str] = {
    "created": "code game game_version options seats by private table",
    "sat": "seat player waits",
    "stood": "seat bot bot_name",
    "bot-sat": "seat bot bot_name",
    "bot-stood": "seat",
    "held": "seat bot bot_name late unready idle long",
    "returned": "seat",
    "sealed": "number commitment day shared [seed]",
    "contributed": "seat commitment typed",
    "started": "asked contributions game_version [draws] [cards]",
    "acted": "seat action by asked [draws] [cards]",
    "revealed": "number seed aborted [opened]",
    "asked": "seat what",
    "withdrew": "seat what lapsed",
    "paused": "",
    "went-on": "seat",
    "rushed": "",
    "settled": "house",
    "admitted": "seat on",
    "ended": "outdated broken",
    "resumed": "empty",
    "day-over": "",
    "said": "who text watcher",
    "emoted": "who emote watcher",
    "hushed": "player on",
    "sent-away": "player",
    "closed": "",
}
"""Every fact and its fields; those in brackets are there only in some games, or after a game."""


def split(lines: Iterable[str]) -> tuple[list[str], list[str], list[str]]:
    """Return the lines before a signature, the signature, and the lines behind it."""
    parts: tuple[list[str], list[str], list[str]] = ([], [], [])
    size = part = 0
    for at, line in enumerate(lines, 1):
        size += len(line)
        if len(line) > MOST_LINE or size > MOST_BYTES:
            raise Unreadable(f"line {at}: no record is that long")
        part = 1 if part == 0 and line.startswith(BEGIN) else part
        parts[part].append(line)
        part = 2 if part == 1 and line.startswith(END) else part
    return parts


def read(lines: Iterable[str]) -> Iterator[tuple[int, int, Fact]]:
    """Read a record, one JSON object a line; yield each fact with its number and its time."""
    count = 0
    for at, line in enumerate(lines, 1):
        if not line.strip():
            continue
        count += 1
        if count > MOST_FACTS:
            raise Unreadable(f"line {at}: no record has more than {MOST_FACTS} facts")
        try:
            entry = decode(line)
            line.encode()
            if "\\u" in line:
                json.dumps(entry, ensure_ascii=False).encode()  # half a surrogate has no bytes
        except (ValueError, RecursionError) as error:
            raise Unreadable(f"line {at} is no fact of a record") from error
        if not LINE(entry):
            raise Unreadable(f"line {at} is no fact of a record")
        if not (number(2, 2)(entry["v"]) and number(1)(entry["n"]) and number(0)(entry["at"])):
            raise Unreadable(f"line {at}: its number, time or version is none of this program's")
        yield entry["n"], entry["at"], entry["fact"]


def decode(line: str) -> Any:
    """Decode JSON without fractions; raise ValueError where a field is there twice."""

    def without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a field is there twice")
        return dict(pairs)

    def refused(_: str) -> NoReturn:
        raise ValueError("no record has such a number")

    return json.loads(
        line, object_pairs_hook=without_doubles, parse_float=refused, parse_constant=refused
    )


LINE = shaped(
    n=lambda _: True,
    at=lambda _: True,
    v=lambda _: True,
    fact=lambda fact: isinstance(fact, dict) and text(fact.get("fact")),
)


# --- one game --------------------------------------------------------------------------------


class Game:
    """One game of the record, and its faults."""

    def __init__(self, number: int, seal: Fact, at: int = -1) -> None:
        self.number = number
        self.seal = seal  # the fact "sealed"
        self.sealed_at, self.over_at = at, -1
        self.given: dict[int, list[str]] = {}  # commitments that seats published before the start
        self.persons: set[int] = set()  # seats of persons when it began
        self.started: Fact = {}  # the fact "started"
        self.moves: list[tuple[int, Fact]] = []  # (n, fact): the start and every action, in order
        self.revealed: Fact = {}  # the fact "revealed"
        self.faults: list[str] = []
        self.draws = self.cards = self.closed = 0
        self.void = False  # whether it was ended, or its day was over before it was

    @property
    def day(self) -> str:
        """The day of which it is the daily deal, or the round of a duel; "" for any other game."""
        return str(self.seal.get("day", ""))

    def leaves(self, code: str) -> Iterator[tuple[int, str, str]]:
        """Yield the game's leaves in a checkpoint: time, name, hash."""
        identity, commitment = (code, str(self.number)), self.seal["commitment"]
        sealed = length_prefixed(SEALED, *identity, str(self.sealed_at), commitment)
        yield self.sealed_at, "the seal", sha256(b"\0" + sealed)
        if self.over_at < 0:
            return
        given = [
            [contribution["kind"], contribution["text"]]
            for contribution in self.started["contributions"]
        ]
        moves = [[move["seat"], move["action"], move["by"]] for _, move in self.moves[1:]]
        made = b"".join(length_prefixed(plain(part)) for part in [given, *moves])
        seed = self.revealed.get("seed", "")  # a daily deal that hides hands reveals none
        result = "" if self.revealed.get("aborted", self.void) else sha256(made)
        over = length_prefixed(OVER, *identity, str(self.over_at), commitment, seed, result)
        yield self.over_at, "the end", sha256(b"\0" + over)

    def check(self, created: Fact, hides: bool | None) -> None:
        """Check what was revealed; `hides` is whether hands stay hidden, None if unknown."""
        game = created["game"]
        if not self.day:
            self.check_contributions(created["seats"])
            if self.seal["shared"]:
                self.faults.append("decks are said to be shared where no day is played")
        elif self.started["contributions"]:
            self.faults.append("words were added to a daily deal, which takes none")
        if "opened" not in self.revealed:
            if hides:
                self.faults.append(f"a seed is revealed, or no card, where {game} hides hands")
            else:
                self.check_seed(created)
        elif hides is False:
            self.faults.append(f"single cards are opened where {game} tells its seed")
        elif self.revealed["seed"]:
            self.faults.append("a seed is revealed where single cards are opened")
        else:
            self.check_cards()

    def check_contributions(self, seats: int) -> None:
        """Check that what the seats gave is what they had committed to before the start."""
        given = self.started["contributions"]
        if len(given) != seats:
            self.faults.append(f"{len(given)} contributions for {seats} seats")
        for seat, contribution in enumerate(given):
            published = self.given.get(seat, [])
            before, kind, text = "".join(published[-1:]), contribution["kind"], contribution["text"]
            whose = f"seat {seat + 1}"
            if kind in ("words", "sealed") and not before:
                self.faults.append(f"{whose} had committed to nothing before the start")
            elif kind == "words" and sha256(length_prefixed(WORDS, text)) != before:
                self.faults.append(f"the words of {whose} are not those it had committed to")
            elif kind == "sealed" and (text != before or published[-2:] == [before, before]):
                self.faults.append(f"{whose} had published another commitment, or its words")
            elif kind in ("bot", "none") and (before or text):
                self.faults.append(f"what {whose} had committed to is left out")
            elif (kind == "bot") is (seat in self.persons):
                self.faults.append(f"{whose} is said to be a bot's and a person's at once")
            elif contribution["commitment"] != before:
                self.faults.append(f"the commitment of {whose} is not the one it had published")

    def check_seed(self, created: Fact) -> None:
        """Check the revealed seed against the commitment, and every draw against the seed."""
        seed, game = bytes.fromhex(self.revealed["seed"]), created["game"]
        if len(seed) != 32 or sha256(length_prefixed(SEAL, game, seed)) != self.seal["commitment"]:
            self.faults.append("the revealed seed is not the sealed one")
            return
        rules = plain({"options": created["options"], "seats": created["seats"]})
        given = [
            (contribution["kind"], contribution["text"])
            for contribution in self.started["contributions"]
        ]
        key = game_key(seed, game, rules, created["code"], self.number, given)
        if self.day:
            key = daily_key(seed, game, rules, self.day)
        for label, (n, fact) in zip(self.labels(), self.moves, strict=True):
            if why := self.check_draws(Stream(key, label), fact):
                self.faults.append(f"fact {n}: {why}")

    def labels(self) -> list[str]:
        """Return the labels of the draws of the start and of every action."""
        if not self.day:
            return ["0 set-up", *(f"{action} action" for action in range(1, len(self.moves)))]
        shared, labels, drawn = self.seal["shared"], ["0 set-up"], dict[int, int]()
        for _, fact in self.moves[1:]:
            seat = -1 if shared else fact["seat"]
            number = drawn.get(seat, 0) + 1
            labels.append(f"{number} deal" if shared else f"{number} of seat {seat}")
            if fact.get("draws"):
                drawn[seat] = number
        return labels

    def check_draws(self, stream: Stream, fact: Fact) -> str:
        """Repeat the draws of one fact; return what is wrong with them."""
        asked, drawn = fact["asked"], fact.get("draws")
        if drawn is None or "cards" in fact:
            return "its draws are left out, or sealed, where the seed is revealed"
        if len(asked) != len(drawn):
            return f"{len(drawn)} draws where {len(asked)} were asked for"
        for what, recorded in zip(asked, drawn, strict=True):
            self.draws += 1
            expected = stream.draw(what, recorded)
            if expected is None or expected != recorded:
                return f"{what} gave {short(expected)}, the record says {short(recorded)}"
        return ""

    def check_cards(self) -> None:
        """Check the opened cards of a game whose hands stay hidden against the sealed decks."""
        decks: dict[tuple[int, int], list[str]] = {}
        whole: set[tuple[int, int]] = set()  # decks from which no hand was dealt
        for n, fact in self.moves:
            asked, sealed = fact["asked"], fact.get("cards", [])
            self.faults += [f"fact {n}: {why}" for why in wrong_decks(fact, asked, sealed)]
            decks |= {(n, at): cards for at, cards in enumerate(sealed)}
            whole |= {(n, at) for at in range(len(sealed) - 1)}
        if not decks:
            self.faults.append("no deck was shuffled and sealed")
        if self.faults:
            return
        seen: set[tuple[int, int, int]] = set()
        for opening in self.revealed["opened"]:
            n, at, position = where = (opening["n"], opening["draw"], opening["place"])
            deck = decks.get((n, at), [])
            made = sha256(
                length_prefixed(CARD, str(opening["card"]), bytes.fromhex(opening["salt"]))
            )
            if position >= len(deck) or deck[position] != made:
                self.faults.append(f"fact {n}: card {position + 1} is not the one that was sealed")
            elif where in seen:
                self.faults.append(f"fact {n}: card {position + 1} is opened twice")
            seen.add(where)
        for n, at in sorted(whole):
            if any((n, at, position) not in seen for position in range(len(decks[n, at]))):
                self.faults.append(f"fact {n}: the draw for the button is not opened whole")
        self.cards = len(seen)
        self.closed = sum(map(len, decks.values())) - self.cards

    def unchecked(self) -> str:
        """Return why it could not be checked; "" if it was, or if there is nothing to check yet."""
        if self.faults or self.revealed or not self.started:
            return ""
        by = f"sealed by {self.seal['commitment'][:16]}…"
        if self.day and self.seal["shared"]:
            return f"{deal_text(self.day)}, {by}; hands stay hidden, and nothing is opened"
        if self.day:
            return f"{deal_text(self.day)}, {by}; nothing can be checked before it is revealed"
        return f"still running, sealed before it began ({self.seal['commitment'][:16]}…)"

    def report(self) -> str:
        """Return the result of the check."""
        if why := self.unchecked():
            return why
        if self.faults:
            return "\n".join(["DOES NOT HOLD", *(f"  - {fault}" for fault in self.faults[:20])])
        commitment = f"{self.seal['commitment'][:16]}…"
        if not self.started:
            return f"sealed, not begun ({commitment})"
        end = " (ended without a result)" if self.revealed.get("aborted") else ""
        if "opened" in self.revealed:
            return (
                f"holds{end}: seats' words; {self.cards} cards everybody saw are those sealed when"
                f" they were shuffled. Not checked: the {self.closed} cards that are not opened,"
                " and that the decks came from the seed, the words, this table and its options:"
                " the seed stays secret"
            )
        if DUEL(self.day):
            return f"holds: the seed and all {self.draws} draws of {deal_text(self.day)}"
        if self.day:
            return (
                f"holds: the day's seed and all {self.draws} draws of the daily deal of {self.day}."
                " It takes no words and is the same at every table: compare its seal with the one"
                f" everybody saw that day ({commitment})"
            )
        return f"holds{end}: seed, seats' words and all {self.draws} draws"


def wrong_decks(fact: Fact, asked: list[str], sealed: list[list[str]]) -> Iterator[str]:
    """Say what is wrong with the decks of one fact, where every card should be sealed."""
    if "draws" in fact:
        yield "draws are shown where every card should be sealed"
    if any(what[:7] != "shuffle" for what in asked):
        yield "something other than a shuffle was drawn, and is not shown"
    if len(asked) != len(sealed):
        yield f"{len(sealed)} sealed decks for {len(asked)} shuffles"
    for what, cards in zip(asked, sealed, strict=False):
        if what != f"shuffle {len(cards)}":
            yield f"a deck of {len(cards)} sealed cards is not whole"


def short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "…"


# --- the table -------------------------------------------------------------------------------

EMPTY, BOT, PERSON, AWAY, GONE = "empty", "bot", "person", "away", "gone"
JOINS = "joins"
"""Who has a seat; a bot plays for a person who is away, or gone for the rest of the game, or who
joins and plays from the next round on, which a record does not say."""
SEATED = (PERSON, AWAY, JOINS)

SEATS: Mapping[str, tuple[tuple[str, ...], str, str]] = {
    "sat": ((EMPTY, BOT, *SEATED, GONE), PERSON, ""),
    "stood": (SEATED, EMPTY, "nobody sits there who could leave"),
    "bot-sat": ((EMPTY,), BOT, "that seat is taken"),
    "bot-stood": ((BOT,), EMPTY, "no bot sits there"),
    "held": ((PERSON, JOINS), AWAY, "nobody plays there who could be away"),
    "returned": ((AWAY, GONE, JOINS), PERSON, "nobody was away there"),
}
"""Fact → who may have the seat before it, who has it afterwards, and what is wrong otherwise."""


class Table:
    """Follows a record fact by fact: what may come where, how often, and from whom.

    `faults` is what cannot be so, `unchecked` what this program could not check, `notes` what is
    unusual and allowed. `hides` says which games hide their hands.
    """

    def __init__(
        self, facts: Iterable[tuple[int, int, Fact]], hides: Mapping[str, bool] | None = None
    ) -> None:
        self.hides = hides or {}
        self.created: Fact = {}
        self.faults: list[str] = []
        self.unchecked: list[str] = []
        self.notes: list[str] = []
        self.games: list[Game] = []
        self.next: Game | None = None  # the game that is sealed and not begun
        self.running: Game | None = None
        self.seats: list[str] = []
        self.votes: dict[str, set[int]] = {what: set() for what in VOTES}
        self.pausing = self.day_over = self.settled = False
        self.admits = True
        self.expected: list[tuple[str, int]] = []  # what must come next, of which seat (-1: any)
        self.before: Fact = {"fact": ""}
        self.n = self.at = self.drawn = 0
        self.gap = 0  # facts of the running game that are not in it
        for n, at, fact in facts:
            if not self.created and fact["fact"] != "created":
                raise Unreadable("a record begins with the creation of its table")
            if n != self.n + 1:
                self.missing(n)
            self.n, self.at = n, at
            if self.well_formed(fact):
                self.take(fact)
            self.before = fact
        if not self.created:
            raise Unreadable("there is nothing in it")
        self.end()

    def must(self, holds: bool, why: str) -> None:
        """Note a fault in the current fact unless `holds`."""
        if not holds:
            self.faults.append(f"fact {self.n}: {why}")

    def missing(self, n: int) -> None:
        """Note missing facts; those of a running game may appear after it."""
        if self.running and n > self.n:
            self.gap += n - self.n - 1
        else:
            self.faults.append(f"after fact {self.n} comes fact {n}")

    def well_formed(self, fact: Fact) -> bool:
        """Whether a fact has its fields, each with a value that it can have."""
        kind = fact["fact"]
        if kind not in FACTS:
            self.unchecked.append(f"fact {self.n} is one this program does not know: {kind[:40]}")
            return False
        known = ["fact", *FACTS[kind].replace("[", "").replace("]", "").split()]
        for name in sorted(fact.keys() - set(known)):
            self.unchecked.append(
                f"fact {self.n} ({kind}) has a field this program does not know: {name[:40]}"
            )
        wrong = [
            f"({kind}): its {name} cannot be {short(fact[name])}"
            if name in fact
            else f"({kind}) has no {name}"
            for name in known
            if (name in fact or name in FACTS[kind].split())
            and not (name in fact and FIELDS.get(f"{name} of {kind}", FIELDS[name])(fact[name]))
        ]
        seat = fact.get("seat")
        if not wrong and self.created and seat is not None and seat >= len(self.seats):
            wrong.append(f"({kind}): there is no seat {seat + 1}")
        if wrong and not self.created:
            raise Unreadable(f"fact {self.n} {wrong[0]}")
        self.faults += [f"fact {self.n} {fault}" for fault in wrong]
        self.drawn += 0 if wrong else len(fact.get("asked", ()))
        if self.drawn > MOST_DRAWS:
            raise Unreadable(f"fact {self.n}: no table draws more than {MOST_DRAWS} times")
        return not wrong

    def take(self, fact: Fact) -> None:
        """Follow one fact: what it needs, and what it changes."""
        kind = fact["fact"]
        self.must(self.before["fact"] != "closed", "the table was closed before")
        if self.expected:
            wanted, seat = self.expected.pop(0)
            if kind != wanted or seat not in (-1, fact.get("seat")):
                self.expected.clear()
                whose = f" of seat {seat + 1}" if seat >= 0 else ""
                self.must(False, f"{kind} stands where {wanted}{whose} has to come")
        if kind == "created":
            self.must(not self.created, "the table is opened once more")
            self.created = self.created or fact
            self.admits = fact["table"].get("late_join", True) is not False
            self.seats = self.seats or [EMPTY] * fact["seats"]
        elif kind in SEATS:
            self.seat(kind, fact["seat"], fact)
        elif kind in ("asked", "withdrew", "paused", "went-on", "rushed", "settled", "ended"):
            self.vote(kind, fact)
        elif kind in ("sealed", "contributed", "started", "acted", "revealed"):
            getattr(self, kind)(fact)
        else:
            self.aside(kind, fact)

    def aside(self, kind: str, fact: Fact) -> None:
        """Follow talk, clocks, the end of a day and of the table."""
        game = self.running or self.next
        if kind == "resumed":
            self.must(bool(self.running) and not self.pausing, "no clock runs")
        elif kind == "day-over":
            over = bool(game and game.day) and not self.day_over
            self.must(over, "no daily deal runs whose day could end")
            self.day_over = True
            self.void()
        elif kind in ("said", "emoted"):
            watches = not fact["watcher"] or bool(self.running)
            self.must(watches, "nobody watches where no game runs")
        elif kind == "admitted":
            self.must(self.seats[fact["seat"]] in SEATED, "nobody plays there who could say so")
            self.admits = fact["on"]
        elif kind == "closed":
            ends = not self.in_game
            self.must(ends, "a game that runs is not ended before the table is closed")
            self.next = None

    @property
    def in_game(self) -> bool:
        """Whether a game runs that the record will see the end of: no daily deal."""
        return self.running is not None and not self.running.day

    def void(self) -> None:
        if self.running:
            self.running.void = True

    # Seats and votes

    def seat(self, kind: str, seat: int, fact: Fact) -> None:
        before, (allowed, after, why) = self.seats[seat], SEATS[kind]
        played = not self.in_game if fact.get("unready") else bool(self.running)
        self.must(before in allowed and (kind != "held" or played), why)
        if kind == "sat":
            game = self.next or self.running
            if before in SEATED:
                self.notes.append(f"fact {self.n}: {short(fact['player'])} takes a taken seat")
            elif self.in_game:
                possible = self.admits
                self.must(possible, "somebody sits down in the midst of a game")
            after = JOINS if fact.get("waits") else PERSON
            alone = not (game and game.day) or seat == 0
            self.must(alone, "a second person sits down at a daily deal")
        elif kind == "stood":
            stays = bool(fact["bot"])
            if self.in_game or not self.running:
                self.must(stays is bool(self.running), "a bot stays exactly in a game")
            after = GONE if stays else EMPTY
        elif kind in ("bot-sat", "bot-stood"):
            does = "sits down" if kind == "bot-sat" else "is sent away"
            self.must(not self.in_game, f"a bot {does} in the midst of a game")
        elif kind == "held":
            last = self.before
            possible = last["fact"] == "acted" and last["by"] == "clock" and last["seat"] == seat
            self.must(possible or not fact["late"], "nobody was too late just before")
        self.seats[seat] = after
        if self.next and (kind == "sat" or after == EMPTY):
            self.next.given.pop(seat, None)
        if after == PERSON:
            self.await_words(seat)
        if kind == "sat" or before == JOINS or not {EMPTY, PERSON}.isdisjoint((before, after)):
            self.close_questions(seat)

    def close_questions(self, seat: int) -> None:
        """The voters have changed: close their questions."""
        for what, asked in self.votes.items():
            asked.intersection_update(asked - {seat} if what == "again" else ())

    def await_words(self, seat: int) -> None:
        """Expect the words that are drawn for a person who has given none."""
        if self.next and not self.next.day and seat not in self.next.given:
            self.expected.append(("contributed", seat))

    def votes_in(self, seat: int, what: str = "") -> bool:
        """Whether a seat has a vote; a person who gave the game up may still agree to its end."""
        voices = (PERSON, JOINS, GONE) if what == "end" else (PERSON, JOINS)
        return bool(self.running) and self.seats[seat] in voices

    def all_ask(self, what: str) -> bool:
        voices = {seat for seat, who in enumerate(self.seats) if who == PERSON}
        return bool(self.running and voices) and voices <= self.votes[what]

    def vote(self, kind: str, fact: Fact) -> None:
        """Follow the votes for a pause or for the end, and what comes of them."""
        seat, asking = fact.get("seat"), self.votes[fact.get("what", "pause")]
        voice = seat is None or self.votes_in(seat, fact.get("what", ""))
        if fact.get("what") == "again":
            voice = not self.in_game and self.seats[fact["seat"]] in (PERSON, JOINS)
        if kind == "asked":
            self.must(voice, "nobody has a voice there")
            self.must(seat not in asking, "that seat asks for it already")
            free = fact["what"] != "pause" or not self.pausing
            self.must(free, "the game is already paused")
            asking.add(fact["seat"])
        elif kind == "withdrew":
            self.must(voice and bool(asking), "nobody asks for anything")
            asking.intersection_update(asking - {seat} if seat in asking else ())
        elif kind == "paused":
            agreed = self.all_ask("pause") and not self.pausing
            self.must(agreed, "not everybody asks for a pause")
            asking.clear()
        elif kind == "rushed":
            self.must(bool(self.running), "no game runs whose end could be seen")
        elif kind == "settled":
            if fact["house"]:
                self.notes.append(f"fact {self.n}: the game is ended, it says, by the house")
            else:
                left = AWAY in self.seats or GONE in self.seats
                self.must(left, "nobody has left the game that is ended")
                self.must(self.all_ask("settle"), "not everybody asks to end the game, rated")
            self.settled = True
        elif kind == "went-on":
            self.must(self.pausing and voice, "nobody ends a pause")
        else:
            self.end_without_result(fact)
        self.pausing = kind == "paused" or (self.pausing and kind in ("asked", "withdrew"))

    def end_without_result(self, fact: Fact) -> None:
        if fact.get("outdated"):
            changed = "the game is ended, it says, as its rules had changed"
            self.notes.append(f"fact {self.n}: {changed}")
        elif fact.get("broken"):
            failed = "the game is ended, it says, as its program had failed"
            self.notes.append(f"fact {self.n}: {failed}")
        else:
            self.must(self.all_ask("end"), "not everybody asks to end the game")
        self.void()
        if self.in_game:
            self.expected = [("revealed", -1)]

    # Games

    def sealed(self, fact: Fact) -> None:
        begun = sum(bool(game.started) for game in self.games)
        self.must(not self.next and not self.running, "another seal is there already")
        self.must(fact["number"] == begun + 1, "it is not the next game that is sealed")
        at_once = self.before["fact"] in ("created", "revealed")
        self.must(at_once, "a game is sealed later than right after the one before")
        if fact["day"]:
            self.must(self.n == 2, "a day is sealed at a table that plays something else")
        if fact["day"] and not DUEL(fact["day"]):
            opened = datetime.fromtimestamp(min(self.at // 1000, 2**37), UTC).date()
            off = abs((datetime.fromisoformat(fact["day"]).date() - opened).days)
            self.must(off <= 1, f"the table was opened on {opened}, its daily deal is another's")
        if fact["day"]:
            shared = self.hides.get(self.created["game"], fact["shared"])
            self.must(fact["shared"] is shared, "its decks are shared where none are")
        self.must("seed" not in fact or bool(fact["day"]), "a seed is revealed with its seal")
        self.next = Game(fact["number"], fact, self.at)
        self.games.append(self.next)
        for seat, who in enumerate(self.seats):
            if who in SEATED:
                self.await_words(seat)

    def contributed(self, fact: Fact) -> None:
        game, seat, commitment = self.next, fact["seat"], fact["commitment"]
        if game is None or game.day:
            self.must(False, "words are given where no game waits for any")
            return
        sits = self.seats[seat] in SEATED
        self.must(sits, "nobody sits there who could give words")
        given = game.given.setdefault(seat, [])
        first = not given
        self.must(fact["typed"] is not first, "the first words of a seat, and only they, are drawn")
        if given[-1:] == [commitment]:
            twice = given[-2:] != [commitment] * 2
            self.must(twice, "a seat gives the same words for the third time")
            self.notes.append(f"fact {self.n}: seat {seat + 1} tells the words it had kept back")
        given.append(commitment)

    def started(self, fact: Fact) -> None:
        self.must(not self.running, "a game begins in another one")
        self.must(EMPTY not in self.seats, "a seat is empty")
        game = self.next
        if game is None:
            self.must(False, "a game begins that is not sealed")
            return
        game.started, self.settled = fact, False
        game.persons = {seat for seat, who in enumerate(self.seats) if who in SEATED}
        self.next, self.running = None, game
        self.forget_votes()
        game.moves.append((self.n, fact))

    def acted(self, fact: Fact) -> None:
        who, table = self.seats[fact["seat"]], self.created["table"]
        self.must(bool(self.running) and not self.pausing, "a move is made where no game runs")
        ended = self.before["fact"] == "ended"
        self.must(not ended, "a move is made in a game that was ended")
        if fact["by"] == "bot":
            plays = self.settled or who in (BOT, AWAY, GONE, JOINS)
            self.must(plays, "no bot plays there")
        else:
            self.must(who in (PERSON, JOINS), "no person plays there")
            self.seats[fact["seat"]] = PERSON if who == JOINS else who
        timed = table.get("turn", 1) or table.get("days", 1)
        self.must(fact["by"] != "clock" or bool(timed), "the table has no clock")
        if self.running:
            self.running.moves.append((self.n, fact))

    def revealed(self, fact: Fact) -> None:
        game, after, self.running = self.running, self.before["fact"], None
        if game is None or game.day or game.number != fact["number"]:
            self.must(False, "a seed is revealed for a game that was not sealed or not played")
            return
        if not fact["aborted"]:
            self.must(after in ("acted", "started"), "a game is over without a last move")
        closes = fact["aborted"] and after != "ended"
        self.expected = [("closed" if closes else "sealed", -1)]
        game.revealed, game.over_at = fact, self.at
        if self.gap:
            game.faults.append("facts of this game are missing")
        self.gap = 0
        self.forget_votes()
        self.check(game)

    def forget_votes(self) -> None:
        self.votes, self.pausing = {what: set() for what in VOTES}, False

    def check(self, game: Game) -> None:
        name = self.created["game"]
        game.check(self.created, self.hides.get(name))
        if "opened" in game.revealed and name not in self.hides:
            self.unchecked.append(
                f"game {game.number}: that hands stay hidden in {name}, where single cards are"
                f" opened and no seed is revealed; if its rules say so: --hides {name}"
            )

    def end(self) -> None:
        """Check what is left when the record ends."""
        if self.expected:
            self.faults.append(
                f"after fact {self.n} the record breaks off: {self.expected[0][0]} has to come"
            )
        game = self.running or self.next
        if game and game.day and game.started:
            if not DUEL(game.day):  # the end of a duel's game is in no checkpoint
                game.over_at = midnight_after(game.day)
            if "seed" in game.seal:
                game.revealed = {"number": game.number, "seed": game.seal["seed"]}
                self.check(game)
        if self.gap:
            self.unchecked.append(
                f"{self.gap} facts are missing: what spectators say while a game runs is in"
                " the record after it; anything else was left out"
            )
        for game in self.games:
            if why := game.unchecked():
                self.unchecked.append(f"game {game.number}: {why}")


# --- duels -----------------------------------------------------------------------------------


def apart(facts: Iterable[tuple[int, int, Fact]]) -> list[list[tuple[int, int, Fact]]]:
    """Return the facts of each table of a record: a duel's has several, one after the other."""
    tables: list[list[tuple[int, int, Fact]]] = [[]]
    for n, at, fact in facts:
        if n == 1 and fact["fact"] == "created" and tables[-1]:
            tables.append([])
        tables[-1].append((n, at, fact))
    return tables


def unlike(tables: Sequence[Table]) -> Iterator[str]:
    """Say what keeps tables from being the two of each round of one duel."""
    rounds: dict[str, list[tuple[object, ...]]] = {}
    for table in tables:
        created, code = table.created, table.created["code"]
        names = [game.day for game in table.games]
        if len(names) != 1 or not DUEL(names[0]):
            yield f"table {code} plays no duel, and stands in one file with others"
            continue
        rules = plain([created["options"], created["seats"], created["table"]])
        same = created["game"], rules, table.games[0].seal["commitment"]
        rounds.setdefault(names[0], []).append(same)
    if len({name.split()[1] for name in rounds}) > 1:
        yield "these are tables of several duels"
    for name, played in rounds.items():
        if len(played) > 2:
            yield f"{len(played)} tables play {deal_text(name)}: a duel has two people"
        if len(set(played)) > 1:
            yield f"the tables of {deal_text(name)} have not the same game, rules and seal"


# --- signatures and checkpoints --------------------------------------------------------------

KNOWN_HOSTS: list[str] = []
"""Options that tell ssh-keygen where hosts are known; none: the user's known_hosts."""
BEGIN, END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
RECORD, CHECKPOINT = "record@ssh-arcade", "checkpoint@ssh-arcade"

TREE = shaped(checkpoint=lambda value: value != "" and day(value), leaves=number(0), root=HASH)
PROOF = shaped(leaf=HASH, index=number(0), path=many(HASH, 53))


def check_signature(
    host: str, signed: list[str], signature: list[str], namespace: str = RECORD
) -> tuple[int, str]:
    """Ask ssh-keygen whether the host's key in known_hosts signed it; return code and sentence."""
    if not signature:
        return (1, "it is not signed") if host else (0, "")
    if not host:
        return 2, "it is signed; name whose key it was: --host HOST (or --host [HOST]:PORT)"

    def keygen(*words: str, given: str = "") -> tuple[int, str]:
        command = ["ssh-keygen", *words]
        result = subprocess.run(command, input=given.encode(), capture_output=True, check=False)  # noqa: S603
        return result.returncode, result.stdout.decode(errors="replace")

    try:
        _, output = keygen("-F", host, *KNOWN_HOSTS)
        fields = [line.split() for line in output.splitlines() if line[:1] not in "#@"]
        keys = [f"{namespace} {entry[1]} {entry[2]}\n" for entry in fields if len(entry) > 2]
        if not keys:
            return 2, f"the signature: your known_hosts has no key of {host}"
        with tempfile.TemporaryDirectory() as folder:
            signers, file = Path(folder, "signers"), Path(folder, "signature")
            signers.write_text("".join(keys))
            file.write_text("".join(signature))
            how = ("-f", str(signers), "-I", namespace, "-n", namespace, "-s", str(file))
            refused, _ = keygen("-Y", "verify", *how, given="".join(signed))
    except FileNotFoundError:
        return 2, "the signature: there is no ssh-keygen here, which checks it"
    if refused:
        what = namespace.partition("@")[0]
        return 1, f"the key of {host} in your known_hosts has not signed this {what}"
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


def check_checkpoint(tables: list[Table], lines: Iterable[str], host: str) -> tuple[int, str]:
    """Check that a record's games are in a signed checkpoint; return code and sentence."""
    if len(tables) > 1:
        return 2, "the checkpoint: it has the tables of a duel one by one; ask for each"
    try:
        signed, signature, rest = split(lines)
        (checkpoint,), proofs = map(decode, signed), list(map(decode, rest))
    except (Unreadable, ValueError, RecursionError):
        checkpoint, proofs = None, []
    if not (TREE(checkpoint) and all(map(PROOF, proofs))):
        return 2, "the checkpoint: it is no checkpoint with its proofs"
    sure, how = check_signature(host, signed, signature, CHECKPOINT)
    if sure or not how:
        return sure or 2, f"the checkpoint: {how or 'it is not signed'}"
    return check_leaves(tables[0], checkpoint, proofs)


def check_leaves(table: Table, checkpoint: Fact, proofs: list[Fact]) -> tuple[int, str]:
    """Check that each of a table's leaves is proved to be in a checkpoint."""
    size, root, date = checkpoint["leaves"], checkpoint["root"], checkpoint["checkpoint"]
    sound = (
        proof
        for proof in proofs
        if in_tree(proof["leaf"], proof["index"], proof["path"], size, root)
    )
    proved = {proof["leaf"] for proof in sound}
    included, over, younger = 0, False, []
    for game in table.games:
        for at, what, leaf in game.leaves(table.created["code"]):
            name = f"{what} of game {game.number}"
            if leaf in proved:
                included += 1
            elif at < midnight_after(date):
                return 1, f"{name} is not proved to be in the checkpoint of {date}"
            else:
                younger.append(name)
                over = over or game.over_at >= 0
    tree = f"the signed checkpoint of {date} ({size} leaves)"
    younger_text = f"younger than {tree}: {', '.join(younger[:3])}" if younger else ""
    if over or not included:
        return 2, younger_text or f"nothing of this table is in {tree}"
    told_of = f"{included} seals and ends of games are in {tree}, root {root[:16]}…"
    return 0, f"{told_of}; {younger_text}" if younger_text else told_of


# --- what is said ----------------------------------------------------------------------------

NOT_PROVED = """Not proved by a record alone:
  - the moves themselves: that the rules allow them, ask for these draws, of these cards, and\
 whose they were (arcade replay plays them again)
  - names, times, bots' strengths, the table's rules and the version of the game's rules
  - what was said and shown, clocks, and who came, went or was away during a game
  - words that were replaced by others before the start
  - that nothing came after the last fact"""


def say_games(table: Table, say: Callable[[str], None]) -> None:
    """Say what was found of each game of a table."""
    created = table.created
    say(f"table {created['code']}, {created['game']}, {created['seats']} seats, {table.n} facts")
    for game in table.games:
        say(f"game {game.number}: {game.report()}")
    for note in table.notes:
        say(f"note: {note}")


def verify(
    lines: Iterable[str],
    say: Callable[[str], None],
    host: str = "",
    checkpoint: Iterable[str] | None = None,
    hides: Mapping[str, bool] | None = None,
) -> int:
    """Check a record, and whether it is in a checkpoint; return the exit code."""
    try:
        signed, signature, behind = split(lines)
        tables = [Table(facts, hides) for facts in apart(read(signed))]
    except UnicodeError:
        say("This cannot be read as the record of a table: it is not UTF-8")
        return 2
    except Unreadable as error:
        say(f"This cannot be read as the record of a table: {error}")
        return 2
    outcomes = []
    if signature or checkpoint is None:  # with a checkpoint, a record needs no signature
        outcomes.append(check_signature(host, signed, signature + behind))
    if checkpoint is not None:
        outcomes.append(check_checkpoint(tables, checkpoint, host))
    played = [game for table in tables for game in table.games]
    checked = sum(bool(game.started and game.revealed) for game in played)
    for table in tables:
        say_games(table, say)
    faults = [fault for table in tables for fault in table.faults[:20]]
    if len(tables) > 1:
        faults += unlike(tables)
        say(f"a duel: {len(tables)} tables, {len({game.day for game in played})} deals")
    wrong = [*faults, *(how for sure, how in outcomes if sure == 1)]
    for fault in wrong:
        say(f"DOES NOT HOLD: {fault}")
    for how in (how for sure, how in outcomes if how and not sure):
        say(how)
    if wrong or any(game.faults for game in played):
        return 1
    say(NOT_PROVED)
    unchecked = [why for table in tables for why in table.unchecked]
    unchecked = [*unchecked, *(how for sure, how in outcomes if sure == 2)]
    say_how_much(checked, unchecked, say)
    return 2 if unchecked or not checked else 0


def say_how_much(checked: int, unchecked: list[str], say: Callable[[str], None]) -> None:
    """Say what could not be checked, and how many games were."""
    if not checked:
        unchecked = [*unchecked, "no game was played to its end"]
    for what in unchecked[:20]:
        say(f"NOT CHECKED: {what}")
    games = f"{checked} finished game{'' if checked == 1 else 's'} checked"
    say(f"{games}; not everything could be checked" if unchecked else f"{games}, everything holds")


def printed(line: str) -> None:
    """Print a line without control characters: a record may be hostile."""
    shown = (
        character if character.isprintable() or character == "\n" else "?" for character in line
    )
    sys.stdout.write("".join(shown) + "\n")


def read_lines(file: BinaryIO) -> Iterator[str]:
    """Read lines, none longer than a record's can be."""
    while line := file.readline(MOST_LINE + 1):
        yield line.decode()


def main(arguments: Sequence[str], hides: Mapping[str, bool] | None = None) -> int:
    """Check the named file, or print the commitment to words."""
    wishes = {"--host": "", "--checkpoint": "", "--hides": ""}
    while len(arguments) > 2 and arguments[0] in wishes:
        wish, wishes[wish], *arguments = arguments
    host, checkpoint, game = wishes.values()
    if len(arguments) == 2 and arguments[0] == "--seal":
        printed(sha256(length_prefixed(WORDS, arguments[1])))
        return 0
    if len(arguments) != 1 or arguments[0].startswith("--"):
        printed(__doc__ or "")
        printed("verify.py --seal WORDS gives the commitment to words you keep to yourself.")
        return 2
    try:
        with ExitStack() as files:
            tree = files.enter_context(Path(checkpoint).open("rb")) if checkpoint else None
            standard = arguments[0] == "-"
            file = (
                sys.stdin.buffer if standard else files.enter_context(Path(arguments[0]).open("rb"))
            )
            known = {**(hides or {}), **({game: True} if game else {})}
            return verify(
                read_lines(file), printed, host, read_lines(tree) if tree else None, known
            )
    except OSError as error:
        printed(f"Cannot read {error.filename or arguments[0]}: {error.strerror}.")
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
