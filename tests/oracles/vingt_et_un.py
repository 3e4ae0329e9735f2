"""21, told from its page: the whole board is scanned anew for every question."""

from collections import Counter
from itertools import product
from typing import Any

from tests.oracles.script import Model, Script

BOARD = (
    "3..B...3...P..3",
    ".B..2.....2..P.",
    ".....B.2.P.....",
    "B..B.......P..P",
    ".2..1..1..1..2.",
    "..B..B...P..P..",
    "......b.p......",
    "3.2.1.....1.2.3",
    "......y.g......",
    "..Y..Y...G..G..",
    ".2..1..1..1..2.",
    "Y..Y.......G..G",
    ".....Y.2.G.....",
    ".Y..2.....2..G.",
    "3..Y...3...G..3",
)
COLOURS = "BPGY"
PACK = [*sorted([*range(1, 10), *range(1, 10)]), *range(10, 18), *"***"]
WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))

At = tuple[int, int]


def name(at: At) -> str:
    return f"{chr(65 + at[0])}{at[1] + 1}"


class VingtEtUn(Model):
    def play(self) -> Script:
        self.columns, self.rows = range(15), range(8 if self.seats == 2 else 15)
        level = list(range(self.seats))
        while len(level) > 1:
            turned = {seat: PACK[self.draw()] for seat in level}
            worth = {seat: self.number(tile) for seat, tile in turned.items()}
            level = [seat for seat in level if worth[seat] == max(worth.values())]
        self.actor: int | None = level[0]
        self.first = level[0]
        self.hand: dict[int, list[Any]] = {}
        self.series: dict[int, list[Any]] = {}
        for seat in range(self.seats):
            self.deal(seat)
        self.board: dict[At, dict[str, Any]] = {}
        self.score = [0] * self.seats
        self.passes, self.round = 0, 1
        self.last: str | None = None
        self.lines: list[list[str]] = []
        self.winners: list[int] = []
        while True:
            seat, action = yield
            if action["do"] == "mulligan":
                self.deal(seat)
                continue
            ended = self.do(seat, action)
            following = (seat + 1) % self.seats
            self.actor = following
            before = self.round
            self.round += following == self.first
            if ended or not self.anything_fits():
                self.round = before
                break
        self.actor = None
        for seat in range(self.seats):
            self.score[seat] -= sum(map(self.number, self.hand[seat] + self.series[seat]))
        sums = list(self.score)
        if self.options.get("teams"):
            sums = [self.score[s] + self.score[(s + 2) % 4] for s in range(4)]
        self.winners = [seat for seat in range(self.seats) if sums[seat] == max(sums)]

    def number(self, tile: Any) -> int:
        return 21 if tile == "*" else int(tile)

    def deal(self, seat: int) -> None:
        while True:
            tiles = list(self.draw().shuffle)
            if any(tile == "*" or tile <= 9 for tile in tiles[:3]):
                self.hand[seat], self.series[seat] = tiles[:3], tiles[3:]
                return

    def do(self, seat: int, action: dict[str, Any]) -> bool:
        """Do it, and return whether that ends the game."""
        hand, series = self.hand[seat], self.series[seat]
        match action["do"]:
            case "swap":
                hand.append(series.pop(0))
                hand.remove(action["tile"])
                self.series[seat] = list(self.draw().shuffle)
                self.passes = 0
            case "pass":
                self.passes += 1
                return self.passes == self.seats
            case _:
                self.passes = 0
                self.lay(seat, action)
                hand.remove(action["tile"])
                hand += [series.pop(0)] if series else []
                return not hand
        return False

    def lay(self, seat: int, action: dict[str, Any]) -> None:
        at = ord(action["at"][0]) - 65, int(action["at"][1:]) - 1
        star = action["tile"] == "*"
        value = action["as"] if star else action["tile"]
        tile = {"seat": seat, "value": value, "star": star, "face_up": True}
        self.board[at] = {**tile, "order": len(self.board) + 1}
        made = [line for line in self.lines_through(at) if self.total(line) == 21]
        self.lines = [[name(square) for square in line] for line in made]
        self.last = name(at)
        if self.round >= 4 and (made or (star and value == 21)):
            mark = BOARD[at[1]][at[0]]
            own = mark.upper() == COLOURS[seat]
            self.score[seat] += {"1": 15, "2": 20, "3": 30}.get(mark, 10 if own else 5)
            self.board[at]["face_up"] = False

    def lines_through(self, at: At) -> list[list[At]]:
        """List the runs of two face-up tiles or more through a square, counted as laid."""
        lines_made = []
        for dx, dy in WAYS:
            run = [at]
            for sign in (1, -1):
                x, y = at
                while (x := x + sign * dx, y := y + sign * dy) and self.up((x, y)):
                    run.append((x, y))
            if len(run) > 1:
                lines_made.append(sorted(run))
        return lines_made

    def up(self, at: At) -> bool:
        return at in self.board and bool(self.board[at]["face_up"])

    def total(self, line: list[At]) -> int:
        return sum(self.board[square]["value"] for square in line)

    def fits(self, seat: int, value: int, star: bool, at: At, number: int) -> bool:
        """Return whether a tile of that value may lie there in round `number`."""
        x, y = at
        if at in self.board or x not in self.columns or y not in self.rows:
            return False
        if number == 1:
            if BOARD[y][x] != COLOURS[seat].lower() or value > 9:
                return False
        elif not any((x + a, y + b) in self.board for a, b in product((-1, 0, 1), repeat=2)):
            return False
        if star and value == 21 and number >= 4:
            return True
        sides = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        down = any(side in self.board and not self.board[side]["face_up"] for side in sides)
        if down and not (star and value == 21):
            return False
        lines = self.lines_through(at)
        return all(
            sum(self.board[o]["value"] for o in line if o != at) + value <= 21 for line in lines
        )

    def squares(self) -> list[At]:
        return [(x, y) for y in self.rows for x in self.columns]

    def values(self, tile: Any) -> range:
        return range(1, 22) if tile == "*" else range(tile, tile + 1)

    def anything_fits(self) -> bool:
        for seat in range(self.seats):
            for tile in {*self.hand[seat], *self.series[seat]}:
                numbers = {self.round, max(2, self.round)}
                for value, at, number in product(self.values(tile), self.squares(), numbers):
                    if self.fits(seat, value, tile == "*", at, number):
                        return True
        return False

    def facts(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "turn": self.actor,
            "board": {name(at): tile for at, tile in self.board.items()},
            "scores": self.score,
            "hand_counts": [len(self.hand[seat]) for seat in range(self.seats)],
            "series_counts": [len(self.series[seat]) for seat in range(self.seats)],
            "last": self.last,
            "lines": [sorted(line) for line in self.lines],
            "winners": self.winners,
        }

    def may(self, seat: int) -> set[tuple[Any, ...]]:
        if seat != self.actor:
            return set()
        hand, pairs = Counter(self.hand[seat]), set()
        for tile, at in product(hand, self.squares()):
            for value in self.values(tile):
                if self.fits(seat, value, tile == "*", at, self.round):
                    pairs.add(("place", tile, name(at), value if tile == "*" else None))
        laid = any(tile["seat"] == seat for tile in self.board.values())
        low = any(tile != "*" and tile <= 9 for tile in hand)
        mulligan = {("mulligan",)} if "*" in hand and not low and not laid else set()
        if pairs:
            return pairs | mulligan
        swaps = {("swap", tile) for tile in hand} if self.series[seat] else set()
        return swaps | {("pass",)} | mulligan
