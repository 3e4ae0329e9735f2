#!/usr/bin/env python3
"""Check the chance of a table's games, from its record alone: `verify.py FILE`.

    ssh play@host record CODE > FILE
    python3 verify.py FILE

This one file needs nothing but Python: copy it anywhere, read it, run it. It does not know the
rules of any game and takes no word of the server for true: from the seed that was told after a
game it makes the commitment anew that was published before the game, and every draw of the game.
What that proves and what it does not, and the exact bytes: docs/fair-dice.md.

Exit code: 0, everything that can be checked holds; 1, something does not; 2, nothing to check.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

SEAL = "ssh-arcade/1/seal"
WORDS = "ssh-arcade/1/words"
GAME = "ssh-arcade/1/game"
DRAWS = "ssh-arcade/1/draws"
CARD = "ssh-arcade/1/card"
DAILY = "ssh-arcade/1/daily"

Fact = dict[str, Any]


# --- bytes -----------------------------------------------------------------------------------


def framed(*parts: str | bytes) -> bytes:
    """Join texts, each after its length in four bytes."""
    encoded = [part.encode() if isinstance(part, str) else part for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in encoded)


def sha256(data: bytes) -> str:
    """Give the SHA-256 of bytes in hex."""
    return hashlib.sha256(data).hexdigest()


def game_key(
    seed: bytes, game: str, rules: str, room: str, number: int, seats: Sequence[tuple[str, str]]
) -> bytes:
    """Give the key of one game's draws; `seats` are pairs of a kind and a text, in seat order."""
    given = [framed(str(seat), kind, text) for seat, (kind, text) in enumerate(seats)]
    message = framed(GAME, game, rules, room, str(number), framed(*given))
    return hmac.new(seed, hashlib.sha256(message).digest(), hashlib.sha256).digest()


def ascending(card: Any) -> tuple[bool, Any]:
    """Order cards: numbers upwards, stars last."""
    return (True, 0) if isinstance(card, str) else (False, card)


def daily_key(seed: bytes, game: str, rules: str, day: str) -> bytes:
    """Give the key of a day's deal, the same at every table."""
    message = framed(DAILY, game, rules, day)
    return hmac.new(seed, hashlib.sha256(message).digest(), hashlib.sha256).digest()


