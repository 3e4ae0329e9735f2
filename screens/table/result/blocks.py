"""Blocks of a card below each other, which grow as long as all of them have room."""

from collections.abc import Callable, Mapping, Sequence

from screens.terminal.rows import Row, beside, outdented, row_width

APART = 3
"""Cells between two blocks side by side."""
_MANY = 2
"""Sentences from which they stand in two columns."""


class Blocks:
    """Blocks by name, in the order in which they stand."""

    def __init__(self, room: int, air: int, *, halves: int = 0) -> None:
        """Take the rows there are, and how many stand above each block, none empty.

        `halves`: the cells of moves and of talk where these stand side by side, or 0.
        """
        self.rows: dict[str, list[Row]] = {}
        self._draws: dict[str, Callable[[], list[Row]]] = {}
        self._room, self._air, self._halves = room, air, halves

    def put(self, **blocks: list[Row]) -> None:
        """Put blocks below the others, whether or not there is room."""
        self.rows |= blocks

    def grow(
        self, name: str, block: list[Row], draw: Callable[[], list[Row]] | None = None
    ) -> bool:
        """Put a block in place of the one of this name, if there is room; return whether.

        `draw` draws it once nothing grows any more; until then `block` holds its rows.
        """
        grown = self._standing(self.rows | {name: block})
        fits = sum(self._air + len(rows) for rows in grown) <= self._room
        if block and fits:
            self.rows[name] = block
            if draw is not None:
                self._draws[name] = draw
        return bool(block) and fits

    @property
    def filled(self) -> list[list[Row]]:
        return self._standing(self.rows | {name: draw() for name, draw in self._draws.items()})

    def _standing(self, rows: Mapping[str, list[Row]]) -> list[list[Row]]:
        """Return the blocks as they stand, moves and talk in one where they are side by side."""
        moves, talk = rows.get("moves"), rows.get("talk")
        if self._halves and moves and talk:
            both = beside(moves, talk, self._halves, APART)
            rows = {**rows, "moves": both, "talk": []}
        return [block for block in rows.values() if block]


def half(cells: int) -> int:
    """Return the cells of one of two blocks side by side."""
    return (cells - APART) // 2


def abreast(block: Sequence[list[Row]], halves: int) -> list[Row]:
    """Put sentences below each other, or where there are `halves`, in two columns."""
    if not halves or len(block) < _MANY:
        return flat(block)
    rows = [len(flat(block[:at])) for at in range(len(block) + 1)]
    middle = min(range(len(rows)), key=lambda at: max(rows[at], rows[-1] - rows[at]))
    label = row_width(block[0][0][:2])  # with its sign; only the first half has it
    second = [outdented(line, label) for line in flat(block[middle:])]
    return beside(flat(block[:middle]), second, halves, APART)


def flat(block: Sequence[list[Row]]) -> list[Row]:
    """Put the rows of sentences below each other."""
    return [line for sentence in block for line in sentence]


def last_of(block: Sequence[list[Row]], room: int) -> list[Row]:
    """Return the last sentences that fit, in their order, the first of them beside their label."""
    kept: list[Row] = []
    for rows in reversed(block):
        if len(kept) + len(rows) > room:
            break
        kept = [*rows, *kept]
    if kept and not kept[0][0].text.strip():  # the label's sentence is left out
        kept[0] = block[0][0][:1] + kept[0][1:]
    return kept
