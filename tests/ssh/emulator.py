"""pyte, the terminal emulator, in half its time and with what it lacks."""

import re
from collections.abc import Mapping, Sequence
from functools import cache

import pyte
from pyte.modes import IRM
from pyte.screens import Char
from wcwidth import wcwidth

_CONTROL = re.compile(r"\x1b\[([0-9;]*)([@-~])")
"""A control sequence: its numbers, and its kind."""


class Stream(pyte.Stream):
    """pyte's stream, which took each letter of a control sequence by itself."""

    csi = {**pyte.Stream.csi, "b": "repeat"}

    def feed(self, data: str) -> None:
        """Take what has come."""
        begin = 0
        for match in _CONTROL.finditer(data):
            numbers, kind = match.groups()
            if begin < match.start():
                super().feed(data[begin : match.start()])
            if self._taking_plain_text and kind in self.csi:
                getattr(self.listener, self.csi[kind])(*_parsed(numbers))
            else:
                super().feed(match[0])
            begin = match.end()
        super().feed(data[begin:])


@cache
def _parsed(numbers: str) -> tuple[int, ...]:
    return tuple(min(int(number or 0), 9999) for number in numbers.split(";"))


@cache
def _is_narrow(text: str) -> bool:
    return all(wcwidth(char) == 1 for char in text)


class _Cells(dict[str, Char]):
    """The cell of each letter, with the same attributes."""

    def __init__(self, attributes: Char) -> None:
        super().__init__()
        self._attributes = attributes

    def __missing__(self, char: str) -> Char:
        self[char] = cell = self._attributes._replace(data=char)
        return cell


_cells = cache(_Cells)


class Screen(pyte.Screen):
    """pyte's screen, with what it lacks: an application's screen is another, which goes away."""

    def draw(self, data: str) -> None:
        """Write a text; the quick way if it fits into the line and has letters of one cell only."""
        cursor = self.cursor
        end = cursor.x + len(data)
        if end > self.columns or IRM in self.mode or self.charset or not _is_narrow(data):
            super().draw(data)
            return
        cells = _cells(cursor.attrs)
        row = self.buffer[cursor.y]
        for x, letter in enumerate(data, cursor.x):
            row[x] = cells[letter]
        cursor.x = end
        self.dirty.add(cursor.y)

    def repeat(self, times: int = 1) -> None:
        """Write the sign before the cursor again."""
        self.draw(self.buffer[self.cursor.y][self.cursor.x - 1].data * times)

    def set_mode(self, *modes: int, **named: bool) -> None:
        super().set_mode(*modes, **named)
        self._switch(modes, named)

    def reset_mode(self, *modes: int, **named: bool) -> None:
        super().reset_mode(*modes, **named)
        self._switch(modes, named)

    def _switch(self, modes: Sequence[int], named: Mapping[str, bool]) -> None:
        if named.get("private") and 1049 in modes:
            self.erase_in_display(2)
            self.cursor_position()