class Stream:
    """The draws of one label, from blocks of eight 32-bit numbers."""

    def __init__(self, key: bytes, label: str) -> None:
        self.key, self.label = key, label
        self.counter = 0
        self.words: list[int] = []

    def word(self) -> int:
        """Give the next 32-bit number."""
        if not self.words:
            message = framed(DRAWS, self.label, str(self.counter))
            block = hmac.new(self.key, message, hashlib.sha256).digest()
            self.words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
            self.counter += 1
        return self.words.pop(0)

    def pick(self, n: int) -> int:
        """Give a number from 0 to n − 1; numbers that would favour some are thrown away."""
        limit = 2**32 - 2**32 % n
        while True:
            word = self.word()
            if word < limit:
                return word % n

    def shuffle(self, cards: Sequence[Any]) -> list[Any]:
        """Give an order of cards: Fisher–Yates from the ascending order, stars last."""
        order = sorted(cards, key=ascending)
        for last in range(len(order) - 1, 0, -1):
            other = self.pick(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def draw(self, asked: str, recorded: Any) -> Any:
        """Give what the record should say for one draw; None where it asks for no known thing."""
        kind, _, size = asked.partition(" ")
        if asked == "die":
            return self.pick(6) + 1
        if kind == "pick" and size.isdigit() and 1 <= int(size) <= 2**32:
            return self.pick(int(size))
        cards = recorded.get("shuffle") if isinstance(recorded, dict) else None
        if kind == "shuffle" and isinstance(cards, list) and size == str(len(cards)):
            return {"shuffle": self.shuffle(cards)}
        return None


# --- one game --------------------------------------------------------------------------------


class Game:
    """What the record tells of one game, and what does not hold of it."""

    def __init__(self, number: int, seal: Fact | None) -> None:
        self.number = number
        self.seal = seal  # the fact "sealed", or None
        self.given: dict[int, str] = {}  # seat → commitment published before the start
        self.started: Fact = {}  # the fact "started"
        self.moves: list[tuple[int, Fact]] = []  # (n, fact): the start and every action, in order
        self.revealed: Fact = {}  # the fact "revealed"
        self.faults: list[str] = []
        self.draws = self.cards = 0

    def fault(self, text: str) -> None:
        """Note what does not hold."""
        self.faults.append(text)

    def check(self, created: Fact) -> None:
        """Check the whole game after its end."""
        if not (self.seal or {}).get("day"):
            self.check_contributions(created["seats"])
        if "opened" in self.revealed:
            self.check_cards()
        else:
            self.check_seed(created)

    def check_contributions(self, seats: int) -> None:
        """Check that what the seats gave is what they had committed to before the start."""
        given = self.started.get("contributions", [])
        if len(given) != seats:
            self.fault(f"{len(given)} contributions for {seats} seats")
        for seat, one in enumerate(given):
            before, kind, text = self.given.get(seat), one["kind"], one["text"]
            if kind in ("words", "sealed") and before is None:
                self.fault(f"seat {seat + 1} had committed to nothing before the start")
            elif kind == "words" and sha256(framed(WORDS, text)) != before:
                self.fault(f"the words of seat {seat + 1} are not those it had committed to")
            elif kind == "sealed" and text != before:
                self.fault(f"seat {seat + 1} had published another commitment")
            elif kind in ("bot", "none") and (before is not None or text):
                self.fault(f"what seat {seat + 1} had committed to is left out")
            elif kind not in ("words", "sealed", "bot", "none"):
                self.fault(f"seat {seat + 1}: no known kind of contribution")

    def check_seed(self, created: Fact) -> None:
        """Check the told seed against the commitment, and every draw against the seed."""
        seal = self.seal or {}
        seed = bytes.fromhex(self.revealed["seed"])
        if len(seed) != 32 or sha256(framed(SEAL, created["game"], seed)) != seal["commitment"]:
            self.fault("the told seed is not the sealed one")
        rules = {"options": created["options"], "seats": created["seats"]}
        text = json.dumps(rules, sort_keys=True, separators=(",", ":"))
        given = [(one["kind"], one["text"]) for one in self.started.get("contributions", [])]
        key = game_key(seed, created["game"], text, created["code"], self.number, given)
        if seal.get("day"):
            key = daily_key(seed, created["game"], text, seal["day"])
        for label, (n, fact) in zip(self.labels(), self.moves, strict=True):
            self.check_draws(Stream(key, label), n, fact)

    def labels(self) -> list[str]:
        """Name the draws of the start and of every action."""
        seal = self.seal or {}
        if not seal.get("day"):
            return ["0 set-up", *(f"{action} action" for action in range(1, len(self.moves)))]
        labels = ["0 set-up"]
        drawn: dict[int, int] = {}
        for _, fact in self.moves[1:]:
            seat = -1 if seal.get("shared") else fact["seat"]
            number = drawn.get(seat, 0) + 1
            labels.append(f"{number} deal" if seal.get("shared") else f"{number} of seat {seat}")
            if fact.get("draws"):
                drawn[seat] = number
        return labels

    def check_draws(self, stream: Stream, n: int, fact: Fact) -> None:
        """Make the draws of one fact anew."""
        asked, drawn = fact.get("asked", []), fact.get("draws", [])
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
        decks: dict[tuple[int, int], list[str]] = {}
        for n, fact in self.moves:
            if "draws" in fact:
                self.fault(f"fact {n}: draws are told where every card should be sealed")
            shuffles = [
                at for at, asked in enumerate(fact.get("asked", [])) if asked[:7] == "shuffle"
            ]
            sealed = fact.get("cards", [])
            if len(shuffles) != len(sealed):
                self.fault(f"fact {n}: {len(sealed)} sealed decks for {len(shuffles)} shuffles")
            for at, cards in zip(shuffles, sealed, strict=False):
                if fact["asked"][at] != f"shuffle {len(cards)}":
                    self.fault(f"fact {n}: a deck of {len(cards)} sealed cards is not whole")
                decks[n, at] = cards
        for one in self.revealed["opened"]:
            self.cards += 1
            deck = decks.get((one["n"], one["draw"]), [])
            made = sha256(framed(CARD, str(one["card"]), bytes.fromhex(one["salt"])))
            if not 0 <= one["place"] < len(deck) or deck[one["place"]] != made:
                self.fault(
                    f"fact {one['n']}: card {one['place'] + 1} is not the one that was sealed"
                )

    def report(self) -> str:
        """Say in one line how it stands."""
        name = f"game {self.number}"
        if self.seal is None:
            return f"{name}: was not sealed; nothing can be checked"
        if self.seal.get("day") and not self.revealed and not self.faults:
            return (
                f"{name}: the daily deal of {self.seal['day']}, sealed by"
                f" {self.seal['commitment'][:16]}…; nothing can be checked before it is told"
            )
        if not self.started:
            return f"{name}: sealed, not begun ({self.seal['commitment'][:16]}…)"
        if not self.revealed and not self.faults:
            return (
                f"{name}: still running, sealed before it began ({self.seal['commitment'][:16]}…)"
            )
        if self.faults:
            return "\n".join([f"{name}: DOES NOT HOLD", *(f"  - {one}" for one in self.faults)])
        end = " (ended without a result)" if self.revealed.get("aborted") else ""
        if "opened" in self.revealed:
            return (
                f"{name}: holds{end}: seats' words; {self.cards} cards everybody saw are those"
                " sealed when they were shuffled; hands not shown stay hidden, so the seed does too"
            )
        return f"{name}: holds{end}: seed, seats' words and all {self.draws} draws"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "…"


# --- the record ------------------------------------------------------------------------------


class Unreadable(Exception):
    """The file is no record."""


def read(lines: Iterable[str]) -> list[tuple[int, Fact]]:
    """Read the facts of a record, one JSON object a line."""
    facts: list[tuple[int, Fact]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            one = json.loads(line)
            facts.append((one["n"], one["fact"]))
            one["fact"]["fact"]
        except (ValueError, KeyError, TypeError) as error:
            raise Unreadable(f"line {number} is no fact of a record") from error
    if not facts or facts[0][1]["fact"] != "created":
        raise Unreadable("a record begins with the creation of its table")
    return facts


class Table:
    """Goes through a record in order and gathers its games."""

    def __init__(self, facts: list[tuple[int, Fact]]) -> None:
        self.created = facts[0][1]
        self.faults: list[str] = []
        self.games: list[Game] = []
        self.next: Game | None = None  # the game that is sealed and not begun
        self.running: Game | None = None
        self.gap = False  # in the running game: what watchers say is told after it
        before = 0
        for n, fact in facts:
            if n != before + 1:
                self.missing(before, n)
            before = n
            self.take(n, fact)
        self.tell_daily(before)

    def tell_daily(self, n: int) -> None:
        """Check a daily deal whose day is over: its seed stands in the seal."""
        seal = self.running.seal if self.running else None
        if seal and seal.get("day") and seal.get("seed"):
            self.told(n, {"number": seal["number"], "seed": seal["seed"]})

    def missing(self, before: int, n: int) -> None:
        """Note that facts are not there; of a game that still runs some are told later."""
        if self.running and n > before:
            self.gap = True
        else:
            self.faults.append(f"after fact {before} comes fact {n}")

    def take(self, n: int, fact: Fact) -> None:
        """Take one fact."""
        kind = fact["fact"]
        if kind == "sealed":
            self.sealed(fact)
        elif kind == "contributed" and self.next:
            self.next.given[fact["seat"]] = fact["commitment"]
        elif kind in ("sat", "stood") and self.next:
            self.next.given.pop(fact["seat"], None)
        elif kind == "started":
            self.begun(n, fact)
        elif kind == "acted" and self.running:
            self.running.moves.append((n, fact))
        elif kind == "revealed":
            self.told(n, fact)

    def sealed(self, fact: Fact) -> None:
        """Note the seal of the next game; a game that was not sealed itself is over then."""
        if self.running and self.running.seal is None:
            self.running = None
        if self.next or self.running:
            self.faults.append(f"game {fact['number']} was sealed while another seal was there")
        if fact["number"] != sum(bool(game.started) for game in self.games) + 1:
            self.faults.append(f"a seal for game {fact['number']} where it is not the next one")
        self.next = Game(fact["number"], fact)
        self.games.append(self.next)

    def begun(self, n: int, fact: Fact) -> None:
        """Note the start of a game; where none was sealed, there is nothing to check."""
        number = sum(bool(game.started) for game in self.games) + 1
        game = self.next
        if game is None:
            game = Game(number, None)
            self.games.append(game)
        game.started = fact
        game.moves.append((n, fact))
        self.next, self.running = None, game

    def told(self, n: int, fact: Fact) -> None:
        """Note the end of a game, and check it."""
        game, self.running = self.running, None
        if game is None or game.seal is None or game.number != fact["number"]:
            self.faults.append(
                f"fact {n}: a seed is told for a game that was not sealed or not played"
            )
            return
        game.revealed = fact
        if self.gap:
            game.fault("facts of this game are missing")
        self.gap = False
        try:
            game.check(self.created)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            game.fault(f"the record of this game is not complete: {error!r}")


def verify(lines: Iterable[str], say: Callable[[str], None]) -> int:
    """Check a record; gives the exit code."""
    try:
        table = Table(read(lines))
    except (Unreadable, KeyError, TypeError, UnicodeDecodeError) as error:
        say(f"This cannot be read as the record of a table: {error}")
        return 2
    created = table.created
    say(f"table {created.get('code')}, {created.get('game')}, {created.get('seats')} seats")
    for game in table.games:
        say(game.report())
    for fault in table.faults:
        say(f"DOES NOT HOLD: {fault}")
    if table.faults or any(game.faults for game in table.games):
        return 1
    checked = sum(bool(game.revealed) for game in table.games)
    say(f"{checked} finished game{'' if checked == 1 else 's'} checked, everything holds")
    return 0 if checked else 2


def _say(line: str) -> None:
    """Write a line; nothing in it steers a terminal, whoever wrote the record."""
    shown = (one if one.isprintable() or one == "\n" else "?" for one in line)
    sys.stdout.write("".join(shown) + "\n")


def main(arguments: Sequence[str]) -> int:
    """Check the file that is named, or give the commitment to words."""
    if len(arguments) == 2 and arguments[0] == "--seal":
        _say(sha256(framed(WORDS, arguments[1])))
        return 0
    if len(arguments) != 1 or arguments[0].startswith("--"):
        _say(__doc__ or "")
        _say("verify.py --seal WORDS gives the commitment to words you keep to yourself.")
        return 2
    try:
        if arguments[0] == "-":
            return verify(sys.stdin, _say)
        return verify(Path(arguments[0]).read_text(encoding="utf-8").splitlines(), _say)
    except UnicodeDecodeError:
        _say(f"{arguments[0]} is no text.")
        return 2
    except OSError as error:
        _say(f"Cannot read {arguments[0]}: {error.strerror}.")
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
